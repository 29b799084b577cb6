"""The cargo and its operations (CRG-*). Each returns the new cargo and the domain events that it raises."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable

from . import holds, references, shapes
from .delivery import Delivery, Judged, Progress, delivered, entry_due, is_consistent, judge, started_plan
from .errors import Failure
from .estimate import Estimate, as_planned
from .events import Event, event
from .handling import Handled, History
from .holds import Hold
from .references import MOST, Reference
from .routes import Activity, Itinerary, Leg, RouteSpecification
from .values import customer_id, instant, instant_text, integer, present, reason, tracking_id, un_locode

A_DAY = 24 * 60 * 60 * 1000


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
    estimate: Estimate | None = None
    cancellation: tuple[int, str] | None = None  # when, and the reason
    references: tuple[Reference, ...] = ()
    promise: int | None = None
    pick_up_by: int | None = None
    holds: tuple[Hold, ...] = ()

    @property
    def delivery(self) -> Delivery:
        return delivered(self.specification, self.itinerary, self.start, self.progress)

    @property
    def due(self) -> Activity | None:
        return entry_due(self.itinerary, self.start, self.progress)

    def wire(self) -> dict[str, Any]:
        cancelled = {"at": instant_text(self.cancellation[0]), "reason": self.cancellation[1]} if self.cancellation else None
        return present(
            cancellation=cancelled, estimate=self.estimate.wire() if self.estimate else None,
            customerId=self.customer, delivery=self.delivery.wire(), holds=[each.wire() for each in self.holds] or None,
            itinerary=self.itinerary.wire() if self.itinerary else None, origin=self.origin, pickUpBy=time_text(self.pick_up_by),
            promisedArrival=time_text(self.promise), references=[each.wire() for each in self.references] or None,
            routeSpecification=self.specification.wire(), routingStart=self.start.wire() if self.start else None, trackingId=self.id,
            version=self.version,
        )

    def with_(self, **changes: Any) -> Cargo:
        return dataclasses.replace(self, **changes)

    def is_loaded(self, leg: int) -> bool:
        """Whether the LOAD of a leg is done (EST-1)."""
        return self.progress.position is not None and self.progress.position > 2 * leg + 1

    @property
    def is_open(self) -> bool:
        """Neither cancelled nor claimed."""
        return self.cancellation is None and self.delivery.transport_status != "CLAIMED"

    def require_open(self) -> None:
        """The first two checks of CRG-2 to CRG-5."""
        if self.cancellation:
            raise Failure("cargo_cancelled")
        self.require_unclaimed()

    def require_unclaimed(self) -> None:
        if self.delivery.transport_status == "CLAIMED":
            raise Failure("cargo_already_claimed")


def time_text(time: int | None) -> str | None:
    return None if time is None else instant_text(time)


def read_stored(stored: Any, shape: Any, read: Callable[[Any], Any], identity: str, parse: Callable[[str], str]) -> Any:
    """Reads a stored value; any violation is a corrupt record, named by the member `identity` if that can be read."""
    try:
        shapes.check(stored, shape)
        return read(stored)
    except Failure as failure:
        rule = failure.params["rule"] if failure.code == "corrupt_record" else failure.code
        raise Failure("corrupt_record", **present(id=readable(stored, identity, parse), rule=rule)) from None


def reconstitute(stored: Any) -> Cargo:
    """Reads a stored cargo (READ-3, DLV-10)."""
    cargo: Cargo = read_stored(stored, shapes.CARGO, _read, "trackingId", tracking_id)
    return cargo


def _read(stored: dict[str, Any]) -> Cargo:
    cancellation = (instant(stored["cancellation"]["at"]), reason(stored["cancellation"]["reason"])) if "cancellation" in stored else None
    customer, delivery = customer_id(stored["customerId"]), Delivery.read(stored["delivery"])
    estimate = Estimate.read(stored["estimate"], "estimate") if "estimate" in stored else None
    own_holds = holds.read_all(stored["holds"]) if "holds" in stored else ()
    itinerary = Itinerary.read(stored["itinerary"]) if "itinerary" in stored else None
    origin, pick_up_by = un_locode(stored["origin"]), instant(stored["pickUpBy"]) if "pickUpBy" in stored else None
    promise = instant(stored["promisedArrival"]) if "promisedArrival" in stored else None
    own_references = references.read_all(stored["references"]) if "references" in stored else ()
    specification = RouteSpecification.read(stored["routeSpecification"])
    start = Handled.read(stored["routingStart"]) if "routingStart" in stored else None
    identity, version = tracking_id(stored["trackingId"]), integer(stored["version"], 0)
    if estimate and not itinerary or not is_consistent(delivery, specification, itinerary, start):
        raise Failure("corrupt_record", rule="DLV-10")
    return Cargo(
        customer, delivery.progress, itinerary, origin, specification, start, identity, version, estimate, cancellation, own_references, promise,
        pick_up_by, own_holds,
    )


def readable(stored: Any, identity: str, parse: Callable[[str], str]) -> str | None:
    """The id of a stored value, if it has a valid one."""
    try:
        return parse(stored[identity]) if isinstance(stored, dict) and isinstance(stored.get(identity), str) else None
    except Failure:
        return None


def readable_id(stored: Any) -> str | None:
    return readable(stored, "trackingId", tracking_id)


def book(identity: str, customer: str, specification: RouteSpecification, now: int) -> tuple[Cargo, list[Event]]:
    """CRG-1."""
    specification.require_future_deadline(now)
    booked = Cargo(customer, Progress(), None, specification.origin, specification, None, identity, 0)
    return booked, [event("CargoBooked", customerId=customer, origin=specification.origin, routeSpecification=specification.wire())]


Changed = tuple[Cargo, list[Event]]


def facts(old: Cargo, new: Cargo) -> list[Event]:
    """CRG-9."""
    before, after, raised = old.delivery, new.delivery, []
    happened = misdirection(new)
    if happened and not old.progress.is_misdirected:
        raised.append(event("CargoMisdirected", **happened))
    if old.progress.is_misdirected and not new.progress.is_misdirected:
        raised.append(event("CargoBackOnTrack"))
    if after.is_unloaded_at_destination and not before.is_unloaded_at_destination:
        raised.append(event("CargoArrived", location=after.last_known_location))
    if after.transport_status == "CLAIMED" and before.transport_status != "CLAIMED":
        raised.append(event("CargoClaimed", location=after.last_known_location))
    return raised


def misdirection(cargo: Cargo) -> dict[str, Any] | None:
    """What happened to a misdirected cargo, and what is due instead."""
    move = cargo.progress.last_move
    if move is None or not cargo.progress.is_misdirected:
        return None
    return present(actual=move.activity.wire(), expected=cargo.due.wire() if cargo.due else None)


def assign_to_route(cargo: Cargo, itinerary: Itinerary) -> Changed:
    """CRG-2."""
    cargo.require_open()
    first, delivery, move = itinerary.legs[0], cargo.delivery, cargo.progress.last_move
    place = move.activity.location if move else cargo.specification.origin
    voyage = delivery.current_voyage
    if first.load_location != place or voyage is not None and first.voyage != voyage:
        raise Failure("itinerary_starts_elsewhere", **present(actual=first.load_location, expected=place, voyageNumber=voyage))
    specification = RouteSpecification.of(cargo.specification.deadline, cargo.specification.destination, place)
    if not specification.is_satisfied_by(itinerary):
        raise Failure("itinerary_not_satisfying")
    _, position, misdirected = started_plan(itinerary, move)
    progress = dataclasses.replace(cargo.progress, position=position, is_misdirected=misdirected)
    new = cargo.with_(itinerary=itinerary, specification=specification, start=move, progress=progress)
    if new == cargo:
        return cargo, []
    respecified = [event("RouteRespecified", routeSpecification=specification.wire())] if specification != cargo.specification else []
    promise = itinerary.legs[-1].unload_time if cargo.promise is None else cargo.promise  # CRG-12
    routed = new.with_(estimate=None, promise=promise)
    return routed, [*respecified, event("CargoRouted", itinerary=itinerary.wire()), *facts(cargo, routed)]


def _specified(cargo: Cargo, specification: RouteSpecification, type: str) -> Changed:
    keeps_promise = specification.destination == cargo.specification.destination  # CRG-12
    new = cargo.with_(specification=specification, promise=cargo.promise if keeps_promise else None)
    return new, [event(type, routeSpecification=specification.wire()), *facts(cargo, new)]


def specify_new_route(cargo: Cargo, specification: RouteSpecification, now: int) -> Changed:
    """CRG-3."""
    cargo.require_open()
    if specification == cargo.specification:
        return cargo, []
    specification.require_future_deadline(now)
    return _specified(cargo, specification, "RouteRespecified")


def change_destination(cargo: Cargo, destination: str) -> Changed:
    """CRG-4."""
    cargo.require_open()
    present_one, delivery, due = cargo.specification, cargo.delivery, cargo.due
    if destination == present_one.destination:
        return cargo, []
    origins = [present_one.origin, cargo.origin]
    if delivery.transport_status == "IN_PORT" and delivery.last_known_location:
        origins.insert(0, delivery.last_known_location)
    elif delivery.current_voyage and not cargo.progress.is_misdirected and due and due.type == "UNLOAD" and due.voyage == delivery.current_voyage:
        origins.insert(0, due.location)
    origin = next((each for each in origins if each != destination), destination)
    return _specified(cargo, RouteSpecification.of(present_one.deadline, destination, origin), "DestinationChanged")


def change_deadline(cargo: Cargo, deadline: int, now: int) -> Changed:
    """CRG-5."""
    cargo.require_open()
    if deadline == cargo.specification.deadline:
        return cargo, []
    specification = dataclasses.replace(cargo.specification, deadline=deadline)
    specification.require_future_deadline(now)
    return _specified(cargo, specification, "DeadlineChanged")


def judged(cargo: Cargo, past: History) -> Judged:
    return judge(cargo.specification, cargo.itinerary, cargo.start, past)


def derive(cargo: Cargo, past: History) -> Changed:
    """CRG-6. The caller has checked that the history is this cargo's (HND-4)."""
    verdict = judged(cargo, past)
    new = cargo.with_(progress=verdict.progress, start=verdict.start)
    last = verdict.progress.last
    handled = [event("CargoHandled", lastHandled=last.wire() if last else None)] if last != cargo.progress.last else []
    return new, [*handled, *facts(cargo, new)]


