"""The use cases (UC-*): fields first, then lookups, then rules."""

import dataclasses
from typing import Any, Callable

from . import cargo as operations
from . import estimate, requests, routing
from .cargo import Cargo, Changed
from .errors import Failure
from .events import Event, event
from .handling import HandlingEvent, History, in_order, require_fitting_voyage, require_possible
from .routes import Activity, RouteSpecification
from .schedules import Schedule
from .values import GREATEST, instant_text, present
from .voyages import Location, Voyage, next_version
from .world import World

ACTIVITY_TEXTS = {
    "RECEIVE": ("Received in {place}", "Receive in {place}"),
    "LOAD": ("Loaded onto voyage {voyage} in {place}", "Load onto voyage {voyage} in {place}"),
    "UNLOAD": ("Unloaded off voyage {voyage} in {place}", "Unload off voyage {voyage} in {place}"),
    "CUSTOMS": ("Cleared customs in {place}", ""),
    "CLAIM": ("Claimed in {place}", "Claim in {place}"),
}


def book_cargo(world: World, request: Any) -> dict[str, Any]:
    """UC-1."""
    fields = requests.read(request, "arrivalDeadline customerId destination origin trackingId?")
    world.location(fields["origin"])
    world.location(fields["destination"])
    specification = RouteSpecification.of(fields["arrivalDeadline"], fields["destination"], fields["origin"])
    identity = fields.get("trackingId") or world.next_id()
    if identity in world.cargos:
        world.find(identity)
        raise Failure("tracking_id_in_use", trackingId=identity)
    world.save(*operations.book(identity, fields["customerId"], specification, world.now))
    return {"trackingId": identity}


def outlook(world: World, cargo: Cargo, past: History) -> estimate.Outlook:
    """EST-1 to EST-4 of a cargo with an itinerary."""
    assert cargo.itinerary
    return estimate.derive(cargo.specification, cargo.itinerary, operations.judged(cargo, past), past, world.voyages)


def _announced(world: World, cargo: Cargo, past: History) -> Changed:
    """EST-7."""
    return operations.announce(cargo, outlook(world, cargo, past).estimate) if cargo.itinerary else (cargo, [])


def _command(world: World, stored: Cargo, change: Callable[[Cargo], Changed], announces: bool = True) -> dict[str, Any]:
    """Derives the cargo, changes it and saves it once; what is already so saves nothing (CRG-0)."""
    past = world.history(stored.id)
    derived, raised = operations.derive(stored, past)
    changed, own = change(derived)
    if changed is not derived:
        announced, news = _announced(world, changed, past) if announces else (changed, [])
        world.save(announced, [*raised, *own, *news])
    return {"trackingId": stored.id, "version": world.find(stored.id).version}


def request_routes(world: World, request: Any) -> dict[str, Any]:
    """UC-2."""
    fields = requests.read(request, "limit? maxLegs? minimumConnection? trackingId", requests.ROUTES_LIMIT)
    stored = world.find(fields["trackingId"])
    past = world.history(stored.id)
    cargo = operations.derive(stored, past)[0]
    cargo.require_open()
    options = routing.Options(fields.get("limit", 10), fields.get("maxLegs", 8), fields.get("minimumConnection", 0))
    specification, move = cargo.specification, cargo.progress.last_move
    start = move.activity.location if move else specification.origin
    if start == specification.destination:
        return {"itineraries": []}
    specification = dataclasses.replace(specification, origin=start)
    voyages, voyage = list(world.voyages.values()), cargo.delivery.current_voyage

    def search(options: routing.Options) -> list[Any]:
        if move and voyage:
            found = routing.find_aboard(specification, routing.Aboard(move.completion, start, voyage), world.now, voyages, options)
        else:
            found = routing.find(specification, max([world.now, *(each.completion for each in past)]), voyages, options)
        return [itinerary.wire() for itinerary in found]

    in_time = search(options)
    too_late = [] if in_time else search(dataclasses.replace(options, ignore_deadline=True))
    return present(itineraries=in_time, tooLate=too_late or None)


def assign_route(world: World, request: Any) -> dict[str, Any]:
    """UC-3."""
    fields = requests.read(request, "itinerary trackingId")
    cargo = world.find(fields["trackingId"])
    for index, leg in enumerate(fields["itinerary"].legs):
        if not world.voyage(leg.voyage).serves(leg.load_location, leg.load_time, leg.unload_location, leg.unload_time):
            raise Failure("leg_not_on_schedule", index=index)
    return _command(world, cargo, lambda derived: operations.assign_to_route(derived, fields["itinerary"]), announces=False)


