"""The operations of a runner (spec/ops.json). Each checks the shape of its args, then reads values by name, then applies rules."""

from typing import Any, Callable

from . import cache, codec, estimate, routing, shapes, use_cases
from . import cargo as cargos
from .delivery import delivered, judge
from .details import Details
from .errors import Failure
from .events import Event
from .handling import Handled, HandlingEvent, history
from .references import Reference
from .routes import Itinerary, Leg, RouteSpecification
from .shapes import Anything, Flag, Integer, List, Object, Text
from .values import (GREATEST, archive_name, customer_id, hold_type, instant, instant_text, integer, port_call_end, port_call_status, reason, tracking_id, un_locode,
                     voyage_number)
from .voyages import Location, Voyage
from .world import World

Operation = Callable[[World, Any], Any]
OPERATIONS: dict[str, Operation] = {}


def op(name: str, shape: Any) -> Callable[[Operation], Operation]:
    """Names an operation and the shape of its args."""
    def add(operation: Operation) -> Operation:
        def checked(world: World, args: Any) -> Any:
            shapes.check(args, shape)
            return operation(world, args)
        OPERATIONS[name] = checked
        return operation
    return add


def parser(name: str, parse: Callable[[str], Any]) -> None:
    op(name, Object(text=Text))(lambda world, args: parse(args["text"]))


parser("trackingId.parse", tracking_id)
parser("customerId.parse", customer_id)
parser("voyageNumber.parse", voyage_number)
parser("unLocode.parse", un_locode)
parser("instant.parse", lambda text: instant_text(instant(text)))
parser("json.canonicalize", codec.canonicalize)
op("location.create", shapes.LOCATION)(lambda world, args: Location.read(args).wire())
op("routeSpecification.create", shapes.SPECIFICATION)(lambda world, args: RouteSpecification.read(args).wire())
op("leg.create", shapes.LEG)(lambda world, args: Leg.read(args).wire())
op("itinerary.create", shapes.ITINERARY)(lambda world, args: Itinerary.read(args).wire())
op("voyage.create", shapes.NEW_VOYAGE)(lambda world, args: Voyage.read(args).wire())
op("handlingEvent.create", shapes.EVENT)(lambda world, args: HandlingEvent.read(args).wire())
op("reference.create", shapes.REFERENCE)(lambda world, args: Reference.read(args).wire())
op("itinerary.plan", Object(itinerary=shapes.ITINERARY))(lambda world, args: [entry.wire() for entry in Itinerary.read(args["itinerary"]).plan()])


@op("routeSpecification.isSatisfiedBy", Object(itinerary=shapes.ITINERARY, routeSpecification=shapes.SPECIFICATION))
def is_satisfied_by(world: World, args: Any) -> Any:
    itinerary = Itinerary.read(args["itinerary"])
    return RouteSpecification.read(args["routeSpecification"]).is_satisfied_by(itinerary)


@op("itinerary.expects", Object(event=shapes.EVENT, itinerary=shapes.ITINERARY))
def expects(world: World, args: Any) -> Any:
    event = HandlingEvent.read(args["event"])
    return Itinerary.read(args["itinerary"]).expects(event.activity)


def read_events(args: Any) -> list[HandlingEvent]:
    return [HandlingEvent.read(event) for event in args["events"]]


@op("handlingHistory.create", Object(events=List(shapes.EVENT), trackingId=Text))
def create_history(world: World, args: Any) -> Any:
    events = read_events(args)
    return [event.wire() for event in history(tracking_id(args["trackingId"]), events)]


@op(
    "delivery.derive",
    Object(events=List(shapes.EVENT), routeSpecification=shapes.SPECIFICATION, trackingId=Text).maybe(
        itinerary=shapes.ITINERARY, routingStart=shapes.HANDLED
    ),
)
def derive(world: World, args: Any) -> Any:
    events = read_events(args)
    itinerary = Itinerary.read(args["itinerary"]) if "itinerary" in args else None
    specification = RouteSpecification.read(args["routeSpecification"])
    start = Handled.read(args["routingStart"]) if "routingStart" in args else None
    past = history(tracking_id(args["trackingId"]), events)
    verdict = judge(specification, itinerary, start, past)
    return delivered(specification, itinerary, verdict.start, verdict.progress).wire()


def changed(world: World, aggregate: cargos.Cargo | Voyage, raised: list[Event]) -> Any:
    world.raised += raised
    return aggregate.wire()


@op("cargo.book", Object(customerId=Text, routeSpecification=shapes.SPECIFICATION, trackingId=Text))
def book(world: World, args: Any) -> Any:
    customer, specification = customer_id(args["customerId"]), RouteSpecification.read(args["routeSpecification"])
    return changed(world, *cargos.book(tracking_id(args["trackingId"]), customer, specification, world.now))


