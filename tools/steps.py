"""Runs the steps of `make test` and `make proofs`, prints how long each took, and counts them."""

import concurrent.futures
import contextlib
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from . import inputs
from .project import ALL, ROOT, SAME_PLAN, SERVICE_ALL, Word

# Progress, and what the compiler says of SwiftPM's own flags when it compiles modules whole.
PROGRESS = re.compile(r"^\[\d+/\d+\]|not compatible with whole module optimization$|'-enable-batch-mode' because '-whole-module")
WARNING = re.compile(r"(?:Sources|Tests)/[^:]*:\d+:\d+: warning:")
# What Swift Testing says of each test that passed, and of what it begins.
NOISE = re.compile(r"^[◇↳]|started\.$|✔ (?:Test \"|Suite ).* passed after")
COUNT = re.compile(r"Test run with (\d+) tests?")
FAILURE = re.compile(r"^✘ Test (?!run with).*failed after")
# Swift Testing colours what it prints into a pipe, too.
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LAST_LINES = 20
LONGEST_LINE = 1000


def show(line: str) -> None:
    print(line, flush=True)


@dataclasses.dataclass
class Result:
    status: int
    lines: list[str]
    seconds: float


def execute(command: Sequence[Word], told: Callable[[str], object] = show, **settings: str) -> Result:
    """Runs a command with further environment variables, tells each line of its output at once, and keeps them."""
    started = time.monotonic()
    lines = []
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **settings}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        assert process.stdout
        for line in process.stdout:
            lines.append(COLOUR.sub("", line.rstrip("\n")))
            told(lines[-1])
    return Result(process.returncode, lines, time.monotonic() - started)


@dataclasses.dataclass
class Step:
    """A check that counts as one test, with the parts that it needs (tools/install.py) and the targets and paths that it depends on."""

    name: str
    command: Sequence[Word]
    needs: Sequence[str] = ()
    depends: Sequence[str] = ()


def swift_test_command(flags: Sequence[Word]) -> list[Word]:
    """Runs the tests that are built. `swift test` would plan the build again, in another order (project.SAME_PLAN), so that the next build compiled
    everything anew; only a bundle of Apple's needs it."""
    bundle = SERVICE_ALL / "debug/cargo-servicePackageTests.xctest" if "service" in flags else ALL / "debug/cargo-kitPackageTests.xctest"
    if not bundle.is_file():
        return ["swift", "test", "--skip-build", "--parallel", *flags]
    # A job in the background may have inherited that these signals are ignored; the tests send them to programs.
    # Without a limit, all test cases run at once and hold more than a thousand files open. Foundation's Process then reads beyond the list of them.
    return ["env", "--default-signal=INT,HUP", bundle, "--testing-library", "swift-testing", "--parallel", "--experimental-maximum-parallelization-width", "64"]


