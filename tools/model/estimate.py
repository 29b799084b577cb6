"""Estimates: what the voyages' forecasts make of a route (EST-*)."""

from __future__ import annotations

import dataclasses
from typing import Any, Mapping

from .delivery import Judged, Progress
from .errors import Failure
from .handling import History
from .routes import Itinerary, Leg, RouteSpecification
from .values import instant, instant_text, integer, present, un_locode, voyage_number
from .voyages import Voyage

REASONS = ("CONNECTION_MISSED", "VOYAGE_DOES_NOT_CALL")


@dataclasses.dataclass(frozen=True)
class Disruption:
    leg: int
    location: str
    reason: str
    voyage: str

    @staticmethod
    def read(value: dict[str, Any], path: str) -> Disruption:
        leg, location = integer(value["leg"], 0), un_locode(value["location"])
        if value["reason"] not in REASONS:
            raise Failure("shape_invalid", path=f"{path}.reason")
        return Disruption(leg, location, value["reason"], voyage_number(value["voyageNumber"]))

    def wire(self) -> dict[str, Any]:
        return {"leg": self.leg, "location": self.location, "reason": self.reason, "voyageNumber": self.voyage}


@dataclasses.dataclass(frozen=True)
class Estimate:
    disruption: Disruption | None
    arrival: int | None

    @staticmethod
    def read(value: dict[str, Any], path: str) -> Estimate:
        disruption = Disruption.read(value["disruption"], f"{path}.disruption") if "disruption" in value else None
        return Estimate(disruption, instant(value["estimatedArrival"]) if "estimatedArrival" in value else None)

    def wire(self) -> dict[str, Any]:
        arrival = None if self.arrival is None else instant_text(self.arrival)
        return present(disruption=self.disruption.wire() if self.disruption else None, estimatedArrival=arrival)


def as_planned(itinerary: Itinerary) -> Estimate:
    """EST-7."""
    return Estimate(None, itinerary.legs[-1].unload_time)


@dataclasses.dataclass(frozen=True)
class Outlook:
    """An estimate, and the times behind it, by entry of the plan."""

    estimate: Estimate
    actual: dict[int, int]
    estimated: dict[int, int]

    def legs(self, itinerary: Itinerary) -> list[dict[str, Any]]:
        def at(times: dict[int, int], entry: int) -> str | None:
            return instant_text(times[entry]) if entry in times else None
        return [
            present(
                actualLoadTime=at(self.actual, load), actualUnloadTime=at(self.actual, load + 1),
                estimatedLoadTime=at(self.estimated, load), estimatedUnloadTime=at(self.estimated, load + 1),
            )
            for load in range(1, 2 * len(itinerary.legs), 2)
        ]


def leg_times(leg: Leg, voyage: Voyage | None, loaded_at: int | None) -> tuple[int | None, int | None]:
    """EST-2: the estimated load and unload times of a leg."""
    if voyage is None:
        return None, None
    near = leg.load_time if loaded_at is None else loaded_at
    pairs = [
        (abs(first.departure_time - near), abs(last.arrival_time - leg.unload_time), i, j)
        for i, first in enumerate(voyage.forecast) if first.departure_location == leg.load_location
        for j, last in enumerate(voyage.forecast) if j >= i and last.arrival_location == leg.unload_location
    ]
    load = unload = None
    if pairs:
        _, _, i, j = min(pairs)
        load, unload = voyage.forecast[i].departure_time, voyage.forecast[j].arrival_time
    if loaded_at is not None:
        arrivals = (each.arrival_time for each in voyage.forecast if each.arrival_location == leg.unload_location and each.arrival_time > loaded_at)
        first_arrival = next(arrivals, None)
        if first_arrival is not None and (load is None or first_arrival < load):
            unload = first_arrival
    return load, unload


def derive(specification: RouteSpecification, itinerary: Itinerary, verdict: Judged, past: History, voyages: Mapping[str, Voyage]) -> Outlook:
    """EST-1 to EST-4."""
    position = verdict.progress.position
    assert position is not None
    estimated: dict[int, int] = {}
    disruption = None
    ashore = [event.completion for event in past if event.activity.type in ("RECEIVE", "UNLOAD")]
    for index, leg in enumerate(itinerary.legs):
        loading, unloading = 2 * index + 1, 2 * index + 2
        if position > unloading:
            continue
        is_loaded = position > loading
        load, unload = leg_times(leg, voyages.get(leg.voyage), verdict.actual.get(loading))
        if load is not None and not is_loaded:
            estimated[loading] = load
        if unload is not None:
            estimated[unloading] = unload
        if disruption:
            continue
        there = None  # when the cargo can be at the load location
        if position == loading:
            there = ashore[-1] if ashore else None
        elif index > 0:
            there = estimated.get(unloading - 2)
        if unload is None:
            place = leg.unload_location if is_loaded else leg.load_location
            disruption = Disruption(index, place, "VOYAGE_DOES_NOT_CALL", leg.voyage)
        elif not is_loaded and load is not None and there is not None and load < there:
            disruption = Disruption(index, leg.load_location, "CONNECTION_MISSED", leg.voyage)
    end = 2 * len(itinerary.legs)  # the last UNLOAD
    arrival = None
    if specification.connects(itinerary) and not verdict.progress.is_misdirected and not disruption:
        arrival = arrived(itinerary.legs[-1], verdict, voyages, end) if position > end else estimated[end]
    return Outlook(Estimate(disruption, arrival), verdict.actual, estimated)


def arrived(leg: Leg, verdict: Judged, voyages: Mapping[str, Voyage], end: int) -> int:
    """When a cargo whose last leg is done was unloaded: by its scan, or else by the forecast, or else by the plan (EST-4)."""
    if end in verdict.actual:
        return verdict.actual[end]
    _, unload = leg_times(leg, voyages.get(leg.voyage), verdict.actual.get(end - 1))
    return leg.unload_time if unload is None else unload


def scan_due(outlook: Outlook | None, progress: Progress) -> int | None:
    """When the scan of the entry due is estimated, for a cargo that is on its way as planned (EST-6)."""
    if outlook is None or progress.position is None or progress.is_misdirected or outlook.estimate.disruption:
        return None
    return outlook.estimated.get(max(progress.position, 1))
