"""Measures stores that have worked for years: most of their cargos are archived, some are on their way.

    ./tool bench-aged --cli CLI                                    9,800,000 archived cargos and 200,000 others in each kind of store
    ./tool bench-aged --cli CLI --archived 98000 --stored 2000     the same in small; --stores sqlite postgres leaves JSON files out

CLI is a cargo-cli built with the traits SQLite and Postgres. Prints a line of CSV for each kind of store: its bytes, then the seconds and the memory (MB)
of a new process that tracks a cargo, and of one that is told where an archived cargo is; of five processes, the one in the middle counts. The memory
of PostgreSQL's server isn't in it. Filling the JSON files takes half an hour and 20 GB.
"""

import argparse
import contextlib
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from ..project import ROOT, swift_build
from ..services import Postgres

COLUMNS = "store,bytes,track_seconds,track_megabytes,archived_seconds,archived_megabytes"
GONE = "000000000000"  # an archived cargo
KEPT = "STILL-HERE"
DEADLINE = "2099-01-01T00:00:00Z"
REMOVED = """INSERT INTO removed_cargo (id, version, schema, document)
    SELECT substr('000000000000' || n, -12), 1, 255, '{"archive":"2026","offset":0}' FROM numbers"""


class Store:
    """A store, and the command line that works on it."""

    def __init__(self, cli: str, url: str, folder: pathlib.Path) -> None:
        self.cli, self.url, self.folder = cli, url, folder
        for code, name in (("HKHKG", "Hong Kong"), ("SESTO", "Stockholm")):
            self("location", "add", code, name)
        self("book", "--origin", "HKHKG", "--destination", "SESTO", "--customer", "LAST", "--deadline", DEADLINE, "--tracking-id", KEPT)

    def __call__(self, *words: str) -> None:
        subprocess.run([self.cli, *words, "--store", self.url, "-q"], check=True, stdout=subprocess.DEVNULL)

    def book(self, count: int) -> None:
        lines = [f"S{number:07},HKHKG,SESTO,C{number // 20},{DEADLINE}" for number in range(count)]
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            print("tracking_id,origin,destination,customer_id,arrival_deadline", *lines, sep="\n", file=file, flush=True)
            self("book", "import", file.name)

    def row(self) -> str:
        size = sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())
        figures = [f"{seconds:.3f},{megabytes:.0f}" for seconds, megabytes in (self._tracked(KEPT, 0), self._tracked(GONE, 3))]
        return ",".join([self.url.split(":")[0], str(size), *figures])

    def _tracked(self, id: str, expected: int) -> tuple[float, float]:
        seconds, megabytes = [], []
        for _ in range(5):
            began = time.monotonic()
            process = subprocess.Popen([self.cli, "track", id, "--store", self.url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds.append(time.monotonic() - began)
            megabytes.append(usage.ru_maxrss / 1024)
            assert process.returncode == expected, (self.url, id, process.returncode)
        return statistics.median(seconds), statistics.median(megabytes)


def json_files(cli: str, folder: pathlib.Path, archived: int, stored: int) -> str:
    filler = swift_build("StoreBenchmarks", "-c", "release", "--package-path", "Benchmarks")
    subprocess.run([filler, "--child", "fill-aged", folder / "store", str(archived), str(stored)], check=True, cwd=ROOT)
    store = Store(cli, f"json:{folder}/store", folder / "store")
    store("store", "compact")
    return store.row()


def sqlite(cli: str, folder: pathlib.Path, archived: int, stored: int) -> str:
    store = Store(cli, f"sqlite:{folder}/store", folder)
    store.book(stored)
    with contextlib.closing(sqlite3.connect(folder / "store")) as database, database:
        numbers = f"WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < {archived - 1})"
        database.execute(f"{numbers} {REMOVED}")
    return store.row()


def postgres(cli: str, folder: pathlib.Path, archived: int, stored: int) -> str:
    with Postgres(str(folder)) as server:
        store = Store(cli, server.url, folder)
        store.book(stored)
        # The triggers compare each row with the cargos, of which none has such an id.
        numbers = f"WITH numbers AS (SELECT generate_series(0, {archived - 1}) AS n)"
        removed = REMOVED.replace("INTO ", "INTO cargo_kit.").replace("substr('000000000000' || n, -12)", "lpad(n::text, 12, '0')")
        script = f"SET session_replication_role = replica;\n{numbers} {removed};\nVACUUM ANALYZE;\n"
        words = [f"{server.programs}/psql", "-q", "-h", str(folder), "-U", "postgres", "-v", "ON_ERROR_STOP=1"]
        subprocess.run(words, input=script, text=True, check=True)
        return store.row()


KINDS = {"json": json_files, "sqlite": sqlite, "postgres": postgres}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="cargo-cli with the traits SQLite and Postgres")
    parser.add_argument("--archived", type=int, default=9_800_000)
    parser.add_argument("--stored", type=int, default=200_000)
    parser.add_argument("--stores", nargs="+", choices=KINDS, default=list(KINDS))
    options = parser.parse_args(arguments)
    cli = str(pathlib.Path(options.cli).resolve())
    print(COLUMNS, flush=True)
    for kind in options.stores:
        with tempfile.TemporaryDirectory(prefix="bench-aged.") as folder:
            print(KINDS[kind](cli, pathlib.Path(folder), options.archived, options.stored), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
