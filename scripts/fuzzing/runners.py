"""A runner as a process that is asked in batches, and started again when it dies or falls silent."""

import os
import resource
import select
import subprocess
import time

from . import parity

CHUNK = 1 << 16


class Runner:
    def __init__(self, name, command, patience):
        self.name = name
        self.command = command
        self.patience = patience  # seconds without a byte
        self.cpu = 0.0
        self.process = None
        self.description = None
        self._start()

    def _start(self):
        try:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise parity.RunnerFailed(f"{self.name}: cannot be started: {error}") from error
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.rest = b""
        answers = self._exchange([parity.START])
        if not answers:
            raise parity.RunnerFailed(f"{self.name}: does not answer start")
        self.description = parity.json.loads(answers[0])

    def ask(self, lines):
        """An answer for each line; None for a line that it did not answer, because it ended or was silent too long."""
        answers = []
        while len(answers) < len(lines):
            answers += self._exchange(lines[len(answers):])
            if len(answers) < len(lines):
                answers.append(None)
                self.end(kill=True)
                self._start()
        return answers

    def _exchange(self, lines):
        """The answers, fewer than lines if the process did not give all of them."""
        into, out = self.process.stdin.fileno(), self.process.stdout.fileno()
        pending = memoryview(b"".join(line + b"\n" for line in lines))
        pieces, wanted = [], len(lines)
        heard = time.monotonic()
        while wanted > 0:
            readable, writable, _ = select.select([out], [into] if pending else [], [], 1.0)
            if readable:
                piece = os.read(out, CHUNK)
                if not piece:
                    break
                pieces.append(piece)
                wanted -= piece.count(b"\n")
                heard = time.monotonic()
            elif time.monotonic() - heard > self.patience:
                break
            if writable:
                try:
                    pending = pending[os.write(into, pending[:CHUNK]):]
                except BrokenPipeError:
                    pending = None
        received = b"".join(pieces).split(b"\n")
        received.pop()
        return received[:len(lines)]

    def end(self, kill=False):
        """Ends the process, adds the processor time that it took, and gives its exit status."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        if kill:
            self.process.kill()
        try:
            self.process.stdin.close()
            status = self.process.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdout.close()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return status
