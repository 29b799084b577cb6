"""Deliveries, derived from a route and a history (DLV-*)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .handling import Handled, History, read_activity
from .routes import Activity, Itinerary, RouteSpecification
from .values import GREATEST, instant, instant_text, integer, present, un_locode, voyage_number

TRANSPORT_STATUS = {"RECEIVE": "IN_PORT", "UNLOAD": "IN_PORT", "CUSTOMS": "IN_PORT", "LOAD": "ONBOARD_CARRIER", "CLAIM": "CLAIMED"}


@dataclasses.dataclass(frozen=True)
class Progress:
    """The part of a delivery that only the history yields."""

    last: Handled | None = None
    is_misdirected: bool = False
    position: int | None = None
    unloaded_at: str | None = None


@dataclasses.dataclass(frozen=True)
class Delivery:
    """The progress, and the members that follow from it and the rest of the cargo."""

    progress: Progress
    transport_status: str
    routing_status: str
    last_known_location: str | None
    current_voyage: str | None
    estimated_arrival: int | None
    next_expected: Activity | None
    is_unloaded_at_destination: bool

    def wire(self) -> dict[str, Any]:
        progress = self.progress
        return present(
            currentVoyage=self.current_voyage, estimatedArrival=None if self.estimated_arrival is None else instant_text(self.estimated_arrival),
            isMisdirected=progress.is_misdirected, isUnloadedAtDestination=self.is_unloaded_at_destination,
            lastHandled=progress.last.wire() if progress.last else None, lastKnownLocation=self.last_known_location,
            nextExpectedActivity=self.next_expected.wire() if self.next_expected else None, planPosition=progress.position,
            routingStatus=self.routing_status, transportStatus=self.transport_status, unloadedAt=progress.unloaded_at,
        )

    @staticmethod
    def read(value: dict[str, Any]) -> Delivery:
        """Reads the members in the order of their names. The statuses are any text here: DLV-10 compares them."""
        voyage = voyage_number(value["currentVoyage"]) if "currentVoyage" in value else None
        arrival = instant(value["estimatedArrival"]) if "estimatedArrival" in value else None
        last = Handled.read(value["lastHandled"]) if "lastHandled" in value else None
        known = un_locode(value["lastKnownLocation"]) if "lastKnownLocation" in value else None
        expected = read_activity(value["nextExpectedActivity"]) if "nextExpectedActivity" in value else None
        position = integer(value["planPosition"], -GREATEST) if "planPosition" in value else None
        unloaded_at = un_locode(value["unloadedAt"]) if "unloadedAt" in value else None
        progress = Progress(last, value["isMisdirected"], position, unloaded_at)
        transport, routing = value["transportStatus"], value["routingStatus"]
        return Delivery(progress, transport, routing, known, voyage, arrival, expected, value["isUnloadedAtDestination"])


def started_plan(itinerary: Itinerary, start: Handled | None) -> tuple[list[Activity], int, bool]:
    """The plan of a cargo, the position at which it starts, and whether it starts misdirected (DLV-3)."""
    plan = itinerary.plan()
    if start is None:
        return plan, 0, False
    first, activity = itinerary.legs[0], start.activity
    if activity.type == "LOAD":
        if activity == Activity("LOAD", first.load_location, first.voyage):
            return plan, 2, False
        return [Activity("UNLOAD", first.load_location, activity.voyage), *plan[1:]], 0, False
    return plan, 1, activity.type == "CLAIM" or activity.location != first.load_location


@dataclasses.dataclass(frozen=True)
class Judged:
    """The verdict on a history: the progress, and whether each event was expected (DLV-4)."""

    progress: Progress
    expected: list[bool]
    last_unexpected: Activity | None


def judge(itinerary: Itinerary | None, start: Handled | None, past: History) -> Judged:
    unloaded_at: str | None = None
    for event in past:
        if event.activity.type == "UNLOAD":
            unloaded_at = event.activity.location
        elif event.activity.type != "CUSTOMS":
            unloaded_at = None
    last = past[-1].handled if past else None
    if itinerary is None:
        return Judged(Progress(last, False, None, unloaded_at), [True] * len(past), None)
    plan, position, misdirected = started_plan(itinerary, start)
    expected, last_unexpected = [], None
    for event in past:
        if start is not None and event.completion <= start.completion:
            expected.append(True)
            continue
        if event.activity.type == "CUSTOMS":
            is_expected = itinerary.calls_at(event.activity.location)
            misdirected = misdirected or not is_expected
        else:
            is_expected = event.activity in plan[position:]
            if is_expected:
                position = plan.index(event.activity, position) + 1
            misdirected = not is_expected
        expected.append(is_expected)
        if not is_expected:
            last_unexpected = event.activity
    return Judged(Progress(last, misdirected, position, unloaded_at), expected, last_unexpected)


def entry_due(itinerary: Itinerary | None, start: Handled | None, progress: Progress) -> Activity | None:
    """The plan's entry at the position; None at the plan's end or without a plan."""
    if itinerary is None or progress.position is None:
        return None
    plan = started_plan(itinerary, start)[0]
    return plan[progress.position] if 0 <= progress.position < len(plan) else None


def delivered(specification: RouteSpecification, itinerary: Itinerary | None, start: Handled | None, progress: Progress) -> Delivery:
    """Derives DLV-1, 2, 6, 7 and 8 without the history."""
    last = progress.last.activity if progress.last else None
    on_board = last is not None and last.type == "LOAD"
    routing = "NOT_ROUTED" if itinerary is None else "ROUTED" if specification.is_satisfied_by(itinerary) else "MISROUTED"
    on_track = routing == "ROUTED" and not progress.is_misdirected
    return Delivery(
        progress, TRANSPORT_STATUS[last.type] if last else "NOT_RECEIVED", routing, last.location if last else None,
        last.voyage if last and on_board else None, itinerary.legs[-1].unload_time if itinerary and on_track else None,
        entry_due(itinerary, start, progress) if on_track else None, progress.unloaded_at == specification.destination,
    )


def is_consistent(delivery: Delivery, specification: RouteSpecification, itinerary: Itinerary | None, start: Handled | None) -> bool:
    """DLV-10."""
    progress = delivery.progress
    last = progress.last.activity if progress.last else None
    if itinerary is None:
        if start is not None or progress.position is not None:
            return False
    elif progress.position is None or not 0 <= progress.position <= len(itinerary.plan()):
        return False
    if progress.is_misdirected and (itinerary is None or last is None):
        return False
    if last is None or last.type != "CUSTOMS":
        if progress.unloaded_at != (last.location if last and last.type == "UNLOAD" else None):
            return False
    return delivery == delivered(specification, itinerary, start, progress)