Change = Callable[[World, Cargo, dict[str, Any]], Changed]


def change_of(names: str, change: Change, announces: bool = True, read: Callable[..., dict[str, Any]] = requests.read) -> Callable[[World, Any], dict[str, Any]]:
    """A use case that finds a cargo and changes it by the fields of its request."""
    def run(world: World, request: Any) -> dict[str, Any]:
        fields = read(request, names)
        return _command(world, world.find(fields["trackingId"]), lambda derived: change(world, derived, fields), announces)
    return run


def _to_destination(world: World, cargo: Cargo, fields: dict[str, Any]) -> Changed:
    """UC-4."""
    world.location(fields["destination"])
    return operations.change_destination(cargo, fields["destination"])


def _to_specification(world: World, cargo: Cargo, fields: dict[str, Any]) -> Changed:
    """UC-4: RTE-1 comes before CRG-3, since the specification is made first."""
    world.location(fields["origin"])
    world.location(fields["destination"])
    specification = RouteSpecification.of(fields["arrivalDeadline"], fields["destination"], fields["origin"])
    return operations.specify_new_route(cargo, specification, world.now)


# UC-4, UC-15, REF-3 and REF-4.
CHANGES = {
    "changeDestination": change_of("destination trackingId", _to_destination),
    "changeDeadline": change_of(
        "arrivalDeadline trackingId", lambda world, cargo, fields: operations.change_deadline(cargo, fields["arrivalDeadline"], world.now)),
    "specifyRoute": change_of("arrivalDeadline destination origin trackingId", _to_specification),
    "cancelBooking": change_of("reason trackingId", lambda world, cargo, fields: operations.cancel(cargo, fields["reason"], world.now), announces=False),
    "reinstateBooking": change_of("trackingId", lambda world, cargo, fields: operations.reinstate(cargo, world.now)),
    "addReference": change_of(
        "trackingId type value", lambda world, cargo, fields: operations.add_reference(cargo, fields["reference"]), False, requests.read_with_reference),
    "removeReference": change_of(
        "trackingId type value", lambda world, cargo, fields: operations.remove_reference(cargo, fields["reference"]), False, requests.read_with_reference),
    "placeHold": change_of(
        "reason trackingId type", lambda world, cargo, fields: operations.place_hold(cargo, fields["type"], fields["reason"], world.now), False,
        requests.read_with_hold),
    "releaseHold": change_of(
        "trackingId type", lambda world, cargo, fields: operations.release_hold(cargo, fields["type"]), False, requests.read_with_hold),
    "setPickUpDeadline": change_of(
        "pickUpBy? trackingId", lambda world, cargo, fields: operations.set_pick_up_by(cargo, fields.get("pickUpBy")), announces=False),
}


def _substituted(world: World, cargo: Cargo, leg: int, voyage: str, past: History) -> Changed:
    """UC-13: the voyage calls at the leg's ports, then CRG-13."""
    ports = operations.substitutable_leg(cargo, leg)
    world.voyage(voyage).require_calls(ports.load_location, ports.unload_location)
    return operations.substitute_voyage(cargo, leg, voyage, past)


def substitute_voyage(world: World, request: Any) -> dict[str, Any]:
    """UC-13."""
    fields = requests.read(request, "leg trackingId voyageNumber")
    cargo = world.find(fields["trackingId"])
    past = world.history(cargo.id)
    return _command(world, cargo, lambda derived: _substituted(world, derived, fields["leg"], fields["voyageNumber"], past))


def roll_over(world: World, request: Any) -> dict[str, Any]:
    """UC-14."""
    fields = requests.read(request, "from location to")
    old, new = world.voyage(fields["from"]), world.voyage(fields["to"])
    world.location(fields["location"])
    affected, failures = [], []
    for stored in world.sound() if old != new else []:
        past = world.history(stored.id)
        cargo, raised = operations.derive(stored, past)
        leg = _leg_to_load(cargo, old.number, fields["location"])
        if leg is None:
            continue
        try:
            moved, own = _substituted(world, cargo, leg, new.number, past)
            announced, news = _announced(world, moved, past)
            world.save(announced, [*raised, *own, *news])
        except Failure as failure:
            failures.append({"code": failure.code, "trackingId": stored.id})
            continue
        affected.append(_affected(announced, outlook(world, moved, past).estimate))
    return {"affectedCargos": affected, "failures": failures}


