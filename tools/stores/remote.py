"""Proves that Swift and Kotlin can share a service: a cargo-server, which both use, through Kotlin's HTTP repositories and its client.

    ./tool remote-parity                the debug cargo-server, and the Kotlin twin as kotlin-parity/build.sh builds it
    ./tool remote-parity --server PATH  another build

Views of cargos are compared byte by byte. Exit status: 0 all held; 1 something did not; 64 usage; 69 nothing to run.
"""

import contextlib
import json
import os
import select
import socket
import subprocess
import threading
from collections.abc import Iterator

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


class Dropping:
    """A proxy that passes requests on, and drops the answers to the next ones that begin with `dropped`, by closing the connection."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.dropped = b""
        self.left = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def drop(self, beginning: str, times: int) -> None:
        self.dropped, self.left = beginning.encode(), times

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client = self.listener.accept()[0]
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        """One connection, whose requests come one after the other."""
        with client, socket.create_connection(("127.0.0.1", self.to)) as service, contextlib.suppress(OSError):
            is_lost = False
            while readable := select.select([client, service], [], [])[0]:
                for one in readable:
                    data = one.recv(1 << 16)
                    if not data:
                        return
                    if one is service:
                        if is_lost:
                            return
                        client.sendall(data)
                    else:
                        if self.left and data.startswith(self.dropped):
                            self.left -= 1
                            is_lost = True
                        service.sendall(data)


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


def lost_answers(service: Service, cargo: str) -> None:
    """Loses the answers to saves, once, and as often as a call is tried."""
    proxy = Dropping(service.port)
    with Kotlin("run", proxy.url) as kotlin:
        proxy.drop("PUT /v1/repository/cargos/LOST", 1)
        booked = kotlin.ask("BookCargo", **BOOKING, trackingId="LOST")
        check(booked == {"trackingId": "LOST"} and proxy.left == 0, "a booking whose answer was lost succeeds, once", booked)
        check(kotlin.ask("FindCargo", trackingId="LOST").get("version") == 1, "it is stored once")

        event = {"trackingId": cargo, "type": "CUSTOMS", "location": "HKHKG", "completionTime": "2020-02-29T00:00:00Z"}
        before = kotlin.ask("FindCargo", trackingId=cargo)["version"]
        proxy.drop(f"POST /v1/repository/cargos/{cargo}/handling-events", 3)
        registered = kotlin.ask("RegisterHandlingEvent", **event)
        check(registered.get("isNew") is True and proxy.left == 0, "an event whose answers were all lost is registered", registered)
        check(kotlin.ask("FindCargo", trackingId=cargo)["version"] == before + 1, "it is stored once")

        proxy.drop("PUT /v1/repository/locations", 3)
        unknown = kotlin.ask("RegisterLocation", unLocode="DEHAM", name="Hamburg")
        check(unknown.get("code") == "remote_unavailable" and proxy.left == 0, "what can't be settled is remote_unavailable", unknown)


def offline(server: str) -> None:
    with Service(server, "memory:", "--log-level", "notice", **SETTINGS) as service:
        service.add_ports("HKHKG", "SESTO", token=TOKEN)
        service.api("POST", "/v1/cargos", {**BOOKING, "trackingId": "CACHED"}, token=TOKEN)
        service.api("POST", "/v1/cargos", {**BOOKING, "trackingId": "OTHER"}, token=TOKEN)
        with Kotlin("run", service.url, "cached") as kotlin:
            known = kotlin.text("FindCargo", trackingId="CACHED")
            service.close()
            check(kotlin.text("FindCargo", trackingId="CACHED") == known, "without the service, a cargo that was read is found in the cache")
            absent = kotlin.ask("FindCargo", trackingId="OTHER")
            check(absent.get("code") == "remote_unavailable", "without the service, another one is remote_unavailable", absent)
            booked = kotlin.ask("BookCargo", **BOOKING)
            check(booked.get("code") == "remote_unavailable", "without the service, nothing is booked", booked)


@contextlib.contextmanager
def answering(text: bytes) -> Iterator[str]:
    """Something that isn't a cargo-server: it answers every connection with the same bytes."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    with listener.accept()[0] as client:
                        client.recv(1 << 16)
                        client.sendall(text)
        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


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
        lost_answers(service, cargo)
        with Kotlin("run", service.url, token="wrong-token-0123456789-0123456789") as kotlin:
            refused = kotlin.ask("FindCargo", trackingId=cargo)
            check(refused.get("code") == "remote_rejected", "a wrong token is remote_rejected", refused)
    offline(server)
    with answering(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi") as url, Kotlin("run", url) as kotlin:
        strange = kotlin.ask("FindCargo", trackingId=cargo)
        check(strange.get("code") == "remote_rejected", "what isn't a cargo-server is remote_rejected", strange)
    operations(server)
    contract(server)
    return tell("remote parity")
