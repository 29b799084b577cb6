"""The server under attack: a process on a free loopback port, on a store of its own."""

import http.client
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

CLERK = "c1erk-Uf8Zt3Qw9LxKp2Vn7RbY4mSd"
ADMIN = "adm1n-Hq6Wj2Xc8NzTr5Gk9PfV3sLe"


def newest(root: pathlib.Path) -> str:
    """The cargo-server that was built last in any of the usual folders."""
    built = [path for path in root.glob(".build/**/cargo-server") if path.is_file() and path.parent.name in ("debug", "release")]
    if not built:
        raise SystemExit("error: There is no cargo-server. Run: swift build --product cargo-server --traits Server")
    return str(max(built, key=lambda path: path.stat().st_mtime))


class Victim:
    def __init__(self, binary: str, arguments: list[str]):
        self.directory = tempfile.TemporaryDirectory(prefix="cargo-attack-")
        self.log_path = pathlib.Path(self.directory.name) / "log"
        environment = {"PATH": os.environ["PATH"], "HOME": self.directory.name, "CARGO_ACCESS_TOKENS": f"clerk:{CLERK},admin:{ADMIN}"}
        command = [binary, "--store", f"json:{self.directory.name}/store", "--port", "0", *arguments]
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self.port = self._port()
        self._reference_data()

    def _port(self) -> int:
        end = time.monotonic() + 60
        while time.monotonic() < end and self.is_alive:
            found = re.search(rb"http://127\.0\.0\.1:(\d+)", self.log_path.read_bytes())
            if found:
                return int(found[1])
            time.sleep(0.05)
        raise SystemExit("error: The server does not start:\n" + self.tail())

    def _reference_data(self) -> None:
        for code, name in (("SESTO", "Stockholm"), ("USNYC", "New York")):
            status, body = self.call("PUT", f"/v1/locations/{code}", {"name": name}, token=ADMIN)
            if status >= 300:
                raise SystemExit(f"error: The location {code} is refused: {status} {body!r}")

    def call(self, method: str, path: str, body: object = None, token: str = CLERK) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "If-None-Match": "*"}
            connection.request(method, path, None if body is None else json.dumps(body), headers if body is not None else {"Authorization": f"Bearer {token}"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    @property
    def memory(self) -> int:
        """Resident, in MiB; 0 once the process has ended."""
        try:
            text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        return int(found[1]) // 1024 if found else 0

    @property
    def descriptors(self) -> int:
        try:
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        except OSError:
            return 0

    def tail(self) -> str:
        return self.log_path.read_text(errors="replace")[-2000:]

    def close(self) -> None:
        if self.is_alive:
            self.process.terminate()
            try:
                self.process.wait(40)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.directory.cleanup()
