"""Bookings and handling through several services while the cluster fails, and what became of them."""

import http.client
import itertools
import threading
import time

from ..services import BOOKING, Service, exchange
from .verdict import TYPE, completion


class Load:
    """Clients that book cargos and register events of them, each until it is acknowledged. A repeated booking has the same idempotency key."""

    def __init__(self, services: list[Service], clients: int = 6) -> None:
        self.services = services
        self.stopping = threading.Event()
        # How many events of each booked cargo were acknowledged, and sent.
        self.acknowledged: dict[str, int] = {}
        self.sent: dict[str, int] = {}
        self.last = time.monotonic()
        self.longest = 0.0  # seconds without an acknowledgement
        self.lock, self.faults = threading.Lock(), list[str]()
        self.threads = [threading.Thread(target=self.work, args=(number,)) for number in range(clients)]
        for thread in self.threads:
            thread.start()

    def work(self, client: int) -> None:
        for number in itertools.count():
            id = f"CLUSTER{client}N{number}"
            with self.lock:
                self.sent[id] = 0
            if not self.until_done(client, "/v1/cargos", {**BOOKING, "trackingId": id}, key=id):
                return
            with self.lock:
                self.acknowledged[id] = 0
            for minute in range(2):
                event = {"completionTime": completion(minute), "location": "HKHKG", "trackingId": id, "type": TYPE}
                with self.lock:
                    self.sent[id] += 1
                if not self.until_done(client, "/v1/handling-events", event):
                    return
                with self.lock:
                    self.acknowledged[id] += 1

    def until_done(self, client: int, path: str, value: dict[str, str], key: str | None = None) -> bool:
        """Sends a request to one service after the other until one acknowledges it; false if the load ends before."""
        for attempt in itertools.count(client):
            if self.stopping.is_set():
                return False
            connection = self.services[attempt % len(self.services)].connection(timeout=20)
            try:
                fields = {"Idempotency_Key": f'"{key}"'} if key else {}
                status, _, body = exchange(connection, "POST", path, value, **fields)
            except (OSError, http.client.HTTPException):
                status, body = 0, b""
            finally:
                connection.close()
            if status in (200, 201):
                self.note()
                return True
            if status not in (0, 409, 429, 500, 503, 504):
                with self.lock:
                    self.faults.append(f"POST {path}: {status} {body.decode(errors='replace')[:500]}")
                return False
            time.sleep(0.1)  # as clients do; nothing waits for it
        return False

    def note(self) -> None:
        with self.lock:
            now = time.monotonic()
            self.longest = max(self.longest, now - self.last)
            self.last = now

    def gap(self) -> float:
        """The longest time without an acknowledgement since the last call, in seconds."""
        with self.lock:
            longest = max(self.longest, time.monotonic() - self.last)
            self.longest, self.last = 0.0, time.monotonic()
            return longest

    def count(self) -> int:
        with self.lock:
            return len(self.acknowledged)

    def end(self) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join()
