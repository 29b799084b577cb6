"""A cargo-server or a PostgreSQL that is started for a check, and ends with it."""

from __future__ import annotations

import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
from typing import Any

from .project import SOFTWARE, TOOL, Word, fail

STARTING = 60  # seconds
KEPT = ("PATH", "LD_LIBRARY_PATH", "HOME")


class Service:
    """A cargo-server on a free port of the loopback interface. Settings are environment variables; of ours it sees only the path."""

    def __init__(self, binary: Word, store: str, *arguments: str, **settings: str) -> None:
        environment = {**{name: os.environ[name] for name in KEPT if name in os.environ}, **settings}
        with tempfile.NamedTemporaryFile(prefix="cargo-server-", suffix=".log", delete=False) as log:
            self.log = pathlib.Path(log.name)
            self.process = subprocess.Popen([binary, "--store", store, "--port", "0", *arguments], env=environment, stdout=log, stderr=log)
        self.port = self._listening()
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"

    def _listening(self) -> int:
        """The port that the log names, once it does."""
        end = time.monotonic() + STARTING
        while time.monotonic() < end and self.process.poll() is None:
            if found := re.search(rb"http://127\.0\.0\.1:(\d+)", self.log.read_bytes()):
                return int(found[1])
            time.sleep(0.02)
        told = self.tail()
        self.close()
        fail(f"the server does not listen: {told}", SOFTWARE)

    def ask(self, method: str, path: str, body: str | None = None, kind: str = "application/json", **fields: str) -> tuple[int, dict[str, str], str]:
        """The status, the header fields with lower-case names, and the body of an answer."""
        if body is not None:
            fields["Content-Type"] = kind
        connection = http.client.HTTPConnection(self.host, timeout=120)
        try:
            connection.request(method, path, None if body is None else body.encode(), {name.replace("_", "-"): value for name, value in fields.items()})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
        finally:
            connection.close()

    def api(self, method: str, path: str, value: Any = None, token: str | None = None, **fields: str) -> Any:
        """What the API answers to a value; its refusal ends the check."""
        if token:
            fields["Authorization"] = f"Bearer {token}"
        status, _, text = self.ask(method, path, None if value is None else json.dumps(value), **fields)
        if status >= 300:
            fail(f"{method} {path}: {status} {text}")
        return json.loads(text)

    def tail(self) -> str:
        return self.log.read_text(errors="replace")[-2000:]

    def close(self) -> int:
        """Ends the process as an operator would; returns its status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            self.log.unlink(missing_ok=True)

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Postgres:
    """A private PostgreSQL in a directory of its own; settings are those of `./tool postgres-server`."""

    def __init__(self, directory: str, *settings: str) -> None:
        self.directory = directory
        self.process = subprocess.Popen([*TOOL, "postgres-server", directory, *settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin and self.process.stdout
        self.input = self.process.stdin
        ready, _, self.programs = self.process.stdout.readline().strip().partition(" ")
        if ready != "ready":
            fail("PostgreSQL does not start", SOFTWARE)

    @property
    def url(self) -> str:
        return f"postgres://postgres@/postgres?host={self.directory}"

    def program(self, name: str, *arguments: str) -> list[str]:
        """A client program of this PostgreSQL, connected to the server."""
        return [f"{self.programs}/{name}", "-h", self.directory, "-U", "postgres", *arguments]

    def __enter__(self) -> Postgres:
        return self

    def __exit__(self, *_: object) -> None:
        self.input.close()
        self.process.wait()
