"""Registers events of the same cargos through several cargo-server processes on one PostgreSQL: none may be lost, none doubled.

    ./tool torture-postgres PROGRAM                          a cargo-server with the trait Postgres: 40,000 registrations, 4 processes
    ./tool torture-postgres PROGRAM --registrations 800      in small
    ./tool torture-postgres PROGRAM --compare                the same with one process before, for the throughput
    ./tool torture-postgres PROGRAM fsync=off                with settings of PostgreSQL
    ./tool torture-postgres PROGRAM --workers 3              on Citus: the third worker joins meanwhile, shards move, workers are killed

Every registration that was refused for the moment (409, 503) is sent again, as clients do; every tenth is sent to two processes at once.
"""

import concurrent.futures
import contextlib
import datetime
import http.client
import multiprocessing
import os
import random
import tempfile
import threading
import time

from ..project import fail, options_of
from ..services import BOOKING, Postgres, Service, exchange

BASE = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)


class Client:
    """A connection to each process, kept."""

    def __init__(self, ports: list[int]) -> None:
        self.connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=120) for port in ports]

    def register(self, place: int, cargo: int, minute: int) -> tuple[bool, int]:
        """Registers until it is done; tells whether the event was new, and how often it had to be sent."""
        at = (BASE + datetime.timedelta(minutes=minute)).strftime("%Y-%m-%dT%H:%M:%SZ")
        event = {"completionTime": at, "location": "HKHKG", "trackingId": f"TORTURE{cargo}", "type": "CUSTOMS"}
        for sent in range(1, 1000):
            status, _, body = exchange(self.connections[place % len(self.connections)], "POST", "/v1/handling-events", event)
            if status in (200, 201):
                return status == 201, sent
            if status not in (409, 503):
                raise RuntimeError(f"{status} {body!r}")
        raise RuntimeError("a registration was refused for ever")


def work(ports: list[int], threads: int, share: list[tuple[int, int]]) -> tuple[int, ...]:
    """Registers a share of the events from some threads; gives the number of new ones and of repeated sendings."""
    def one(lane: int) -> tuple[int, int]:
        client, twin = Client(ports), Client(ports)
        new = again = 0
        with concurrent.futures.ThreadPoolExecutor(1) as beside:
            for number, (cargo, minute) in enumerate(share[lane::threads]):
                second = beside.submit(twin.register, number + 1, cargo, minute) if number % 10 == 0 else None
                outcomes = [client.register(number, cargo, minute)] + ([second.result()] if second else [])
                new += sum(is_new for is_new, _ in outcomes)
                again += sum(sent - 1 for _, sent in outcomes)
        return new, again

    with concurrent.futures.ThreadPoolExecutor(threads) as pool:
        results = list(pool.map(one, range(threads)))
    return tuple(map(sum, zip(*results)))


class Moves:
    """What happens to the workers of Citus meanwhile."""

    SHARD = "SELECT shardid, nodename, nodeport FROM citus_shards WHERE table_name = 'cargo_kit.cargo'::regclass ORDER BY random() LIMIT 1"

    def __init__(self, database: Postgres, workers: int) -> None:
        self.database, self.workers, self.over = database, workers, threading.Event()
        self.moved = self.killed = 0
        self.wrong: list[str] = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        try:
            # All shards are on the other workers: a rebalance brings some.
            self.database.ask(f"SELECT citus_add_node('{self.database.directory}/worker{self.workers}', 5432)")
            self.database.ask("SELECT citus_rebalance_start(shard_transfer_mode := 'force_logical')")
            self.database.ask("SELECT citus_rebalance_wait()")
            self.moved += int(self.database.ask("SELECT count(*) FROM citus_shards WHERE table_name = 'cargo_kit.cargo'::regclass AND nodename LIKE "
                                                f"'%worker{self.workers}'"))
            while not self.over.wait(0.2):
                shard, name, port = self.database.ask(self.SHARD).split("|")
                target = self.database.ask(f"SELECT nodename FROM pg_dist_node WHERE groupid > 0 AND nodename <> '{name}' ORDER BY random() LIMIT 1")
                self.database.ask(f"SELECT citus_move_shard_placement({shard}, '{name}', {port}, '{target}', 5432, 'force_logical')")
                self.moved += 1
                worker = f"worker{random.randint(1, self.workers)}"
                self.database.control(f"{worker} kill")
                self.database.control(f"{worker} start")
                self.killed += 1
        except Exception as problem:  # of any kind: it must not stay unseen in a thread
            self.wrong.append(f"moving shards: {problem}")

    def end(self) -> list[str]:
        self.over.set()
        self.thread.join()
        return self.wrong or ([] if self.moved and self.killed else ["no shard moved, or no worker was killed"])


