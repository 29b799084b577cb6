"""What the checks of the Kotlin sources and samples find."""

import pytest

from tools.checks.kotlin_sources import breaches_of_format, breaches_of_platform, masked, sources
from tools.checks.kotlin_samples import LONGEST, expect, too_long
from tools.project import Failure


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
    assert [number for number, _ in breaches_of_platform(f"package a\n{line}\n")] == [2]


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
    assert list(breaches_of_platform(f"package a\n{line}\n")) == []


def test_an_inline_class_needs_its_import() -> None:
    assert list(breaches_of_platform("import kotlin.jvm.JvmInline\n@JvmInline\nvalue class Code(val text: String)\n")) == []


@pytest.mark.parametrize("line", [
    "val long = " + "a" * 110,
    "\tval a = 1",
    "val a = 1 ",
    "val a = 1\r",
    "  val a = 1",
    "if(a) return",
    "fun a(){ b() }",
    "val a = listOf(1,2)",
    "val a = listOf(1 , 2)",
    "val a = f( 1)",
    "val a = f(1 )",
    "val a = 1;",
    "val a =  1",
])
def test_a_line_that_breaks_the_format_is_found(line: str) -> None:
    assert {number for number, _ in breaches_of_format(f"package a\n\n{line}\n")} == {3}


@pytest.mark.parametrize("line", [
    "val text = \"if(a),b  ;\"",
    "val end = it == ' ' || it == ')'",
    "val code = list[0] // see  f( x )",
    "    val a = 1",
    ";",
    " * indented as comments are",
    "fun `" + "a name of a test " * 10 + "`() {",
    'val raw = """' + "raw " * 40 + '"""',
    "class A : B by c",
    "@Test fun a() = Unit",
])
def test_a_line_in_order_passes(line: str) -> None:
    text = f"package a\n\n/*\n{line}\n */\n" if line.startswith(" *") else f"package a\n\n{line}\n"
    assert list(breaches_of_format(text)) == []


@pytest.mark.parametrize(("text", "found"), [
    ("import b.B\nimport a.A\n\nval c = A(B())\n", [2]),
    ("import a.A\nimport a.A\n\nval c = A()\n", [2]),
    ("import a.*\n\nval c = A()\n", [1]),
    ("import a.A\n\nval c = 1\n", [1]),
    ("import a.A as B\n\nval c = B()\n", []),
    ("import a.A\n\nimport b.B\n\nval c = A(B())\n", [3]),
    ("import a.getValue\n\nval c by d\n", []),
])
def test_imports_are_sorted_used_and_single(text: str, found: list[int]) -> None:
    assert [number for number, _ in breaches_of_format(text)] == found


def test_a_file_ends_with_one_line_break_and_has_no_runs_of_empty_lines() -> None:
    assert [number for number, _ in breaches_of_format("val a = 1")] == [1]
    assert [number for number, _ in breaches_of_format("val a = 1\n\n")] == [3]
    assert [number for number, _ in breaches_of_format("val a = 1\n\n\nval b = 1\n")] == [3]


def test_masking_keeps_columns() -> None:
    text = 'val a = "b, c" /* d\n e */ + \'f\' // g'
    assert masked(text) == 'val a = "____"     \n      + \'_\'     '


def test_there_are_sources() -> None:
    assert len(sources()) > 100


def test_a_sample_has_at_most_60_lines() -> None:
    assert too_long({"short": "line\n" * LONGEST, "long": "line\n" * (LONGEST + 1)}) == ["long"]


def test_a_sample_that_prints_something_else_fails() -> None:
    expect("embedded", ["A1B2", "In port"], "[0-9A-Z]+", "In port")
    for lines in (["A1B2"], ["A1B2", "Claimed"], ["A1B2", "In port", ""], []):
        with pytest.raises(Failure, match="embedded"):
            expect("embedded", lines, "[0-9A-Z]+", "In port")
