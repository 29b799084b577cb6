"""Measures saves of a cargo in the PostgreSQL store beside pgbench's own simple-update, on one server that is started for it, in rounds in which
both run.

    ./tool bench-postgres                       seven rounds of 4 s each, 16 connections
    ./tool bench-postgres --rounds 3 --seconds 2 --connections 16
    ./tool bench-postgres --workers 2           and the same saves on a coordinator of Citus with so many workers, on the same processors

Prints bench NAME ratio=R goal=G better=higher against=PEER, and the rates beside it. The server is as PostgreSQL comes, durable commits included.
"""

import contextlib
import os
import random
import statistics
import subprocess
import tempfile

from ..project import fail, group, options_of, swift_build
from ..services import Postgres


def run(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{command[0]}: {done.stdout}{done.stderr}")
    return done.stdout


def main(arguments: list[str]) -> int:
    chosen = options_of(__doc__, arguments, rounds=7, seconds=4, connections=16, cargos=16_000, scale=(16, "pgbench's: 100,000 accounts each"),
                        workers=(0, "servers with Citus"), program=(str, "a postgres-load that is built already"))
    load = chosen.program or swift_build("postgres-load", "-c", "release", "--package-path", "service", "--traits", "Postgres", "--scratch-path", ".build/bench-postgres")
    with tempfile.TemporaryDirectory(prefix="bench-pg.", dir=os.environ.get("BENCH_STORE_DIR")) as place:
        os.chmod(place, 0o711)
        with Postgres(f"{place}/server", "max_wal_size=4GB") as server, contextlib.ExitStack() as more:
            distributed = None
            if chosen.workers:
                distributed = more.enter_context(Postgres(f"{place}/citus", "max_wal_size=4GB", f"citus={chosen.workers}", "citus.shard_count=32"))
            pgbench = server.program("pgbench")
            run(*pgbench, "-i", "-q", "-s", chosen.scale, "postgres")

            def simple_update() -> float:
                shown = run(*pgbench, "-n", "-N", "-M", "prepared", "-c", chosen.connections, "-j", 1, "-T", chosen.seconds, "postgres")
                return float(group(r"tps = ([\d.]+)", shown))

            def saves() -> float:
                return float(run(load, f"{server.url}&cargo_schema=bench", chosen.connections, chosen.cargos, chosen.seconds))

            def distributed_saves() -> float:
                assert distributed
                return float(run(load, f"{distributed.url}&cargo_schema=bench&cargo_distribution=citus", chosen.connections, chosen.cargos, chosen.seconds))

            rates: dict = {simple_update: [], saves: []} | ({distributed_saves: []} if distributed else {})
            for number in range(chosen.rounds + 1):
                for contender in random.sample(list(rates), len(rates)):
                    rate = contender()
                    if number > 0:  # the first round warms up
                        rates[contender].append(rate)
            ratio = statistics.median(ours / theirs for ours, theirs in zip(rates[saves], rates[simple_update]))
            print(f"bench postgres-save ratio={ratio:.2f} goal=0.6 better=higher against=pgbench simple-update")
            print(f"a cargo saved with its event: {statistics.median(rates[saves]):.0f} a second; pgbench -N: "
                  f"{statistics.median(rates[simple_update]):.0f} a second; {chosen.connections} connections each")
            if distributed:
                ratio = statistics.median(plain / spread for plain, spread in zip(rates[saves], rates[distributed_saves]))
                print(f"bench postgres-citus-save ratio={ratio:.2f} goal=2.5 better=lower against=the same save on one server")
                print(f"on Citus with {chosen.workers} workers: {statistics.median(rates[distributed_saves]):.0f} a second")
    return 0
