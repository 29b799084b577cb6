import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a module's public declarations with their KDoc as HTML, a page to a source file, for its javadoc jar.
 *
 * It stands in for Dokka, which needs Gradle. It reads the sources line by line: it resolves no links and knows no inherited members.
 */
final class Kdoc {
    private static final Pattern DECLARATION = Pattern.compile(
        "^( *)((?:@\\w+(?:\\([^)]*\\))? )*(?:public|override|val) .*?|[A-Z][A-Z_]*(?:\\(.*\\))?,)(?: \\{| =|$)", Pattern.MULTILINE);
    private static final Pattern COMMENTED = Pattern.compile("^( *)/\\*\\*(.*?)\\*/\\n((?: *@[^\\n]*\\n)*)", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+)$", Pattern.MULTILINE);

    private Kdoc() {}

    /** The pages of a folder of sources, by their names. */
    static Map<String, byte[]> pages(Path sources, String title) throws IOException {
        var pages = new TreeMap<String, byte[]>();
        var list = new StringBuilder();
        try (var found = Files.walk(sources)) {
            for (var file : found.filter(one -> one.toString().endsWith(".kt")).sorted().toList()) {
                var text = Files.readString(file);
                var body = body(text);
                if (body.isEmpty()) continue;
                var name = file.getFileName().toString().replace(".kt", "");
                var path = Modules.one(PACKAGE, text, file + ": a package") + "." + name;
                pages.put(path + ".html", page(path, body));
                list.append("<li><a href=\"%s.html\">%s</a></li>\n".formatted(path, path));
            }
        }
        pages.put("index.html", page(title, "<ul>\n" + list + "</ul>\n"));
        return pages;
    }

    /** The public declarations of a file that have a comment, indented as in the file. */
    private static String body(String text) {
        var body = new StringBuilder();
        for (Matcher comment = COMMENTED.matcher(text); comment.find(); ) {
            var rest = text.substring(comment.end());
            var declaration = DECLARATION.matcher(rest);
            if (!declaration.lookingAt() || comment.group(3).contains("@InternalCargoKitApi")) continue;
            body.append("<section style=\"margin-left: %dem\">\n".formatted(comment.group(1).length() / 2));
            body.append("<pre>").append(escaped(uncommented(signature(rest)))).append("</pre>\n");
            for (var paragraph : comment.group(2).replaceAll("(?m)^ *\\* ?", "").strip().split("\n\\s*\n")) {
                body.append("<p>").append(escaped(paragraph).replaceAll("`([^`]+)`", "<code>$1</code>")).append("</p>\n");
            }
            body.append("</section>\n");
        }
        return body.toString();
    }

    /** The declaration at the start of the text, without its body. */
    private static String signature(String text) {
        var depth = 0;
        for (var end = 0; end < text.length(); end++) {
            var letter = text.charAt(end);
            if (letter == '(') depth++;
            if (letter == ')') depth--;
            var isOver = letter == '{' || letter == '\n' || text.startsWith(" = ", end) || text.startsWith(" =\n", end) || text.startsWith(" get()", end);
            if (depth == 0 && isOver) return text.substring(0, end).strip();
        }
        return text.strip();
    }

    /** A declaration without the comments inside its parameters. */
    private static String uncommented(String signature) {
        return signature.replaceAll("(?s) */\\*\\*.*?\\*/\n", "");
    }

    private static byte[] page(String title, String body) {
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>%1$s</title></head>
            <body>
            <h1>%1$s</h1>
            %2$s</body>
            </html>
            """.formatted(escaped(title), body).getBytes(StandardCharsets.UTF_8);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
