"""Replays a carrier's day through imports, pushes and the API at once, and compares each tracking view with the model's.

    ./tool replay-day                                             600 cargos and 24 voyages with the debug build
    ./tool replay-day --cargos 10000 --voyages 200 --server S --cli C    a whole day

Cargos are booked, routed and given containers; then voyages are put off, bookings cancelled, and events registered in three ways at once, each in an
order of its own and a tenth of them twice: CSV files through cargo-cli beside the running service, DCSA events that a carrier pushes and signs, and
the API. In the end some are retracted. Each view must be the model's, and a webhook must have every event, those of each cargo in order. So must four
subscribers (by customer, type, reference and cargo) have theirs, signed, which two relays send them meanwhile.
"""

from __future__ import annotations

import argparse
import base64
import concurrent.futures
import csv
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from ..model import use_cases
from ..model.codec import write
from ..model.locations import Location
from ..model.world import World
from ..pages.inspection import check, counts
from ..project import built_with_all_traits, fail
from ..services import Service
from .day import PORTS, Cargo, Day, Wire
from .subscribers import Subscriptions

CLIENTS = 4
CARRIER = base64.b64encode(bytes(range(7, 39))).decode()
TOKEN = "a-token-of-the-replayed-day-0123456789abcdef"


class Receiver(http.server.ThreadingHTTPServer):
    """A webhook that keeps what it is sent."""

    def __init__(self) -> None:
        self.events: list[Wire] = []
        self.lock = threading.Lock()
        super().__init__(("127.0.0.1", 0), Hook)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"


