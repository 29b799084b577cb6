"""What checks of a service start and send: a cargo-server, a PostgreSQL, a receiver of requests, and requests themselves."""

import argparse
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from .project import SOFTWARE, TOOL, UNAVAILABLE, Word, built_with_all_traits, fail

PATIENCE = 60.0  # seconds, for what has to happen but may take a while on a busy machine
KEPT = ("PATH", "LD_LIBRARY_PATH", "HOME")
PORTS = {"HKHKG": "Hong Kong", "SESTO": "Stockholm", "USNYC": "New York"}
BOOKING = {"arrivalDeadline": "2100-01-01T00:00:00Z", "customerId": "ACME", "destination": "SESTO", "origin": "HKHKG"}


# Options of the commands that need both.
PROGRAMS: dict[str, Any] = {name: (str, f"a cargo-{name} with all traits; built if not given") for name in ("server", "cli")}


def programs(options: argparse.Namespace) -> tuple[str, str]:
    """The cargo-server and the cargo-cli that were chosen, for programs that run in folders of their own."""
    return os.path.abspath(options.server or built_with_all_traits("cargo-server")), os.path.abspath(options.cli or built_with_all_traits("cargo-cli"))


def environment(**settings: str) -> dict[str, str]:
    """What programs see of our environment, and more."""
    return {**{name: os.environ[name] for name in KEPT if name in os.environ}, **settings}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def until(due: Callable[[], object], seconds: float = PATIENCE, pause: float = 0.05) -> bool:
    """Whether something comes true within some seconds."""
    end = time.monotonic() + seconds
    while not (is_due := bool(due())) and time.monotonic() < end:
        time.sleep(pause)
    return is_due


def wait(what: str, due: Callable[[], object], seconds: float = PATIENCE) -> float:
    """Waits until something is so; returns the seconds that it took."""
    start = time.monotonic()
    if not until(due, seconds):
        fail(f"{what} didn't happen within {seconds:.0f} s", SOFTWARE)
    return time.monotonic() - start


Answer = tuple[int, http.client.HTTPMessage, bytes]


def exchange(connection: http.client.HTTPConnection, method: str, path: str, body: Any = None, kind: str = "application/json", token: str | None = None,
             **fields: str) -> Answer:
    """Sends a request over a connection and reads the answer: its status, header fields and body. What isn't text is sent as JSON."""
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"] = kind
        body = (body if isinstance(body, str) else json.dumps(body)).encode()
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def listed(ask: Callable[[str], Any], path: str, member: str) -> Iterator[dict[str, Any]]:
    """All entries of a list of the API, page by page; `ask` gives what a path answers."""
    page = ask(path)
    yield from page[member]
    while "next" in page:
        page = ask(f"{path}&after={page['next']}")
        yield from page[member]


def stored_events(cli: str, store: str) -> list[dict[str, Any]]:
    """All domain events of a store, in its order."""
    done = subprocess.run([cli, "events", "--store", store, "-o", "ndjson"], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


class Service(contextlib.AbstractContextManager["Service"]):
    """A cargo-server on a port of the loopback interface, a free one unless CARGO_PORT is set. Settings are environment variables; of ours it sees only the path."""

    def __init__(self, binary: Word, store: str, *arguments: str, **settings: str) -> None:
        with tempfile.NamedTemporaryFile(prefix="cargo-server-", suffix=".log", delete=False) as log:
            self.log = pathlib.Path(log.name)
            self.process = subprocess.Popen([binary, "--store", store, "--port", settings.get("CARGO_PORT", "0"), *arguments], env=environment(**settings), stdout=log, stderr=log)
        self.port = self._listening()
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"

    def _listening(self) -> int:
        """The port that the log names, once it does."""
        def named() -> re.Match[bytes] | None:
            return re.search(rb"http://127\.0\.0\.1:(\d+)", self.log.read_bytes())

        until(lambda: named() or self.process.poll() is not None, pause=0.02)
        if found := named():
            return int(found[1])
        told = self.tail()
        self.close()
        fail(f"the server does not listen: {told}", SOFTWARE)

    def ask(self, method: str, path: str, body: str | None = None, kind: str = "application/json", **fields: str) -> tuple[int, dict[str, str], str]:
        """The status, the header fields with lower-case names, and the body of an answer."""
        connection = self.connection()
        try:
            status, headers, content = exchange(connection, method, path, body, kind, **fields)
            return status, {name.lower(): value for name, value in headers.items()}, content.decode()
        finally:
            connection.close()

    def connection(self, timeout: float = 120) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, timeout=timeout)

    def api(self, method: str, path: str, value: Any = None, token: str | None = None, **fields: str) -> Any:
        """What the API answers to a value; its refusal ends the check."""
        if token:
            fields["token"] = token
        status, _, text = self.ask(method, path, None if value is None else json.dumps(value), **fields)
        if status >= 300:
            fail(f"{method} {path}: {status} {text}")
        return json.loads(text)

    def add_ports(self, *codes: str, token: str | None = None) -> None:
        """Adds some of the locations PORTS, or all."""
        for code in codes or PORTS:
            self.api("PUT", f"/v1/locations/{code}", {"name": PORTS[code]}, token)

    @property
    def memory(self) -> float:
        """Resident, in MiB; 0 once the process has ended."""
        try:
            found = re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())
        except OSError:
            return 0.0
        return int(found[1]) / 1024 if found else 0.0

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

    def __exit__(self, *_: object) -> None:
        self.close()


