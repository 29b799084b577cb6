import pytest

from tools.checks.common_kotlin import breaches


@pytest.mark.parametrize("line", [
    "import java.util.TreeMap",
    "import kotlin.concurrent.thread",
    "import kotlin.io.path.readText",
    "val now = System.currentTimeMillis()",
    "val half = Math.floorDiv(a, 2)",
    "val scalar = Character.toCodePoint(high, low)",
    "val text = String(bytes, Charsets.UTF_8)",
    "val text = java.lang.String.valueOf(1)",
    'val text = "%d".format(1)',
    'val text = String.format("%d", 1)',
    "synchronized(lock) { count++ }",
    "@JvmStatic fun main() = Unit",
    "counts.merge(key, 1, Int::plus)",
    "val name = value.javaClass",
    "val sorted = map.toSortedMap()",
    "@JvmInline value class Code(val text: String)",
    "val bytes = text.toByteArray()",
])
def test_what_only_the_jvm_has_is_found(line: str) -> None:
    assert [number for number, _ in breaches(f"package a\n{line}\n")] == [2]


@pytest.mark.parametrize("line", [
    "// java.util isn't used",
    "/* System.exit() */",
    'val text = "java.util.TreeMap, Math.abs(1)"',
    "val quote = '\"'; val length = text.length",
    "val text = bytes.decodeToString()",
    "val half = a.floorDiv(2)",
    "val text = InstantText.format(time)",
    "fun toString(text: String): String = text",
    "import kotlin.math.abs",
    "import kotlinx.coroutines.sync.Mutex",
])
def test_common_kotlin_passes(line: str) -> None:
    assert list(breaches(f"package a\n{line}\n")) == []


def test_an_inline_class_needs_its_import() -> None:
    assert list(breaches("import kotlin.jvm.JvmInline\n@JvmInline\nvalue class Code(val text: String)\n")) == []
