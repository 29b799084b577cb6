"""Clients that book cargos without a pause while something happens to the service, and what became of their bookings."""

import collections
import http.client
import itertools
import json
import threading
import time
from collections.abc import Callable, Collection, Iterable
from typing import Any

from .services import BOOKING, PATIENCE, exchange, listed, until

Connection = http.client.HTTPConnection
Request = tuple[str, str, Any]  # method, path and value


def track(id: str) -> list[Request]:
    return [("GET", f"/v1/cargos/{id}/tracking", None)]


class Load:
    """Each client books under a new idempotency key, and sends each request again until it is acknowledged, each time over another connection.

    Statuses in `passing` mean that the service is away, like a connection that breaks; any other failure is one of the service.
    """

    def __init__(self, connect: Callable[[int], Connection], name: str, clients: int = 4, token: str | None = None,
                 passing: Collection[int] = (502, 503, 504), follow: Callable[[str], Iterable[Request]] = track) -> None:
        self.connect, self.token, self.name, self.passing, self.follow = connect, token, name, passing, follow
        self.lock, self.ending = threading.Lock(), threading.Event()
        # How many of the requests that follow each acknowledged booking were acknowledged, and how many that follow each booking were sent.
        self.acknowledged: dict[str, int] = {}
        self.sent: dict[str, int] = {}
        self.repeated: collections.Counter[object] = collections.Counter()
        self.wrong: list[str] = []
        self.last, self.longest = time.monotonic(), 0.0  # seconds without an acknowledgement
        self.threads = [threading.Thread(target=self._work, args=(number,), daemon=True) for number in range(clients)]
        for thread in self.threads:
            thread.start()

    def ids(self) -> list[str]:
        """The bookings that are acknowledged."""
        with self.lock:
            return list(self.acknowledged)

    def wait(self, more: int) -> None:
        """Waits until as many more bookings are acknowledged."""
        goal = len(self.ids()) + more
        if not until(lambda: len(self.ids()) >= goal or self.wrong, pause=0.01):
            self.wrong.append(f"{len(self.ids())} bookings after {PATIENCE:.0f} s, not {goal}")

    def gap(self) -> float:
        """The longest time without an acknowledgement since the last call, in seconds."""
        with self.lock:
            longest, self.longest, now = self.longest, 0.0, time.monotonic()
            longest, self.last = max(longest, now - self.last), now
            return longest

    def end(self) -> list[str]:
        self.ending.set()
        for thread in self.threads:
            thread.join(2 * PATIENCE)
        return self.ids()

    def _work(self, client: int) -> None:
        numbers = itertools.count(client)
        connection = self.connect(next(numbers))

        def is_done(method: str, path: str, value: Any, **fields: str) -> bool:
            """Sends a request until it is acknowledged; false if the answer is a wrong one, or the load ends and there is none."""
            nonlocal connection
            end = 0.0
            while not end or time.monotonic() < end:
                try:
                    status = exchange(connection, method, path, value, token=self.token, **fields)[0]
                except (OSError, http.client.HTTPException):
                    status = 0
                if status in (200, 201):
                    with self.lock:
                        now = time.monotonic()
                        self.longest, self.last = max(self.longest, now - self.last), now
                    return True
                if status and status not in self.passing:
                    self.wrong.append(f"{method} {path}: {status}")
                    return False
                self.repeated[status] += 1
                connection.close()
                connection = self.connect(next(numbers))
                if self.ending.is_set():
                    end = end or time.monotonic() + PATIENCE
                time.sleep(0.05)
            return False

        for number in itertools.count():
            if self.ending.is_set() or self.wrong:
                break
            id = f"{self.name}-{client}-{number}"
            with self.lock:
                self.sent[id] = 0
            if not is_done("POST", "/v1/cargos", {**BOOKING, "trackingId": id}, Idempotency_Key=f"key-{id}"):
                break
            with self.lock:
                self.acknowledged[id] = 0
            for request in self.follow(id):
                with self.lock:
                    self.sent[id] += 1
                if is_done(*request):
                    with self.lock:
                        self.acknowledged[id] += 1
        connection.close()


def missing(connection: Connection, token: str, ids: Iterable[str]) -> list[str]:
    """Those cargos that can't be tracked."""
    found = [id for id in ids if exchange(connection, "GET", f"/v1/cargos/{id}/tracking", token=token)[0] != 200]
    connection.close()
    return found


def count_cargos(connection: Connection, token: str, name: str) -> int:
    """How many cargos have a tracking id that begins with a name, by the list of all."""
    cargos = listed(lambda path: json.loads(exchange(connection, "GET", path, token=token)[2]), "/v1/cargos?limit=1000", "cargos")
    count = sum(cargo["trackingId"].startswith(name) for cargo in cargos)
    connection.close()
    return count
