import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes the libraries into a local Maven repository: jars, jars of sources and of KDoc, and POMs, each with its checksums.
 *
 * Usage: Publish ROOT OUTPUT REPOSITORY
 */
public final class Publish {
    private final Modules modules;
    private final Path output;
    private final Path repository;
    private final String group;
    private final String version;

    private Publish(Path root, Path output, Path repository) throws IOException {
        this.modules = new Modules(root);
        this.output = output;
        this.repository = repository;
        this.group = modules.properties.get("group");
        this.version = modules.properties.get("version");
    }

    public static void main(String[] arguments) throws Exception {
        var publisher = new Publish(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
        for (var module : publisher.modules.all.values()) {
            if (module.isLibrary() && Files.exists(module.sources())) publisher.publish(module);
        }
    }

    private void publish(Modules.Module module) throws Exception {
        var folder = repository.resolve(group.replace('.', '/')).resolve(module.name()).resolve(version);
        Files.createDirectories(folder);
        var name = module.name() + "-" + version;
        write(folder.resolve(name + ".jar"), Files.readAllBytes(output.resolve(module.name()).resolve(module.name() + ".jar")));
        write(folder.resolve(name + "-sources.jar"), jar(sources(module)));
        write(folder.resolve(name + "-javadoc.jar"), jar(Kdoc.pages(module.sources(), module.name() + " " + version)));
        write(folder.resolve(name + ".pom"), pom(module).getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, byte[]> sources(Modules.Module module) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (var found = Files.walk(module.sources())) {
            for (var file : found.filter(Files::isRegularFile).toList()) {
                files.put(module.sources().relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    /** A jar that is the same whenever its files are. */
    private static byte[] jar(Map<String, byte[]> files) throws IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        try (var jar = new ZipOutputStream(bytes)) {
            for (var file : files.entrySet()) {
                var entry = new ZipEntry(file.getKey());
                entry.setTime(315_619_200_000L);
                jar.putNextEntry(entry);
                jar.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private String pom(Modules.Module module) {
        var dependencies = new StringBuilder();
        dependency(dependencies, library(modules, "stdlib"), "compile");
        for (var configuration : List.of("api", "implementation")) {
            module.in(configuration).forEach(one -> dependency(
                dependencies,
                one.isModule() ? List.of(group, one.target(), version) : library(modules, one.target()),
                configuration.equals("api") ? "compile" : "runtime"));
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
              <modelVersion>4.0.0</modelVersion>
              <groupId>%1$s</groupId>
              <artifactId>%2$s</artifactId>
              <version>%3$s</version>
              <name>%4$s</name>
              <description>%5$s</description>
              <url>%6$s</url>
              <inceptionYear>2026</inceptionYear>
              <developers>
                <developer>
                  <name>%7$s</name>
                  <url>%6$s</url>
                </developer>
              </developers>
              <scm>
                <connection>scm:git:%6$s.git</connection>
                <url>%6$s</url>
              </scm>
              <dependencies>
            %8$s  </dependencies>
            </project>
            """.formatted(
                group, module.name(), version, module.name(), module.description(), modules.properties.get("url"),
                modules.properties.get("developers"), dependencies);
    }

    /**
     * The group, artifact and version of a library of the catalog, or of `stdlib`.
     *
     * Maven doesn't read Gradle's metadata, which leads from a multiplatform library to its JVM artifact.
     */
    static List<String> library(Modules modules, String name) {
        if (name.equals("stdlib")) return List.of("org.jetbrains.kotlin", "kotlin-stdlib", modules.versions.get("kotlin"));
        var library = modules.libraries.get(name);
        return library.get(0).startsWith("org.jetbrains.kotlinx") ? List.of(library.get(0), library.get(1) + "-jvm", library.get(2)) : library;
    }

    private static void dependency(StringBuilder text, List<String> library, String scope) {
        text.append("    <dependency>\n      <groupId>%s</groupId>\n      <artifactId>%s</artifactId>\n".formatted(library.get(0), library.get(1)));
        text.append("      <version>%s</version>\n      <scope>%s</scope>\n    </dependency>\n".formatted(library.get(2), scope));
    }

    private static void write(Path file, byte[] bytes) throws Exception {
        Files.write(file, bytes);
        for (var algorithm : Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256").entrySet()) {
            var digest = HexFormat.of().formatHex(MessageDigest.getInstance(algorithm.getValue()).digest(bytes));
            Files.writeString(Path.of(file + "." + algorithm.getKey()), digest);
        }
    }
}
