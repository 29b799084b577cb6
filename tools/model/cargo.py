"""The cargo and its operations (CRG-*). Each returns the new cargo and the domain events that it raises."""

from __future__ import annotations

import dataclasses
from typing import Any

from . import shapes
from .delivery import Delivery, Judged, Progress, delivered, entry_due, is_consistent, judge, started_plan
from .errors import Failure
from .handling import Handled, History
from .routes import Activity, Itinerary, RouteSpecification
from .values import customer_id, integer, present, tracking_id, un_locode

Event = dict[str, Any]


def event(type: str, **data: Any) -> Event:
    return {"data": present(**data), "type": type}


@dataclasses.dataclass(frozen=True)
class Cargo:
    customer: str
    progress: Progress
    itinerary: Itinerary | None
    origin: str
    specification: RouteSpecification
    start: Handled | None
    id: str
    version: int

    @property
    def delivery(self) -> Delivery:
        return delivered(self.specification, self.itinerary, self.start, self.progress)

    @property
    def due(self) -> Activity | None:
        return entry_due(self.itinerary, self.start, self.progress)

    def wire(self) -> dict[str, Any]:
        return present(
            customerId=self.customer, delivery=self.delivery.wire(), itinerary=self.itinerary.wire() if self.itinerary else None,
            origin=self.origin, routeSpecification=self.specification.wire(), routingStart=self.start.wire() if self.start else None,
            trackingId=self.id, version=self.version,
        )

    def with_(self, **changes: Any) -> Cargo:
        return dataclasses.replace(self, **changes)

    def require_unclaimed(self) -> None:
        if self.delivery.transport_status == "CLAIMED":
            raise Failure("cargo_already_claimed")


def reconstitute(stored: Any) -> Cargo:
    """Reads a stored cargo; any violation is a corrupt record (READ-3, DLV-10)."""
    try:
        shapes.check(stored, shapes.CARGO)
        return _read(stored)
    except Failure as failure:
        rule = failure.params["rule"] if failure.code == "corrupt_record" else failure.code
        raise Failure("corrupt_record", **present(id=readable_id(stored), rule=rule)) from None


def _read(stored: dict[str, Any]) -> Cargo:
    customer, delivery = customer_id(stored["customerId"]), Delivery.read(stored["delivery"])
    itinerary = Itinerary.read(stored["itinerary"]) if "itinerary" in stored else None
    origin, specification = un_locode(stored["origin"]), RouteSpecification.read(stored["routeSpecification"])
    start = Handled.read(stored["routingStart"]) if "routingStart" in stored else None
    identity, version = tracking_id(stored["trackingId"]), integer(stored["version"], 0)
    if not is_consistent(delivery, specification, itinerary, start):
        raise Failure("corrupt_record", rule="DLV-10")
    return Cargo(customer, delivery.progress, itinerary, origin, specification, start, identity, version)


def readable_id(stored: Any) -> str | None:
    """The tracking id of a stored value, if it has a valid one."""
    try:
        return tracking_id(stored["trackingId"]) if isinstance(stored, dict) and isinstance(stored.get("trackingId"), str) else None
    except Failure:
        return None


def book(identity: str, customer: str, specification: RouteSpecification, now: int) -> tuple[Cargo, list[Event]]:
    """CRG-1."""
    specification.require_future_deadline(now)
    booked = Cargo(customer, Progress(), None, specification.origin, specification, None, identity, 0)
    return booked, [event("CargoBooked", customerId=customer, origin=specification.origin, routeSpecification=specification.wire())]


def assign_to_route(cargo: Cargo, itinerary: Itinerary) -> tuple[Cargo, list[Event]]:
    """CRG-2."""
    cargo.require_unclaimed()
    if not cargo.specification.is_satisfied_by(itinerary):
        raise Failure("itinerary_not_satisfying")
    last = cargo.progress.last
    if cargo.delivery.transport_status == "IN_PORT" and last and itinerary.legs[0].load_location != last.activity.location:
        raise Failure("itinerary_starts_elsewhere")
    _, position, misdirected = started_plan(itinerary, last)
    progress = dataclasses.replace(cargo.progress, position=position, is_misdirected=misdirected)
    return cargo.with_(itinerary=itinerary, start=last, progress=progress), [event("CargoRouted", itinerary=itinerary.wire())]


def specify_new_route(cargo: Cargo, specification: RouteSpecification, now: int) -> tuple[Cargo, list[Event]]:
    """CRG-3."""
    cargo.require_unclaimed()
    specification.require_future_deadline(now)
    return cargo.with_(specification=specification), [event("RouteRespecified", routeSpecification=specification.wire())]


def change_destination(cargo: Cargo, destination: str, now: int) -> tuple[Cargo, list[Event]]:
    """CRG-4."""
    cargo.require_unclaimed()
    if destination == cargo.specification.destination:
        raise Failure("destination_unchanged")
    specification = RouteSpecification.of(cargo.specification.deadline, destination, _place_to_route_from(cargo))
    specification.require_future_deadline(now)
    return cargo.with_(specification=specification), [event("DestinationChanged", routeSpecification=specification.wire())]


def _place_to_route_from(cargo: Cargo) -> str:
    delivery, due = cargo.delivery, cargo.due
    if delivery.transport_status == "NOT_RECEIVED":
        return cargo.specification.origin
    if delivery.transport_status == "IN_PORT":
        assert delivery.last_known_location
        return delivery.last_known_location
    if cargo.progress.is_misdirected or due is None or due.type != "UNLOAD" or due.voyage != delivery.current_voyage:
        raise Failure("cargo_position_unknown")
    return due.location


def change_deadline(cargo: Cargo, deadline: int, now: int) -> tuple[Cargo, list[Event]]:
    """CRG-5."""
    cargo.require_unclaimed()
    specification = dataclasses.replace(cargo.specification, deadline=deadline)
    specification.require_future_deadline(now)
    return cargo.with_(specification=specification), [event("DeadlineChanged", routeSpecification=specification.wire())]


def judged(cargo: Cargo, past: History) -> Judged:
    return judge(cargo.itinerary, cargo.start, past)


def derive(cargo: Cargo, past: History) -> tuple[Cargo, list[Event]]:
    """CRG-6. The caller has checked that the history is this cargo's (HND-4)."""
    verdict = judged(cargo, past)
    new = cargo.with_(progress=verdict.progress)
    old, now, last = cargo.delivery, new.delivery, verdict.progress.last
    raised = []
    if last and last != cargo.progress.last:
        raised.append(event("CargoHandled", lastHandled=last.wire()))
    happened = misdirection(new, verdict)
    if happened and not cargo.progress.is_misdirected:
        raised.append(event("CargoMisdirected", **happened))
    if cargo.progress.is_misdirected and not new.progress.is_misdirected:
        raised.append(event("CargoBackOnTrack"))
    if now.is_unloaded_at_destination and not old.is_unloaded_at_destination:
        raised.append(event("CargoArrived", location=verdict.progress.unloaded_at))
    if now.transport_status == "CLAIMED" and old.transport_status != "CLAIMED":
        raised.append(event("CargoClaimed", location=now.last_known_location))
    return new, raised


def misdirection(cargo: Cargo, verdict: Judged) -> dict[str, Any] | None:
    """What happened to a misdirected cargo instead of what is due: the last unexpected activity, or the last one if none was judged unexpected."""
    last = cargo.progress.last
    actual = verdict.last_unexpected or (last.activity if last else None)
    if actual is None or not cargo.progress.is_misdirected:
        return None
    return present(actual=actual.wire(), expected=cargo.due.wire() if cargo.due else None)
