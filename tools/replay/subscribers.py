"""Subscribers of the replayed day: endpoints that verify each request, and what each of them has to receive."""

import base64
import collections
import contextlib
import dataclasses
import hashlib
import hmac
import json
import signal
import subprocess
from collections.abc import Callable

from ..checked import check
from ..project import fail
from ..services import Receiver, Service
from . import dcsa
from .day import Cargo, Day, Wire

HOST = "127.0.0.1"


@dataclasses.dataclass
class Subscriber:
    """A subscription, the events that are its own, and the CloudEvents that its endpoint has received."""

    name: str
    options: list[str]
    wants: Callable[[Wire], bool]
    secret: bytes = b""
    received: list[Wire] = dataclasses.field(default_factory=list)
    forged: list[str] = dataclasses.field(default_factory=list)

    def receive(self, headers: dict[str, str], body: bytes) -> None:
        id, event = headers["webhook-id"], json.loads(body)
        signatures = headers["webhook-signature"].split(" ")
        if signature(self.secret, id, headers["webhook-timestamp"], body) not in signatures or id != event["id"]:
            self.forged.append(id)
        self.received.append(event)


def subscribers(day: Day) -> list[Subscriber]:
    """By customer, by type, by reference and by cargo, each with something to receive."""
    customers: dict[str, str] = {cargo.id: cargo.customer for cargo in day.cargos}
    busiest = max(day.cargos, key=lambda cargo: (len(cargo.registered), len(cargo.retracted)))
    other = max((cargo for cargo in day.cargos if cargo.is_cancelled), key=lambda cargo: len(cargo.registered))
    types = {"HandlingEventRegistered", "HandlingEventRetracted", "EstimatedArrivalChanged"}

    def only(cargo: Cargo) -> Callable[[Wire], bool]:
        return lambda event: aggregate(event) == ("Cargo", cargo.id)

    return [
        Subscriber("customer", ["--customer", busiest.customer],
                   lambda event: aggregate(event)[0] == "Cargo" and customers[aggregate(event)[1]] == busiest.customer),
        Subscriber("types", [word for name in sorted(types) for word in ("--type", name)], lambda event: event["type"] in types),
        Subscriber("reference", ["--reference", f"container:{busiest.container}"], only(busiest)),
        Subscriber("cargo", ["--cargo", other.id], only(other)),
    ]


def aggregate(event: Wire) -> tuple[str, str]:
    """The kind and the id of what raised an event."""
    return event["aggregateType"], event["aggregateId"]


def signature(secret: bytes, id: str, timestamp: str, body: bytes) -> str:
    """A signature according to Standard Webhooks."""
    signed = b".".join([id.encode(), timestamp.encode(), body])
    return "v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()


def faults(received: list[Wire], expected: list[Wire]) -> list[str]:
    """What is wrong with the CloudEvents that a subscriber received, in order of arrival, if these are its events; an event may come again.

    Who caused an event stays in the store, and so no CloudEvent has its `actor`.
    """
    wanted = {event["eventId"]: {name: value for name, value in event.items() if name != "actor"} for event in expected}
    found: list[str] = []
    seen: set[str] = set()
    last: dict[tuple[str, str], int] = collections.defaultdict(int)
    for cloud in received:
        id, event = cloud["id"], cloud["data"]
        if id not in wanted:
            found.append(f"{id} belongs to others")
        elif event != wanted[id] or cloud["type"] != f"io.github.cargokit.{event['type']}" or cloud["subject"] != event["aggregateId"]:
            found.append(f"{id} is another event than the stored one")
        elif id not in seen and event["sequence"] < last[aggregate(event)]:
            found.append(f"{id} came after a later event of its cargo")
        else:
            last[aggregate(event)] = max(event["sequence"], last[aggregate(event)])
        seen.add(id)
    return found + [f"{id} is missing" for id in wanted if id not in seen]


class Subscriptions(contextlib.AbstractContextManager["Subscriptions"]):
    """The subscribers of a day, and the relays that send them their events while it lasts."""

    def __init__(self, service: Service, token: str, server: str, cli: str, store: str, day: Day) -> None:
        self.server, self.store = server, store
        self.all = subscribers(day)
        self.dcsa = dcsa.DCSASubscriber()
        self.containers = {cargo.id: cargo.container for cargo in day.cargos}
        self.relays: list[subprocess.Popen[bytes]] = []
        takers = {self.dcsa.path: self.dcsa.receive} | {f"/{each.name}": each.receive for each in self.all}

        def take(path: str, headers: dict[str, str], body: bytes) -> int:
            takers[path](headers, body)
            return 204

        self.endpoints = Receiver(take)
        for each in self.all:
            url = f"{self.endpoints.url}/{each.name}"
            added = subprocess.run([cli, "subscription", "add", url, *each.options, "--allow-host", HOST, "--store", store], check=True,
                                   stdout=subprocess.PIPE, text=True)
            each.secret = base64.b64decode(added.stdout.split()[1].removeprefix("whsec_"))
        self.dcsa.subscribe(service, token, self.endpoints.url)

    def _relay(self, *options: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([self.server, "relay", "subscriptions", "--allow-host", HOST, "--store", self.store, "-q", *options])

    def start(self) -> None:
        """Starts two relays, which share the work until `judge` stops them."""
        self.relays = [self._relay(), self._relay()]

    def __exit__(self, *_: object) -> None:
        for relay in self.relays:
            relay.kill()
            relay.wait()
        self.endpoints.shutdown()

    def judge(self, events: list[Wire], listed: list[Wire]) -> None:
        """Has the rest sent, and compares what each subscriber received with the store's events that are its own, and with DCSA's that are listed."""
        for relay in self.relays:
            relay.send_signal(signal.SIGTERM)
        if statuses := [status for relay in self.relays if (status := relay.wait(60))]:
            fail(f"relay subscriptions: {statuses}")
        early = {each.name: len(each.received) for each in self.all}
        callbacks = len(self.dcsa.callbacks)
        if status := self._relay("--once").wait():
            fail(f"relay subscriptions --once: {status}")
        for each in self.all:
            own = [event for event in events if each.wants(event)]
            wrong = faults(each.received, own)
            check(own, f"the subscriber by {each.name} has events of its own")
            check(not wrong, f"the subscriber by {each.name} has its {len(own)} events, those of each cargo in order", (len(wrong), wrong[:5]))
            check(not each.forged, f"each request to the subscriber by {each.name} is signed with its secret", each.forged[:5])
            print(f"subscriber by {each.name}: {len(own)} events in {len(each.received)} requests, {early[each.name]} of them during the day", flush=True)
        self.dcsa.judge(events, listed, self.containers)
        print(f"{callbacks} of these callbacks came during the day", flush=True)
