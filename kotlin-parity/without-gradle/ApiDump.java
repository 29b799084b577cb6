import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.jetbrains.kotlin.metadata.ProtoBuf;
import org.jetbrains.kotlin.metadata.deserialization.Flags;
import org.jetbrains.kotlin.metadata.jvm.deserialization.JvmProtoBufUtil;
import org.jetbrains.org.objectweb.asm.ClassReader;
import org.jetbrains.org.objectweb.asm.Opcodes;
import org.jetbrains.org.objectweb.asm.tree.AnnotationNode;
import org.jetbrains.org.objectweb.asm.tree.ClassNode;
import org.jetbrains.org.objectweb.asm.tree.FieldNode;
import org.jetbrains.org.objectweb.asm.tree.MethodNode;

/**
 * Dumps the public binary interface of the libraries into `MODULE/api/MODULE.api`, in the format of Kotlin's Gradle plugin, or compares it.
 *
 * What is internal in Kotlin is public in a class file: classes by their metadata, members by their mangled names. It is left out, as is
 * whatever carries the opt-in annotation.
 *
 * Usage: ApiDump ROOT OUTPUT write|check
 */
public final class ApiDump {
    private static final String METADATA = "Lkotlin/Metadata;";

    private final String optIn;
    private final Map<String, ClassNode> classes = new TreeMap<>();

