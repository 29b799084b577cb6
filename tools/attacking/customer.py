"""A customer who books at a steady rate, and a balancer that asks /livez: in a process of their own, so that attackers don't slow them down."""

import http.client
import json
import multiprocessing
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from ..services import BOOKING, exchange
from .victim import CLERK

# How long a booking or a probe may take before it counts as this long.
PATIENCE = 10.0


class Customer:
    """What the other process does, and what it saw since it was last asked."""

    def __init__(self, port: int, rate: float) -> None:
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=lambda: _Work(port, rate).run(other), daemon=True)
        self.process.start()

    def ask(self, order: str = "report") -> dict[str, Any]:
        """Bookings and probes since the last time: seconds each, failures, and what was booked in all."""
        self.pipe.send(order)
        return self.pipe.recv()

    def end(self) -> dict[str, Any]:
        report = self.ask("end")
        self.process.join(20)
        return report


class _Work:
    def __init__(self, port: int, rate: float) -> None:
        self.port, self.rate = port, rate
        self.lock, self.stop = threading.Lock(), threading.Event()
        self.seen: dict[str, Any] = {"bookings": [], "probes": [], "failures": []}
        # When the booking and the probe under way began.
        self.under_way: dict[str, float] = {}
        # Customer id to tracking id, and those whose outcome is unknown.
        self.booked: dict[str, str] = {}
        self.unknown: list[str] = []
        self.connection = self.connect()

    def run(self, pipe: Connection) -> None:
        threads = [threading.Thread(target=self.repeat, args=work) for work in (("bookings", 1 / self.rate, self.book), ("probes", 0.5, self.probe))]
        for thread in threads:
            thread.start()
        order = ""
        while order != "end":
            order = pipe.recv()
            if order == "end":
                self.stop.set()
                for thread in threads:
                    thread.join()
            with self.lock:
                # What is still under way counts, too: it may be what hangs.
                for kind, since in self.under_way.items():
                    self.seen[kind].append(time.monotonic() - since)
                pipe.send({**self.seen, "booked": self.booked, "unknown": self.unknown})
                self.seen = {kind: [] for kind in self.seen}

    def repeat(self, kind: str, interval: float, work: Callable[[int, float], str]) -> None:
        """Does something again and again, at most a second behind its rate, and notes the time that it takes, or what fails."""
        due, number = time.monotonic(), 0
        while not self.stop.wait(max(0, due - time.monotonic())):
            due, number = max(due + interval, time.monotonic() - 1), number + 1
            started = time.monotonic()
            with self.lock:
                self.under_way[kind] = started
            try:
                problem = work(number, started)
            except (OSError, ValueError, http.client.HTTPException) as error:
                problem = repr(error)
            with self.lock:
                self.seen[kind].append(time.monotonic() - self.under_way.pop(kind))
                self.seen["failures"] += [f"{kind} {number}: {problem}"] * bool(problem)

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def book(self, number: int, started: float) -> str:
        """One booking, sent again under the same key until it is answered."""
        customer, problem = f"ATTACK-{number:06d}", ""
        booking = {**BOOKING, "origin": "SESTO", "destination": "USNYC", "customerId": customer}
        while (left := started + PATIENCE - time.monotonic()) > 0:
            self.connection.timeout = left
            if self.connection.sock:
                self.connection.sock.settimeout(left)
            try:
                status, _, answer = exchange(self.connection, "POST", "/v1/cargos", booking, token=CLERK, Idempotency_Key=f"key-{number}")
                if status == 201:
                    with self.lock:
                        self.booked[customer] = json.loads(answer)["trackingId"]
                    return ""
                problem = f"{status} {answer[:200]!r}"
            except (OSError, ValueError, http.client.HTTPException) as error:
                problem = repr(error)
            self.connection.close()
            time.sleep(0.05)
        with self.lock:
            self.unknown.append(customer)
        return problem or "no time"

    def probe(self, _: int, __: float) -> str:
        """On a new connection each time."""
        connection = self.connect()
        try:
            status = exchange(connection, "GET", "/livez", Connection="close")[0]
            return "" if status == 200 else str(status)
        finally:
            connection.close()
