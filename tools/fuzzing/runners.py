"""Runners as processes: lines go in, answers come out, while cases are made; one that dies or falls silent is started again."""

import collections
import fcntl
import json
import os
import resource
import select
import subprocess
import time

from ..parity.runner import START, RunnerFailed

STARTING = 60  # seconds that a runner may take to start
ROOM = 1 << 20  # bytes that a pipe should hold, so that nobody waits for anybody else's turn


class Runner:
    """Answers come in the order of the lines. Nothing blocks but `take`, which serves all `peers` while it waits."""

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
        self.description = json.loads(self.ask([START])[0] or b"")
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
