"""Imports generated rows and compares the peak of memory with that of a tenth of them. On Linux alone: elsewhere the system counts in other units.

    ./tool torture-import CLI ROWS
"""

import itertools
import os
import pathlib
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterable

from ..project import DATA, fail, options_of
from .command_line import CommandLine, built

LETTERS, SIGNS = string.ascii_uppercase, string.ascii_uppercase + "23456789"


def codes(count: int) -> Iterable[str]:
    """So many codes of locations: AAAAA, AAAAB and so on."""
    return map("".join, itertools.islice(itertools.product(LETTERS, LETTERS, SIGNS, SIGNS, SIGNS), count))


def write_locations(path: pathlib.Path, ids: Iterable[str]) -> str:
    """Writes a file of locations for import, and returns its path."""
    with path.open("w", encoding="utf-8") as file:
        file.write("un_locode,name\n")
        file.writelines(f'{code},"Place number {number}, as good as any"\n' for number, code in enumerate(ids))
    return str(path)


def peak(cli: CommandLine, file: str, status: int, *words: str) -> int:
    """The peak of memory of an import in KiB, as the system counted it when the process ended."""
    nothing = subprocess.DEVNULL
    process = cli.start("location", "import", file, *words, "-q", stdin=nothing, stdout=nothing, stderr=nothing)
    _, ended, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode != status:
        fail(f"the import of {file} ended with {process.returncode}, not {status}")
    return usage.ru_maxrss


def compare(path: str, folder: pathlib.Path, rows: int, good: bool) -> None:
    what, status = ("locations", 0) if good else ("bad rows, all rejected", DATA)
    few, many = (write_locations(folder / f"{name}.csv", codes(count) if good else (f"0{number}" for number in range(count)))
                 for name, count in (("few", rows // 10), ("many", rows)))
    # 8 bytes for each code that was seen, in a set that doubles.
    room = 2048 + (rows * 48 // 1024 if good else 0)
    for how, words, remark in (("dry run", ["--dry-run"], ""), ("stored", [], " (the store keeps an index of its locations in memory)")):
        least, most = (peak(CommandLine(path, folder, f"{name}-{what[:3]}"), file, status, *words) for name, file in (("few", few), ("many", many)))
        print(f"{what}, {how}: {rows // 10} rows {least} KiB, {rows} rows {most} KiB{remark}", flush=True)
        if most > least + room and not (good and how == "stored"):
            fail("the import remembers what it has read")


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "cli", "rows")
    if sys.platform != "linux":
        print("skipped: this is not Linux")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        for good in (False, True):
            compare(built(options.cli), pathlib.Path(folder), int(options.rows), good)
    return 0
