"""Measures how long bookings take while old domain events are trimmed, in a SQL store.

    ./tool bench-trimming --cli CLI                   a year of 20,000 cargos' events in SQLite and PostgreSQL
    ./tool bench-trimming --cli CLI --cargos 2000     the same in small

CLI is a cargo-cli built with the traits SQLite and Postgres. Each booking is made by a new process. Prints a line of CSV for each store, in milliseconds:
the median and the slowest of 100 bookings without trimming, and of those during it; and how many these were.
"""

import argparse
import contextlib
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from ..services import Postgres

COLUMNS = "store,median,slowest,median_trimming,slowest_trimming,bookings_trimming"
DEADLINE = "2099-01-01T00:00:00Z"


@contextlib.contextmanager
def store(kind: str, folder: str) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:{folder}/store"
    else:
        with Postgres(folder) as server:
            yield server.url


def measure(cli: str, url: str, cargos: int) -> str:
    def words(*words: str) -> list[str]:
        return [cli, *words, "--store", url, "-q"]

    def run(*command: str, now: str) -> None:
        subprocess.run(words(*command), check=True, stdout=subprocess.DEVNULL, env={**os.environ, "CARGO_NOW": now})

    def booked(name: str) -> float:
        began = time.monotonic()
        run("book", "--origin", "HKHKG", "--destination", "SESTO", "--customer", "LAST", "--deadline", DEADLINE, "--tracking-id", name, now="2027-06-01T00:00:00Z")
        return (time.monotonic() - began) * 1000

    for code, name in (("HKHKG", "Hong Kong"), ("SESTO", "Stockholm")):
        run("location", "add", code, name, now="2026-01-01T00:00:00Z")
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        lines = [f"S{number:07},HKHKG,SESTO,C{number // 20},{DEADLINE}" for number in range(cargos)]
        print("tracking_id,origin,destination,customer_id,arrival_deadline", *lines, sep="\n", file=file, flush=True)
        run("book", "import", file.name, now="2026-01-01T00:00:00Z")
    alone = [booked(f"ALONE-{number}") for number in range(100)]
    environment = {**os.environ, "CARGO_NOW": "2027-06-01T00:00:00Z"}
    trimming = subprocess.Popen(words("store", "trim", "--include-stored-cargos"), env=environment, stdout=subprocess.DEVNULL)
    beside: list[float] = []
    while trimming.poll() is None:
        beside.append(booked(f"BESIDE-{len(beside)}"))
    if trimming.returncode:
        raise subprocess.CalledProcessError(trimming.returncode, "store trim")
    figures = [f"{figure:.0f}" for times in (alone, beside) for figure in (statistics.median(times), max(times))]
    return ",".join([url.split(":")[0], *figures, str(len(beside))])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="cargo-cli with the traits SQLite and Postgres")
    parser.add_argument("--cargos", type=int, default=20_000)
    options = parser.parse_args(arguments)
    print(COLUMNS, flush=True)
    for kind in ("sqlite", "postgres"):
        with tempfile.TemporaryDirectory(prefix="bench-trimming.") as folder, store(kind, folder) as url:
            print(measure(str(pathlib.Path(options.cli).resolve()), url, options.cargos), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
