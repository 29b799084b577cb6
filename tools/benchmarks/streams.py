"""Measures how soon domain events reach 1,000 event streams while 500 cargos a second are booked.

Every stream gets every event. The time of delivery runs from the answer to the booking to the arrival of its event. It is taken on some of
the streams; on the others the events are only counted. At the end each stream must have received all of them. The clients share the machine's
processors with the service.

    ./tool bench-streams                              1,000 streams, 500 events a second, 20 s
    ./tool bench-streams --streams 100 --rate 100 --seconds 5 --server PATH

Prints bench server-streams-p99 ratio=R goal=250 better=lower against=millisecond, and the rest beside it.
"""

import concurrent.futures
import http.client
import json
import multiprocessing
import os
import re
import resource
import select
import socket
import tempfile
import time
from multiprocessing.connection import Connection

from ..project import fail, options_of
from ..services import BOOKING, Service
from . import release_server
from .server import RATES, TOKEN

GOAL = 250  # ms
WATCHED = 10
CALLERS = 4
MARK = b'"aggregateId":"'
EVENT = re.compile(MARK + rb"([A-Z0-9]+)\"")
LONGEST_WAIT = 30  # seconds without a byte


def book(port: int, count: int, rate: float) -> list[tuple[bytes, float]]:
    """Books cargos at a steady rate; returns their tracking ids and when each was answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    booked, started = [], time.monotonic()
    for number in range(count):
        time.sleep(max(0.0, started + number / rate - time.monotonic()))
        connection.request("POST", "/v1/cargos", json.dumps(BOOKING), {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 201:
            raise RuntimeError(f"{answer.status} {text[:200]!r}")
        booked.append((json.loads(text)["trackingId"].encode(), time.monotonic()))
    return booked


def book_all(port: int, rate: float, seconds: int, results: Connection) -> None:
    """Books from several connections at once, in a process of its own."""
    with concurrent.futures.ThreadPoolExecutor(CALLERS) as pool:
        callers = [pool.submit(book, port, int(rate * seconds / CALLERS), rate / CALLERS) for _ in range(CALLERS)]
        results.send([one for caller in callers for one in caller.result()])


class Stream:
    """One client's connection, and how many events it has received."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.sendall(f"GET /v1/events HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\nAuthorization: Bearer {TOKEN}\r\n\r\n".encode())
        head = b""
        # The first chunk tells how long to wait before connecting again.
        while b"retry: " not in head or not head.endswith(b"\n\n\r\n"):
            part = self.socket.recv(4096)
            if not part or not head.startswith(b"HTTP/1.1 200"[:len(head)]):
                fail(f"no stream: {head[:200]!r}")
            head += part
        self.socket.setblocking(False)
        self.count = 0
        self.rest = b""

    def ids(self, part: bytes) -> list[bytes]:
        """Counts the events in the next part; returns the aggregates that raised them."""
        text = self.rest + part
        found = list(EVENT.finditer(text))
        self.rest = text[found[-1].end():] if found else text
        self.count += len(found)
        return [one[1] for one in found]

    def skim(self, part: bytes) -> None:
        """Only counts the events in the next part."""
        text = self.rest + part
        self.rest = text[1 - len(MARK):]
        self.count += text.count(MARK)


def receive(streams: list[Stream], results: Connection) -> tuple[list[tuple[bytes, float]], dict[bytes, float]]:
    """Reads all streams until the bookings are known and each stream has an event of each."""
    poll = select.epoll()
    by_number = {stream.socket.fileno(): stream for stream in streams}
    for number in by_number:
        poll.register(number, select.EPOLLIN)
    poll.register(results.fileno(), select.EPOLLIN)
    watched = set(list(by_number)[::max(1, len(streams) // WATCHED)])
    arrivals: list[tuple[bytes, float]] = []
    answered: dict[bytes, float] | None = None
    while answered is None or any(stream.count < len(answered) for stream in streams):
        ready = poll.poll(LONGEST_WAIT)
        if not ready:
            fail(f"nothing arrived for {LONGEST_WAIT} s; {len(arrivals)} events so far")
        for number, _ in ready:
            if number == results.fileno():
                answered = dict(results.recv())
                poll.unregister(number)
                continue
            part = by_number[number].socket.recv(1 << 18)
            if not part:
                fail("a stream ended")
            if number in watched:
                now = time.monotonic()
                arrivals += [(one, now) for one in by_number[number].ids(part)]
            else:
                by_number[number].skim(part)
    return arrivals, answered


def main(arguments: list[str]) -> int:
    chosen = options_of(__doc__, arguments, streams=1000, rate=(500, "bookings a second"), seconds=20, server=(str, "a cargo-server that is built"))
    server = chosen.server or release_server()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4 * chosen.streams + 1024), most))
    limits = {"CARGO_LIMITS_EVENT_STREAMS": str(chosen.streams), "CARGO_LIMITS_EVENT_STREAMS_PER_ADDRESS": "0",
              "CARGO_LIMITS_CONNECTIONS_PER_ADDRESS": str(chosen.streams + 100)}
    with tempfile.TemporaryDirectory(prefix="bench-streams.", dir=os.environ.get("BENCH_STORE_DIR")) as store:
        with Service(server, f"json:{store}/data", "--log-level", "notice", CARGO_ACCESS_TOKENS=f"service:{TOKEN}", **RATES, **limits) as service:
            service.add_ports(token=TOKEN)
            streams = [Stream(service.port) for _ in range(chosen.streams)]
            results, sender = multiprocessing.Pipe(duplex=False)
            booking = multiprocessing.Process(target=book_all, args=(service.port, chosen.rate, chosen.seconds, sender))
            started = time.monotonic()
            booking.start()
            arrivals, answered = receive(streams, results)
            booking.join()
            report(arrivals, answered, streams, time.monotonic() - started)
    return 0


def report(arrivals: list[tuple[bytes, float]], answered: dict[bytes, float], streams: list[Stream], seconds: float) -> None:
    times = sorted(max(0.0, at - answered[one]) * 1000 for one, at in arrivals)
    p50, p99 = (times[int(len(times) * part)] for part in (0.5, 0.99))
    print(f"bench server-streams-p99 ratio={p99:.0f} goal={GOAL} better=lower against=millisecond")
    print(f"{len(streams)} streams, {len(answered)} events, {len(answered) / seconds:.0f} a second, all received by each; "
          f"delivered after {p50:.0f} ms (median), {p99:.0f} ms (p99), {times[-1]:.0f} ms (latest)")
