"""The use cases (UC-*): fields first, then lookups, then rules."""

from __future__ import annotations

from typing import Any

from . import cargo as operations
from . import requests, routing
from .cargo import Cargo, Event
from .errors import Failure
from .handling import HandlingEvent, require_possible
from .locations import Location
from .routes import Activity, RouteSpecification
from .values import instant_text, present
from .voyages import Schedule, Voyage
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


def request_routes(world: World, request: Any) -> dict[str, Any]:
    """UC-2."""
    fields = requests.read(request, "limit? maxLegs? minimumConnection? trackingId", requests.ROUTES_LIMIT)
    cargo = world.find(fields["trackingId"])
    options = routing.Options(fields.get("limit", 10), fields.get("maxLegs", 8), fields.get("minimumConnection", 0))
    depart_after = max([world.now, *(event.completion for event in world.history(cargo.id))])
    found = routing.find(cargo.specification, depart_after, list(world.voyages.values()), options)
    return {"itineraries": [itinerary.wire() for itinerary in found]}


def assign_route(world: World, request: Any) -> dict[str, Any]:
    """UC-3."""
    fields = requests.read(request, "itinerary trackingId")
    cargo = world.find(fields["trackingId"])
    for index, leg in enumerate(fields["itinerary"].legs):
        if not world.voyage(leg.voyage).serves(leg.load_location, leg.load_time, leg.unload_location, leg.unload_time):
            raise Failure("leg_not_on_schedule", index=index)
    return _saved(world, *operations.assign_to_route(cargo, fields["itinerary"]))


def _saved(world: World, cargo: Cargo, raised: list[Event]) -> dict[str, Any]:
    world.save(cargo, raised)
    return {"trackingId": cargo.id}


def change_destination(world: World, request: Any) -> dict[str, Any]:
    """UC-4."""
    fields = requests.read(request, "destination trackingId")
    cargo = world.find(fields["trackingId"])
    world.location(fields["destination"])
    return _saved(world, *operations.change_destination(cargo, fields["destination"], world.now))


def change_deadline(world: World, request: Any) -> dict[str, Any]:
    """UC-4."""
    fields = requests.read(request, "arrivalDeadline trackingId")
    return _saved(world, *operations.change_deadline(world.find(fields["trackingId"]), fields["arrivalDeadline"], world.now))


def specify_route(world: World, request: Any) -> dict[str, Any]:
    """UC-4: RTE-1 comes before CRG-3, since the specification is made first."""
    fields = requests.read(request, "arrivalDeadline destination origin trackingId")
    cargo = world.find(fields["trackingId"])
    world.location(fields["origin"])
    world.location(fields["destination"])
    specification = RouteSpecification.of(fields["arrivalDeadline"], fields["destination"], fields["origin"])
    return _saved(world, *operations.specify_new_route(cargo, specification, world.now))


def register_handling_event(world: World, request: Any) -> dict[str, Any]:
    """UC-5, HND-5. The event and the cargo that it changes are stored in one step, or neither is."""
    fields = requests.read(request, "completionTime location trackingId type voyageNumber?")
    cargo, voyage = world.find(fields["trackingId"]), fields.get("voyageNumber")
    if voyage is not None:
        world.voyage(voyage)
    world.location(fields["location"])
    event = HandlingEvent.of(fields["completionTime"], world.now, cargo.id, Activity(fields["type"], fields["location"], voyage))
    past = world.history(cargo.id)
    known = next((each for each in past if each.identity == event.identity), None)
    if known is None:
        require_possible(event, past)
        past = sorted([*past, event], key=lambda each: each.place)
    inspected, raised = operations.derive(cargo, past)
    if inspected != cargo:
        world.save(inspected, raised)
    if known is None:
        world.events.append(event)
    return {"event": (known or event).wire(), "isNew": known is None}


