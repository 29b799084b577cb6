"""The command line that a check of a store runs, and where it runs."""

import json
import os
import pathlib
import subprocess
from typing import Any

from ..project import UNAVAILABLE, fail, output

NOW = "2026-03-01T08:00:00Z"


def built(path: str | None) -> str:
    """The cargo-cli at a path, or the debug build of the default traits."""
    found = path or str(pathlib.Path(output("swift", "build", "--show-bin-path").strip()) / "cargo-cli")
    if not os.access(found, os.X_OK):
        fail(f"{found} is not built", UNAVAILABLE)
    return os.path.abspath(found)


class CommandLine:
    """A cargo-cli that works in a folder, on a JSON-file store there."""

    def __init__(self, path: str, folder: pathlib.Path, store: str = "store", now: str = NOW) -> None:
        self.path, self.folder, self.store = path, folder, folder / store
        self.settings: dict[str, Any] = {"cwd": folder, "env": {**os.environ, "CARGO_STORE": f"json:{self.store}", "CARGO_NOW": now}}

    def run(self, *words: str, given: str = "") -> str:
        """What a command prints, if it is given a text to read."""
        done = subprocess.run([self.path, *words], **self.settings, input=given.encode(), capture_output=True)
        if done.returncode:
            fail(f"cargo-cli {' '.join(words)}: ended with {done.returncode}: {done.stdout.decode()[-2000:]}{done.stderr.decode(errors='replace')[-2000:]}")
        return done.stdout.decode()

    def start(self, *words: str, **streams: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen([self.path, *words], **self.settings, **streams)

    def lines(self, *words: str) -> list[dict[str, Any]]:
        """What a command prints as lines of JSON."""
        return [json.loads(line) for line in self.run(*words, "-o", "ndjson").splitlines()]

    def ids(self) -> list[str]:
        """The tracking ids of all cargos."""
        return self.run("list", "--ids").split()
