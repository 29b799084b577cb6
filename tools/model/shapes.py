"""Shapes of values, and their check before any value is read (READ-1)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .codec import Outsized, utf16
from .errors import Failure


class Text:
    """A JSON text."""


class Integer:
    """A JSON integer of any size; its range is judged when values are read."""


class Flag:
    """true or false."""


class Anything:
    """Any JSON value, such as a stored one that reconstitution will check."""


@dataclasses.dataclass(frozen=True)
class List:
    """A JSON list of any length."""

    element: Any


class Object:
    """A JSON object with exactly these members; those added by `maybe` may be absent."""

    def __init__(self, **members: Any) -> None:
        self.members = members
        self.optional: frozenset[str] = frozenset()
        self.may_be_empty = True

    def maybe(self, **members: Any) -> Object:
        made = Object(**self.members, **members)
        made.optional = self.optional | frozenset(members)
        return made

    def not_empty(self) -> Object:
        """The same, with at least one member."""
        made = self.maybe()
        made.may_be_empty = False
        return made


def violation(value: Any, shape: Any, path: str = "") -> str | None:
    """The path of the first violation, depth first, members in the order of their names, missing ones included; None if the shape fits."""
    if shape is Anything:
        return None
    if shape is Text:
        return None if isinstance(value, str) else path
    if shape is Flag:
        return None if isinstance(value, bool) else path
    if shape is Integer:
        return None if isinstance(value, (int, Outsized)) and not isinstance(value, bool) else path
    if isinstance(shape, List):
        if not isinstance(value, list):
            return path
        found = (violation(element, shape.element, f"{path}[{index}]") for index, element in enumerate(value))
        return next((each for each in found if each is not None), None)
    if not isinstance(value, dict) or not value and not shape.may_be_empty:
        return path
    for name in sorted({*value, *(name for name in shape.members if name not in shape.optional)}, key=utf16):
        inner = f"{path}.{name}" if path else name
        if name not in value or name not in shape.members:
            return inner
        found_inside = violation(value[name], shape.members[name], inner)
        if found_inside is not None:
            return found_inside
    return None


def check(value: Any, shape: Any) -> None:
    path = violation(value, shape)
    if path is not None:
        raise Failure("shape_invalid", path=path)


LOCATION = Object(name=Text, unLocode=Text)
SPECIFICATION = Object(arrivalDeadline=Text, destination=Text, origin=Text)
LEG = Object(loadLocation=Text, loadTime=Text, unloadLocation=Text, unloadTime=Text, voyageNumber=Text)
ITINERARY = Object(legs=List(LEG))
MOVEMENT = Object(arrivalLocation=Text, arrivalTime=Text, departureLocation=Text, departureTime=Text)
VESSEL = Object().maybe(imoNumber=Text, name=Text)
DETAILS = Object().maybe(carrier=Text, carrierVoyageNumbers=List(Text), mode=Text, vessel=VESSEL).not_empty()
REPORT = Object(end=Text, movement=Integer, reportedAt=Text, status=Text, time=Text)
NEW_VOYAGE = Object(schedule=List(MOVEMENT), voyageNumber=Text).maybe(details=DETAILS)
VOYAGE = Object(schedule=List(MOVEMENT), version=Integer, voyageNumber=Text).maybe(details=DETAILS, reports=List(REPORT))
VOYAGE_IN_HAND = NEW_VOYAGE.maybe(reports=List(REPORT), version=Integer)
ACTIVITY = Object(location=Text, type=Text).maybe(voyageNumber=Text)
HANDLED = Object(completionTime=Text, location=Text, type=Text).maybe(voyageNumber=Text)
EVENT = Object(completionTime=Text, location=Text, registrationTime=Text, trackingId=Text, type=Text).maybe(voyageNumber=Text)
DELIVERY = Object(isMisdirected=Flag, isUnloadedAtDestination=Flag, routingStatus=Text, transportStatus=Text).maybe(
    currentVoyage=Text, lastHandled=HANDLED, lastKnownLocation=Text, lastMove=HANDLED, nextExpectedActivity=ACTIVITY,
    plannedArrival=Text, planPosition=Integer
)
DISRUPTION = Object(leg=Integer, location=Text, reason=Text, voyageNumber=Text)
ESTIMATE = Object().maybe(disruption=DISRUPTION, estimatedArrival=Text)
CANCELLATION = Object(at=Text, reason=Text)
HOLD = Object(at=Text, reason=Text, type=Text)
REFERENCE = Object(type=Text, value=Text)
CARGO = Object(customerId=Text, delivery=DELIVERY, origin=Text, routeSpecification=SPECIFICATION, trackingId=Text, version=Integer).maybe(
    cancellation=CANCELLATION, estimate=ESTIMATE, holds=List(HOLD), itinerary=ITINERARY, pickUpBy=Text, promisedArrival=Text,
    references=List(REFERENCE), routingStart=HANDLED
)

# A cargo of schema 1: a store reads it (DLV-10), no operation does.
DELIVERY_OF_SCHEMA_1 = Object(isMisdirected=Flag, isUnloadedAtDestination=Flag, routingStatus=Text, transportStatus=Text).maybe(
    currentVoyage=Text, estimatedArrival=Text, lastHandled=HANDLED, lastKnownLocation=Text, nextExpectedActivity=ACTIVITY, planPosition=Integer,
    unloadedAt=Text
)
CARGO_OF_SCHEMA_1 = Object(
    customerId=Text, delivery=DELIVERY_OF_SCHEMA_1, origin=Text, routeSpecification=SPECIFICATION, trackingId=Text, version=Integer
).maybe(itinerary=ITINERARY, routingStart=HANDLED)
