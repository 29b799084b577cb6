import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;

/**
 * Compiles the modules one after the other in one process. Each sees only the jars of those that it may use, and is compiled only if its sources,
 * these jars or the options have changed.
 *
 * Usage: Compile ROOT OUTPUT main|tests NAME=JARS… OPTION…. A NAME is that of a library in the version catalog, or `stdlib`; its JARS are joined
 * by colons.
 */
public final class Compile {
    private final Modules modules;
    private final Path output;
    private final Map<String, List<Path>> libraries = new HashMap<>();
    private final List<String> options = new ArrayList<>();

    private Compile(Path root, Path output) throws IOException {
        this.modules = new Modules(root);
        this.output = output;
    }

    public static void main(String[] arguments) throws Exception {
        // Without this the compiler sets itself up anew for each module.
        System.setProperty("kotlin.environment.keepalive", "true");
        var build = new Compile(Path.of(arguments[0]), Path.of(arguments[1]));
        for (var argument : List.of(arguments).subList(3, arguments.length)) {
            var parts = argument.split("=", 2);
            if (argument.startsWith("-")) build.options.add(argument);
            else build.libraries.put(parts[0], List.of(parts[1].split(":")).stream().map(Path::of).toList());
        }
        var areTests = arguments[2].equals("tests");
        for (var module : build.modules.inOrder()) if (!build.main(module)) System.exit(1);
        if (areTests) for (var module : build.modules.all.values()) if (!build.tests(module)) System.exit(1);
        System.exit(0);
    }

    private boolean main(Modules.Module module) throws Exception {
        if (!Files.exists(module.sources())) return true;
        writeClassPath(module, "classpath", modules.needed(module, "api", "implementation"), List.of(jar(module)));
        if (!module.isLibrary()) Files.writeString(output.resolve(module.name()).resolve("main"), module.mainClass() + "\n");
        var specific = module.isLibrary() ? List.of("-Xexplicit-api=strict") : List.<String>of();
        return compile(module.name(), module.sources(), jar(module), modules.visible(module, "api", "implementation"), List.of(), specific);
    }

    private boolean tests(Modules.Module module) throws Exception {
        if (!Files.exists(module.tests())) return true;
        writeClassPath(module, "tests.classpath", modules.needed(module, "api", "implementation", "testImplementation"), List.of(testJar(module), jar(module)));
        var visible = modules.visible(module, "api", "implementation", "testImplementation");
        return compile(module.name() + "-tests", module.tests(), testJar(module), visible, List.of(jar(module)), List.of("-Xfriend-paths=" + jar(module)));
    }

    private boolean compile(String name, Path sources, Path jar, Set<Modules.Dependency> visible, List<Path> more, List<String> specific) throws Exception {
        var classPath = new LinkedHashSet<Path>(more);
        classPath.addAll(libraries.get("stdlib"));
        for (var dependency : visible) classPath.addAll(jars(dependency));
        var language = modules.versions.get("kotlin").replaceFirst("\\.[^.]*$", "");
        var all = new ArrayList<>(List.of("-jvm-target", modules.versions.get("jvm"), "-opt-in=" + modules.optIn));
        all.addAll(List.of("-language-version", language, "-api-version", language));
        all.addAll(options);
        all.addAll(specific);
        return compiled(name, all, sources, classPath, jar);
    }

    /** Compiles sources into a jar, unless it was made from the same sources, options and jars. */
    static boolean compiled(String name, List<String> options, Path sources, Collection<Path> classPath, Path jar) throws Exception {
        var arguments = new ArrayList<>(List.of("-no-stdlib", "-no-reflect", "-module-name", name, "-cp", joined(classPath)));
        arguments.addAll(options);
        List<Path> files;
        try (var found = Files.walk(sources)) {
            files = found.filter(file -> file.toString().endsWith(".kt")).sorted().toList();
        }
        var key = key(arguments, files, classPath);
        var keyFile = Path.of(jar + ".key");
        if (Files.exists(jar) && Files.exists(keyFile) && Files.readString(keyFile).equals(key)) return true;
        System.err.println("kotlin-parity: compiling " + name);
        Files.createDirectories(jar.getParent());
        var unfinished = Path.of(jar.toString().replaceFirst("\\.jar$", ".new.jar"));
        arguments.addAll(List.of("-d", unfinished.toString(), sources.toString()));
        if (new K2JVMCompiler().exec(System.err, arguments.toArray(String[]::new)) != ExitCode.OK) return false;
        Files.move(unfinished, jar, StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(keyFile, key);
        return true;
    }

    /** The hash of everything that the result depends on. */
    private static String key(List<String> arguments, List<Path> files, Collection<Path> classPath) throws Exception {
        var digest = MessageDigest.getInstance("SHA-256");
        for (var argument : arguments) digest.update((argument + "\n").getBytes(StandardCharsets.UTF_8));
        for (var list : List.of(files, classPath)) {
            for (var file : list) {
                digest.update((file + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private void writeClassPath(Modules.Module module, String name, Set<Modules.Dependency> needed, List<Path> own) throws IOException {
        var all = new LinkedHashSet<Path>(own);
        for (var dependency : needed) all.addAll(jars(dependency));
        all.addAll(libraries.get("stdlib"));
        Files.createDirectories(output.resolve(module.name()));
        var relative = all.stream().map(jar -> jar.startsWith(output) ? output.relativize(jar) : jar).collect(Collectors.toList());
        Files.writeString(output.resolve(module.name()).resolve(name), joined(relative) + "\n");
    }

    private List<Path> jars(Modules.Dependency dependency) {
        if (dependency.isModule()) return List.of(jar(modules.all.get(dependency.target())));
        var found = libraries.get(dependency.target());
        if (found == null) throw new IllegalArgumentException("no jar is given for " + dependency.target());
        return found;
    }

    private Path jar(Modules.Module module) {
        return output.resolve(module.name()).resolve(module.name() + ".jar");
    }

    private Path testJar(Modules.Module module) {
        return output.resolve(module.name()).resolve(module.name() + "-tests.jar");
    }

    private static String joined(Collection<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(":"));
    }
}
