import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The modules and versions as the Gradle files name them: the build without Gradle has no lists of its own.
 *
 * It understands only the forms that these files use, and fails on any other.
 */
final class Modules {
    /** A line of a `dependencies` block. `target` is the name of a module, or of a library of the version catalog. */
    record Dependency(String configuration, String target, boolean isModule) {}

    record Module(String name, Path folder, boolean isLibrary, String description, String mainClass, List<Dependency> dependencies) {
        Path sources() { return folder.resolve("src/main/kotlin"); }

        Path tests() { return folder.resolve("src/test/kotlin"); }

        Stream<Dependency> in(String... configurations) {
            return dependencies.stream().filter(one -> List.of(configurations).contains(one.configuration()));
        }
    }

    private static final Pattern INCLUDE = Pattern.compile("^include\\(\"([\\w-]+)\"\\)$", Pattern.MULTILINE);
    private static final Pattern PLUGIN = Pattern.compile("^plugins \\{ id\\(\"cargokit\\.(library|program)\"\\) \\}$", Pattern.MULTILINE);
    private static final Pattern DESCRIPTION = Pattern.compile("^description = \"([^\"]*)\"$", Pattern.MULTILINE);
    private static final Pattern MAIN_CLASS = Pattern.compile("mainClass = \"\\$group\\.([\\w.]+)\"");
    private static final Pattern BLOCK = Pattern.compile("^dependencies \\{\\n(.*?)^\\}$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern DEPENDENCY =
        Pattern.compile("(api|implementation|testImplementation)\\((?:project\\(\":([\\w-]+)\"\\)|libs\\.([\\w.]+))\\)");
    private static final Pattern PROPERTY = Pattern.compile("^(\\w+)=(.*)$", Pattern.MULTILINE);
    private static final Pattern VERSION = Pattern.compile("^([\\w-]+) = \"([^\"]*)\"$", Pattern.MULTILINE);
    private static final Pattern LIBRARY =
        Pattern.compile("^([\\w-]+) = \\{ module = \"([\\w.-]+):([\\w.-]+)\", version\\.ref = \"([\\w-]+)\" \\}$", Pattern.MULTILINE);
    private static final Pattern OPT_IN = Pattern.compile("optIn\\.add\\(\"\\$group\\.([\\w.]+)\"\\)");

    final Path root;
    final Map<String, Module> all = new LinkedHashMap<>();
    final Map<String, String> properties = new LinkedHashMap<>();
    final Map<String, String> versions = new LinkedHashMap<>();

    /** Library of the catalog as `libs` spells it → group, artifact, version. */
    final Map<String, List<String>> libraries = new LinkedHashMap<>();

    /** The annotation that the modules may use of each other, and others may not. */
    final String optIn;

    Modules(Path root) throws IOException {
        this.root = root;
        each(PROPERTY, read("gradle.properties"), found -> properties.put(found.group(1), found.group(2)));
        var catalog = read("gradle/libs.versions.toml");
        each(VERSION, catalog, found -> versions.put(found.group(1), found.group(2)));
        each(LIBRARY, catalog, found -> libraries.put(found.group(1).replace('-', '.'), List.of(found.group(2), found.group(3), versions.get(found.group(4)))));
        optIn = properties.get("group") + "." + one(OPT_IN, read("build-logic/src/main/kotlin/cargokit.module.gradle.kts"), "an opt-in");
        for (var name : names()) all.put(name, module(name));
        for (var module : all.values()) {
            for (var dependency : module.dependencies()) {
                var known = dependency.isModule() ? all.keySet() : libraries.keySet();
                if (!known.contains(dependency.target())) throw new IllegalArgumentException(module.name() + " depends on " + dependency.target() + ", which doesn't exist");
            }
        }
    }

    private List<String> names() throws IOException {
        var found = new ArrayList<String>();
        each(INCLUDE, read("settings.gradle.kts"), match -> found.add(match.group(1)));
        return found;
    }

    private Module module(String name) throws IOException {
        var file = name + "/build.gradle.kts";
        var text = read(file);
        var dependencies = new ArrayList<Dependency>();
        for (var line : one(BLOCK, text, file + ": a block of dependencies").lines().map(String::strip).toList()) {
            var match = DEPENDENCY.matcher(line);
            if (!match.matches()) throw new IllegalArgumentException(file + ": can't read the dependency: " + line);
            dependencies.add(new Dependency(match.group(1), match.group(2) != null ? match.group(2) : match.group(3), match.group(2) != null));
        }
        var isLibrary = one(PLUGIN, text, file + ": a plugin").equals("library");
        var description = isLibrary ? one(DESCRIPTION, text, file + ": a description") : "";
        var mainClass = isLibrary ? "" : properties.get("group") + "." + one(MAIN_CLASS, text, file + ": a main class");
        return new Module(name, root.resolve(name), isLibrary, description, mainClass, dependencies);
    }

    /** All modules, each after those that its main sources depend on. */
    List<Module> inOrder() {
        var found = new LinkedHashMap<String, Module>();
        for (var module : all.values()) visit(module, found, new LinkedHashSet<>());
        return List.copyOf(found.values());
    }

    private void visit(Module module, Map<String, Module> found, Set<String> path) {
        if (found.containsKey(module.name())) return;
        if (!path.add(module.name())) throw new IllegalArgumentException("modules depend on each other: " + path);
        module.in("api", "implementation").filter(Dependency::isModule).forEach(one -> visit(all.get(one.target()), found, path));
        path.remove(module.name());
        found.put(module.name(), module);
    }

    /** What a module's sources may use: its dependencies in some configurations, and what these have as `api`. */
    Set<Dependency> visible(Module module, String... configurations) {
        var found = new LinkedHashSet<Dependency>();
        module.in(configurations).forEach(one -> expose(one, found, "api"));
        return found;
    }

    /** What has to be there when a module runs. */
    Set<Dependency> needed(Module module, String... configurations) {
        var found = new LinkedHashSet<Dependency>();
        module.in(configurations).forEach(one -> expose(one, found, "api", "implementation"));
        return found;
    }

    private void expose(Dependency one, Set<Dependency> found, String... configurations) {
        if (!found.add(new Dependency("", one.target(), one.isModule()))) return;
        if (one.isModule()) all.get(one.target()).in(configurations).forEach(next -> expose(next, found, configurations));
    }

    private String read(String name) throws IOException {
        return Files.readString(root.resolve(name));
    }

    static void each(Pattern pattern, String text, java.util.function.Consumer<Matcher> use) {
        for (var match = pattern.matcher(text); match.find(); ) use.accept(match);
    }

    static String one(Pattern pattern, String text, String what) {
        var match = pattern.matcher(text);
        if (!match.find()) throw new IllegalArgumentException("missing: " + what);
        return match.group(1);
    }
}
