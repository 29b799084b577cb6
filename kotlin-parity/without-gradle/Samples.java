import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/**
 * Compiles the samples as applications are: against a Maven repository, of which they see what its POMs name. Writes the class path to run each
 * with into samples/NAME/classpath.
 *
 * Usage: Samples ROOT OUTPUT REPOSITORY NAME=JARS…, with the jars of the libraries that other repositories have.
 */
public final class Samples {
    private static final Pattern DEPENDENCY = Pattern.compile("^    implementation\\(\"([\\w.-]+:[\\w.-]+:[\\w.-]+)\"\\)$", Pattern.MULTILINE);
    private static final Pattern KOTLIN = Pattern.compile("^    kotlin\\(\"jvm\"\\) version \"([^\"]+)\"$", Pattern.MULTILINE);

    private final Modules modules;
    private final Path output;
    private final Path repository;

    /** Coordinates → jars. */
    private final Map<String, List<Path>> others = new LinkedHashMap<>();

    private Samples(Path root, Path output, Path repository, List<String> libraries) throws IOException {
        this.modules = new Modules(root);
        this.output = output;
        this.repository = repository;
        for (var library : libraries) {
            var parts = library.split("=", 2);
            others.put(coordinates(Publish.library(modules, parts[0])), List.of(parts[1].split(":")).stream().map(Path::of).toList());
        }
    }

    public static void main(String[] arguments) throws Exception {
        var given = List.of(arguments);
        var samples = new Samples(Path.of(given.get(0)), Path.of(given.get(1)), Path.of(given.get(2)), given.subList(3, given.size()));
        try (var found = Files.list(Path.of(given.get(0), "samples"))) {
            for (var folder : found.filter(Files::isDirectory).sorted().toList()) if (!samples.compile(folder)) System.exit(1);
        }
        System.exit(0);
    }

    private boolean compile(Path folder) throws Exception {
        var build = Files.readString(folder.resolve("build.gradle.kts"));
        if (!Modules.one(KOTLIN, build, folder + ": a Kotlin version").equals(modules.versions.get("kotlin"))) {
            throw new IllegalArgumentException(folder + " has another Kotlin version than gradle/libs.versions.toml");
        }
        var compiling = new LinkedHashSet<Path>();
        var running = new LinkedHashSet<Path>();
        Modules.each(DEPENDENCY, build, match -> {
            resolve(match.group(1), Set.of("compile"), compiling);
            resolve(match.group(1), Set.of("compile", "runtime"), running);
        });
        var name = folder.getFileName().toString();
        var jar = output.resolve("samples").resolve(name).resolve(name + ".jar");
        var options = List.of("-Werror", "-jvm-target", modules.versions.get("jvm"));
        if (!Compile.compiled("sample-" + name, options, folder.resolve("src/main/kotlin"), compiling, jar)) return false;
        running.add(jar);
        var classPath = running.stream().map(file -> output.relativize(file).toString()).collect(Collectors.joining(":"));
        Files.writeString(jar.resolveSibling("classpath"), classPath + "\n");
        return true;
    }

    /** Adds the jar of an artifact, and those that its POM names in these scopes. */
    private void resolve(String artifact, Set<String> scopes, Set<Path> found) {
        var known = others.get(artifact);
        if (known != null) {
            found.addAll(known);
            return;
        }
        var parts = artifact.split(":");
        var folder = repository.resolve(parts[0].replace('.', '/')).resolve(parts[1]).resolve(parts[2]);
        var name = parts[1] + "-" + parts[2];
        if (!Files.exists(folder.resolve(name + ".jar"))) throw new IllegalArgumentException(artifact + " isn't published");
        found.add(folder.resolve(name + ".jar"));
        for (var next : dependencies(folder.resolve(name + ".pom"))) if (scopes.contains(next.get(1))) resolve(next.get(0), scopes, found);
    }

    /** The dependencies that a POM names: their coordinates and scopes. */
    private static List<List<String>> dependencies(Path pom) {
        try {
            var elements = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile()).getElementsByTagName("dependency");
            var found = new ArrayList<List<String>>();
            for (var index = 0; index < elements.getLength(); index++) {
                var one = (Element) elements.item(index);
                found.add(List.of(coordinates(List.of(text(one, "groupId"), text(one, "artifactId"), text(one, "version"))), text(one, "scope")));
            }
            return found;
        } catch (Exception failure) {
            throw new IllegalArgumentException(pom + " can't be read", failure);
        }
    }

    private static String text(Element element, String name) {
        return element.getElementsByTagName(name).item(0).getTextContent();
    }

    private static String coordinates(List<String> parts) {
        return String.join(":", parts);
    }
}
