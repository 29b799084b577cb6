"""Measures what one customer's flood costs another one's bookings, on a service that runs as it is installed.

A clerk books 50 cargos a second. In every other turn, a customer who may make 300 requests a minute sends a hundred times as many, and gets 429. Once the
customer's connections are kept, as HTTP clients and proxies do, and once each request has a connection of its own, which costs the service more than the
request. The clerk, the customer and the service share the machine's processors; the clerk has precedence (Linux: SCHED_FIFO), so that what is measured
isn't how long it waits for the customer's programs.

    ./tool bench-flood                              eight turns of 15 s with each flood, and as many without: nine minutes
    ./tool bench-flood --rounds 2 --seconds 5 --server PATH

Prints bench server-flood-p99 ratio=R goal=1.1 better=lower against=PEER, and medians and rates beside it.
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

GOAL = 1.1
RATE = 50
# Requests of the customer each second, from so many connections at once.
FLOODED, CONNECTIONS = 500, 16
REQUEST_BODY = json.dumps({"origin": "SESTO", "destination": "USNYC", "arrivalDeadline": "2100-01-01T00:00:00Z"}).encode()
REQUEST = (f"POST /v1/cargos HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {FLOOD}\r\nContent-Type: application/json\r\n"
           f"Content-Length: {len(REQUEST_BODY)}\r\n\r\n").encode() + REQUEST_BODY


def work(port: int, orders: Connection) -> None:
    """A clerk, who books for as many seconds as each order says, and sends back what each booking took."""
    if hasattr(os, "sched_setscheduler"):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    booking = {**BOOKING, "origin": "SESTO", "destination": "USNYC"}
    while seconds := orders.recv():
        taken: list[float] = []
        begun = time.monotonic()
        for number in range(int(seconds * RATE)):
            time.sleep(max(0.0, begun + number / RATE - time.monotonic()))
            started = time.monotonic()
            status, _, answer = exchange(connection, "POST", "/v1/cargos", booking, token=CLERK)
            if status != 201:
                raise RuntimeError(f"{status} {answer[:200]!r}")
            taken.append(time.monotonic() - started)
        orders.send(taken)


async def answered(reader: asyncio.StreamReader) -> str:
    """Reads an answer, and returns its status."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = next((int(line.split(":")[1]) for line in head.split("\r\n") if line.startswith("content-length:")), 0)
    await reader.readexactly(length)
    return head.split(" ")[1]


def flood(port: int, seconds: float, is_kept: bool, results: Connection) -> None:
    """The customer's requests; sends back how many got each status."""
    answers: collections.Counter[str] = collections.Counter()

    async def send() -> None:
        end = time.monotonic() + seconds
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.monotonic() < end:
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
    results.send(answers)


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, rounds=(8, "turns with each flood"), seconds=(15, "of each turn"), server=(str, "a cargo-server; a release build if not given"))
    context = multiprocessing.get_context("fork")
    victim = Victim(options.server or str(release_server()), [])
    try:
        clerk, orders = context.Pipe()
        context.Process(target=work, args=(victim.port, orders), daemon=True).start()

        def booked(seconds: float) -> list[float]:
            clerk.send(seconds)
            return clerk.recv()

        booked(3)
        quiet: list[float] = []
        floods: dict[bool, list[float]] = {True: [], False: []}
        answers: dict[bool, collections.Counter[str]] = {True: collections.Counter(), False: collections.Counter()}
        for _ in range(options.rounds):
            for is_kept, taken in floods.items():
                quiet += booked(options.seconds / 2)
                results, sender = context.Pipe(duplex=False)
                customer = context.Process(target=flood, args=(victim.port, options.seconds + 1, is_kept, sender), daemon=True)
                customer.start()
                time.sleep(0.5)
                taken += booked(options.seconds)
                answers[is_kept] += results.recv()
                customer.join()
    finally:
        victim.close()
    calm = percentile(quiet, 0.99)
    for is_kept, taken in floods.items():
        busy, rates = percentile(taken, 0.99), answers[is_kept]
        if not rates["429"]:
            fail(f"the customer's requests were answered with {dict(rates)}")
        print(f"{'kept connections' if is_kept else 'a connection for each request'}: bookings p50 {percentile(quiet, 0.5):.2f} → {percentile(taken, 0.5):.2f} ms,"
              f" p99 {calm:.2f} → {busy:.2f} ms ({len(quiet)} and {len(taken)} bookings), {rates['429'] / options.rounds / options.seconds:.0f} requests a second refused", flush=True)
        if is_kept:
            print(f"bench server-flood-p99 ratio={busy / calm:.2f} goal={GOAL} better=lower against=the same without the flood", flush=True)
    return 0 if percentile(floods[True], 0.99) <= GOAL * calm else MISSED
