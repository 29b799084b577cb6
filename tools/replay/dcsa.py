"""A subscriber to events in the format of DCSA Track and Trace 2.2, and what it has to receive."""

import base64
import collections
import dataclasses
import hashlib
import hmac
import json

from ..checked import check
from ..checks.api import dcsa
from ..model.estimate import leg_times
from ..model.routes import Leg
from ..model.values import instant, instant_text
from ..model.voyages import Voyage
from ..project import fail
from ..services import Service
from .day import Wire

SECRET = bytes(range(48))
HANDLING = {"RECEIVE": "GTIN", "LOAD": "LOAD", "UNLOAD": "DISC", "CLAIM": "GTOT"}
Call = tuple[str, str | None]  # the location and the voyage, or none for a gate


@dataclasses.dataclass
class Entry:
    """A DCSA event: its code, whether it is PLN, EST or ACT, and where and when it happens."""

    cargo: str
    code: str
    classifier: str
    created: str
    time: str
    call: Call | None = None
    is_withdrawn: bool = False

    def wire(self, container: str) -> Wire:
        """The event as it is sent, but for its id."""
        common: Wire = {"documentReferences": [{"documentReferenceType": "BKG", "documentReferenceValue": self.cargo}], "eventClassifierCode": self.classifier,
                  "eventCreatedDateTime": self.created, "references": [{"referenceType": "EQ", "referenceValue": container}]}
        if self.call is None or self.code == "RELS":
            # A document changes its status when that is recorded.
            return common | {"documentID": self.cargo, "documentTypeCode": "CUS" if self.code == "RELS" else "BKG", "eventDateTime": self.created,
                             "eventType": "SHIPMENT", "shipmentEventTypeCode": self.code}
        location, voyage = self.call
        call = {"UNLocationCode": location, "modeOfTransport": "TRUCK", "transportCallID": location}
        if voyage:
            call = {"UNLocationCode": location, "carrierVoyageNumber": voyage, "exportVoyageNumber": voyage, "modeOfTransport": "VESSEL",
                    "transportCallID": f"{location}-{voyage}"}
        common |= {"eventDateTime": self.time, "transportCall": call}
        if self.code in ("DEPA", "ARRI"):
            return common | {"eventType": "TRANSPORT", "transportEventTypeCode": self.code}
        return common | {"emptyIndicatorCode": "LADEN", "equipmentEventTypeCode": self.code, "equipmentReference": container, "eventType": "EQUIPMENT"}


@dataclasses.dataclass
class Planned:
    """A leg of a cargo's route, with the place of its planned departure among the cargo's entries."""

    cargo: str
    leg: Leg
    place: int
    later: list[Call]  # the calls of the legs after it

    @property
    def calls(self) -> tuple[Call, Call]:
        return (self.leg.load_location, self.leg.voyage), (self.leg.unload_location, self.leg.voyage)