def cancel(cargo: Cargo, why: str, now: int) -> Changed:
    """CRG-8."""
    cargo.require_unclaimed()
    if cargo.cancellation:
        return cargo, []
    if cargo.progress.last_move:
        raise Failure("cargo_already_received")
    return cargo.with_(cancellation=(now, why)), [event("CargoCancelled", reason=why)]


def reinstate(cargo: Cargo, now: int) -> Changed:
    """CRG-11."""
    if not cargo.cancellation:
        return cargo, []
    cargo.require_unclaimed()
    if cargo.progress.last_move is None:
        cargo.specification.require_future_deadline(now)
    return cargo.with_(cancellation=None), [event("CargoReinstated")]


def announce(cargo: Cargo, estimate: Estimate) -> Changed:
    """CRG-10."""
    if cargo.itinerary is None:
        raise Failure("cargo_not_routed")
    planned = as_planned(cargo.itinerary)
    before, raised = cargo.estimate or planned, []
    if estimate.arrival != before.arrival:
        times = {"estimatedArrival": estimate.arrival, "plannedArrival": planned.arrival, "previous": before.arrival}
        raised.append(event("EstimatedArrivalChanged", **{name: instant_text(time) for name, time in times.items() if time is not None}))
    if estimate.disruption and estimate.disruption != before.disruption:
        raised.append(event("RouteDisrupted", disruption=estimate.disruption.wire()))
    if before.disruption and not estimate.disruption:
        raised.append(event("RouteRestored"))
    return cargo.with_(estimate=None if estimate == planned else estimate), raised


