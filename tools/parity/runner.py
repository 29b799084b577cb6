"""Parity runners: where they are built, and one as a process that answers lines."""

import argparse
import pathlib
import queue
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterable
from typing import Any

from ..project import KOTLIN, TOOL, UNAVAILABLE, USAGE, Failure, built_with_all_traits, fail, run, swift_build, without
from ..spec.canonical import encoded
from ..spec.files import Case

START = b'{"cmd":"start","protocol":1}'
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
    """One process; lines go in from a thread of their own, so that no pipe fills up against us."""

    def __init__(self, name: str, command: Command, patience: float) -> None:
        self.name = name
        self.patience = patience
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise RunnerFailed(f"{name}: cannot be started: {error}") from error
        assert self.process.stdin and self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.answers: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.output:
            self.answers.put(line)
        self.answers.put(None)

    def send(self, lines: Iterable[bytes]) -> threading.Thread:
        def feed() -> None:
            try:
                for line in lines:
                    self.input.write(line + b"\n")
                self.input.flush()
            except BrokenPipeError:
                pass
        thread = threading.Thread(target=feed, daemon=True)
        thread.start()
        return thread

    def answer(self) -> bytes:
        try:
            line = self.answers.get(timeout=self.patience)
        except queue.Empty:
            self.process.kill()
            raise RunnerFailed(f"{self.name}: no answer within {self.patience} s") from None
        if line is None:
            raise RunnerFailed(f"{self.name}: ended with status {self.process.wait()} before it answered")
        if not line.endswith(b"\n"):
            raise RunnerFailed(f"{self.name}: an answer without a line feed")
        return line[:-1]

    def end(self, stop: bool = True) -> int:
        """Sends `stop`, or just closes the input; returns the exit status."""
        if stop:
            self.send([b'{"cmd":"stop"}']).join()
        self.input.close()
        try:
            return self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise RunnerFailed(f"{self.name}: did not end") from None


def build_kotlin() -> pathlib.Path:
    run(KOTLIN / "build.sh")
    return KOTLIN / "bin" / "cargo-parity"


def built_runners(debug: bool = False) -> dict[str, Command]:
    """Swift, in release mode unless `debug`, and Kotlin, which are built, and the model, which needs no build."""
    runners = {"swift": [str(built_with_all_traits("cargo-parity") if debug else swift_build("cargo-parity", "-c", "release"))]}
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
