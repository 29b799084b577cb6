"""Route specifications, legs and itineraries (RTE-*, LEG-1, ITN-*)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .errors import Failure
from .values import instant, instant_text, present, un_locode, voyage_number

LONGEST_ITINERARY = 100


@dataclasses.dataclass(frozen=True)
class RouteSpecification:
    deadline: int
    destination: str
    origin: str

    @staticmethod
    def read(value: dict[str, Any]) -> RouteSpecification:
        return RouteSpecification.of(instant(value["arrivalDeadline"]), un_locode(value["destination"]), un_locode(value["origin"]))

    @staticmethod
    def of(deadline: int, destination: str, origin: str) -> RouteSpecification:
        """RTE-1."""
        if origin == destination:
            raise Failure("route_origin_is_destination")
        return RouteSpecification(deadline, destination, origin)

    def wire(self) -> dict[str, Any]:
        return {"arrivalDeadline": instant_text(self.deadline), "destination": self.destination, "origin": self.origin}

    def require_future_deadline(self, now: int) -> None:
        """RTE-2."""
        if self.deadline <= now:
            raise Failure("deadline_not_in_future")

    def is_satisfied_by(self, itinerary: Itinerary) -> bool:
        """RTE-3."""
        return self.connects(itinerary) and itinerary.legs[-1].unload_time < self.deadline

    def connects(self, itinerary: Itinerary) -> bool:
        """RTE-3 but for its deadline."""
        return itinerary.legs[0].load_location == self.origin and itinerary.legs[-1].unload_location == self.destination


@dataclasses.dataclass(frozen=True)
class Activity:
    """What is done to a cargo, and where: an entry of a plan."""

    type: str
    location: str
    voyage: str | None = None

    def wire(self) -> dict[str, Any]:
        return present(location=self.location, type=self.type, voyageNumber=self.voyage)


@dataclasses.dataclass(frozen=True)
class Leg:
    load_location: str
    load_time: int
    unload_location: str
    unload_time: int
    voyage: str

    @staticmethod
    def read(value: dict[str, Any]) -> Leg:
        made = Leg(
            un_locode(value["loadLocation"]), instant(value["loadTime"]),
            un_locode(value["unloadLocation"]), instant(value["unloadTime"]), voyage_number(value["voyageNumber"]),
        )
        if made.load_location == made.unload_location:
            raise Failure("leg_locations_equal")
        if made.unload_time <= made.load_time:
            raise Failure("leg_times_invalid")
        return made

    def wire(self) -> dict[str, Any]:
        return {
            "loadLocation": self.load_location, "loadTime": instant_text(self.load_time),
            "unloadLocation": self.unload_location, "unloadTime": instant_text(self.unload_time), "voyageNumber": self.voyage,
        }


@dataclasses.dataclass(frozen=True)
class Itinerary:
    legs: tuple[Leg, ...]

    @staticmethod
    def read(value: dict[str, Any]) -> Itinerary:
        return Itinerary.of([Leg.read(leg) for leg in value["legs"]])

    @staticmethod
    def of(legs: list[Leg]) -> Itinerary:
        """ITN-1, then ITN-2: connection over all neighbours, then times over all neighbours."""
        if not legs:
            raise Failure("itinerary_empty")
        if len(legs) > LONGEST_ITINERARY:
            raise Failure("itinerary_too_long")
        neighbours = list(zip(legs, legs[1:]))
        if any(before.unload_location != after.load_location for before, after in neighbours):
            raise Failure("itinerary_not_connected")
        if any(after.load_time < before.unload_time for before, after in neighbours):
            raise Failure("itinerary_times_overlap")
        return Itinerary(tuple(legs))

    def wire(self) -> dict[str, Any]:
        return {"legs": [leg.wire() for leg in self.legs]}

    def plan(self) -> list[Activity]:
        """ITN-3."""
        entries = [Activity("RECEIVE", self.legs[0].load_location)]
        for leg in self.legs:
            entries += [Activity("LOAD", leg.load_location, leg.voyage), Activity("UNLOAD", leg.unload_location, leg.voyage)]
        return entries + [Activity("CLAIM", self.legs[-1].unload_location)]

    def calls_at(self, location: str) -> bool:
        return any(location in (leg.load_location, leg.unload_location) for leg in self.legs)

    def expects(self, activity: Activity) -> bool:
        """ITN-4."""
        return self.calls_at(activity.location) if activity.type == "CUSTOMS" else activity in self.plan()