def _leg_to_load(cargo: Cargo, voyage: str, location: str) -> int | None:
    """The first leg on the voyage, loaded at the location, whose LOAD is not done; None if the cargo is claimed or cancelled."""
    if cargo.itinerary is None or not cargo.is_open:
        return None
    legs = enumerate(cargo.itinerary.legs)
    return next((index for index, leg in legs if (leg.voyage, leg.load_location) == (voyage, location) and not cargo.is_loaded(index)), None)


def _inspect(world: World, cargo: Cargo, past: History, first: list[Event]) -> None:
    """Derives, announces and saves, if anything changed or a fact comes first."""
    derived, raised = operations.derive(cargo, past)
    inspected, news = _announced(world, derived, past)
    if first or inspected != cargo:
        world.save(inspected, [*first, *raised, *news])


def register_handling_event(world: World, request: Any) -> dict[str, Any]:
    """UC-5, HND-5. The event and its cargo are stored in one step, or neither is."""
    fields = requests.read(request, "completionTime location trackingId type voyageNumber?")
    cargo, voyage = world.find(fields["trackingId"]), fields.get("voyageNumber")
    if voyage is not None:
        world.voyage(voyage)
    world.location(fields["location"])
    new = HandlingEvent.of(fields["completionTime"], world.now, cargo.id, Activity(fields["type"], fields["location"], voyage))
    past = world.history(cargo.id)
    known = next((each for each in past if each.identity == new.identity), None)
    first: list[Event] = []
    if known is None:
        require_possible(new, past)
        past = in_order([*past, new])
        is_expected = operations.judged(cargo, past).expected[past.index(new)]
        first = [event("HandlingEventRegistered", event=new.wire(), isExpected=is_expected)]
    _inspect(world, cargo, past, first)
    if known is None:
        world.events.append(new)
        world.retracted.pop(new.identity, None)
    return {"event": (known or new).wire(), "isNew": known is None}


def retract_handling_event(world: World, request: Any) -> dict[str, Any]:
    """HND-7. The retraction and its cargo are stored in one step, or neither is."""
    fields = requests.read(request, "completionTime location reason trackingId type voyageNumber?")
    cargo, voyage = world.find(fields["trackingId"]), fields.get("voyageNumber")
    require_fitting_voyage(fields["type"], voyage)
    identity = HandlingEvent(fields["completionTime"], 0, cargo.id, Activity(fields["type"], fields["location"], voyage)).identity
    past = world.history(cargo.id)
    known = next((each for each in past if each.identity == identity), None)
    if known is None and identity not in world.retracted:
        raise Failure("handling_event_not_found", trackingId=cargo.id)
    first = [event("HandlingEventRetracted", event=known.wire(), reason=fields["reason"])] if known else []
    _inspect(world, cargo, in_order([each for each in past if each is not known]), first)
    if known:
        world.events.remove(known)
        world.retracted[identity] = (known, fields["reason"], world.now)
    return {"event": (known or world.retracted[identity][0]).wire(), "isNew": known is not None}


def track_cargo(world: World, request: Any) -> dict[str, Any]:
    """UC-6."""
    stored = world.find(requests.read(request, "trackingId")["trackingId"])
    past = world.history(stored.id)
    verdict = operations.judged(stored, past)
    cargo = stored.with_(progress=verdict.progress, start=verdict.start)
    shown_times = outlook(world, cargo, past) if cargo.itinerary else None
    is_open, now_estimated = cargo.cancellation is None, shown_times.estimate if shown_times else None
    delivery, specification = cargo.delivery, cargo.specification

    def place(code: str | None) -> dict[str, Any] | None:
        return None if code is None else world.locations.get(code, Location(code, code)).wire()

    def words(activity: Activity, tense: int) -> str:
        name = world.locations.get(activity.location, Location(activity.location, activity.location)).name
        return ACTIVITY_TEXTS[activity.type][tense].replace("{voyage}", activity.voyage or "").replace("{place}", name)

    def shown(one: HandlingEvent, is_expected: bool) -> dict[str, Any]:
        return present(
            completionTime=instant_text(one.completion), description=words(one.activity, 0), isExpected=is_expected,
            location=place(one.activity.location), registrationTime=instant_text(one.registration), type=one.activity.type,
            voyageNumber=one.activity.voyage,
        )

    def time(value: int | None) -> str | None:
        return instant_text(value) if value is not None and is_open else None

    arrival = now_estimated.arrival if now_estimated else None
    expected = delivery.next_expected if is_open else None
    disruption = now_estimated.disruption if now_estimated and is_open else None
    overdue = _overdue_since(cargo, shown_times, world.now)
    in_port_since = instant_text(cargo.progress.last_move.completion) if cargo.progress.last_move and delivery.transport_status == "IN_PORT" else None
    times = shown_times.legs(cargo.itinerary) if shown_times and cargo.itinerary else []
    return present(
        arrivalDeadline=instant_text(specification.deadline), arrivalDelay=_delay(cargo, arrival) if is_open else None, bookingStatus="CONFIRMED" if is_open else "CANCELLED",
        cancellation=cargo.wire().get("cancellation"), currentVoyage=delivery.current_voyage, customerId=cargo.customer,
        destination=place(specification.destination), disruption=disruption.wire() if disruption else None,
        estimatedArrival=time(arrival), holds=cargo.wire().get("holds"), inPortSince=in_port_since,
        overdueSince=time(overdue), pickUpBy=cargo.wire().get("pickUpBy"), plannedArrival=time(delivery.planned_arrival),
        promisedArrival=time(cargo.promise),
        events=[shown(one, is_expected) for one, is_expected in zip(past, verdict.expected)],
        isLate=is_open and arrival is not None and arrival >= specification.deadline, isMisdirected=cargo.progress.is_misdirected,
        isUnloadedAtDestination=delivery.is_unloaded_at_destination, lastKnownLocation=place(delivery.last_known_location),
        references=cargo.wire().get("references"),
        legs=[{**leg.wire(), **more} for leg, more in zip(cargo.itinerary.legs, times)] if cargo.itinerary else [],
        misdirection=operations.misdirection(cargo),
        nextExpectedActivity=expected.wire() if expected else None, nextExpectedText=words(expected, 1) if expected else None,
        origin=place(cargo.origin), routingStatus=delivery.routing_status, statusText=_status_text(cargo, place),
        trackingId=cargo.id, transportStatus=delivery.transport_status,
    )


