"""How the steps of `make test` are counted."""

import sys

import pytest

from .. import steps
from ..steps import Result, Steps


def python(code):
    return [sys.executable, "-c", code]


def last_line(capsys):
    return capsys.readouterr().out.splitlines()[-1]


def test_each_step_counts_once_and_a_failed_one_is_told_again_at_the_end(capsys):
    some = Steps()
    some.step("good", *python("print('fine')"))
    some.step("bad", *python("print('why'); raise SystemExit(3)"))
    assert some.totals() == 1
    assert capsys.readouterr().out.splitlines()[-4:] == ["── the end of: bad", "why", "failed: bad", "1 passed, 1 failed"]


def test_steps_together_are_all_counted(capsys):
    some = Steps()
    some.together(*((str(number), python(f"raise SystemExit({number % 2})"), []) for number in range(4)))
    assert (some.passed, some.failed) == (2, 2)


def test_a_declined_part_leaves_out_the_steps_that_need_it(capsys):
    some = Steps(["kotlin"])
    some.step("kotlin tests", *python("raise SystemExit(1)"), needs=["kotlin"])
    some.together(("more", python("raise SystemExit(1)"), ["kotlin"]))
    assert some.totals() == 0
    assert capsys.readouterr().out.splitlines()[-3:] == ["left out: kotlin tests, without kotlin", "left out: more, without kotlin", "0 passed, 0 failed"]


@pytest.mark.parametrize(("lines", "status", "totals"), [
    (["✔ Test run with 7 tests in 2 suites passed after 1 seconds."], 0, "7 passed, 0 failed"),
    (["✔ Test run with 7 tests passed.", "✔ Test run with 1 test passed."], 0, "8 passed, 0 failed"),
    (['✘ Test "a" failed after 0.1 seconds with 1 issue.', "✘ Test run with 7 tests failed after 1 seconds with 1 issue."], 1, "6 passed, 1 failed"),
    (["✔ Test run with 7 tests passed.", "Fatal error"], 1, "6 passed, 1 failed"),
    (["error: no such module"], 1, "0 passed, 1 failed"),
    ([], 0, "0 passed, 1 failed"),
])
def test_the_counts_of_swift_test_are_added(monkeypatch, capsys, lines, status, totals):
    monkeypatch.setattr(steps, "execute", lambda *_: Result(status, lines, 1.0))
    some = Steps()
    some.swift_tests("tests")
    some.totals()
    assert last_line(capsys) == totals


@pytest.mark.parametrize(("line", "passed"), [
    ("/x/Sources/CargoDomain/Cargo.swift:1:2: warning: unused", False),
    ("/x/.build/all/checkouts/swift-nio/Sources/NIO/A.swift:1:2: warning: unused", True),
    ("warning: 'swift-nio': found 1 file", True),
])
def test_a_warning_in_our_sources_fails_the_build(monkeypatch, capsys, line, passed):
    monkeypatch.setattr(steps, "execute", lambda *_: Result(0, [line], 1.0))
    some = Steps()
    some.build([])
    assert (some.passed, some.failed) == ((1, 0) if passed else (0, 1))
