"""Runs the steps of `make test` and `make proofs`, prints how long each took, and counts them."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from .project import ROOT, Word

PROGRESS = re.compile(r"^\[\d+/\d+\]")
WARNING = re.compile(r"(?:Sources|Tests)/[^:]*:\d+:\d+: warning:")
# What Swift Testing says of each test that passed, and of what it begins.
NOISE = re.compile(r"^[◇↳]|started\.$|✔ (?:Test \"|Suite ).* passed after")
COUNT = re.compile(r"Test run with (\d+) tests?")
FAILURE = re.compile(r"^✘ Test (?!run with).*failed after")
LAST_LINES = 20
LONGEST_LINE = 1000


def show(line: str) -> None:
    print(line, flush=True)


@dataclasses.dataclass
class Result:
    status: int
    lines: list[str]
    seconds: float


def execute(command: Sequence[Word], told: Callable[[str], object] = show) -> Result:
    """Runs a command, tells each line of its output at once, and keeps them."""
    started = time.monotonic()
    lines = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        assert process.stdout
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            told(lines[-1])
    return Result(process.returncode, lines, time.monotonic() - started)


class Steps:
    """What was run so far. A part that was declined leaves out the steps that need it (tools/install.py)."""

    def __init__(self, declined: Sequence[str] = ()) -> None:
        self.declined = declined
        self.passed = self.failed = 0
        self.left_out: list[str] = []
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

    def finish(self, name: str, result: Result) -> None:
        """Counts a step."""
        if result.status == 0:
            self.passed += 1
        else:
            self.failed += 1
            self.failures.append(name)
            self.remember(f"the end of: {name}", result.lines[-LAST_LINES:])
        show(f"── {name}: {'ok' if result.status == 0 else 'FAILED'} ({result.seconds:.0f} s)")

    def remember(self, title: str, lines: Sequence[str]) -> None:
        self.ends += [f"── {title}", *(line[:LONGEST_LINE] for line in lines)]

    def step(self, name: str, *command: Word, needs: Sequence[str] = ()) -> None:
        """Runs a check that counts as one test."""
        if not self.lacks(name, needs):
            show(f"── {name}")
            self.finish(name, execute(command))

    def together(self, *steps: tuple[str, Sequence[Word], Sequence[str]]) -> None:
        """Runs steps, each with its name, its command and what it needs, two at a time: for work on one processor that keeps no time limits.

        The output of each comes when it ends.
        """
        todo = [(name, command) for name, command, needs in steps if not self.lacks(name, needs)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            running = {pool.submit(execute, command, lambda _: None): name for name, command in todo}
            for done in concurrent.futures.as_completed(running):
                result = done.result()
                print(f"── {running[done]}", *result.lines, sep="\n", flush=True)
                self.finish(running[done], result)

    def build(self, flags: Sequence[Word]) -> None:
        """Builds with the tests, in a step of its own, so that a first build isn't mistaken for a slow test. A warning in our own sources fails it."""
        show("── build")
        result = execute(["swift", "build", "--build-tests", "--explicit-target-dependency-import-check", "error", *flags],
                         lambda line: None if PROGRESS.match(line) else show(line))
        result.lines = [line for line in result.lines if not PROGRESS.match(line)]
        warnings = [line for line in result.lines if WARNING.search(line) and "checkouts" not in line]
        if warnings:
            print(*warnings, "error: fix the warnings above", sep="\n", file=sys.stderr, flush=True)
            result.status = result.status or 1
        self.finish("build", result)

    def swift_tests(self, name: str, *flags: Word, needs: Sequence[str] = ()) -> None:
        """Runs tests that are built already, and adds the runner's own counts: each test is one."""
        if self.lacks(name, needs):
            return
        show(f"── {name}")
        result = execute(["swift", "test", "--skip-build", "--parallel", *flags], lambda line: None if NOISE.search(line) else show(line))
        count = sum(int(found[1]) for line in result.lines if (found := COUNT.search(line)))
        bad = sum(1 for line in result.lines if FAILURE.match(line))
        if count == 0:
            show("error: no test was run")
        if count == 0 or (result.status and not bad):
            bad += 1
        count = max(count, bad)
        self.passed += count - bad
        self.failed += bad
        if bad:
            self.failures.append(f"{name}: {bad}")
            told = [line for line in result.lines if line.startswith("✘") or "error:" in line]
            self.remember(f"failures of: {name}", (told or result.lines[-LAST_LINES:])[:40])
        show(f"── {name}: {count - bad} of {count} tests passed ({result.seconds:.0f} s)")

    def totals(self) -> int:
        """Prints the last line; returns the status to end with."""
        print(*self.ends, *(f"left out: {one}" for one in self.left_out), *(f"failed: {one}" for one in self.failures),
              f"{self.passed} passed, {self.failed} failed", sep="\n", flush=True)
        return 1 if self.failed else 0