def add_reference(cargo: Cargo, reference: Reference) -> Changed:
    """REF-3."""
    if reference in cargo.references:
        return cargo, []
    if len(cargo.references) == MOST:
        raise Failure("references_too_many")
    if reference.is_box and any(each.is_box for each in cargo.references):
        raise Failure("container_already_assigned")
    references = tuple(sorted([*cargo.references, reference], key=lambda each: each.place))
    return cargo.with_(references=references), [event("ReferenceAdded", reference=reference.wire())]


def remove_reference(cargo: Cargo, reference: Reference) -> Changed:
    """REF-4."""
    if reference not in cargo.references:
        return cargo, []
    left = tuple(each for each in cargo.references if each != reference)
    return cargo.with_(references=left), [event("ReferenceRemoved", reference=reference.wire())]


def substitutable_leg(cargo: Cargo, leg: int) -> Leg:
    """The first checks of CRG-13."""
    cargo.require_open()
    if cargo.itinerary is None:
        raise Failure("cargo_not_routed")
    return cargo.itinerary.legs[integer(leg, 0, len(cargo.itinerary.legs) - 1)]


def substitute_voyage(cargo: Cargo, leg: int, voyage: str, past: History) -> Changed:
    """CRG-13. The caller has checked that the history is this cargo's (HND-4)."""
    before = substitutable_leg(cargo, leg)
    assert cargo.itinerary
    if cargo.is_loaded(leg):
        raise Failure("leg_already_loaded")
    if voyage == before.voyage:
        return cargo, []
    legs = [dataclasses.replace(each, voyage=voyage) if index == leg else each for index, each in enumerate(cargo.itinerary.legs)]
    new, raised = derive(cargo.with_(itinerary=Itinerary.of(legs)), past)
    return new, [event("VoyageSubstituted", leg=leg, previous=before.voyage, voyageNumber=voyage), *raised]


