"""Where things are in the repository, and how commands are run in it."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from collections.abc import Sequence
from typing import NoReturn

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
TOOL = [str(ROOT / "tool")]

# Exit statuses, as sysexits(3) has them.
USAGE, DATA, UNAVAILABLE, SOFTWARE = 64, 65, 69, 70

Word = str | os.PathLike[str]


class Failure(Exception):
    """Ends the command with a message and a status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def fail(message: str, status: int = 1) -> NoReturn:
    raise Failure(message, status)


def run(*command: Word, **settings: str) -> None:
    """Runs a command in the root of the repository, with further environment variables; its failure ends the tool with its status."""
    sys.stdout.flush()
    status = subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, check=False).returncode
    if status:
        fail(f"{pathlib.Path(command[0]).name} ended with status {status}", status if status > 0 else SOFTWARE)


def output(*command: Word) -> str:
    """What a command in the root of the repository prints."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        fail(f"{pathlib.Path(command[0]).name} ended with status {done.returncode}", SOFTWARE)
    return done.stdout.decode()


def swift_build(product: str, *flags: str) -> pathlib.Path:
    """Builds a product and returns the path of its executable. The compiler's output goes to standard error."""
    done = subprocess.run(["swift", "build", *flags, "--product", product], cwd=ROOT, stdout=sys.stderr, check=False)
    if done.returncode:
        fail(f"{product} does not build", SOFTWARE)
    return pathlib.Path(output("swift", "build", *flags, "--show-bin-path").strip()) / product


def built_with_all_traits(product: str) -> pathlib.Path:
    """The debug build with all traits that `make test` leaves; it is made if it is missing."""
    path = BUILD / "all" / "debug" / product
    return path if os.access(path, os.X_OK) else swift_build(product, "--enable-all-traits", "--scratch-path", ".build/all")


def read_sources(folders: Sequence[str], pattern: str) -> list[pathlib.Path]:
    """The files below some folders of the repository, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob(pattern))