class Receiver(http.server.ThreadingHTTPServer):
    """Takes POST requests on a free port of the loopback interface, one at a time: `take` gets the path, the header fields with lower-case names and the
    body, and gives the status of the answer; without one, the connection just ends."""

    def __init__(self, take: Callable[[str, dict[str, str], bytes], int | None]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.take, self.lock = take, threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Handler(http.server.BaseHTTPRequestHandler):
    server: Receiver
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:  # the sender was stopped: this is no request
            self.close_connection = True
            return
        with self.server.lock:
            status = self.server.take(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        if status is None:
            self.close_connection = True
            return
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class Postgres(contextlib.AbstractContextManager["Postgres"]):
    """A private PostgreSQL in a directory of its own; settings are those of `./tool postgres-server`. With workers, the store at its URL is distributed."""

    def __init__(self, directory: str, *settings: str) -> None:
        self.directory = directory
        self.distribution = "&cargo_distribution=citus" if any(one.startswith("citus=") for one in settings) else ""
        self.process = subprocess.Popen([*TOOL, "postgres-server", directory, *settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin and self.process.stdout
        self.input = self.process.stdin
        ready, _, self.programs = self.process.stdout.readline().strip().partition(" ")
        if ready == "absent":
            fail("the extension Citus isn't installed", UNAVAILABLE)
        if ready != "ready":
            fail("PostgreSQL does not start", SOFTWARE)

    @property
    def url(self) -> str:
        return f"postgres://postgres@/postgres?host={self.directory}{self.distribution}"

    def control(self, command: str) -> None:
        """Has `./tool postgres-server` do something."""
        assert self.process.stdout
        print(command, file=self.input, flush=True)
        if self.process.stdout.readline() != "done\n":
            fail(f"PostgreSQL: {command} failed", SOFTWARE)

    def ask(self, sql: str) -> str:
        """The rows of a query, their columns separated by |."""
        done = subprocess.run(self.program("psql", "-v", "ON_ERROR_STOP=1", "-Atc", sql), capture_output=True, text=True, check=False)
        if done.returncode:
            fail(f"{sql}: {done.stderr}", SOFTWARE)
        return done.stdout.strip()

    def program(self, name: str, *arguments: str) -> list[str]:
        """A client program of this PostgreSQL, connected to the server."""
        return [f"{self.programs}/{name}", "-h", self.directory, "-U", "postgres", *arguments]

    def __exit__(self, *_: object) -> None:
        self.input.close()
        self.process.wait()


@contextlib.contextmanager
def new_store(kind: str, folder: str) -> Iterator[str]:
    """The URL of a new store in a folder that its servers can reach, who run until this ends: json, sqlite, postgres, or citus."""
    match kind:
        case "json" | "sqlite":
            yield f"{kind}:{folder}/store"
        case "postgres" | "citus":
            with Postgres(f"{folder}/server", *(["citus=2"] if kind == "citus" else [])) as server:
                yield server.url
        case _:
            fail(f"there is no store {kind}")