class Steps:
    """What was run so far. A part that was declined leaves out the steps that need it (tools/install.py).

    A step that says what it depends on is run again only when that changed since it passed (tools/inputs.py), or when all is asked for.
    """

    def __init__(self, declined: Sequence[str] = (), everything: bool = True) -> None:
        self.declined = declined
        self.everything = everything
        self.passed = self.failed = 0
        self.left_out: list[str] = []
        self.unchanged: list[str] = []
        self.notes: dict[str, pathlib.Path] = {}
        self.failures: list[str] = []
        # The ends of what failed steps printed, which totals shows again.
        self.ends: list[str] = []

    def lacks(self, name: str, needs: Sequence[str]) -> bool:
        """Whether a step has to be left out; says so."""
        part = next((part for part in needs if part in self.declined), None)
        if part:
            self.left_out.append(f"{name}, without {part}")
            show(f"── {name}: left out, without {part}")
        return part is not None

    def is_unchanged(self, name: str, depends: Sequence[str]) -> bool:
        """Whether a step passed before with the files that it depends on; says so."""
        if not depends:
            return False
        # Read before the step runs: what is written meanwhile is a change.
        note = self.notes[name] = inputs.note(name, depends)
        if not self.everything and note.exists():
            self.unchanged.append(name)
            return True
        note.unlink(missing_ok=True)
        return False

    def keep(self, name: str) -> None:
        """Remembers that a step passed."""
        if note := self.notes.get(name):
            note.parent.mkdir(parents=True, exist_ok=True)
            note.touch()

    def finish(self, name: str, result: Result) -> None:
        """Counts a step."""
        if result.status == 0:
            self.passed += 1
            self.keep(name)
        else:
            self.failed += 1
            self.failures.append(name)
            self.remember(f"the end of: {name}", result.lines[-LAST_LINES:])
        show(f"── {name}: {'ok' if result.status == 0 else 'FAILED'} ({result.seconds:.0f} s)")

    def remember(self, title: str, lines: Sequence[str]) -> None:
        self.ends += [f"── {title}", *(line[:LONGEST_LINE] for line in lines)]

    def has_to_run(self, one: Step) -> bool:
        return not self.lacks(one.name, one.needs) and not self.is_unchanged(one.name, one.depends)

    def step(self, name: str, *command: Word, needs: Sequence[str] = (), depends: Sequence[str] = ()) -> None:
        """Runs a step."""
        if self.has_to_run(Step(name, command, needs, depends)):
            show(f"── {name}")
            self.finish(name, execute(command))

    def together(self, *steps: Step) -> None:
        """Runs steps two at a time: for work on one processor that keeps no time limits. The output of each comes when it ends."""
        with self.beside(*steps, width=2, command=()):
            pass

    @contextlib.contextmanager
    def beside(self, *steps: Step, width: int = 1, command: Sequence[Word] = ("nice", "-n", "10")) -> Iterator[None]:
        """Runs steps in the background, with what processor time the body of the `with` statement leaves. Their output comes after the body's."""
        todo = [one for one in steps if self.has_to_run(one)]
        with concurrent.futures.ThreadPoolExecutor(width) as pool:
            running = {pool.submit(execute, [*command, *one.command], lambda _: None): one.name for one in todo}
            yield
            for done in concurrent.futures.as_completed(running):
                result = done.result()
                print(f"── {running[done]}", *result.lines, sep="\n", flush=True)
                self.finish(running[done], result)

    def build(self, name: str, flags: Sequence[Word]) -> None:
        """Builds with the tests, in a step of its own, so that a first build isn't mistaken for a slow test. A warning in our own sources fails it."""
        show(f"── {name}")
        result = execute(["swift", "build", "--build-tests", "--explicit-target-dependency-import-check", "error", *flags],
                         lambda line: None if PROGRESS.match(line) else show(line), **SAME_PLAN)
        result.lines = [line for line in result.lines if not PROGRESS.match(line)]
        warnings = [line for line in result.lines if WARNING.search(line) and "checkouts" not in line]
        if warnings:
            print(*warnings, "error: fix the warnings above", sep="\n", file=sys.stderr, flush=True)
            result.status = result.status or 1
        self.finish(name, result)

    def swift_tests(self, name: str, targets: Sequence[str] = (), *words: Word, flags: Sequence[Word] = (), may_be_none: bool = False) -> None:
        """Runs the tests of some targets that are built already, and adds the runner's own counts: each test is one."""
        changed = [target for target in targets if not self.is_unchanged(target, [target.split(".")[0], "spec"])]
        if targets and not changed:
            return
        show(f"── {name}")
        chosen = ["--filter", f"^({'|'.join(map(re.escape, changed))})[./]"] if changed else []
        result = execute([*swift_test_command(flags), *chosen, *words], lambda line: None if NOISE.search(line) else show(line))
        count = sum(int(found[1]) for line in result.lines if (found := COUNT.search(line)))
        bad = sum(1 for line in result.lines if FAILURE.match(line))
        is_missing = count == 0 and not may_be_none
        if is_missing:
            show("error: no test was run")
        if is_missing or (result.status and not bad):
            bad += 1
        count = max(count, bad)
        self.passed += count - bad
        self.failed += bad
        if bad:
            self.failures.append(f"{name}: {bad}")
            told = [line for line in result.lines if line.startswith("✘") or "error:" in line]
            self.remember(f"failures of: {name}", (told or result.lines[-LAST_LINES:])[:40])
        else:
            for target in changed:
                self.keep(target)
        show(f"── {name}: {count - bad} of {count} tests passed ({result.seconds:.0f} s)")

    def totals(self) -> int:
        """Prints the last line; returns the status to end with."""
        if self.unchanged:
            self.ends.append(f"unchanged since they passed: {', '.join(self.unchanged)} (make test AGAIN=1 runs all)")
        print(*self.ends, *(f"left out: {one}" for one in self.left_out), *(f"failed: {one}" for one in self.failures),
              f"{self.passed} passed, {self.failed} failed", sep="\n", flush=True)
        return 1 if self.failed else 0
