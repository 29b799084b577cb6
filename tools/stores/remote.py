"""Proves that Swift and Kotlin can share a service: a cargo-server, which both use, through Kotlin's HTTP repositories and its client.

    ./tool remote-parity                the debug cargo-server, and the Kotlin twin as kotlin-parity/build.sh builds it
    ./tool remote-parity --server PATH  another build

Views of cargos are compared byte by byte, and the contract suite of repositories runs over HTTP. What becomes of lost, late and strange answers is in
the tests of `cargo-remote`. Exit status: 0 all held; 1 something did not; 64 usage; 69 nothing to run.
"""

import contextlib
import json
import os
import subprocess

from .. import checked
from ..checked import check, tell
from ..parity.runner import build_kotlin
from ..project import KOTLIN, built_with_all_traits, options_of
from ..services import Service

PROGRAM = str(KOTLIN / "bin" / "cargo-remote")
TOKEN = "token-of-the-remote-parity-check-0123456789"
DONE = "2020-03-01T08:00:00Z"
SETTINGS = {"CARGO_ACCESS_TOKENS": f"service:{TOKEN}"}
VOYAGE = [
    {"arrivalLocation": "USNYC", "arrivalTime": "2100-03-20T06:00:00Z", "departureLocation": "HKHKG", "departureTime": "2100-03-05T06:00:00Z"},
    {"arrivalLocation": "SESTO", "arrivalTime": "2100-04-02T06:00:00Z", "departureLocation": "USNYC", "departureTime": "2100-03-22T06:00:00Z"},
]
BOOKING = {"arrivalDeadline": "2100-07-01T00:00:00Z", "customerId": "ACME", "destination": "SESTO", "origin": "HKHKG"}

class Kotlin(contextlib.AbstractContextManager["Kotlin"]):
    """A Kotlin program that runs use cases over a service."""

    def __init__(self, *words: str, token: str = TOKEN) -> None:
        environment = {**os.environ, "CARGO_TOKEN": token}
        self.process = subprocess.Popen([PROGRAM, *words], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().rstrip("\n")

    def tell(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def text(self, use_case: str, **request: object) -> str:
        """What a use case answers; `BookCargo#KEY` books with an idempotency key."""
        self.tell(f"{use_case} {json.dumps(request)}")
        return self.line()

    def ask(self, use_case: str, **request: object) -> dict:
        return json.loads(self.text(use_case, **request))

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def tracked(service: Service, cargo: str) -> str:
    return service.ask("GET", f"/v1/cargos/{cargo}/tracking", Authorization=f"Bearer {TOKEN}")[2]


def both_languages(service: Service, kotlin: Kotlin) -> str:
    """Books with each language and tracks with the other; returns the cargo that Kotlin booked."""
    service.add_ports("HKHKG", "USNYC", token=TOKEN)
    kotlin.ask("RegisterLocation", unLocode="SESTO", name="Göteborg is not Stockholm")
    kotlin.ask("RegisterLocation", unLocode="SESTO", name="Stockholm")
    check(kotlin.ask("RegisterVoyage", voyageNumber="V100", schedule=VOYAGE).get("version") == 1, "Kotlin registers a voyage between ports of both")

    swifts = service.api("POST", "/v1/cargos", {**BOOKING, "trackingId": "SWIFTS"}, token=TOKEN)["trackingId"]
    check(kotlin.text("TrackCargo", trackingId=swifts) == tracked(service, swifts), "Swift books, Kotlin tracks alike")

    kotlins = kotlin.ask("BookCargo", **BOOKING)["trackingId"]
    check(kotlin.text("TrackCargo", trackingId=kotlins) == tracked(service, kotlins), "Kotlin books, Swift tracks alike")
    route = kotlin.ask("RequestRoutes", trackingId=kotlins)["itineraries"][0]
    changed = kotlin.ask("AssignRoute", trackingId=kotlins, itinerary=route)
    check(changed.get("version") == 2, "Kotlin finds a route over the service's voyages and assigns it", changed)
    event = kotlin.ask("RegisterHandlingEvent", trackingId=kotlins, type="RECEIVE", location="HKHKG", completionTime=DONE)
    check(event.get("isNew") is True, "Kotlin registers an event", event)
    view = tracked(service, kotlins)
    check(len(json.loads(view)["events"]) == 1 and kotlin.text("TrackCargo", trackingId=kotlins) == view, "Swift tracks what Kotlin did", view)
    events = kotlin.ask("ReadEvents")
    check([event["sequence"] for event in events] == list(range(1, len(events) + 1)) and {event["aggregateId"] for event in events} >= {swifts, kotlins}, "Kotlin reads the outbox of both")
    check(kotlin.ask("TrackCargo", trackingId="NOSUCH")["params"] == {"trackingId": "NOSUCH"}, "Kotlin's failures are the service's")
    first = kotlin.ask("BookCargo#order-1", **BOOKING)
    again = service.api("POST", "/v1/cargos", BOOKING, token=TOKEN, Idempotency_Key="order-1")
    check(again["trackingId"] == first.get("trackingId") and kotlin.ask("BookCargo#order-1", **BOOKING) == first, "Swift repeats what Kotlin booked with a key", (first, again))
    other = service.api("POST", "/v1/cargos", BOOKING, token=TOKEN, Idempotency_Key="order-2")["trackingId"]
    check(kotlin.ask("BookCargo#order-2", **BOOKING) == {"trackingId": other}, "Kotlin repeats what Swift booked with a key")
    reused = kotlin.ask("BookCargo#order-2", **{**BOOKING, "customerId": "OTHER"})
    check(reused.get("code") == "idempotency_key_reused" and reused["params"] == {"trackingId": other}, "a key of another booking is refused", reused)
    taken = kotlin.ask("BookCargo", **BOOKING, trackingId=swifts)
    check(taken.get("code") == "tracking_id_in_use", "Kotlin can't book what Swift has booked", taken)
    return str(kotlins)


def contract(server: str) -> None:
    with Kotlin("contract") as kotlin:
        while name := kotlin.line():
            with Service(server, "memory:", "--log-level", "notice", **SETTINGS) as service:
                kotlin.tell(service.url)
                answer = kotlin.line()
            check(answer == "ok", f"over HTTP: {name}", answer)


def operations(server: str) -> None:
    """Every operation through Kotlin's client, with tokens of the roles that it names."""
    roles = ["admin", "clerk", "viewer", "customer=CUST"]
    tokens = ",".join([f"service:{TOKEN}", *(f"{role}:{role.split('=')[0]}-{TOKEN}" for role in roles)])
    with Service(server, "memory:", "--log-level", "notice", CARGO_ACCESS_TOKENS=tokens) as service, Kotlin("operations", service.url) as kotlin:
        while name := kotlin.line():
            answer = kotlin.line()
            check(answer == "ok", f"Kotlin's client: {name}", answer)


def main(words: list[str]) -> int:
    arguments = options_of(__doc__, words, server=str)
    checked.shows = True
    build_kotlin()
    server = arguments.server or str(built_with_all_traits("cargo-server"))
    with Service(server, "memory:", "--log-level", "notice", **SETTINGS) as service:
        with Kotlin("run", service.url) as kotlin:
            cargo = both_languages(service, kotlin)
        with Kotlin("run", service.url, token="wrong-token-0123456789-0123456789") as kotlin:
            refused = kotlin.ask("FindCargo", trackingId=cargo)
            check(refused.get("code") == "remote_rejected", "a wrong token is remote_rejected", refused)
    operations(server)
    contract(server)
    return tell("remote parity")
