"""Measures what one customer's flood costs another one's bookings, on a service that runs as it is installed.

A clerk books 50 cargos a second. In every other turn, a customer who may make 300 requests a minute sends a hundred times as many, and gets 429. In half of
these turns the customer's connections are kept, as HTTP clients and proxies do; in the others each request has its own, which costs the service more than the
request. The clerk, the customer and the service share the machine's processors. Where the system lets it, the clerk has precedence (Linux: SCHED_FIFO), so
that what is measured isn't how long it waits for the customer's programs. A booking's time runs from when it was due.

    ./tool bench-flood                              eight turns of 15 s with each flood, each after one of 15 s without: eight minutes
    ./tool bench-flood --rounds 2 --seconds 5 --server PATH

Prints bench NAME ratio=R goal=G better=lower against=PEER for both floods, and medians and rates beside it. The ratio is that of the 99th
percentiles of all turns: a turn's own is that of its seven slowest bookings, and goes up and down twofold with the disk.
"""

import asyncio
import collections
import http.client
import json
import multiprocessing
import os
import time
from multiprocessing.connection import Connection

from ..attacking.session import percentile
from ..attacking.victim import CLERK, FLOOD, Victim
from ..project import fail, options_of
from ..services import BOOKING, exchange
from . import MISSED, release_server

# What each flood may cost: over kept connections, and with a connection for each request.
GOALS = {True: 1.1, False: 1.5}
NAMES = {True: "server-flood-p99", False: "server-flood-of-connections-p99"}
RATE = 50
# Requests of the customer each second, from so many connections at once.
FLOODED, CONNECTIONS = 500, 16
SETTLING = 2  # seconds after a turn
REQUEST_BODY = json.dumps({"origin": "SESTO", "destination": "USNYC", "arrivalDeadline": "2100-01-01T00:00:00Z"}).encode()
REQUEST = (f"POST /v1/cargos HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {FLOOD}\r\nContent-Type: application/json\r\n"
           f"Content-Length: {len(REQUEST_BODY)}\r\n\r\n").encode() + REQUEST_BODY


def work(port: int, orders: Connection) -> None:
    """A clerk, who books for as many seconds as each order says, and sends back what each booking took."""
    if hasattr(os, "sched_setscheduler"):
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        except PermissionError:
            print("bench-flood: the clerk has no precedence: that needs CAP_SYS_NICE", flush=True)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    booking = {**BOOKING, "origin": "SESTO", "destination": "USNYC"}
    while seconds := orders.recv():
        taken: list[float] = []
        begun = time.monotonic()
        for number in range(int(seconds * RATE)):
            due = begun + number / RATE
            time.sleep(max(0.0, due - time.monotonic()))
            status, _, answer = exchange(connection, "POST", "/v1/cargos", booking, token=CLERK)
            if status != 201:
                raise RuntimeError(f"{status} {answer[:200]!r}")
            taken.append(time.monotonic() - due)
        orders.send(taken)


async def answered(reader: asyncio.StreamReader) -> str:
    """Reads an answer, and returns its status."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = next((int(line.split(":")[1]) for line in head.split("\r\n") if line.startswith("content-length:")), 0)
    await reader.readexactly(length)
    return head.split(" ")[1]


def flood(port: int, seconds: float, is_kept: bool, results: Connection) -> None:
    """The customer's requests; sends back how many got each status, and the seconds that they took."""
    answers: collections.Counter[str] = collections.Counter()
    begun = time.monotonic()

    async def send() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.monotonic() < begun + seconds:
            if not is_kept:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(REQUEST)
            answers[await answered(reader)] += 1
            await asyncio.sleep(CONNECTIONS / FLOODED)
        writer.close()

    async def everything() -> None:
        await asyncio.gather(*(send() for _ in range(CONNECTIONS)))

    asyncio.run(everything())
    results.send((answers, time.monotonic() - begun))


class Flood:
    """What was measured of one way to flood."""

    def __init__(self) -> None:
        self.quiet: list[float] = []
        self.taken: list[float] = []
        self.ratios: list[float] = []
        self.answers: collections.Counter[str] = collections.Counter()
        self.seconds = 0.0

    def note(self, quiet: list[float], taken: list[float], answers: collections.Counter[str], seconds: float) -> None:
        if not answers["429"] or set(answers) - {"201", "429"}:
            fail(f"the customer's requests were answered with {dict(answers)}")
        self.quiet += quiet
        self.taken += taken
        self.ratios.append(percentile(taken, 0.99) / percentile(quiet, 0.99))
        self.answers += answers
        self.seconds += seconds

    @property
    def ratio(self) -> float:
        return percentile(self.taken, 0.99) / percentile(self.quiet, 0.99)

    def line(self) -> str:
        rates = ", ".join(f"{count / self.seconds:.0f} times {status}" for status, count in sorted(self.answers.items()))
        return (f"p50 {percentile(self.quiet, 0.5):.2f} → {percentile(self.taken, 0.5):.2f} ms, p99 {percentile(self.quiet, 0.99):.2f} → "
                f"{percentile(self.taken, 0.99):.2f} ms ({len(self.quiet)} and {len(self.taken)} bookings; ratios of the turns {min(self.ratios):.2f} to "
                f"{max(self.ratios):.2f}); each second {rates}")


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, rounds=(8, "turns with each flood"), seconds=(15, "of each turn"), server=(str, "a cargo-server; a release build if not given"))
    context = multiprocessing.get_context("fork")
    floods = {True: Flood(), False: Flood()}
    victim = Victim(options.server or str(release_server()), [])
    try:
        clerk, orders = context.Pipe()
        context.Process(target=work, args=(victim.port, orders), daemon=True).start()
        orders.close()  # Or this process would wait for a clerk who has ended.

        def booked(seconds: float) -> list[float]:
            clerk.send(seconds)
            return clerk.recv()

        booked(3)
        for _ in range(options.rounds):
            for is_kept, measured in floods.items():
                time.sleep(SETTLING)
                quiet = booked(options.seconds)
                results, sender = context.Pipe(duplex=False)
                customer = context.Process(target=flood, args=(victim.port, options.seconds + 1, is_kept, sender), daemon=True)
                customer.start()
                sender.close()
                time.sleep(0.5)
                measured.note(quiet, booked(options.seconds), *results.recv())
                customer.join()
    finally:
        victim.close()
    for is_kept, measured in floods.items():
        print(f"{'kept connections' if is_kept else 'a connection for each request'}: {measured.line()}", flush=True)
        print(f"bench {NAMES[is_kept]} ratio={measured.ratio:.2f} goal={GOALS[is_kept]} better=lower against=the same without the flood", flush=True)
    return 0 if all(measured.ratio <= GOALS[is_kept] for is_kept, measured in floods.items()) else MISSED