def track_cargo(world: World, request: Any) -> dict[str, Any]:
    """UC-6."""
    stored = world.find(requests.read(request, "trackingId")["trackingId"])
    past = world.history(stored.id)
    verdict = operations.judged(stored, past)
    cargo = stored.with_(progress=verdict.progress)
    delivery, specification = cargo.delivery, cargo.specification

    def place(code: str | None) -> dict[str, Any] | None:
        return None if code is None else world.locations.get(code, Location(code, code)).wire()

    def words(activity: Activity, tense: int) -> str:
        name = world.locations.get(activity.location, Location(activity.location, activity.location)).name
        return ACTIVITY_TEXTS[activity.type][tense].replace("{voyage}", activity.voyage or "").replace("{place}", name)

    def shown(event: HandlingEvent, is_expected: bool) -> dict[str, Any]:
        return present(
            completionTime=instant_text(event.completion), description=words(event.activity, 0), isExpected=is_expected,
            location=place(event.activity.location), registrationTime=instant_text(event.registration), type=event.activity.type,
            voyageNumber=event.activity.voyage,
        )

    arrival, expected = delivery.estimated_arrival, delivery.next_expected
    return present(
        arrivalDeadline=instant_text(specification.deadline), currentVoyage=delivery.current_voyage, customerId=cargo.customer,
        destination=place(specification.destination), estimatedArrival=None if arrival is None else instant_text(arrival),
        events=[shown(event, is_expected) for event, is_expected in zip(past, verdict.expected)],
        isLate=arrival is not None and arrival >= specification.deadline, isMisdirected=cargo.progress.is_misdirected,
        isUnloadedAtDestination=delivery.is_unloaded_at_destination, lastKnownLocation=place(delivery.last_known_location),
        legs=[leg.wire() for leg in cargo.itinerary.legs] if cargo.itinerary else [],
        misdirection=operations.misdirection(cargo, verdict),
        nextExpectedActivity=expected.wire() if expected else None, nextExpectedText=words(expected, 1) if expected else None,
        origin=place(cargo.origin), routingStatus=delivery.routing_status, statusText=_status_text(cargo, place),
        trackingId=cargo.id, transportStatus=delivery.transport_status,
    )


def _status_text(cargo: Cargo, place: Any) -> str:
    delivery = cargo.delivery
    if delivery.transport_status == "NOT_RECEIVED":
        return "Not received"
    if delivery.transport_status == "ONBOARD_CARRIER":
        return f"Onboard voyage {delivery.current_voyage}"
    name = place(delivery.last_known_location)["name"]
    return f"In port {name}" if delivery.transport_status == "IN_PORT" else f"Claimed in {name}"


def _page(cargos: list[Cargo], fields: dict[str, Any]) -> dict[str, Any]:
    """UC-7."""
    rest = [cargo for cargo in cargos if cargo.id > fields.get("after", "")]
    shown = rest[: fields.get("limit", 100)]
    return present(cargos=[_summary(cargo) for cargo in shown], next=shown[-1].id if len(rest) > len(shown) else None)


def _summary(cargo: Cargo) -> dict[str, Any]:
    delivery = cargo.delivery
    return {
        "arrivalDeadline": instant_text(cargo.specification.deadline), "customerId": cargo.customer, "destination": cargo.specification.destination,
        "isMisdirected": cargo.progress.is_misdirected, "origin": cargo.origin, "routingStatus": delivery.routing_status, "trackingId": cargo.id,
        "transportStatus": delivery.transport_status,
    }


def list_cargos(world: World, request: Any) -> dict[str, Any]:
    return _page(world.sound(), requests.read(request, "after? limit?"))


def list_cargos_for_customer(world: World, request: Any) -> dict[str, Any]:
    fields = requests.read(request, "after? customerId limit?")
    return _page(world.of_customer(fields["customerId"]), fields)


def _require_ports(world: World, schedule: Schedule) -> None:
    for movement in schedule:
        world.location(movement.departure_location)
        world.location(movement.arrival_location)


def register_voyage(world: World, request: Any) -> dict[str, Any]:
    """UC-8."""
    fields = requests.read(request, "schedule voyageNumber")
    schedule, number = fields["schedule"], fields["voyageNumber"]
    _require_ports(world, schedule)
    known = world.voyages.get(number)
    if known and known.schedule != schedule:
        raise Failure("voyage_already_exists", voyageNumber=number)
    if not known:
        known = world.voyages[number] = Voyage(schedule, 1, number)
    return {"version": known.version, "voyageNumber": number}


def reschedule_voyage(world: World, request: Any) -> dict[str, Any]:
    """UC-9."""
    fields = requests.read(request, "schedule voyageNumber")
    voyage = world.voyage(fields["voyageNumber"])
    _require_ports(world, fields["schedule"])
    new = voyage.rescheduled(fields["schedule"])
    if new is not voyage:
        world.voyages[new.number] = new
        world.raised.append(operations.event("VoyageRescheduled", voyageNumber=new.number))
    affected = [cargo.id for cargo in world.sound() if cargo.delivery.transport_status != "CLAIMED" and _is_affected(cargo, new)]
    return {"affectedCargos": affected, "version": new.version, "voyageNumber": new.number}


def _is_affected(cargo: Cargo, voyage: Voyage) -> bool:
    legs = [leg for leg in cargo.itinerary.legs if leg.voyage == voyage.number] if cargo.itinerary else []
    return any(not voyage.serves(leg.load_location, leg.load_time, leg.unload_location, leg.unload_time) for leg in legs)


def register_location(world: World, request: Any) -> dict[str, Any]:
    """UC-10."""
    fields = requests.read(request, "name unLocode")
    world.locations[fields["unLocode"]] = Location(fields["name"], fields["unLocode"])
    return world.locations[fields["unLocode"]].wire()
