"""Parity runners: where they are built, and one as a process that answers lines."""

import argparse
import collections
import fcntl
import os
import pathlib
import resource
import select
import shlex
import subprocess
import sys
import time
from typing import Any

from ..project import KOTLIN, TOOL, UNAVAILABLE, USAGE, Failure, built_with_all_traits, fail, run, swift_build, without
from ..spec.canonical import encoded, parse
from ..spec.files import Case

STARTING = 60  # seconds that a runner may take to start
ROOM = 1 << 20  # bytes that a pipe should hold, so that nobody waits for anybody else's turn
START, STOP = b'{"cmd":"start","protocol":1}', b'{"cmd":"stop"}'
# The benchmarks' build, so that the kit is compiled once in release mode. A plan that is kept misses files that are new in the kit.
RELEASE = ["-c", "release", "--package-path", "Benchmarks", "--disable-build-manifest-caching"]
Command = list[str]


class RunnerFailed(Failure):
    def __init__(self, message: str) -> None:
        super().__init__(message, UNAVAILABLE)


def run_line(case: Case, seq: int) -> bytes:
    return encoded({"clock": case["clock"], "cmd": "run", "given": case["given"], "ids": case["ids"], "seq": seq, "when": case["when"]})


def protocol_lines(case: Case) -> list[bytes]:
    """The raw lines of a protocol case."""
    return [b"".join(bytes.fromhex(p["hex"]) if "hex" in p else p["text"].encode() * p.get("times", 1) for p in line) for line in case["lines"]]


class Runner:
    """A process that lines go into and answers come out of, while others are made; one that dies or falls silent is started again.

    Answers come in the order of the lines. Nothing blocks but `take`, which serves all `peers` while it waits.
    """

    def __init__(self, name: str, command: list[str], patience: float) -> None:
        self.name = name
        self.command = command
        self.patience = patience  # seconds without a byte, while a line is unanswered
        self.peers = [self]
        self.cpu = 0.0
        self._start()

    def _start(self) -> None:
        try:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise RunnerFailed(f"{self.name}: cannot be started: {error}") from error
        assert self.process.stdin and self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.into, self.out = self.input.fileno(), self.output.fileno()
        for pipe in self.into, self.out:
            os.set_blocking(pipe, False)
            try:
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, ROOM)
            except (AttributeError, OSError):
                pass  # the system's own size does, only slower
        self.unanswered: collections.deque[bytes] = collections.deque()  # lines
        self.unsent: collections.deque[memoryview] = collections.deque()  # pieces of bytes
        self.answers: list[bytes | None] = []
        self.rest = b""
        self.ready = False
        self.greeting = self.ask([START])[0] or b""
        try:
            self.description = parse(self.greeting)
            "{language} {version}".format(**self.description["implementation"])
        except (ValueError, KeyError, TypeError):
            raise RunnerFailed(f"{self.name}: answers start with {self.greeting[:200]!r}") from None
        self.ready = True

    def put(self, lines: list[bytes]) -> None:
        """Sends lines, now as far as there is room."""
        if not self.unanswered:
            self.heard = time.monotonic()
        self.unanswered.extend(lines)
        self.unsent.append(memoryview(b"\n".join(lines) + b"\n"))
        self._send()

    def take(self, count: int) -> list[bytes | None]:
        """The next answers; None for a line that was not answered, because the runner ended or was silent too long."""
        while len(self.answers) < count:
            serve(self.peers, self)
        taken, self.answers = self.answers[:count], self.answers[count:]
        return taken

    def ask(self, lines: list[bytes]) -> list[bytes | None]:
        self.put(lines)
        return self.take(len(lines))

    def _send(self) -> None:
        while self.unsent:
            try:
                written = os.write(self.into, self.unsent[0])
            except BlockingIOError:
                return
            except BrokenPipeError:
                self.unsent.clear()
                return
            if written < len(self.unsent[0]):
                self.unsent[0] = self.unsent[0][written:]
                return
            self.unsent.popleft()

    def _receive(self) -> None:
        piece = os.read(self.out, ROOM)
        if not piece:
            return self._lost()
        self.heard = time.monotonic()
        *lines, self.rest = (self.rest + piece).split(b"\n")
        self.answers += lines
        for _ in range(min(len(lines), len(self.unanswered))):
            self.unanswered.popleft()

    def _lost(self) -> None:
        """Gives up the line at hand and sends the others to a new process."""
        self.end(kill=True)
        if not self.ready:
            raise RunnerFailed(f"{self.name}: does not answer start")
        lines, answers = list(self.unanswered)[1:], self.answers + [None]
        self._start()
        self.answers = answers
        if lines:
            self.put(lines)

    def end(self, kill: bool = False) -> int:
        """Ends the process, adds the processor time that it took, and gives its exit status."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        if kill:
            self.process.kill()
        try:
            self.input.close()
            status = self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.output.close()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return status


def serve(runners: list[Runner], awaited: Runner) -> None:
    """Waits until one can be written to or read from, and does so; gives up one that was silent too long."""
    readable, writable, _ = select.select([runner.out for runner in runners if runner.unanswered], [runner.into for runner in runners if runner.unsent], [], 1.0)
    for runner in runners:
        if runner.into in writable:
            runner._send()
        if runner.out in readable:
            runner._receive()
        elif runner is awaited and time.monotonic() - runner.heard > (runner.patience if runner.ready else max(runner.patience, STARTING)):
            runner._lost()


def exchanged(command: Command, case: Case, patience: float, stderr: int | None = None, **settings: str) -> tuple[int | None, list[bytes]]:
    """The status of a process of its own, None if it has to be killed, and what it answers to the raw lines of a protocol case, split at line feeds."""
    given = b"".join(line + b"\n" for line in protocol_lines(case))
    try:
        done = subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=stderr, env={**os.environ, **settings}, timeout=patience)
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").split(b"\n")
    return done.returncode, done.stdout.split(b"\n")


def build_kotlin() -> pathlib.Path:
    run(KOTLIN / "build.sh")
    return KOTLIN / "bin" / "cargo-parity"


def built_runners(debug: bool = False) -> dict[str, Command]:
    """Swift, in release mode unless `debug`, and Kotlin, which are built, and the model, which needs no build."""
    runners = {"swift": [str(built_with_all_traits("cargo-parity") if debug else swift_build("cargo-parity", *RELEASE))]}
    if "kotlin" in without():
        print("left out: the Kotlin runner", flush=True)
    else:
        runners["kotlin"] = [str(build_kotlin())]
    return {**runners, "model": [*TOOL, "model-runner"]}


# Options of the commands that run them.
RUNNERS: dict[str, Any] = {"runner": ([], "NAME=COMMAND, in place of those built; may be repeated"),
                           "debug": (False, "Swift's runner from the build of make test, in place of a release build")}


def runners_of(options: argparse.Namespace) -> dict[str, Command]:
    """The runners that the option names, or those built."""
    if any("=" not in runner for runner in options.runner):
        fail("a runner is named NAME=COMMAND", USAGE)
    return {name: shlex.split(command) for name, command in (runner.split("=", 1) for runner in options.runner)} or built_runners(options.debug)


def print_built(arguments: list[str]) -> int:
    """Builds the parity runners, Swift in release mode and Kotlin, and prints their paths."""
    sys.stdout.flush()
    runners = built_runners()
    print("\n".join(shlex.join(command) for name, command in runners.items() if name != "model"))
    return 0
