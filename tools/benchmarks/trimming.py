"""Measures how long bookings take while old domain events are trimmed, in a SQL store.

    ./tool bench-trimming --cli CLI                   the events of 20,000 cargos in SQLite and PostgreSQL
    ./tool bench-trimming --cli CLI --cargos 2000     the same in small

CLI is a cargo-cli built with the traits SQLite and Postgres. Each booking is made by a new process. Prints a line of CSV for each store, in milliseconds:
the median and the slowest of 100 bookings without trimming, and of those during it; and how many these were.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

from ..services import Postgres
from .command_line import Store

COLUMNS = "store,median,slowest,median_trimming,slowest_trimming,bookings_trimming"


def row(cli: str, url: str, cargos: int) -> str:
    store = Store(cli, url, now="2026-01-01T00:00:00Z")
    store.book_all(cargos)
    store.now = "2027-06-01T00:00:00Z"
    alone = [store.book(f"ALONE-{number}") for number in range(100)]
    trimming = subprocess.Popen([cli, "store", "trim", "--include-stored-cargos"], env=store.environment, stdout=subprocess.DEVNULL)
    beside: list[float] = []
    while trimming.poll() is None:
        beside.append(store.book(f"BESIDE-{len(beside)}"))
    if trimming.returncode:
        raise subprocess.CalledProcessError(trimming.returncode, "store trim")
    figures = [f"{figure * 1000:.0f}" for times in (alone, beside) for figure in (statistics.median(times), max(times))]
    return ",".join([url.split(":")[0], *figures, str(len(beside))])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="cargo-cli with the traits SQLite and Postgres")
    parser.add_argument("--cargos", type=int, default=20_000)
    options = parser.parse_args(arguments)
    cli = str(pathlib.Path(options.cli).resolve())
    print(COLUMNS, flush=True)
    with tempfile.TemporaryDirectory(prefix="bench-trimming.") as folder:
        print(row(cli, f"sqlite:{folder}/store", options.cargos), flush=True)
    with tempfile.TemporaryDirectory(prefix="bench-trimming.") as folder, Postgres(folder) as server:
        print(row(cli, server.url, options.cargos), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
