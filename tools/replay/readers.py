"""Readers of the replayed day: clients that sign in, open pages and lists, and follow event streams while it lasts."""

import concurrent.futures
import contextlib
import http.client
import itertools
import socket
import threading
from collections.abc import Callable, Iterable
from urllib.parse import urlencode

from ..checked import check
from ..services import Service, exchange, until
from .day import Day, Wire

CUSTOMER = "a-customer-of-the-replayed-day-0123456789abcd"
SIGNED_IN = 20  # requests of a browser before it signs out
LISTS = ["/v1/cargos?limit=50", "/v1/voyages", "/v1/locations", "/v1/worklist", "/v1/carrier-events", "/v1/subscriptions", "/v1/events?limit=50",
         "/v2/events?limit=50", "/metrics", "/readyz", "/openapi.json"]


class Readers(contextlib.AbstractContextManager["Readers"]):
    """Each has a thread and a connection of its own. They begin once everything is booked."""

    def __init__(self, service: Service, token: str, day: Day, pause: float) -> None:
        self.service, self.token, self.pause = service, token, pause
        self.ending = threading.Event()
        self.wrong: list[str] = []
        self.answers = 0
        self.heard: list[int] = []
        self.streams: list[http.client.HTTPConnection] = []
        ids = [cargo.id for cargo in day.cargos]
        own = [cargo.id for cargo in day.cargos if cargo.customer == day.cargos[0].customer]
        bearer = {"Authorization": f"Bearer {token}"}
        # These are answered soonest, so that they make most of the requests.
        cargos: list[Callable[[], None]] = [lambda: self.read([f"/v1/cargos/{id}" for id in ids], bearer)]
        self.works = 4 * cargos + [
            lambda: self.read(LISTS, bearer),
            lambda: self.read([path for id in ids for path in (f"/v1/cargos/{id}/tracking", f"/track/{id}")], bearer),
            lambda: self.browse("/clerk", token, ["", "/voyages", "/book", "/carrier-events", "/cargos.csv", "/subscriptions", *(f"/cargos/{id}" for id in ids)]),
            lambda: self.browse("/customer", CUSTOMER, ["", "/book", "/subscriptions", *(f"/cargos/{id}" for id in own)]),
            lambda: self.listen("/v1/events", bearer),
            lambda: self.listen(f"/track/{own[0]}/live", bearer),
            lambda: self.listen("/clerk/live", self.signed_in(service.connection(), "/clerk", token)),
        ]

    def __enter__(self) -> "Readers":
        self.pool = concurrent.futures.ThreadPoolExecutor(len(self.works))
        self.running = [self.pool.submit(work) for work in self.works]
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.set()
        for stream in self.streams:
            if stream.sock:
                stream.sock.shutdown(socket.SHUT_RDWR)
        self.pool.shutdown()

    def get(self, connection: http.client.HTTPConnection, path: str, headers: dict[str, str]) -> None:
        status, _, content = exchange(connection, "GET", path, **headers)
        if status != 200:
            self.wrong.append(f"GET {path}: {status} {content[:200]!r}")
        self.answers += 1

    def read(self, paths: list[str], headers: dict[str, str]) -> None:
        connection = self.service.connection()
        for path in itertools.cycle(paths):
            self.get(connection, path, headers)
            if self.ending.wait(self.pause):
                return

    def signed_in(self, connection: http.client.HTTPConnection, area: str, token: str) -> dict[str, str]:
        status, headers, content = exchange(connection, "POST", f"{area}/sign-in", urlencode({"token": token}), "application/x-www-form-urlencoded")
        if status != 303:
            self.wrong.append(f"POST {area}/sign-in: {status} {content[:200]!r}")
        return {"Cookie": (headers["Set-Cookie"] or "").partition(";")[0]}

    def browse(self, area: str, token: str, paths: list[str]) -> None:
        """Opens the pages of an area, and signs in anew now and then."""
        connection = self.service.connection()
        for number, path in enumerate(itertools.cycle(paths)):
            if number % SIGNED_IN == 0:
                cookie = self.signed_in(connection, area, token)
            self.get(connection, area + path, cookie)
            if self.ending.wait(self.pause):
                return

    def listen(self, path: str, headers: dict[str, str]) -> None:
        """Reads a stream until it is shut."""
        connection = self.service.connection()
        self.streams.append(connection)
        connection.request("GET", path, headers=headers | {"Accept": "text/event-stream"})
        answer = connection.getresponse()
        if answer.status != 200:
            self.wrong.append(f"GET {path}: {answer.status}")
        for line in answer:
            if path == "/v1/events" and line.startswith(b"id: "):
                self.heard.append(int(line[4:]))

    def judge(self, events: list[Wire]) -> None:
        wanted = [event["sequence"] for event in events]
        until(lambda: len(self.heard) >= len(wanted), pause=0.2)
        check(self.heard == wanted, f"a stream has all {len(wanted)} events in order", (len(self.heard), self.heard[-3:]))
        self.ending.set()
        check(not self.wrong, f"{self.answers} lists, views and pages were read meanwhile", self.wrong[:3])
        broken = [str(one.exception()) for one in self.running if one.done() and one.exception()]
        check(not broken, "no reader was cut off", broken)