def _delay(cargo: Cargo, arrival: int | None) -> int | None:
    """EST-4: against the promise, or else the plan."""
    if arrival is None or cargo.itinerary is None:
        return None
    return arrival - (cargo.itinerary.legs[-1].unload_time if cargo.promise is None else cargo.promise)


def _overdue_since(cargo: Cargo, times: estimate.Outlook | None, now: int) -> int | None:
    """EST-6, for a cargo that isn't cancelled."""
    time = cargo.pick_up_by if cargo.delivery.is_unloaded_at_destination else estimate.scan_due(times, cargo.progress)
    return time if time is not None and now > time else None


def _status_text(cargo: Cargo, place: Any) -> str:
    delivery = cargo.delivery
    if delivery.transport_status == "NOT_RECEIVED":
        return "Cancelled" if cargo.cancellation else "Not received"
    if delivery.transport_status == "ONBOARD_CARRIER":
        return f"Onboard voyage {delivery.current_voyage}"
    name = place(delivery.last_known_location)["name"]
    return f"In port {name}" if delivery.transport_status == "IN_PORT" else f"Claimed in {name}"


def _page(cargos: list[Cargo], fields: dict[str, Any]) -> dict[str, Any]:
    """UC-7."""
    rest = [cargo for cargo in cargos if cargo.id > fields.get("after", "")]
    shown = rest[: fields.get("limit", 100)]
    return present(cargos=[summary(cargo) for cargo in shown], next=shown[-1].id if len(rest) > len(shown) else None)


def summary(cargo: Cargo) -> dict[str, Any]:
    delivery, specification, itinerary, announced = cargo.delivery, cargo.specification, cargo.itinerary, cargo.estimate
    arrival = announced.arrival if announced else None
    if itinerary and not announced and not cargo.progress.is_misdirected and specification.connects(itinerary):
        arrival = itinerary.legs[-1].unload_time
    if cargo.cancellation:
        arrival = announced = None
    return present(
        arrivalDeadline=instant_text(specification.deadline), bookingStatus="CANCELLED" if cargo.cancellation else "CONFIRMED",
        customerId=cargo.customer, destination=specification.destination, estimatedArrival=None if arrival is None else instant_text(arrival),
        isDisrupted=announced is not None and announced.disruption is not None, isHeld=bool(cargo.holds), isLate=arrival is not None and arrival >= specification.deadline,
        isMisdirected=cargo.progress.is_misdirected, origin=cargo.origin, routingStatus=delivery.routing_status, trackingId=cargo.id,
        transportStatus=delivery.transport_status,
    )


def list_cargos(world: World, request: Any) -> dict[str, Any]:
    return _page(world.sound(), requests.read(request, "after? limit?"))