    private ApiDump(String optIn, Path jar) throws IOException {
        this.optIn = "L" + optIn.replace('.', '/') + ";";
        try (var file = new JarFile(jar.toFile())) {
            for (var entry : file.stream().filter(one -> one.getName().endsWith(".class")).toList()) {
                var node = new ClassNode();
                new ClassReader(file.getInputStream(entry).readAllBytes()).accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                classes.put(node.name, node);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        var modules = new Modules(Path.of(arguments[0]));
        var areSame = true;
        for (var module : modules.all.values()) {
            if (!module.isLibrary() || !Files.exists(module.sources())) continue;
            var text = new ApiDump(modules.optIn, Path.of(arguments[1]).resolve(module.name()).resolve(module.name() + ".jar")).text();
            var file = module.folder().resolve("api").resolve(module.name() + ".api");
            var known = Files.exists(file) ? Files.readString(file) : "";
            if (arguments[2].equals("write")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            } else if (!text.equals(known)) {
                areSame = false;
                differences(module.name(), known, text);
            }
        }
        if (!areSame) {
            System.err.println("error: the public interface has changed; if that is meant, run build.sh api");
            System.exit(1);
        }
    }

    private static void differences(String module, String known, String text) {
        var before = new HashSet<>(known.lines().toList());
        var after = new HashSet<>(text.lines().toList());
        known.lines().filter(line -> !after.contains(line)).forEach(line -> System.err.println(module + ": - " + line.strip()));
        text.lines().filter(line -> !before.contains(line)).forEach(line -> System.err.println(module + ": + " + line.strip()));
    }

    private String text() throws Exception {
        var text = new StringBuilder();
        for (var one : classes.values()) {
            if (!isPublic(one)) continue;
            var members = members(one);
            if (isFacade(one) && members.isEmpty()) continue;
            text.append(header(one)).append(" {\n");
            members.forEach(member -> text.append('\t').append(member).append('\n'));
            text.append("}\n\n");
        }
        return text.toString();
    }

    private List<String> members(ClassNode one) {
        var hidden = hiddenProperties(one);
        var fields = new TreeSet<String>();
        for (FieldNode field : one.fields) {
            if (!isShown(field.access) || hidden.contains(field.name) || isMarked(field.visibleAnnotations, field.invisibleAnnotations)) continue;
            var companion = classes.get(field.desc.replaceAll("^L|;$", ""));
            if (companion != null && !isPublicByItself(companion)) continue;
            fields.add(modifiers(field.access) + "field " + field.name + " " + field.desc);
        }
        var shown = new HashSet<String>();
        for (MethodNode method : one.methods) {
            if (isShown(method.access) && !isMarked(method.visibleAnnotations, method.invisibleAnnotations)) shown.add(method.name);
        }
        var methods = new TreeSet<String>();
        for (MethodNode method : one.methods) {
            // What Kotlin makes for default arguments is shown with the function that has them.
            var isShown = isShown(method.access) || shown.contains(method.name.replaceAll("\\$default$", ""));
            var isInternal = method.name.indexOf('$') > 0 && !method.name.endsWith("$default");
            if (!isShown || isInternal || method.name.equals("<clinit>") || (method.access & Opcodes.ACC_PRIVATE) != 0) continue;
            if (hidden.contains(property(method.name)) || isMarked(method.visibleAnnotations, method.invisibleAnnotations)) continue;
            methods.add(modifiers(method.access) + "fun " + method.name + " " + method.desc);
        }
        var all = new ArrayList<String>(fields);
        all.addAll(methods);
        return all;
    }

    /** The properties that carry the opt-in annotation: Kotlin keeps it on a method `getNAME$annotations`. */
    private Set<String> hiddenProperties(ClassNode one) {
        var found = new HashSet<String>();
        for (MethodNode method : one.methods) {
            if (method.name.endsWith("$annotations") && isMarked(method.visibleAnnotations, method.invisibleAnnotations)) {
                found.add(property(method.name.replace("$annotations", "")));
            }
        }
        return found;
    }

    private static String property(String getter) {
        return getter.matches("get\\p{Upper}.*") ? getter.substring(3, 4).toLowerCase() + getter.substring(4) : getter;
    }

    private boolean isPublic(ClassNode one) throws Exception {
        if (!isPublicByItself(one)) return false;
        var outer = one.name.lastIndexOf('$');
        return outer < 0 || !classes.containsKey(one.name.substring(0, outer)) || isPublic(classes.get(one.name.substring(0, outer)));
    }

    private boolean isPublicByItself(ClassNode one) {
        if ((one.access & Opcodes.ACC_PUBLIC) == 0 || (one.access & Opcodes.ACC_SYNTHETIC) != 0) return false;
        if (isMarked(one.visibleAnnotations, one.invisibleAnnotations)) return false;
        var inner = one.innerClasses.stream().filter(entry -> entry.name.equals(one.name)).findFirst();
        if (inner.isPresent() && (inner.get().outerName == null || (inner.get().access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) == 0)) return false;
        var metadata = metadata(one);
        if (metadata == null || !Integer.valueOf(1).equals(metadata.get("k"))) return true;
        var data = JvmProtoBufUtil.readClassDataFrom(strings(metadata.get("d1")), strings(metadata.get("d2")));
        var visibility = Flags.VISIBILITY.get(data.getSecond().getFlags());
        return visibility == ProtoBuf.Visibility.PUBLIC || visibility == ProtoBuf.Visibility.PROTECTED;
    }

    private static boolean isFacade(ClassNode one) {
        var metadata = metadata(one);
        return metadata != null && List.of(2, 4, 5).contains(metadata.get("k"));
    }

    private static Map<String, Object> metadata(ClassNode one) {
        for (AnnotationNode annotation : one.visibleAnnotations == null ? List.<AnnotationNode>of() : one.visibleAnnotations) {
            if (!annotation.desc.equals(METADATA)) continue;
            var values = new HashMap<String, Object>();
            for (var index = 0; index < annotation.values.size(); index += 2) values.put((String) annotation.values.get(index), annotation.values.get(index + 1));
            return values;
        }
        return null;
    }

    private static String[] strings(Object values) {
        return values == null ? new String[0] : ((List<?>) values).stream().map(String.class::cast).toArray(String[]::new);
    }

    private boolean isMarked(List<AnnotationNode> visible, List<AnnotationNode> invisible) {
        for (var list : Arrays.asList(visible, invisible)) {
            if (list != null && list.stream().anyMatch(annotation -> annotation.desc.equals(optIn))) return true;
        }
        return false;
    }

    private static boolean isShown(int access) {
        return (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0 && (access & Opcodes.ACC_SYNTHETIC) == 0;
    }

    private static String header(ClassNode one) {
        var kind = (one.access & Opcodes.ACC_ANNOTATION) != 0 ? "annotation class " : (one.access & Opcodes.ACC_INTERFACE) != 0 ? "interface class " : "class ";
        var supers = new ArrayList<String>();
        if (!one.superName.equals("java/lang/Object")) supers.add(one.superName);
        supers.addAll(one.interfaces);
        return modifiers(one.access & ~Opcodes.ACC_SUPER) + kind + one.name + (supers.isEmpty() ? "" : " : " + String.join(", ", supers));
    }

    private static String modifiers(int access) {
        return ((access & Opcodes.ACC_PROTECTED) != 0 ? "protected " : "public ") + ((access & Opcodes.ACC_STATIC) != 0 ? "static " : "")
            + ((access & Opcodes.ACC_SYNTHETIC) != 0 ? "synthetic " : "") + ((access & Opcodes.ACC_FINAL) != 0 ? "final " : "") + ((access & Opcodes.ACC_ABSTRACT) != 0 ? "abstract " : "");
    }
}
