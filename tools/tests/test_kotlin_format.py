import pytest

from tools.checks.kotlin_format import breaches, masked, sources


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
    assert {number for number, _ in breaches(f"package a\n\n{line}\n")} == {3}


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
    assert list(breaches(text)) == []


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
    assert [number for number, _ in breaches(text)] == found


def test_a_file_ends_with_one_line_break_and_has_no_runs_of_empty_lines() -> None:
    assert [number for number, _ in breaches("val a = 1")] == [1]
    assert [number for number, _ in breaches("val a = 1\n\n")] == [3]
    assert [number for number, _ in breaches("val a = 1\n\n\nval b = 1\n")] == [3]


def test_masking_keeps_columns() -> None:
    text = 'val a = "b, c" /* d\n e */ + \'f\' // g'
    assert masked(text) == 'val a = "____"     \n      + \'_\'     '


def test_there_are_sources() -> None:
    assert len(sources()) > 100
