"""What dddsample-core makes of a delivery, so that fixtures that depart from it say so.

Its rules, from se.citerus.dddsample.domain.model.cargo (Delivery, Itinerary, RouteSpecification): the last event alone decides, and an itinerary
expects an activity without regard to order.
"""

from typing import Any

from ..model.handling import HandlingEvent, history
from ..model.routes import Activity, Itinerary, RouteSpecification
from ..model.values import instant_text, present

STATUS = {"RECEIVE": "IN_PORT", "UNLOAD": "IN_PORT", "CUSTOMS": "IN_PORT", "LOAD": "ONBOARD_CARRIER", "CLAIM": "CLAIMED"}


def expects(itinerary: Itinerary | None, activity: Activity) -> bool:
    return itinerary is None or activity.type == "CUSTOMS" or activity in itinerary.plan()


def delivery(args: dict[str, Any]) -> dict[str, Any]:
    """The members that dddsample-core's Delivery has, by the names of ours."""
    itinerary = Itinerary.read(args["itinerary"]) if "itinerary" in args else None
    specification = RouteSpecification.read(args["routeSpecification"])
    past = history(args["trackingId"], [HandlingEvent.read(event) for event in args["events"]])
    last = past[-1].activity if past else None
    routing = "NOT_ROUTED" if itinerary is None else "ROUTED" if specification.is_satisfied_by(itinerary) else "MISROUTED"
    is_misdirected = last is not None and not expects(itinerary, last)
    on_track = routing == "ROUTED" and not is_misdirected
    due = next_activity(specification, itinerary, last) if itinerary and on_track else None
    return present(
        currentVoyage=last.voyage if last and last.type == "LOAD" else None, isMisdirected=is_misdirected,
        isUnloadedAtDestination=last is not None and last.type == "UNLOAD" and last.location == specification.destination,
        lastKnownLocation=last.location if last else None, nextExpectedActivity=due.wire() if due else None,
        plannedArrival=instant_text(itinerary.legs[-1].unload_time) if itinerary and on_track else None, routingStatus=routing,
        transportStatus=STATUS[last.type] if last else "NOT_RECEIVED",
    )


def next_activity(specification: RouteSpecification, itinerary: Itinerary, last: Activity | None) -> Activity | None:
    legs = itinerary.legs
    if last is None:
        return Activity("RECEIVE", specification.origin)
    if last.type == "RECEIVE":
        return Activity("LOAD", legs[0].load_location, legs[0].voyage)
    if last.type == "LOAD":
        return next((Activity("UNLOAD", leg.unload_location, leg.voyage) for leg in legs if leg.load_location == last.location), None)
    if last.type == "UNLOAD":
        for leg, after in zip(legs, [*legs[1:], None]):
            if leg.unload_location == last.location:
                return Activity("LOAD", after.load_location, after.voyage) if after else Activity("CLAIM", leg.unload_location)
    return None


def departs(fixture: dict[str, Any]) -> bool | None:
    """Whether dddsample-core decides a fixture of a delivery or an expectation otherwise; None if it has nothing to say."""
    found = []
    for step, then in zip(fixture["when"], fixture["then"]):
        ours = then["result"].get("ok")
        if ours is None:
            return None
        if step["op"] == "delivery.derive":
            members = {name: member for name, member in ours.items() if name not in ("lastHandled", "lastMove", "planPosition")}
            found.append(members != delivery(step["args"]))
        elif step["op"] == "itinerary.expects":
            itinerary = Itinerary.read(step["args"]["itinerary"])
            found.append(ours != expects(itinerary, HandlingEvent.read(step["args"]["event"]).activity))
        else:
            return None
    return any(found)