def on_cargo(name: str, change: Callable[[World, cargos.Cargo, Any], cargos.Changed], maybe: Any = None, **shape: Any) -> None:
    """Names an operation on a cargo, which is read before the other args."""
    def operation(world: World, args: Any) -> Any:
        return changed(world, *change(world, cargos.reconstitute(args["cargo"]), args))
    op(f"cargo.{name}", Object(cargo=Anything, **shape).maybe(**(maybe or {})))(operation)


def _substitute_voyage(world: World, cargo: cargos.Cargo, args: Any) -> cargos.Changed:
    events, leg, number = read_events(args), integer(args["leg"], -GREATEST), voyage_number(args["voyageNumber"])
    return cargos.substitute_voyage(cargo, leg, number, history(cargo.id, events))


def _archive(world: World, cargo: cargos.Cargo, args: Any) -> cargos.Changed:
    name, days = archive_name(args["archive"]), integer(args.get("days", 90), -GREATEST)
    return cargos.archive(cargo, name, world.now, history(cargo.id, read_events(args)), days)


def _place_hold(world: World, cargo: cargos.Cargo, args: Any) -> cargos.Changed:
    why = reason(args["reason"])
    return cargos.place_hold(cargo, hold_type(args["type"]), why, world.now)


def _set_pick_up_by(world: World, cargo: cargos.Cargo, args: Any) -> cargos.Changed:
    return cargos.set_pick_up_by(cargo, instant(args["pickUpBy"]) if "pickUpBy" in args else None)


on_cargo("assignToRoute", lambda world, cargo, args: cargos.assign_to_route(cargo, Itinerary.read(args["itinerary"])), itinerary=shapes.ITINERARY)
on_cargo("specifyNewRoute", lambda world, cargo, args: cargos.specify_new_route(cargo, RouteSpecification.read(args["routeSpecification"]), world.now),
         routeSpecification=shapes.SPECIFICATION)
on_cargo("changeDestination", lambda world, cargo, args: cargos.change_destination(cargo, un_locode(args["destination"])), destination=Text)
on_cargo("changeDeadline", lambda world, cargo, args: cargos.change_deadline(cargo, instant(args["arrivalDeadline"]), world.now), arrivalDeadline=Text)
on_cargo("deriveDeliveryProgress", lambda world, cargo, args: cargos.derive(cargo, history(cargo.id, read_events(args))), events=List(shapes.EVENT))
on_cargo("cancel", lambda world, cargo, args: cargos.cancel(cargo, reason(args["reason"]), world.now), reason=Text)
on_cargo("reinstate", lambda world, cargo, args: cargos.reinstate(cargo, world.now))
on_cargo("addReference", lambda world, cargo, args: cargos.add_reference(cargo, Reference.read(args["reference"])), reference=shapes.REFERENCE)
on_cargo("removeReference", lambda world, cargo, args: cargos.remove_reference(cargo, Reference.read(args["reference"])), reference=shapes.REFERENCE)
on_cargo("substituteVoyage", _substitute_voyage, events=List(shapes.EVENT), leg=Integer, voyageNumber=Text)
on_cargo("archive", _archive, maybe={"days": Integer}, archive=Text, events=List(shapes.EVENT))
on_cargo("eraseCustomer", lambda world, cargo, args: cargos.erase_customer(cargo, customer_id(args["pseudonym"])), pseudonym=Text)
on_cargo("placeHold", _place_hold, reason=Text, type=Text)
on_cargo("setPickUpBy", _set_pick_up_by, maybe={"pickUpBy": Text})
on_cargo("releaseHold", lambda world, cargo, args: cargos.release_hold(cargo, hold_type(args["type"])), type=Text)
on_cargo("announce", lambda world, cargo, args: cargos.announce(cargo, estimate.Estimate.read(args["estimate"], "estimate")), estimate=shapes.ESTIMATE)


@op("estimate.derive", Object(cargo=Anything, events=List(shapes.EVENT), voyages=List(shapes.VOYAGE_IN_HAND)))
def derive_estimate(world: World, args: Any) -> Any:
    stored, events = cargos.reconstitute(args["cargo"]), read_events(args)
    voyages = {voyage.number: voyage for voyage in map(Voyage.read, args["voyages"])}
    past = history(stored.id, events)
    if stored.itinerary is None:
        raise Failure("cargo_not_routed")
    verdict = cargos.judged(stored, past)
    found = estimate.derive(stored.specification, stored.itinerary, verdict, past, voyages)
    return {**found.estimate.wire(), "legs": found.legs(stored.itinerary)}