class Hook(http.server.BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.events.append(event)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def everywhere(work: Callable[[Any], object], parts: Iterable[Any]) -> None:
    """Does the work for all parts with some clients at once."""
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        for _ in pool.map(work, parts):
            pass


def prepare(service: Service, day: Day) -> None:
    """Locations, voyages, bookings, routes and containers."""
    def api(method: str, path: str, value: Any, **fields: str) -> None:
        service.api(method, path, value, TOKEN, **fields)

    everywhere(lambda port: api("PUT", f"/v1/locations/{port}", {"name": f"Port {port}"}), PORTS)
    everywhere(lambda voyage: api("PUT", f"/v1/voyages/{voyage.number}", {"schedule": voyage.schedule()}), day.voyages.values())

    def book(cargo: Cargo) -> None:
        api("POST", "/v1/cargos", cargo.booking)
        api("PUT", f"/v1/cargos/{cargo.id}/itinerary", {"legs": cargo.legs}, If_Match="*")
        api("POST", f"/v1/cargos/{cargo.id}/references", {"type": "CONTAINER", "value": cargo.container})

    everywhere(book, day.cargos)


def channels(day: Day, choices: random.Random) -> tuple[list[Wire], list[Wire], list[tuple[Cargo, Wire]]]:
    """The events of the API, the files and the carrier, each in an order of its own; a tenth comes in two ways."""
    by_api: list[Wire] = []
    by_file: list[Wire] = []
    by_carrier: list[tuple[Cargo, Wire]] = []
    for cargo in day.cargos:
        for event in cargo.events:
            ways = [0, 1, 2] if event["type"] in ("LOAD", "UNLOAD") else [0, 1]
            for way in choices.sample(ways, 2 if choices.random() < 0.1 else 1):
                if way == 2:
                    by_carrier.append((cargo, event))
                else:
                    (by_api, by_file)[way].append(event)
    # A claim is refused while a later event is known, and none is later. All else may come in any order.
    for list in (by_api, by_file, by_carrier):
        choices.shuffle(list)
    return by_api, by_file, by_carrier


def pushed(cargo: Cargo, event: Wire, number: int) -> Wire:
    """An event as the carrier tells of it, in DCSA Track and Trace 2.2."""
    return {
        "emptyIndicatorCode": "LADEN", "equipmentEventTypeCode": {"LOAD": "LOAD", "UNLOAD": "DISC"}[event["type"]],
        "equipmentReference": cargo.container, "eventClassifierCode": "ACT", "eventCreatedDateTime": event["completionTime"],
        "eventDateTime": event["completionTime"], "eventID": f"00000000-0000-4000-8000-{number:012x}", "eventType": "EQUIPMENT",
        "transportCall": {"UNLocationCode": event["location"], "modeOfTransport": "VESSEL", "transportCallID": f"{event['location']}-{number}",
                          "exportVoyageNumber": event["voyageNumber"]},
    }


def push(service: Service, events: list[tuple[Cargo, Wire]]) -> None:
    for start in range(0, len(events), 100):
        part = [pushed(cargo, event, start + place) for place, (cargo, event) in enumerate(events[start:start + 100])]
        body = json.dumps(part)
        signature = "sha256=" + hmac.new(base64.b64decode(CARRIER), body.encode(), hashlib.sha256).hexdigest()
        status, _, text = service.ask("POST", "/v2/events", body, Notification_Signature=signature)
        if status != 204:
            fail(f"POST /v2/events: {status} {text[:500]}")


def import_files(cli: str, store: str, folder: pathlib.Path, events: list[Wire]) -> None:
    """Two files, by two processes beside the service."""
    def one(lane: int) -> None:
        path = folder / f"events{lane}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(["completion_time", "tracking_id", "type", "un_locode", "voyage_number"])
            rows.writerows([event["completionTime"], event["trackingId"], event["type"], event["location"], event.get("voyageNumber", "")]
                           for event in events[lane::2])
        done = subprocess.run([cli, "handle", "import", path, "--store", store, "-q"], capture_output=True, text=True)
        if done.returncode != 0:
            fail(f"handle import: {done.returncode} {done.stdout[-500:]} {done.stderr[-500:]}")

    everywhere(one, range(2))


def live(service: Service, cli: str, store: str, folder: pathlib.Path, day: Day, choices: random.Random) -> int:
    """Everything that happens, at once; then the retractions. Returns how many events were sent."""
    by_api, by_file, by_carrier = channels(day, choices)

    def register(event: Wire) -> None:
        service.api("POST", "/v1/handling-events", event, TOKEN)

    def put_off() -> None:
        for voyage in day.voyages.values():
            if voyage.delay:
                service.api("PUT", f"/v1/voyages/{voyage.number}", {"schedule": voyage.schedule(voyage.delay)}, TOKEN, If_Match="*")

    def cancel() -> None:
        for cargo in day.cargos:
            if cargo.cancelled:
                service.api("PUT", f"/v1/cargos/{cargo.id}/cancellation", {"reason": "the customer's"}, TOKEN, If_Match="*")

    works: list[Callable[[], object]] = [
        lambda: everywhere(register, by_api), lambda: push(service, by_carrier), lambda: import_files(cli, store, folder, by_file), put_off, cancel]
    with concurrent.futures.ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()
    for cargo in day.cargos:
        for event in cargo.retracted:
            subprocess.run([cli, "handle", "retract", event["type"].lower(), cargo.id, "--at", event["location"], "--completed", event["completionTime"],
                            "--reason", "a wrong scan", "--store", store, "-q"], check=True, stdout=subprocess.DEVNULL)
    return len(by_api) + len(by_file) + len(by_carrier)


def modelled(day: Day, cargo: Cargo) -> Wire:
    """The tracking view by the model, in a world of this cargo, its voyages and all locations."""
    world = World(time.time_ns() // 1_000_000, [], [Location(f"Port {port}", port) for port in PORTS], [], [], [])
    needed = {leg["voyageNumber"] for leg in cargo.legs}
    for number in sorted(needed):
        use_cases.register_voyage(world, {"schedule": day.voyages[number].schedule(), "voyageNumber": number})
    use_cases.book_cargo(world, cargo.booking)
    use_cases.assign_route(world, {"itinerary": {"legs": cargo.legs}, "trackingId": cargo.id})
    use_cases.add_reference(world, {"trackingId": cargo.id, "type": "CONTAINER", "value": cargo.container})
    if cargo.cancelled:
        use_cases.cancel_booking(world, {"reason": "the customer's", "trackingId": cargo.id})
    for number in sorted(needed):
        if day.voyages[number].delay:
            use_cases.reschedule_voyage(world, {"schedule": day.voyages[number].schedule(day.voyages[number].delay), "voyageNumber": number})
    for event in cargo.events:
        use_cases.register_handling_event(world, event)
    for event in cargo.retracted:
        use_cases.retract_handling_event(world, event | {"reason": "a wrong scan"})
    view: Wire = json.loads(write(use_cases.track_cargo(world, {"trackingId": cargo.id})))
    return view


def timeless(view: Wire) -> Wire:
    """A view without the times of requests."""
    for event in view["events"]:
        del event["registrationTime"]
    if "cancellation" in view:
        del view["cancellation"]["at"]
    return view


def compare(service: Service, day: Day) -> None:
    wrong: list[str] = []

    def one(cargo: Cargo) -> None:
        view = timeless(service.api("GET", f"/v1/cargos/{cargo.id}/tracking", token=TOKEN))
        expected = timeless(modelled(day, cargo))
        if view != expected:
            names = [name for name in sorted({*view, *expected}) if view.get(name) != expected.get(name)]
            wrong.append(f"{cargo.id}: {[(name, view.get(name), expected.get(name)) for name in names]}")

    everywhere(one, day.cargos)
    check(not wrong, f"{len(day.cargos)} tracking views are the model's", wrong[:3])


def stored_events(cli: str, store: str) -> list[Wire]:
    """All domain events, in the order of the store."""
    events: list[Wire] = []
    while True:
        after = events[-1]["sequence"] if events else 0
        done = subprocess.run([cli, "events", "--store", store, "-o", "ndjson", "--limit", "1000", "--after", str(after)], check=True,
                              capture_output=True, text=True)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        events += found
        if len(found) < 1000:
            return events


def hear(receiver: Receiver, events: list[Wire], cli: str, store: str, folder: pathlib.Path) -> None:
    """Has a relay send everything to a webhook, and compares what that received with the store's events."""
    secret = folder / "secret"
    with secret.open("w") as file:
        subprocess.run([cli, "relay", "make-secret"], check=True, stdout=file)
    subprocess.run([cli, "relay", "--webhook", receiver.url, "--secret-file", secret, "--store", store, "--once", "--concurrency", "16", "-q"], check=True)
    ids = [event["eventId"] for event in events]
    heard = {event["eventId"] for event in receiver.events}
    check(heard == set(ids), f"the webhook has all {len(ids)} events", sorted(set(ids) ^ heard)[:5])
    last: dict[str, int] = {}
    unordered = []
    for event in receiver.events:
        if event["sequence"] < last.get(event["aggregateId"], 0):
            unordered.append(event["eventId"])
        last[event["aggregateId"]] = max(event["sequence"], last.get(event["aggregateId"], 0))
    check(not unordered, "the events of each cargo came in order", unordered[:5])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", help="a cargo-server with all traits; built if not given")
    parser.add_argument("--cli", help="a cargo-cli with all traits; built if not given")
    parser.add_argument("--cargos", type=int, default=600)
    parser.add_argument("--voyages", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    server = options.server or str(built_with_all_traits("cargo-server"))
    cli = options.cli or str(built_with_all_traits("cargo-cli"))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="day-"))
    started = time.monotonic()
    try:
        os.chmod(folder, 0o755)
        day = Day(options.seed, options.voyages, options.cargos)
        store = f"json:{folder}/store"
        settings = {"CARGO_ACCESS_TOKENS": f"admin@desk:{TOKEN}", "CARGO_ACCESS_CARRIERS": f"line:{CARRIER}",
                    "CARGO_ACCESS_TOKEN_REQUESTS_PER_MINUTE": "0"}
        with Service(server, store, "--log-level", "notice", **settings) as service, Receiver() as receiver:
            with Subscriptions(cli, store, day) as subscriptions:
                prepare(service, day)
                subscriptions.start()
                sent = live(service, cli, store, folder, day, random.Random(options.seed))
                print(f"{len(day.cargos)} cargos, {len(day.voyages)} voyages, {sent} events sent in {time.monotonic() - started:.0f} s", flush=True)
                compare(service, day)
                events = stored_events(cli, store)
                subscriptions.judge(events)
            hear(receiver, events, cli, store, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"the day, seed {options.seed}: {counts['passed']} passed, {counts['failed']} failed, {time.monotonic() - started:.0f} s", flush=True)
    return 1 if counts["failed"] else 0
