"""Measures saves of a cargo in the PostgreSQL store beside pgbench's own simple-update, on one server that is started for it, in rounds in which
both run.

    ./tool bench-postgres                       seven rounds of 4 s each, 16 connections
    ./tool bench-postgres --rounds 3 --seconds 2 --connections 16

Prints bench NAME ratio=R goal=G better=higher against=PEER, and the rates beside it. The server is as PostgreSQL comes, durable commits included.
"""

import os
import random
import statistics
import subprocess
import tempfile
from collections.abc import Callable

from ..project import Word, fail, group, options_of, swift_build
from ..services import Postgres


def run(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{command[0]}: {done.stdout}{done.stderr}")
    return done.stdout


def load_program() -> Word:
    """The program that saves cargos, built as a release."""
    return swift_build("postgres-load", "-c", "release", "--package-path", "service", "--traits", "Postgres", "--scratch-path", ".build/bench-postgres")


def in_rounds(rounds: int, contenders: list[Callable[[], float]]) -> dict[Callable[[], float], list[float]]:
    """What each contender gives in each round, in which they run in random order; a round before them warms up."""
    rates: dict[Callable[[], float], list[float]] = {one: [] for one in contenders}
    for number in range(rounds + 1):
        for contender in random.sample(contenders, len(contenders)):
            rate = contender()
            if number > 0:
                rates[contender].append(rate)
    return rates


def main(arguments: list[str]) -> int:
    chosen = options_of(__doc__, arguments, rounds=7, seconds=4, connections=16, cargos=16_000, scale=(16, "pgbench's: 100,000 accounts each"),
                        program=(str, "a postgres-load that is built already"))
    load = chosen.program or load_program()
    with tempfile.TemporaryDirectory(prefix="bench-pg.", dir=os.environ.get("BENCH_STORE_DIR")) as place:
        os.chmod(place, 0o711)
        with Postgres(f"{place}/server", "max_wal_size=4GB") as server:
            pgbench = server.program("pgbench")
            run(*pgbench, "-i", "-q", "-s", chosen.scale, "postgres")

            def simple_update() -> float:
                shown = run(*pgbench, "-n", "-N", "-M", "prepared", "-c", chosen.connections, "-j", 1, "-T", chosen.seconds, "postgres")
                return float(group(r"tps = ([\d.]+)", shown))

            def saves() -> float:
                return float(run(load, f"{server.url}&cargo_schema=bench", chosen.connections, chosen.cargos, chosen.seconds))

            rates = in_rounds(chosen.rounds, [simple_update, saves])
            ratio = statistics.median(ours / theirs for ours, theirs in zip(rates[saves], rates[simple_update]))
            print(f"bench postgres-save ratio={ratio:.2f} goal=0.6 better=higher against=pgbench simple-update")
            print(f"a cargo saved with its event: {statistics.median(rates[saves]):.0f} a second; pgbench -N: "
                  f"{statistics.median(rates[simple_update]):.0f} a second; {chosen.connections} connections each")
    return 0
