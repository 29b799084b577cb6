"""Imports generated rows and compares the peak of memory with that of a tenth of them. On Linux alone: elsewhere the system counts in other units.

    ./tool torture-import CLI ROWS [DIRECTORY]
"""

import os
import subprocess
import sys

from ..project import DATA, fail, options_of
from .command_line import CommandLine, begun, codes, write_locations


def peak(cli: CommandLine, file: str, status: int, *words: str) -> int:
    """The peak of memory of an import in KiB, as the system counted it when the process ended."""
    nothing = subprocess.DEVNULL
    process = cli.start("location", "import", file, *words, "-q", stdin=nothing, stdout=nothing, stderr=nothing)
    _, ended, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(ended)
    if process.returncode != status:
        fail(f"the import of {file} ended with {process.returncode}, not {status}")
    return usage.ru_maxrss


def compare(cli: CommandLine, rows: int, good: bool) -> None:
    what, status = ("locations", 0) if good else ("bad rows, all rejected", DATA)
    few, many = (write_locations(cli.folder / f"{name}.csv", codes(count) if good else (f"0{number}" for number in range(count)))
                 for name, count in (("few", rows // 10), ("many", rows)))
    # 8 bytes for each code that was seen, in a set that doubles.
    room = 2048 + (rows * 48 // 1024 if good else 0)
    for how, words, remark in (("dry run", ["--dry-run"], ""), ("stored", [], " (the store keeps an index of its locations in memory)")):
        least = peak(cli.on(f"few-{what[:3]}"), few, status, *words)
        most = peak(cli.on(f"many-{what[:3]}"), many, status, *words)
        print(f"{what}, {how}: {rows // 10} rows {least} KiB, {rows} rows {most} KiB{remark}", flush=True)
        if most > least + room and not (good and how == "stored"):
            fail("the import remembers what it has read")


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "cli", "rows", "directory?")
    if sys.platform != "linux":
        print("skipped: this is not Linux")
        return 0
    with begun(options) as cli:
        for good in (False, True):
            compare(cli, int(options.rows), good)
    return 0
