"""Clients that book and track without a pause, and remember what was acknowledged."""

import collections
import http.client
import json
import threading
import time
from collections.abc import Callable

from ..services import BOOKING, PATIENCE, exchange, until


class Load:
    """Each client books under a new idempotency key, sends the booking again until it is acknowledged, and tracks the cargo.

    While the service is away, connections break and nginx answers 502 or 504; any other failure is one of the service.
    """

    def __init__(self, connect: Callable[[], http.client.HTTPConnection], token: str, name: str, clients: int = 4) -> None:
        self.connect, self.token, self.name = connect, token, name
        self.lock = threading.Lock()
        self.ids: list[str] = []
        self.repeated: collections.Counter[object] = collections.Counter()
        self.wrong: list[str] = []
        self.ending = threading.Event()
        self.threads = [threading.Thread(target=self._work, args=(number,), daemon=True) for number in range(clients)]
        for thread in self.threads:
            thread.start()

    def acknowledged(self) -> list[str]:
        with self.lock:
            return list(self.ids)

    def wait(self, more: int) -> None:
        """Waits until as many more bookings are acknowledged."""
        goal = len(self.acknowledged()) + more
        if not until(lambda: len(self.acknowledged()) >= goal or self.wrong, pause=0.01):
            self.wrong.append(f"{len(self.acknowledged())} bookings after {PATIENCE:.0f} s, not {goal}")

    def wait_for_refusals(self) -> None:
        """Waits until clients have found that the service is away."""
        until(lambda: self.repeated, pause=0.01)

    def end(self) -> list[str]:
        self.ending.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        return self.acknowledged()

    def _ask(self, connection: http.client.HTTPConnection, method: str, path: str, value: object = None, **fields: str) -> int | None:
        """The status of an answer; None if there was none."""
        try:
            return exchange(connection, method, path, value, token=self.token, **fields)[0]
        except (OSError, http.client.HTTPException):
            connection.close()
            return None

    def _until(self, good: tuple[int, ...], connection: http.client.HTTPConnection, method: str, path: str, value: object = None, **fields: str) -> bool:
        """Asks until the answer is a good one; false if it is a wrong one, or the end has come."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status = self._ask(connection, method, path, value, **fields)
            if status in good:
                return True
            if status not in (None, 502, 503, 504):
                self.wrong.append(f"{method} {path}: {status}")
                return False
            self.repeated[status] += 1
            time.sleep(0.02)
        self.wrong.append(f"{method} {path}: no answer for {PATIENCE:.0f} s")
        return False

    def _work(self, client: int) -> None:
        connection, number = self.connect(), 0
        while not self.ending.is_set() and not self.wrong:
            number += 1
            tracking_id = f"{self.name}-{client}-{number}"
            booking = {**BOOKING, "trackingId": tracking_id}
            if not self._until((200, 201), connection, "POST", "/v1/cargos", booking, Idempotency_Key=f"key-{tracking_id}"):
                break
            with self.lock:
                self.ids.append(tracking_id)
            if not self._until((200,), connection, "GET", f"/v1/cargos/{tracking_id}/tracking"):
                break
        connection.close()


def missing(connection: http.client.HTTPConnection, token: str, ids: list[str]) -> list[str]:
    """Those cargos that can't be tracked."""
    found = [id for id in ids if exchange(connection, "GET", f"/v1/cargos/{id}/tracking", token=token)[0] != 200]
    connection.close()
    return found


def count_cargos(connection: http.client.HTTPConnection, token: str, name: str) -> int:
    """How many cargos have a tracking id that begins with a name, by the list of all."""
    path, count = "/v1/cargos?limit=1000", 0
    while path:
        _, headers, body = exchange(connection, "GET", path, token=token)
        count += sum(cargo["trackingId"].startswith(name) for cargo in json.loads(body)["cargos"])
        link = headers.get("Link", "")
        path = link.split(">")[0].removeprefix("<") if 'rel="next"' in link else ""
    connection.close()
    return count
