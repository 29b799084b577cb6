"""The command line that a check of a store runs, where it runs, and what it is given."""

from __future__ import annotations

import argparse
import contextlib
import csv
import itertools
import json
import os
import pathlib
import shlex
import shutil
import string
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

from ..project import UNAVAILABLE, Failure, fail, output
from ..services import PORTS

NOW = "2026-03-01T08:00:00Z"
BOOK = ("book", "--origin", "HKHKG", "--destination", "SESTO", "--deadline", "2026-06-01T00:00:00Z", "--customer", "ACME", "-q")
LETTERS, SIGNS = string.ascii_uppercase, string.ascii_uppercase + "23456789"


def built(path: str | None) -> str:
    """The cargo-cli at a path, or the debug build of the default traits."""
    found = path or str(pathlib.Path(output("swift", "build", "--show-bin-path").strip()) / "cargo-cli")
    if not os.access(found, os.X_OK):
        fail(f"{found} is not built", UNAVAILABLE)
    return os.path.abspath(found)


class CommandLine:
    """A cargo-cli that works in a folder, on a JSON-file store there or on one of another kind by its URL."""

    def __init__(self, path: str, folder: pathlib.Path, store: str = "store", now: str = NOW) -> None:
        self.path, self.folder, self.store = path, folder, folder / store
        self.url = store if ":" in store else f"json:{self.store}"
        self.settings: dict[str, Any] = {"cwd": folder, "env": {**os.environ, "CARGO_STORE": self.url, "CARGO_NOW": now}}

    def on(self, store: str, now: str = NOW) -> CommandLine:
        """The same command line on another store, or at another time."""
        return CommandLine(self.path, self.folder, store, now)

    def run(self, *words: str, status: int = 0, says: str = "", given: str = "") -> str:
        """What a command prints, if it is given a text to read. It must end with the status, and print or report what it `says`."""
        done = subprocess.run([self.path, *words], **self.settings, input=given.encode(), capture_output=True)
        printed, told = done.stdout.decode(), done.stderr.decode(errors="replace")
        if done.returncode != status or says not in printed + told:
            expected = f"{status} and ‘{says}’" if says else f"{status}"
            fail(f"cargo-cli {shlex.join(words)}: ended with {done.returncode}, not {expected}: {printed[-2000:]}{told[-2000:]}")
        return printed

    def start(self, *words: str, **streams: Any) -> subprocess.Popen[bytes]:
        return subprocess.Popen([self.path, *words], **self.settings, **streams)

    def lines(self, *words: str) -> list[dict[str, Any]]:
        """What a command prints as lines of JSON."""
        return [json.loads(line) for line in self.run(*words, "-o", "ndjson").splitlines()]

    def file(self, name: str, content: Any) -> str:
        """Writes a file of JSON for a command, and returns its path."""
        path = self.folder / name
        path.write_text(json.dumps(content), encoding="utf-8")
        return str(path)

    def table(self, *words: str) -> list[dict[str, str]]:
        """The rows of a listing."""
        return list(csv.DictReader(self.run(*words, "-o", "csv").splitlines()))

    def ids(self, *words: str) -> list[str]:
        """The tracking ids of the cargos that are listed."""
        return [row["tracking_id"] for row in self.table("list", *words)]

    def locations(self) -> list[str]:
        return [row["un_locode"] for row in self.table("location", "list")]

    def add_ports(self) -> None:
        """The locations that BOOK names."""
        for code in ("HKHKG", "SESTO"):
            self.run("location", "add", code, PORTS[code], "-q")

    def count(self, kind: str) -> int:
        """How many aggregates of a kind the store says it holds."""
        counts: dict[str, int] = {entry["kind"]: entry["count"] for entry in json.loads(self.run("store", "info", "-o", "json"))["aggregates"]}
        return counts[kind]

    def verify(self) -> None:
        self.run("store", "verify", says="The store is sound.")


@contextlib.contextmanager
def begun(options: argparse.Namespace) -> Iterator[CommandLine]:
    """The command line and the directory that were chosen. A chosen directory is kept, a temporary one only if the check fails."""
    cli = built(options.cli)
    folder = pathlib.Path(options.directory or tempfile.mkdtemp(prefix="cargo-cli-")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield CommandLine(cli, folder)
    except Failure as failure:
        fail(f"{failure}\nits files are in {folder}", failure.status)
    if not options.directory:
        shutil.rmtree(folder)


@contextlib.contextmanager
def during(what: str) -> Iterator[None]:
    """Lets a failure say what it happened in."""
    try:
        yield
    except Failure as failure:
        fail(f"{what}: {failure}", failure.status)


def codes(count: int) -> Iterator[str]:
    """So many codes of locations: AAAAA, AAAAB and so on."""
    return map("".join, itertools.islice(itertools.product(LETTERS, LETTERS, SIGNS, SIGNS, SIGNS), count))


def write_locations(path: pathlib.Path, ids: Iterable[str]) -> str:
    """Writes a file of locations for import, and returns its path."""
    with path.open("w", encoding="utf-8") as file:
        file.write("un_locode,name\n")
        file.writelines(f'{code},"Place number {number}, as good as any"\n' for number, code in enumerate(ids))
    return str(path)
