"""Measures stores that have worked for years: most of their cargos are archived, some are on their way.

    ./tool bench-aged --cli CLI                                    9,800,000 archived cargos and 200,000 others in each kind of store
    ./tool bench-aged --cli CLI --archived 98000 --stored 2000     the same in small; --stores sqlite postgres leaves JSON files out

CLI is a cargo-cli built with the traits SQLite and Postgres. Prints a line of CSV for each kind of store: its bytes, then the seconds and the memory (MB)
of a new process that tracks a cargo, and of one that is told where an archived cargo is; of five processes, the one in the middle counts. The memory
of PostgreSQL's server isn't in it. Of the JSON files, says also how long finding a cargo takes, as a ratio to reading and decoding its record. Filling them
takes half an hour and 20 GB.
"""

import argparse
import contextlib
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile

from ..project import ROOT, swift_build
from ..services import Postgres
from .command_line import Store

COLUMNS = "store,bytes,track_seconds,track_megabytes,archived_seconds,archived_megabytes"
GONE = "000000000000"  # an archived cargo
KEPT = "STILL-HERE"
REMOVED = """INSERT INTO removed_cargo (id, version, schema, document)
    SELECT substr('000000000000' || n, -12), 1, 255, '{"archive":"2026","offset":0}' FROM numbers"""


def row(store: Store, folder: pathlib.Path) -> str:
    store.book(KEPT)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    figures = []
    for id, status in ((KEPT, 0), (GONE, 3)):
        seconds, megabytes = zip(*(store.track(id, status) for _ in range(5)))
        figures.append(f"{statistics.median(seconds):.3f},{statistics.median(megabytes):.0f}")
    return ",".join([store.url.split(":")[0], str(size), *figures])


def json_files(cli: str, folder: pathlib.Path, archived: int, stored: int) -> str:
    filler = swift_build("StoreBenchmarks", "-c", "release", "--package-path", "Benchmarks")
    numbers = [str(folder / "store"), str(archived), str(stored)]
    subprocess.run([filler, "--child", "fill-aged", *numbers], check=True, cwd=ROOT)
    store = Store(cli, f"json:{folder}/store")
    for _ in range(2):  # the second time, the files from before the first are removed
        store("store", "compact")
    ratio = subprocess.run([filler, "--child", "find-aged", *numbers], check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout
    print(f"finding a cargo in the JSON files: {float(ratio):.2f} times reading and decoding", file=sys.stderr)
    return row(store, folder)


def sqlite(cli: str, folder: pathlib.Path, archived: int, stored: int) -> str:
    store = Store(cli, f"sqlite:{folder}/store")
    store.book_all(stored)
    with contextlib.closing(sqlite3.connect(folder / "store")) as database, database:
        numbers = f"WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < {archived - 1})"
        database.execute(f"{numbers} {REMOVED}")
    return row(store, folder)


def postgres(cli: str, folder: pathlib.Path, archived: int, stored: int) -> str:
    with Postgres(str(folder)) as server:
        store = Store(cli, server.url)
        store.book_all(stored)
        # The triggers compare each row with the cargos, of which none has such an id.
        numbers = f"WITH numbers AS (SELECT generate_series(0, {archived - 1}) AS n)"
        removed = REMOVED.replace("INTO ", "INTO cargo_kit.").replace("substr('000000000000' || n, -12)", "lpad(n::text, 12, '0')")
        script = f"SET session_replication_role = replica;\n{numbers} {removed};\nVACUUM ANALYZE;\n"
        words = [f"{server.programs}/psql", "-q", "-h", str(folder), "-U", "postgres", "-v", "ON_ERROR_STOP=1"]
        subprocess.run(words, input=script, text=True, check=True)
        return row(store, folder)


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
