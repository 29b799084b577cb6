"""Kills a service over and over while a carrier pushes events, and while what they wait for is registered; then lets another carrier flood it.

    ./tool torture-carriers                        the debug cargo-server, 40 cargos, 10 kills, 100,000 events that nobody can place
    ./tool torture-carriers --cargos 200 --kills 40 --flood 0
    ./tool torture-carriers --server PATH          another build

Each cargo's container is loaded onto a voyage that isn't registered. A carrier that gets no answer sends its events again. Held must be: what was
answered is kept, each event once; once the voyage is registered, each cargo is loaded, once; a flood keeps at most 10,000 events, is told to come
back later, leaves the memory bounded, and bookings go on meanwhile. Prints the numbers. Exit status: 0 all held; 1 something did not; 64 usage.
"""

import collections
import datetime
import http.client
import pathlib
import random
import tempfile
import threading
import time
from typing import Any

from ..checks.api import NO_RATES
from ..project import built_with_all_traits, options_of
from ..replay.day import container
from ..services import BOOKING, Service, exchange, listed, until

CLERK, CARRIER, FLOODER = ("0123456789abcdef-clerk-ghijklmnop", "0123456789abcdef-maeu-ghijklmnop", "0123456789abcdef-zzzz-ghijklmnop")
ADMIN = "0123456789abcdef-boss-ghijklmnop"
TOKENS = f"admin:{ADMIN},clerk:{CLERK},carrier@MAEU:{CARRIER},carrier@ZZZZ:{FLOODER}"


def instant(days: int) -> str:
    """The time in so many days."""
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


YESTERDAY = instant(-1)
MOVEMENTS = [{"departureLocation": "HKHKG", "arrivalLocation": "SESTO", "departureTime": YESTERDAY, "arrivalTime": instant(30)}]
DEADLINE = {"arrivalDeadline": instant(60)}
BATCH = 1000
MOST_MEMORY = 400  # MiB


def event(number: int, code: str = "LOAD") -> dict[str, Any]:
    return {"eventID": f"e{number}", "eventType": "EQUIPMENT", "eventClassifierCode": "ACT", "eventDateTime": YESTERDAY,
            "equipmentEventTypeCode": code, "equipmentReference": container(number), "emptyIndicatorCode": "LADEN",
            "transportCall": {"UNLocationCode": "HKHKG", "exportVoyageNumber": "W9"}}


class Place:
    """A store whose service is killed and started again."""

    def __init__(self, binary: str, folder: pathlib.Path) -> None:
        self.binary, self.store = binary, f"json:{folder / 'store'}"
        self.start()

    def start(self) -> None:
        # Nothing is limited but what this is about.
        self.service = Service(self.binary, self.store, CARGO_ACCESS_TOKENS=TOKENS, **NO_RATES)

    def kill(self) -> None:
        self.service.process.kill()
        self.service.process.wait()
        self.start()

    def push(self, events: list[dict[str, Any]], token: str = CARRIER) -> tuple[int, http.client.HTTPMessage]:
        """Sends events until there is an answer."""
        while True:
            try:
                status, headers, _ = exchange(self.service.connection(), "POST", "/v2/events", events, token=token)
                return status, headers
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)

    def kept(self, carrier: str, state: str = "open") -> list[dict[str, Any]]:
        path = f"/v1/carrier-events?state={state}&carrier={carrier}&limit=1000"
        return list(listed(lambda path: self.service.api("GET", path, token=CLERK), path, "carrierEvents"))


def push_and_kill(place: Place, cargos: int, kills: int) -> None:
    """Pushes all events in messages of a few, and kills the service now and then."""
    numbers = list(range(cargos))
    random.shuffle(numbers)
    done = threading.Event()

    def push() -> None:
        for start in range(0, cargos, 4):
            place.push([event(number) for number in numbers[start:start + 4]])
            time.sleep(random.uniform(0, 0.3))
        done.set()

    pusher = threading.Thread(target=push)
    pusher.start()
    for _ in range(kills):
        if not done.wait(random.uniform(0.05, 0.4)):
            place.kill()
    pusher.join()


def flood(place: Place, count: int, claims: dict[str, bool]) -> str:
    """Sends events of containers that no cargo has, while cargos are booked."""
    took: list[float] = []
    ended = threading.Event()

    def book() -> None:
        while not ended.is_set():
            began = time.monotonic()
            place.service.api("POST", "/v1/cargos", BOOKING, CLERK)
            took.append(time.monotonic() - began)
            time.sleep(0.02)

    booker = threading.Thread(target=book)
    booker.start()
    answers: collections.Counter[int] = collections.Counter()
    waits = set()
    for start in range(0, count, BATCH):
        status, headers = place.push([event(100_000 + number, "GTIN") for number in range(start, start + BATCH)], FLOODER)
        answers[status] += 1
        waits.add(headers.get("Retry-After") if status == 429 else None)
    ended.set()
    booker.join()
    kept, used = len(place.kept("ZZZZ")), place.service.memory
    claims["of a flood, 10,000 events are kept"] = kept == min(count, 10_000)
    claims["then the carrier is told to come back later"] = count <= 10_000 or (answers[429] > 0 and waits - {None} != set())
    claims[f"the service's memory stays below {MOST_MEMORY} MiB"] = used < MOST_MEMORY
    took.sort()
    claims["meanwhile, 95 of 100 bookings take less than half a second"] = took[len(took) * 95 // 100] < 0.5
    times = f"{len(took)} bookings in {took[len(took) // 2]:.3f} s, the slowest in {took[-1]:.3f} s"
    return f"flood of {count}: answers {dict(answers)}, {kept} kept, {used:.0f} MiB, {times}"


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, server=str, cargos=40, kills=10, flood=100_000)
    claims: dict[str, bool] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Place(str(pathlib.Path(options.server or built_with_all_traits("cargo-server")).absolute()), pathlib.Path(folder))
        place.service.add_ports("HKHKG", "SESTO", token=ADMIN)
        ids = []
        for number in range(options.cargos):
            ids.append(place.service.api("POST", "/v1/cargos", BOOKING | DEADLINE, CLERK)["trackingId"])
            place.service.api("POST", f"/v1/cargos/{ids[-1]}/references", {"type": "CONTAINER", "value": container(number)}, CLERK)
        push_and_kill(place, options.cargos, options.kills)
        kept = [one["eventID"] for one in place.kept("MAEU")]
        claims["what was answered is kept, once"] = sorted(kept) == sorted(f"e{number}" for number in range(options.cargos))
        place.service.api("PUT", "/v1/voyages/W9", {"schedule": MOVEMENTS}, ADMIN)
        for _ in range(options.kills):
            time.sleep(random.uniform(0.05, 0.7))
            place.kill()
        until(lambda: not place.kept("MAEU"))
        claims["nothing waits once the voyage is registered"] = place.kept("MAEU") == []
        histories = [place.service.api("GET", f"/v1/cargos/{one}/handling-events", token=CLERK)["handlingEvents"] for one in ids]
        claims["each cargo was loaded, once"] = all([one["type"] for one in history] == ["LOAD"] for history in histories)
        told = flood(place, options.flood, claims) if options.flood else ""
        place.service.close()
    for claim, is_so in claims.items():
        print(f"{'ok    ' if is_so else 'FAILED'} {claim}")
    print(f"{options.cargos} cargos, {options.kills} kills twice. {told}".strip())
    return 0 if all(claims.values()) else 1