op("cargo.reconstitute", Object(stored=Anything))(lambda world, args: cargos.reconstitute(args["stored"]).wire())


@op("voyage.reconstitute", Object(stored=Anything))
def reconstitute_voyage(world: World, args: Any) -> Any:
    return cargos.read_stored(args["stored"], shapes.VOYAGE, Voyage.read, "voyageNumber", voyage_number).wire()


op("voyage.forecast", Object(voyage=shapes.VOYAGE_IN_HAND))(
    lambda world, args: [movement.wire() for movement in Voyage.read(args["voyage"]).forecast]
)


@op("voyage.report", Object(end=Text, location=Text, reportedAt=Text, status=Text, time=Text, voyage=shapes.VOYAGE_IN_HAND))
def report(world: World, args: Any) -> Any:
    end, location, reported_at = port_call_end(args["end"]), un_locode(args["location"]), instant(args["reportedAt"])
    status, time = port_call_status(args["status"]), instant(args["time"])
    return changed(world, *Voyage.read(args["voyage"]).reported(end, location, reported_at, status, time, world.now))


@op("voyage.describe", Object(voyage=shapes.VOYAGE_IN_HAND).maybe(details=shapes.DETAILS))
def describe(world: World, args: Any) -> Any:
    details = Details.read(args["details"]) if "details" in args else None
    return changed(world, *Voyage.read(args["voyage"]).described(details))


@op(
    "routing.find",
    Object(departAfter=Text, routeSpecification=shapes.SPECIFICATION, voyages=List(shapes.VOYAGE_IN_HAND)).maybe(
        aboard=Object(loadedAt=Text, location=Text, voyageNumber=Text), ignoreDeadline=Flag, limit=Integer, maxLegs=Integer,
        minimumConnection=Integer
    ),
)
def find_routes(world: World, args: Any) -> Any:
    aboard = None
    if "aboard" in args:
        on = args["aboard"]
        aboard = routing.Aboard(instant(on["loadedAt"]), un_locode(on["location"]), voyage_number(on["voyageNumber"]))
    depart_after = instant(args["departAfter"])
    limit, max_legs = integer(args.get("limit", 10), 1, 100), integer(args.get("maxLegs", 8), 1, 16)
    options = routing.Options(limit, max_legs, integer(args.get("minimumConnection", 0), 0), args.get("ignoreDeadline", False))
    specification = RouteSpecification.read(args["routeSpecification"])
    voyages = {voyage.number: voyage for voyage in map(Voyage.read, args["voyages"])}
    if aboard:
        found = routing.find_aboard(specification, aboard, depart_after, list(voyages.values()), options)
    else:
        found = routing.find(specification, depart_after, list(voyages.values()), options)
    return [itinerary.wire() for itinerary in found]


@op("repository.save", Object(cargo=Anything))
def save(world: World, args: Any) -> Any:
    world.save(cargos.reconstitute(args["cargo"]), [])
    return {}


op("repository.findByTrackingId", Object(trackingId=Text))(lambda world, args: world.find(tracking_id(args["trackingId"])).wire())
op("repository.findForCustomer", Object(customerId=Text))(
    lambda world, args: [cargo.wire() for cargo in world.of_customer(customer_id(args["customerId"]))]
)
op("repository.nextTrackingId", Object())(lambda world, args: world.next_id())
OPERATIONS["cache.run"] = cache.run
OPERATIONS.update({f"useCase.{name}": change for name, change in use_cases.CHANGES.items()})
OPERATIONS.update({
    "useCase.bookCargo": use_cases.book_cargo, "useCase.requestRoutes": use_cases.request_routes, "useCase.assignRoute": use_cases.assign_route,
    "useCase.registerHandlingEvent": use_cases.register_handling_event, "useCase.retractHandlingEvent": use_cases.retract_handling_event,
    "useCase.findByReference": use_cases.find_by_reference, "useCase.trackCargo": use_cases.track_cargo, "useCase.listCargos": use_cases.list_cargos,
    "useCase.listCargosForCustomer": use_cases.list_cargos_for_customer, "useCase.registerVoyage": use_cases.register_voyage,
    "useCase.rescheduleVoyage": use_cases.reschedule_voyage, "useCase.registerLocation": use_cases.register_location,
    "useCase.describeVoyage": use_cases.describe_voyage, "useCase.reportPortCall": use_cases.report_port_call,
    "useCase.substituteVoyage": use_cases.substitute_voyage, "useCase.rollOver": use_cases.roll_over,
})