def list_cargos_for_customer(world: World, request: Any) -> dict[str, Any]:
    fields = requests.read(request, "after? customerId limit?")
    shown, has_more = world.page_of_customer(fields["customerId"], fields.get("after"), fields.get("limit", 100))
    return present(cargos=[summary(cargo) for cargo in shown], next=shown[-1].id if has_more else None)


def find_by_reference(world: World, request: Any) -> dict[str, Any]:
    """REF-5."""
    fields = requests.read_with_reference(request, "after? limit? type value")
    return _page([cargo for cargo in world.sound() if fields["reference"] in cargo.references], fields)


def _require_ports(world: World, schedule: Schedule) -> None:
    for movement in schedule:
        world.location(movement.departure_location)
        world.location(movement.arrival_location)


def register_voyage(world: World, request: Any) -> dict[str, Any]:
    """UC-8."""
    fields = requests.read(request, "details? schedule voyageNumber")
    schedule, number, details = fields["schedule"], fields["voyageNumber"], fields.get("details")
    _require_ports(world, schedule)
    known = world.voyages.get(number)
    if known and (known.schedule != schedule or details and known.details != details):
        raise Failure("voyage_already_exists", voyageNumber=number)
    if not known:
        known = world.voyages[number] = Voyage(schedule, 1, number, details)
    return {"version": known.version, "voyageNumber": number}


def _store(world: World, old: Voyage, changed: Voyage, raised: list[Event]) -> Voyage:
    """Saves a voyage as its next version, unless nothing changed."""
    if changed == old:
        return old
    new = world.voyages[old.number] = dataclasses.replace(changed, version=next_version(old.version))
    world.raised += raised
    return new


def describe_voyage(world: World, request: Any) -> dict[str, Any]:
    """UC-11."""
    fields = requests.read(request, "details? voyageNumber")
    voyage = world.voyage(fields["voyageNumber"])
    return {"version": _store(world, voyage, *voyage.described(fields.get("details"))).version, "voyageNumber": voyage.number}


def report_port_call(world: World, request: Any) -> dict[str, Any]:
    """UC-12."""
    fields = requests.read(request, "end location reportedAt? status time voyageNumber")
    voyage = world.voyage(fields["voyageNumber"])
    world.location(fields["location"])
    reported_at = fields.get("reportedAt", world.now)
    changed = voyage.reported(fields["end"], fields["location"], reported_at, fields["status"], fields["time"], world.now)
    new = _store(world, voyage, *changed)
    return {"affectedCargos": _inspect_cargos_of(world, new.number), "isNew": new != voyage, "version": new.version, "voyageNumber": new.number}


def reschedule_voyage(world: World, request: Any) -> dict[str, Any]:
    """UC-9."""
    fields = requests.read(request, "schedule voyageNumber")
    voyage = world.voyage(fields["voyageNumber"])
    _require_ports(world, fields["schedule"])
    new = _store(world, voyage, *voyage.rescheduled(fields["schedule"]))
    return {"affectedCargos": _inspect_cargos_of(world, new.number), "version": new.version, "voyageNumber": new.number}


def _inspect_cargos_of(world: World, voyage: str) -> list[dict[str, Any]]:
    """UC-9: announces the estimate of each cargo that waits for the voyage; tells those whose estimate isn't as planned."""
    affected = []
    for stored in world.sound():
        past = world.history(stored.id)
        cargo, raised = operations.derive(stored, past)
        if not _waits_for(cargo, voyage):
            continue
        announced, news = _announced(world, cargo, past)
        if announced != stored:
            if stored.version == GREATEST:
                continue
            world.save(announced, [*raised, *news])
        if announced.estimate:
            affected.append(_affected(announced, announced.estimate))
    return affected


def _affected(cargo: Cargo, found: estimate.Estimate) -> dict[str, Any]:
    is_late = found.arrival is not None and found.arrival >= cargo.specification.deadline
    return present(arrivalDelay=_delay(cargo, found.arrival), isLate=is_late, trackingId=cargo.id, **found.wire())


def _waits_for(cargo: Cargo, voyage: str) -> bool:
    """Whether the cargo has a leg on the voyage that isn't unloaded, and is neither claimed nor cancelled."""
    if cargo.itinerary is None or not cargo.is_open:
        return False
    position = cargo.progress.position or 0
    return any(leg.voyage == voyage and position <= 2 * index + 2 for index, leg in enumerate(cargo.itinerary.legs))


def register_location(world: World, request: Any) -> dict[str, Any]:
    """UC-10."""
    fields = requests.read(request, "name unLocode")
    world.locations[fields["unLocode"]] = Location(fields["name"], fields["unLocode"])
    return world.locations[fields["unLocode"]].wire()
