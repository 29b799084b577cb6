"""How the steps of `make test` are counted."""

import sys

import pytest

from .. import inputs, steps
from ..project import ROOT, SERVICE
from ..steps import Result, Step, Steps


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
    some.together(*(Step(str(number), python(f"raise SystemExit({number % 2})")) for number in range(4)))
    assert (some.passed, some.failed) == (2, 2)


def test_a_declined_part_leaves_out_the_steps_that_need_it(capsys):
    some = Steps(["kotlin"])
    some.step("kotlin tests", *python("raise SystemExit(1)"), needs=["kotlin"])
    some.together(Step("more", python("raise SystemExit(1)"), needs=["kotlin"]))
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
    monkeypatch.setattr(steps, "execute", lambda *_, **__: Result(status, lines, 1.0))
    some = Steps()
    some.swift_tests("tests")
    some.totals()
    assert last_line(capsys) == totals


def test_colours_are_taken_from_what_a_step_prints():
    told: list[str] = []
    result = steps.execute(python(r"print('\x1b[91m✘\x1b[0m Test \x22a\x22 failed')"), told.append)
    assert result.lines == told == ['✘ Test "a" failed']


@pytest.mark.parametrize(("line", "passed"), [
    ("/x/Sources/CargoDomain/Cargo.swift:1:2: warning: unused", False),
    ("/x/.build/all/checkouts/swift-nio/Sources/NIO/A.swift:1:2: warning: unused", True),
    ("warning: 'swift-nio': found 1 file", True),
])
def test_a_warning_in_our_sources_fails_the_build(monkeypatch, capsys, line, passed):
    monkeypatch.setattr(steps, "execute", lambda *_, **__: Result(0, [line], 1.0))
    some = Steps()
    some.build("build", [])
    assert (some.passed, some.failed) == ((1, 0) if passed else (0, 1))


@pytest.fixture
def tree(monkeypatch, tmp_path):
    """The checksums of a work tree, which tests change."""
    checksums = {"tools/a.py": "1", "spec/b.json": "1", "toolsmith": "1", "Package.swift": "1", "Sources/CargoMaps/M.swift": "1", "Tests/MapsTests/T.swift": "1"}
    monkeypatch.setattr(inputs, "PASSED", tmp_path)
    monkeypatch.setattr(inputs, "files", lambda: checksums)
    monkeypatch.setattr(inputs, "surroundings", lambda: "")
    monkeypatch.setattr(inputs, "targets", lambda: {"CargoMaps": ("regular", "Sources/CargoMaps", []), "MapsTests": ("test", "Tests/MapsTests", ["CargoMaps"])})
    return checksums


def was_run(code="", everything=False):
    """Whether a step that depends on tools runs, and whether it passes."""
    some = Steps(everything=everything)
    some.step("step", *python(code), depends=["tools"])
    return some.passed, some.failed


def test_a_step_that_passed_runs_again_only_when_what_it_depends_on_changed(tree):
    assert was_run() == (1, 0)
    assert was_run() == (0, 0)
    tree["spec/b.json"] = tree["toolsmith"] = "2"
    assert was_run() == (0, 0)
    tree["tools/a.py"] = "2"
    assert was_run() == (1, 0)
    tree["tools/new.py"] = "1"
    assert was_run() == (1, 0)
    tree["Package.swift"] = "2"
    assert was_run() == (1, 0)
    tree["Package.swift"] = "1"
    assert was_run() == (0, 0)
    assert was_run(everything=True) == (1, 0)


def test_a_step_that_failed_runs_again(tree):
    assert was_run() == (1, 0)
    assert was_run("raise SystemExit(1)", everything=True) == (0, 1)
    assert was_run("raise SystemExit(1)") == (0, 1)
    assert was_run() == (1, 0)


def test_a_step_without_inputs_always_runs(tree):
    for _ in range(2):
        some = Steps(everything=False)
        some.step("step", *python(""))
        assert some.passed == 1


def test_a_file_that_changes_while_the_step_runs_is_a_change(tree, monkeypatch):
    def execute(*_, **__):
        tree["tools/a.py"] += "x"
        return Result(0, [], 0)

    monkeypatch.setattr(steps, "execute", execute)
    assert was_run() == (1, 0)
    assert was_run() == (1, 0)


def test_what_was_not_run_again_is_told(tree, capsys):
    was_run()
    some = Steps(everything=False)
    some.step("step", *python(""), depends=["tools"])
    some.totals()
    assert capsys.readouterr().out.splitlines()[-2:] == ["unchanged since they passed: step (make test AGAIN=1 runs all)", "0 passed, 0 failed"]


def test_only_the_test_targets_that_depend_on_a_change_run(tree, monkeypatch):
    filters = []

    def execute(command, *_, **__):
        filters.append([word for word in command if str(word).startswith("^")])
        return Result(0, ["✔ Test run with 1 test passed."], 0)

    monkeypatch.setattr(steps, "execute", execute)
    tests = ["MapsTests", "EndToEndTests.RelayTests"]
    Steps(everything=False).swift_tests("tests", tests)
    Steps(everything=False).swift_tests("tests", tests)
    tree["Sources/CargoMaps/M.swift"] = "2"
    Steps(everything=False).swift_tests("tests", tests)
    assert filters == [[r"^(MapsTests|EndToEndTests\.RelayTests)[./]"], ["^(MapsTests)[./]"]]


def test_only_the_service_and_its_tests_depend_on_the_service():
    assert "service/Sources/CargoServer" not in inputs.folders("EndToEndTests") | inputs.folders("cargo-cli")
    assert {"service/Sources/CargoServer", "Sources/cargo-cli"} <= inputs.folders("CargoRemoteTests")


def test_each_package_has_test_targets_of_its_own():
    kit, service = inputs.test_targets(ROOT), inputs.test_targets(SERVICE)
    assert "CargoDomainTests" in kit and "CargoServerTests" in service
    assert not set(kit) & set(service)


def test_steps_beside_others_are_counted_when_both_have_ended(capsys):
    some = Steps()
    with some.beside(Step("bad", python("print('why'); raise SystemExit(1)")), Step("good", python(""))):
        some.step("meanwhile", *python(""))
    told = capsys.readouterr().out
    assert (some.passed, some.failed) == (2, 1)
    assert told.index("meanwhile: ok") < told.index("why")
