"""Kills the command line at each of its system calls that touch a file of the store, and lets each of them fail. Needs strace.

    ./tool torture-syscalls CLI [DIRECTORY]
    ./tool torture-syscalls CLI --commands "compact repair" --calls "rename unlink"

What was acknowledged is there afterwards, what was refused is not, and the store is sound: for saves, compaction and repair. What a command does is
traced once; then it is run once for each call, file and turn of the two in it (strace counts turns in each thread by itself).
"""

import itertools
import os
import re
import shutil
import signal
import subprocess

from ..project import USAGE, fail, options_of
from .command_line import BOOK, CommandLine, begun, during

CALLS = "openat newfstatat fstat statx getdents64 pread64 pwrite64 ftruncate fallocate fdatasync fsync rename renameat2 unlink unlinkat " \
        "mkdir mkdirat flock fcntl"
COMMANDS = {
    "make": ("location", "add", "DEHAM", "Hamburg", "-q"),
    "location": ("location", "add", "DEHAM", "Hamburg", "-q"),
    "book": (*BOOK, "--tracking-id", "NEW"),
    "handle": ("handle", "receive", "ABC", "--at", "HKHKG", "-q"),
    "compact": ("store", "compact", "-q"),
    "repair": ("store", "repair", "-q"),
}
FILLING = re.compile(r"openat|pwrite64|ftruncate|fallocate|fdatasync|fsync|rename.*|mkdir.*")  # calls that may find the disk full


