"""A store that a benchmark works on with cargo-cli, each command in a process of its own."""

import os
import subprocess
import tempfile
import time

DEADLINE = "2099-01-01T00:00:00Z"


class Store:
    """A store at a URL, with two ports. `now` is the time that commands take for the present; None for the real one."""

    def __init__(self, cli: str, url: str, now: str | None = None) -> None:
        self.cli, self.url, self.now = cli, url, now
        for code, name in (("HKHKG", "Hong Kong"), ("SESTO", "Stockholm")):
            self("location", "add", code, name)

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "CARGO_STORE": self.url, **({"CARGO_NOW": self.now} if self.now else {})}

    def __call__(self, *words: str, given: str = "") -> str:
        return subprocess.run([self.cli, *words, "-q"], env=self.environment, input=given, stdout=subprocess.PIPE, text=True, check=True).stdout

    def rows(self, command: str, columns: str, lines: list[str]) -> None:
        """Imports rows of CSV: `book` or `handle`."""
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            print(columns, *lines, sep="\n", file=file, flush=True)
            self(command, "import", file.name)

    def book_all(self, count: int) -> None:
        """Books cargos, twenty for each customer."""
        self.rows("book", "tracking_id,origin,destination,customer_id,arrival_deadline",
                  [f"S{number:07},HKHKG,SESTO,C{number // 20},{DEADLINE}" for number in range(count)])

    def book(self, id: str) -> float:
        """Books a cargo; returns the seconds that the process took."""
        began = time.monotonic()
        self("book", "--origin", "HKHKG", "--destination", "SESTO", "--customer", "LAST", "--deadline", DEADLINE, "--tracking-id", id)
        return time.monotonic() - began

    def track(self, id: str, status: int = 0) -> tuple[float, float]:
        """The seconds of a process that tracks a cargo, and its greatest resident size in megabytes; it must end with the status."""
        began = time.monotonic()
        process = subprocess.Popen([self.cli, "track", id], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, end, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(end)
        seconds = time.monotonic() - began
        if process.returncode != status:
            raise subprocess.CalledProcessError(process.returncode, f"track {id} in {self.url}")
        return seconds, usage.ru_maxrss / 1024
