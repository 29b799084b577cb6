"""Clients that book and track without a pause, and remember what was acknowledged."""

from __future__ import annotations

import collections
import http.client
import json
import threading
import time
from collections.abc import Callable

from .site import PATIENCE

PORTS = [("HKHKG", "Hong Kong"), ("SESTO", "Stockholm")]


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
        goal, end = len(self.acknowledged()) + more, time.monotonic() + PATIENCE
        while len(self.acknowledged()) < goal and not self.wrong:
            if time.monotonic() > end:
                self.wrong.append(f"{len(self.acknowledged())} bookings after {PATIENCE:.0f} s, not {goal}")
            time.sleep(0.01)

    def wait_for_refusals(self) -> None:
        """Waits until clients have found that the service is away."""
        end = time.monotonic() + PATIENCE
        while not self.repeated and time.monotonic() < end:
            time.sleep(0.01)

    def end(self) -> list[str]:
        self.ending.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        return self.acknowledged()

    def _ask(self, connection: http.client.HTTPConnection, method: str, path: str, value: object = None, **fields: str) -> int | None:
        """The status of an answer; None if there was none."""
        headers = {"Authorization": f"Bearer {self.token}", **{name.replace("_", "-"): text for name, text in fields.items()}}
        if value is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path, None if value is None else json.dumps(value), headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
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
            booking = {"arrivalDeadline": "2100-01-01T00:00:00Z", "customerId": "ACME", "destination": "SESTO", "origin": "HKHKG", "trackingId": tracking_id}
            if not self._until((200, 201), connection, "POST", "/v1/cargos", booking, Idempotency_Key=f"key-{tracking_id}"):
                break
            with self.lock:
                self.ids.append(tracking_id)
            if not self._until((200,), connection, "GET", f"/v1/cargos/{tracking_id}/tracking"):
                break
        connection.close()


def missing(connection: http.client.HTTPConnection, token: str, ids: list[str]) -> list[str]:
    """Those cargos that can't be tracked."""
    found = []
    for tracking_id in ids:
        connection.request("GET", f"/v1/cargos/{tracking_id}/tracking", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            found.append(tracking_id)
    connection.close()
    return found


def count_cargos(connection: http.client.HTTPConnection, token: str, name: str) -> int:
    """How many cargos have a tracking id that begins with a name, by the list of all."""
    path, count = "/v1/cargos?limit=1000", 0
    while path:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        page = json.loads(answer.read())
        count += sum(cargo["trackingId"].startswith(name) for cargo in page["cargos"])
        link = answer.headers.get("Link", "")
        path = link.split(">")[0].removeprefix("<") if 'rel="next"' in link else ""
    connection.close()
    return count