class Ledger:
    """The DCSA events that follow from domain events, in their order, by the table in `DCSAKind` and docs/design/dcsa.md."""

    def __init__(self, events: list[Wire]) -> None:
        self.entries: list[Entry] = []
        self.of_cargo: dict[str, list[Entry]] = collections.defaultdict(list)
        self.legs: dict[str, list[Planned]] = collections.defaultdict(list)  # by voyage
        self.schedules: dict[str, list[Wire]] = {}
        self.reports: dict[str, list[tuple[str, Wire]]] = collections.defaultdict(list)  # with their locations, newest last
        self.cancelled: set[str] = set()
        for event in events:
            self._take(event["aggregateId"], event["occurredAt"], event["type"], event["data"])

    def _add(self, cargo: str, code: str, classifier: str, created: str, time: str, call: Call | None = None) -> None:
        self.entries.append(Entry(cargo, code, classifier, created, time, call))
        self.of_cargo[cargo].append(self.entries[-1])

    def _take(self, id: str, at: str, type: str, data: Wire) -> None:
        match type:
            case "CargoBooked":
                self._add(id, "RECE", "ACT", at, at)
                self._add(id, "CONF", "ACT", at, at)
            case "CargoCancelled":
                self.cancelled.add(id)
                self._add(id, "VOID", "ACT", at, at)
            case "CargoReinstated":
                self.cancelled.remove(id)
                self._add(id, "CONF", "ACT", at, at)
            case "CargoRouted":
                self._plan(id, at, [Leg.read(leg) for leg in data["itinerary"]["legs"]])
            case "VoyageRescheduled":
                self.schedules[id] = data["schedule"]
                self.reports[id] = []
                for planned in self.legs[id]:
                    self._estimate(planned, at)
            case "PortCallReported":
                said = {"end": data["end"], "movement": data["movement"], "reportedAt": at, "status": data["status"], "time": data["time"]}
                self.reports[id] = [one for one in self.reports[id] if (one[1]["end"], one[1]["movement"]) != (said["end"], said["movement"])]
                self.reports[id].append((data["location"], said))
                for planned in self.legs[id]:
                    self._estimate(planned, at)
            case "HandlingEventRegistered":
                self._handle(data["event"], at)
            case "HandlingEventRetracted":
                code, call, time = self._happened(data["event"])
                for entry in self.of_cargo[id]:
                    if (entry.code, entry.classifier, entry.call, entry.time) == (code, "ACT", call, time):
                        entry.is_withdrawn = True

    def _plan(self, cargo: str, at: str, legs: list[Leg]) -> None:
        for number, leg in enumerate(legs):
            later: list[Call] = [call for next in legs[number + 1:] for call in ((next.load_location, next.voyage), (next.unload_location, next.voyage))]
            planned = Planned(cargo, leg, len(self.of_cargo[cargo]), later)
            self.legs[leg.voyage].append(planned)
            self._add(cargo, "DEPA", "PLN", at, instant_text(leg.load_time), planned.calls[0])
            self._add(cargo, "ARRI", "PLN", at, instant_text(leg.unload_time), planned.calls[1])

    @staticmethod
    def _happened(event: Wire) -> tuple[str, Call, str]:
        return HANDLING.get(event["type"], "RELS"), (event["location"], event.get("voyageNumber")), event["completionTime"]

    def _handle(self, event: Wire, at: str) -> None:
        cargo = event["trackingId"]
        code, call, time = self._happened(event)
        self._add(cargo, code, "ACT", at, time, call)
        if code == "LOAD":
            for planned in self.legs[call[1] or ""]:
                if planned.cargo == cargo and planned.calls[0] == call:
                    self._estimate(planned, at)

    def _forecast(self, leg: Leg) -> Voyage | None:
        """The voyage as far as domain events tell: if it never had a new schedule, the leg alone, with what was reported of its own ports."""
        known = self.reports[leg.voyage]
        if leg.voyage in self.schedules:
            schedule, reports = self.schedules[leg.voyage], sorted((said for _, said in known), key=lambda one: (one["movement"], one["end"] == "ARRIVAL"))
        else:
            schedule = [{"arrivalLocation": leg.unload_location, "arrivalTime": instant_text(leg.unload_time),
                         "departureLocation": leg.load_location, "departureTime": instant_text(leg.load_time)}]
            reports = []
            for end, location, time in (("DEPARTURE", leg.load_location, leg.load_time), ("ARRIVAL", leg.unload_location, leg.unload_time)):
                said = [one for there, one in known if (one["end"], there) == (end, location)]
                if said:
                    reports.append(min(said, key=lambda one: abs(instant(one["time"]) - time)) | {"movement": 0})
            if not reports:
                return None
        return Voyage.read({"schedule": schedule, "version": 1, "voyageNumber": leg.voyage} | ({"reports": reports} if reports else {}))

    def _estimate(self, planned: Planned, at: str) -> None:
        """What the voyage's forecast changes about a leg that isn't done (EST-2)."""
        start, end = planned.calls
        live = [(place, entry) for place, entry in enumerate(self.of_cargo[planned.cargo]) if not entry.is_withdrawn]
        is_done = any(
            entry.code == "GTOT" or entry.code == "DISC" and entry.call in [end, *planned.later] or entry.code == "LOAD" and entry.call in planned.later
            for place, entry in live if place > planned.place)
        if is_done or planned.cargo in self.cancelled:
            return
        loaded = [entry.time for _, entry in live if entry.code == "LOAD" and entry.call == start]
        voyage = self._forecast(planned.leg)
        if voyage is None:
            return
        load, unload = leg_times(planned.leg, voyage, instant(loaded[-1]) if loaded else None)
        for code, call, time in (("DEPA", start, None if loaded else load), ("ARRI", end, unload)):
            said = [entry.time for _, entry in live if (entry.code, entry.call) == (code, call)][-1]
            if time is not None and instant_text(time) != said:
                self._add(planned.cargo, code, "EST", at, instant_text(time), call)


