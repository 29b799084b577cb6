"""Measures the PostgreSQL store on Citus beside the same store on one server, all on this machine.

    ./tool bench-citus saves                    a save on a coordinator with two workers; all servers share the processors
    ./tool bench-citus shares                   four programs that save, with one, two and three workers; each server has a quarter of a processor for itself.
                                                Needs root on Linux
    ./tool bench-citus lists --cargos 1000000   lists of that many cargos. A twentieth of them is saved, and its events are numbered; SQL copies it
                                                19 times, without events

Each server is as PostgreSQL comes, durable commits included, and has a directory of its own. `shares` prints a line of CSV for each number of workers
(0: one server without Citus): saves a second, the same as a ratio to one server, and the processor time of a save in µs at the server that the programs
connect to and at all workers together.
"""

import contextlib
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from ..project import Word, fail, options_of
from ..services import Postgres
from .postgres import in_rounds, load_program, run

PERIOD = 10_000  # µs in which a server gets its share: short, so that it is never stopped for long
WORKERS = (0, 1, 2, 3)
PROGRAMS = 4
FEW = 10  # cargos for each connection of `shares`: looking for them first counts little


def servers(place: str, workers: int) -> Postgres:
    return Postgres(place, "max_wal_size=4GB", *([f"citus={workers}", "citus.shard_count=24"] if workers else []))


def saves(load: Word, place: str, rounds: int, seconds: int, connections: int, cargos: int) -> None:
    with servers(f"{place}/one", 0) as one, servers(f"{place}/several", 2) as several:
        def on(server: Postgres) -> float:
            return float(run(load, server.url, connections, cargos, seconds))

        contenders = [lambda: on(one), lambda: on(several)]
        plain, spread = in_rounds(rounds, contenders).values()
        ratio = statistics.median(ours / theirs for ours, theirs in zip(plain, spread))
        print(f"bench postgres-citus-save ratio={ratio:.2f} goal=2.5 better=lower against=the same save on one server")
        print(f"on one server: {statistics.median(plain):.0f} a second; on Citus with two workers: {statistics.median(spread):.0f}; {connections} connections")


class Share(contextlib.AbstractContextManager["Share"]):
    """A server with a share of the machine's processors: a control group with all its processes."""

    def __init__(self, directory: pathlib.Path, percent: int) -> None:
        self.server = int((directory / "data" / "postmaster.pid").read_text().split()[0])
        version2 = pathlib.Path("/sys/fs/cgroup/cgroup.controllers").exists()
        root = pathlib.Path("/sys/fs/cgroup") if version2 else pathlib.Path("/sys/fs/cgroup/cpu")
        self.group = root / f"bench-citus-{self.server}"
        self.group.mkdir()
        quota = percent * PERIOD // 100
        if version2:
            (root / "cgroup.subtree_control").write_text("+cpu")
            (self.group / "cpu.max").write_text(f"{quota} {PERIOD}")
        else:
            (self.group / "cpu.cfs_period_us").write_text(str(PERIOD))
            (self.group / "cpu.cfs_quota_us").write_text(str(quota))
        self.move(self.processes(), self.group)

    @staticmethod
    def move(processes: list[int], group: pathlib.Path) -> None:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                (group / "cgroup.procs").write_text(str(process))

    def processes(self) -> list[int]:
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.server)], stdout=subprocess.PIPE, text=True, check=False).stdout
        return [self.server, *map(int, children.split())]

    def used(self) -> float:
        """The seconds of processor time of all its processes, also of those that have ended."""
        ticks = 0
        for process in self.processes():
            with contextlib.suppress(FileNotFoundError):
                fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15 if process == self.server else 13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def __exit__(self, *_: object) -> None:
        while members := (self.group / "cgroup.procs").read_text().split():
            self.move([int(one) for one in members], self.group.parent)
        self.group.rmdir()