class Victim:
    """A command that is run again and again, each time on a copy of a store that was made for it."""

    def __init__(self, cli: CommandLine, command: str) -> None:
        self.cli, self.command, self.trace = cli, command, cli.folder / "trace"
        self.given, self.kills, self.errors = cli.folder / f"given-{command}", 0, 0
        self.outcome = ""

    def begin(self) -> None:
        shutil.rmtree(self.cli.store, ignore_errors=True)
        if self.given.exists():
            shutil.copytree(self.given, self.cli.store)

    def traced(self, *options: str) -> int:
        """Runs the command on its store under strace, and returns its status."""
        self.begin()
        done = subprocess.run(["strace", "-f", "-qq", "-o", self.trace, *options, self.cli.path, *COMMANDS[self.command]],
                              **self.cli.settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.outcome = f"{done.returncode}: {done.stdout.decode(errors='replace')}"
        return done.returncode

    def pairs(self, calls: list[str]) -> list[tuple[str, str]]:
        """The calls and files of the store that the command touches."""
        self.traced("-y", "-e", f"trace={','.join(f'?{call}' for call in [*calls, 'none'])}")
        found = set()
        for line in self.trace.read_text(errors="replace").splitlines():
            call = line.split()[1].partition("(")[0]
            found |= {(call, path.strip()) for path in re.findall(re.escape(str(self.cli.store)) + r'[^">(]*', line) if not call.startswith("<")}
        return sorted(found)

    def number_there(self) -> int:
        """How often the store has what the command saves."""
        if self.command == "book":
            return self.cli.ids().count("NEW")
        if self.command == "handle":
            return self.cli.run("track", "ABC", "-o", "json").count('"type":"RECEIVE"')
        return self.cli.locations().count("DEHAM")

    def check(self, status: int) -> None:
        if self.command == "repair":
            # Broken off or refused, it can be done again; and the damaged bytes are where it says.
            self.cli.run("store", "repair", "-q")
            if not any(b"Jelsinki" in file.read_bytes() for file in (self.cli.store / "quarantine").iterdir()):
                fail("the damaged bytes are not in quarantine/")
        self.cli.verify()
        if self.command in ("compact", "repair"):
            if self.cli.run("store", "export") != (self.cli.folder / f"export-{self.command}").read_text(encoding="utf-8"):
                fail("what the store holds has changed")
        else:
            # Who was killed has told nobody anything; every other status has been told.
            number = self.number_there()
            if status == 0 and number != 1:
                fail(f"acknowledged, and there {number} times")
            if status not in (0, -signal.SIGKILL) and number:
                fail(f"refused, and there: {self.outcome}")
            if self.command in ("book", "handle") and self.cli.ids().count("ABC") != 1:
                fail("what was there before is lost")
        self.cli.run("location", "add", "FRPAR", "Paris", "-q")

    def each_turn(self, call: str, path: str, injection: str) -> int:
        """Injects something at the first turn of a call of a file, at the second and so on, as long as there is one; returns how many there are."""
        for turn in itertools.count(1):
            with during(f"{self.command}, {injection} at {call} of {path}, {turn}"):
                status = self.traced("-P", path, "-e", f"trace={call}", "-e", f"inject={call}:{injection}:when={turn}")
                self.check(status)
            if not (status == -signal.SIGKILL or "INJECTED" in self.trace.read_text(errors="replace")):
                return turn - 1
        raise AssertionError

    def torture(self, calls: list[str]) -> None:
        pairs = self.pairs(calls)
        for call, path in pairs:
            self.kills += self.each_turn(call, path, "signal=KILL")
            for error in ("EIO", "ENOSPC") if FILLING.fullmatch(call) else ("EIO",):
                self.errors += self.each_turn(call, path, f"error={error}")
        if not (self.kills and self.errors):
            fail(f"{self.command}: no call of a file of the store was hit")
        print(f"{self.command}: {self.kills} kills, {self.errors} failing calls, {len(pairs)} calls of a file: nothing lost, every store sound",
              flush=True)


def prepare(cli: CommandLine) -> None:
    """Stores to begin with: without a cargo, with one, with garbage, with a damaged byte in a record that a newer one supersedes."""
    def given(command: str, source: str | None = None) -> CommandLine:
        shutil.rmtree(cli.folder / f"given-{command}", ignore_errors=True)
        if source:
            shutil.copytree(cli.folder / f"given-{source}", cli.folder / f"given-{command}")
        return cli.on(f"given-{command}")

    given("make")
    given("location").add_ports()
    given("book", "location").run(*BOOK, "--tracking-id", "ABC")
    given("handle", "book")
    compact = given("compact", "book")
    for name in ("Helsinki", "Helsingfors", "Helsinki"):
        compact.run("location", "add", "FIHEL", name, "-q")
    # Twice, so that segments of the one before last are there to be removed.
    compact.run("store", "compact", "-q")
    compact.run("location", "add", "FIHEL", "Helsingfors", "-q")
    repair = given("repair", "compact")
    for name in ("Helsinki", "Helsingfors"):
        repair.run("location", "add", "FIHEL", name, "-q")
    segment = [file for file in sorted(repair.store.glob("*.jsonl")) if b'"name":"Helsinki"' in file.read_bytes()][-1]
    segment.write_bytes(segment.read_bytes().replace(b'"name":"Helsinki"', b'"name":"Jelsinki"'))
    for command in ("compact", "repair"):
        Victim(cli, command).begin()
        cli.run("store", command, "-q")
        (cli.folder / f"export-{command}").write_text(cli.run("store", "export"), encoding="utf-8")


def can_trace() -> bool:
    return subprocess.run(["strace", "-qq", "-e", "trace=none", "true"], stderr=subprocess.DEVNULL).returncode == 0


def main(arguments: list[str]) -> int:
    every = " ".join(COMMANDS)
    chosen = options_of(
        __doc__, arguments, "cli", "directory?", commands=(os.environ.get("COMMANDS") or every, f"some of: {every}; or COMMANDS says so"),
        calls=(os.environ.get("CALLS") or CALLS, "some of the system calls; or CALLS says so"))
    commands, calls = chosen.commands.split(), chosen.calls.split()
    if unknown := set(commands) - set(COMMANDS):
        fail(f"there is no {' '.join(unknown)}", USAGE)
    if not shutil.which("strace") or not can_trace():
        print("skipped: strace is not here, or may not trace")
        return 0
    with begun(chosen) as cli:
        prepare(cli)
        victims = [Victim(cli, command) for command in commands]
        for victim in victims:
            victim.torture(calls)
        kills, errors = sum(victim.kills for victim in victims), sum(victim.errors for victim in victims)
        print(f"{kills} kills, each at another system call, and {errors} failing calls: nothing lost, every store sound")
    return 0
