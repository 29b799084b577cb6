"""Whether constructs are found by name, wherever their function is and however it is laid out."""

import pathlib

import pytest

from tools.mutants.constructs import Misplaced, Sources
from tools.mutants.sources import functions

SWIFT = '''
struct Outer { struct Inner { func isLate(a: Int) -> Bool { /* a > 9 } */ "}{" == "\\(a)" && a > 9 && a > 1 } } }
extension Outer.Inner { func of(x: Int) { go(x) }; func of(y: Int) { go(y) } }
'''
MOVED = '''
extension Outer.Inner {
    func isLate(a: Int) -> Bool {
        log()
        return "}{" == "\\(a)"
            && a > 9  // a > 9
            && a > 1
    }
}
'''
KOTLIN = '''
package a.b
class Outer {
    companion object {
        fun make(x: Int) = if (x > 3 && x > 1) "${x}}" else "{"
    }
}
fun List<Int>.first(x: Int) { open(x); close(x) }
'''


def changed(text: str, name: str, at: str, to: str | None = None, path: str = "Sources/M/A.swift") -> str:
    source = text.encode()
    mutation = {"in": name, "at": at} | ({} if to is None else {"to": to})
    change = Sources(functions(pathlib.Path(path), source)).change(mutation)
    return (source[:change.start] + change.replacement + source[change.end:]).decode()


@pytest.mark.parametrize("text", [SWIFT, MOVED])
def test_a_moved_and_reformatted_function_needs_no_new_name(text: str) -> None:
    after = changed(text, "Outer.Inner.isLate", "a > 9", "a >= 9")
    assert "a >= 9" in after and after.count(">=") == 1
    assert "a > 1" not in changed(text, "Outer.Inner.isLate", "a > 1")


def test_overloads_are_told_apart_by_labels() -> None:
    assert "go(0)" in changed(SWIFT, "Outer.Inner.of(y:)", "go(y)", "go(0)")


def test_what_is_missing_is_refused() -> None:
    for name, at in (("Outer.Inner.isLate", "a > 8"), ("Outer.gone", "a")):
        with pytest.raises(Misplaced):
            changed(SWIFT, name, at, "1")


def test_kotlin_companions_and_extensions() -> None:
    assert "x >= 3" in changed(KOTLIN, "Outer.make", "x > 3", "x >= 3", "A.kt")
    assert "open(x)" not in changed(KOTLIN, "List.first", "open(x)", path="A.kt")