def shares(load: Word, place: str, percent: int, seconds: int, connections: int) -> None:
    print("workers,saves,ratio,coordinator_microseconds,workers_microseconds", flush=True)
    alone = 0.0
    for workers in WORKERS:
        with servers(f"{place}/{workers}", workers) as server, contextlib.ExitStack() as stack:
            def together(seconds: int) -> float:
                words = [[str(load), server.url, str(connections // PROGRAMS), str(connections * FEW // PROGRAMS), str(seconds), f"P{number}-"] for number in range(PROGRAMS)]
                started = [subprocess.Popen(one, stdout=subprocess.PIPE, text=True) for one in words]
                shown = [one.communicate()[0] for one in started]
                if any(one.returncode for one in started):
                    fail("saving failed")
                return sum(map(float, shown))

            together(1)  # books the cargos
            groups = [stack.enter_context(Share(pathlib.Path(server.directory) / name, percent)) for name in ["", *(f"worker{number + 1}" for number in range(workers))]]
            before = [group.used() for group in groups]
            rate = together(seconds)
            first, *others = (group.used() - was for group, was in zip(groups, before))
            alone = alone or rate
            print(f"{workers},{rate:.0f},{rate / alone:.2f},{first / rate / seconds * 1e6:.0f},{sum(others) / rate / seconds * 1e6:.0f}", flush=True)


def multiply(server: Postgres, saved: int) -> None:
    """Copies the cargos of `postgres-load fill` so that there are 20 times as many, with the next numbers in their ids."""
    for copy in range(1, 20):
        name = f"'C' || lpad((substr(id, 2)::integer + {copy * saved})::text, 7, '0')"
        originals = f"(SELECT *, {name} AS name FROM cargo_kit.%s WHERE id < 'C' || lpad('{saved}', 7, '0')) AS original"
        document = "replace(document::text, to_json(id)::text, to_json(name)::text)::json"
        server.ask(f"INSERT INTO cargo_kit.cargo (id, version, schema, document, needs) SELECT name, version, schema, {document}, needs FROM {originals % 'cargo'}")
        if server.distribution:  # triggers do it on one server
            for table, column in (("cargo_on_voyage", "voyage"), ("cargo_reference", "reference")):
                server.ask(f"INSERT INTO cargo_kit.{table} ({column}, id) SELECT {column}, name FROM {originals % table}")
    server.ask("VACUUM ANALYZE")


def lists(load: Word, place: str, workers: int, cargos: int) -> None:
    print("on,what,seconds", flush=True)
    for name, count in (("one server", 0), (f"Citus with {workers} workers", workers)):
        with servers(f"{place}/{count}", count) as server:
            for line in run(load, "fill", server.url, cargos // 20).splitlines():
                what, figure = line.split()
                print(f"{name},{what},{float(figure):.1f}", flush=True)
            multiply(server, cargos // 20)
            print(f"{name},cargos,{server.ask('SELECT count(*) FROM cargo_kit.cargo')}", flush=True)
            for line in run(load, "lists", server.url, cargos).splitlines():
                what, figure = line.split()
                print(f"{name},a page by {what},{float(figure) / 1000:.4f}", flush=True)


def main(arguments: list[str]) -> int:
    chosen = options_of(__doc__, arguments, "what", rounds=5, seconds=4, connections=16, cargos=16_000, share=(25, "percent of a processor"), workers=2,
                        program=(str, "a postgres-load that is built already"))
    if chosen.what not in ("saves", "shares", "lists"):
        fail(f"{chosen.what} is none of saves, shares and lists")
    load = chosen.program or load_program()
    with tempfile.TemporaryDirectory(prefix="bench-citus.", dir=os.environ.get("BENCH_STORE_DIR")) as place:
        os.chmod(place, 0o711)
        match chosen.what:
            case "saves":
                saves(load, place, chosen.rounds, chosen.seconds, chosen.connections, chosen.cargos)
            case "shares":
                shares(load, place, chosen.share, chosen.seconds, chosen.connections)
            case "lists":
                lists(load, place, chosen.workers, chosen.cargos)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