def set_pick_up_by(cargo: Cargo, time: int | None) -> Changed:
    """CRG-14."""
    cargo.require_open()
    if time == cargo.pick_up_by:
        return cargo, []
    return cargo.with_(pick_up_by=time), [event("PickUpDeadlineChanged", pickUpBy=time_text(time))]


def place_hold(cargo: Cargo, type: str, why: str, now: int) -> Changed:
    """CRG-15."""
    cargo.require_open()
    if any(hold.type == type for hold in cargo.holds):
        return cargo, []
    held = tuple(sorted([*cargo.holds, Hold(now, why, type)], key=lambda hold: hold.type))
    return cargo.with_(holds=held), [event("CargoHeld", reason=why, type=type)]


def archive(cargo: Cargo, name: str, now: int, past: History, days: int) -> Changed:
    """CRG-17. The caller has checked that the history is this cargo's (HND-4)."""
    times = [each.registration for each in past]
    times += [cargo.cancellation[0]] if cargo.cancellation else []
    times += [cargo.progress.last.completion] if cargo.progress.last else []
    quiet = now - max(times, default=now)
    if cargo.is_open or quiet < 0 or quiet // A_DAY < days:
        raise Failure("cargo_not_closed")
    return cargo, [event("CargoArchived", archive=name)]


def erase_customer(cargo: Cargo, pseudonym: str) -> Changed:
    """CRG-18."""
    if cargo.customer == pseudonym:
        return cargo, []
    erased = cargo.with_(
        customer=pseudonym, references=(), holds=tuple(Hold(hold.at, "ERASED", hold.type) for hold in cargo.holds),
        cancellation=(cargo.cancellation[0], "ERASED") if cargo.cancellation else None,
    )
    return erased, [event("CustomerErased", customerId=pseudonym)]


def release_hold(cargo: Cargo, type: str) -> Changed:
    """CRG-16."""
    left = tuple(hold for hold in cargo.holds if hold.type != type)
    return (cargo, []) if left == cargo.holds else (cargo.with_(holds=left), [event("CargoReleased", type=type)])