def run(program: str, processes: int, registrations: int, cargos: int, settings: list[str], workers: int) -> float:
    """Registrations a second."""
    with tempfile.TemporaryDirectory(prefix="torture-pg.") as place:
        os.chmod(place, 0o711)
        if workers:
            # Few shards, because moving one with its ten tables takes some seconds.
            settings = [*settings, f"citus={workers}", f"citus.shard_count={2 * workers}"]
        with Postgres(f"{place}/server", *settings) as database, contextlib.ExitStack() as stack:
            services = [stack.enter_context(Service(program, database.url, "--log-level", "notice")) for _ in range(processes)]
            ports = [service.port for service in services]
            services[0].add_ports()
            if workers:
                database.ask(f"SELECT citus_drain_node('{place}/server/worker{workers}', 5432)")
                database.ask(f"SELECT citus_remove_node('{place}/server/worker{workers}', 5432)")
            for cargo in range(cargos):
                services[cargo % processes].api("POST", "/v1/cargos", {**BOOKING, "trackingId": f"TORTURE{cargo}"})
            events = [(number % cargos, number // cargos) for number in range(registrations)]
            # Neighbours in time go to the same cargos, from all sides.
            window = 4 * cargos
            for start in range(0, len(events), window):
                part = events[start:start + window]
                random.shuffle(part)
                events[start:start + window] = part
            clients = 4
            moves = Moves(database, workers) if workers else None
            started = time.monotonic()
            with multiprocessing.Pool(clients) as pool:
                results = pool.starmap(work, [(ports, 4, events[number::clients]) for number in range(clients)])
            seconds = time.monotonic() - started
            new, again = map(sum, zip(*results))

            wrong = moves.end() if moves else []
            ask = database.ask
            stored = ask("SELECT count(*) FROM cargo_kit.handling_event")
            distinct = ask("SELECT count(*) FROM (SELECT DISTINCT id, document ->> 'completionTime' FROM cargo_kit.handling_event) AS one")
            gaps = ask("SELECT count(*) FROM (SELECT id FROM cargo_kit.handling_event GROUP BY id HAVING max(version) <> count(*)) AS uneven")
            last = ask("""SELECT count(*) FROM cargo_kit.cargo
                LEFT JOIN (SELECT id, max(document ->> 'completionTime') AS at FROM cargo_kit.handling_event GROUP BY id) AS last USING (id)
                WHERE (document -> 'delivery' -> 'lastHandled' ->> 'completionTime') IS DISTINCT FROM last.at""")
            raised = ask("SELECT count(*) FROM cargo_kit.domain_event")
            versions = ask("SELECT sum(version) FROM cargo_kit.cargo")
            found = {"stored": int(stored), "distinct": int(distinct)}
            if not moves:  # an outcome that is unknown because a worker was killed is a repetition when it is sent again
                found["acknowledged as new"] = new
            wrong += [f"{name}: {number}, not {registrations}" for name, number in found.items() if number != registrations]
            wrong += [f"{name}: {number}" for name, number in [("histories with gaps", gaps), ("cargos behind their history", last)] if number != "0"]
            print(f"{processes} processes: {registrations} registrations of {cargos} cargos, {registrations / seconds:.0f} a second; "
                  f"{again} sent again; {versions} cargo versions, {raised} domain events; none lost, none doubled"
                  + (f"; {moves.moved} shards moved, {moves.killed} workers killed" if moves else "") if not wrong else wrong, flush=True)
            tails = [service.tail() for service in services]
            wrong += ["a service did not end well" for service in services if service.close() != 0]
            if wrong:
                fail("\n".join(wrong + tails))
            return registrations / seconds


def main(arguments: list[str]) -> int:
    chosen = options_of(__doc__, arguments, "program", "setting*", registrations=40_000, processes=4, compare=False,
                        cargos=(0, "one for each 100 registrations if nothing is said"), workers=(0, "servers with Citus"))
    cargos = chosen.cargos or max(chosen.registrations // 100, 1)
    alone = run(chosen.program, 1, chosen.registrations, cargos, chosen.setting, chosen.workers) if chosen.compare else None
    together = run(chosen.program, chosen.processes, chosen.registrations, cargos, chosen.setting, chosen.workers)
    if alone:
        print(f"{chosen.processes} processes: {together / alone:.2f} times the throughput of one")
    return 0