def faults(received: list[Wire], entries: list[Entry], containers: dict[str, str]) -> list[str]:
    """What is wrong with the events that a subscriber received, in order of arrival, if these are its entries.

    An event may come again, and one that was withdrawn may be left out.
    """
    seen: set[str] = set()
    place = 0
    for event in received:
        if event["eventID"] in seen:
            continue
        seen.add(event["eventID"])
        while place < len(entries) and entries[place].is_withdrawn and without_id(event) != entries[place].wire(containers[entries[place].cargo]):
            place += 1
        expected = entries[place].wire(containers[entries[place].cargo]) if place < len(entries) else None
        if without_id(event) != expected:
            return [f"{json.dumps(event)} came in the place of {json.dumps(expected)}"]
        place += 1
    return [f"{json.dumps(entry.wire(containers[entry.cargo]))} is missing" for entry in entries[place:] if not entry.is_withdrawn]


def checked(headers: dict[str, str], body: bytes, subscription: str) -> list[Wire]:
    """The events of a callback whose header fields are right."""
    expected = {"subscription-id": subscription, "api-version": "2.2.0", "content-type": "application/json",
                "notification-signature": "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()}
    for name, value in expected.items():
        if headers.get(name) != value:
            fail(f"the callback's {name} is {headers.get(name)}, not {value}")
    if "signature" in headers:
        fail("the callback has the deprecated Signature")
    found: list[Wire] = json.loads(body)
    return found


class DCSASubscriber:
    """A subscription to all events, and the callbacks that its endpoint has received."""

    path = "/dcsa"

    def __init__(self) -> None:
        self.callbacks: list[tuple[dict[str, str], bytes]] = []
        self.id = ""

    def receive(self, headers: dict[str, str], body: bytes) -> None:
        self.callbacks.append((headers, body))

    def subscribe(self, service: Service, token: str, url: str) -> None:
        body = {"callbackUrl": url + self.path, "secret": base64.b64encode(SECRET).decode()}
        self.id = service.api("POST", "/v2/event-subscriptions", body, token=token)["subscriptionID"]

    def judge(self, events: list[Wire], listed: list[Wire], containers: dict[str, str]) -> None:
        """Compares what came with what follows from the domain events, with what /v2/events lists, and with the official schemas."""
        received = [event for headers, body in self.callbacks for event in checked(headers, body, self.id)]
        entries = Ledger(events).entries
        wrong = faults(received, entries, containers)
        standing = [entry.wire(containers[entry.cargo]) for entry in entries if not entry.is_withdrawn]
        check(not wrong, "the subscriber to DCSA's callbacks has its events, in order", (len(wrong), wrong[:3]))
        check([without_id(event) for event in listed] == standing, f"/v2/events lists the {len(standing)} events that aren't withdrawn")
        first = {event["eventID"]: event for event in received}
        check([first.get(event["eventID"]) for event in listed] == listed, "each event that /v2/events lists came with the same id")
        dcsa.validate(dcsa.description(), list(first.values()))
        print(f"subscriber to DCSA's callbacks: {len(first)} events in {len(self.callbacks)} callbacks, {len(entries) - len(standing)} withdrawn", flush=True)


def without_id(event: Wire) -> Wire:
    return {name: value for name, value in event.items() if name != "eventID"}
