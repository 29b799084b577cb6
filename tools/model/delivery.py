"""Deliveries, derived from a route and a history (DLV-*)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .handling import Handled, History, read_activity, up_to
from .routes import Activity, Itinerary, RouteSpecification
from .values import GREATEST, instant, instant_text, integer, present, un_locode, voyage_number

TRANSPORT_STATUS = {"RECEIVE": "IN_PORT", "UNLOAD": "IN_PORT", "LOAD": "ONBOARD_CARRIER", "CLAIM": "CLAIMED"}


@dataclasses.dataclass(frozen=True)
class Progress:
    """The part of a delivery that only the history yields."""

    last: Handled | None = None
    is_misdirected: bool = False
    position: int | None = None
    last_move: Handled | None = None


@dataclasses.dataclass(frozen=True)
class Delivery:
    """The progress, and the members that follow from it and the rest of the cargo."""

    progress: Progress
    transport_status: str
    routing_status: str
    last_known_location: str | None
    current_voyage: str | None
    planned_arrival: int | None
    next_expected: Activity | None
    is_unloaded_at_destination: bool

    def wire(self) -> dict[str, Any]:
        progress = self.progress
        return present(
            currentVoyage=self.current_voyage, isMisdirected=progress.is_misdirected, isUnloadedAtDestination=self.is_unloaded_at_destination,
            lastHandled=progress.last.wire() if progress.last else None, lastKnownLocation=self.last_known_location,
            lastMove=progress.last_move.wire() if progress.last_move else None,
            nextExpectedActivity=self.next_expected.wire() if self.next_expected else None,
            plannedArrival=None if self.planned_arrival is None else instant_text(self.planned_arrival), planPosition=progress.position,
            routingStatus=self.routing_status, transportStatus=self.transport_status,
        )

    @staticmethod
    def read(value: dict[str, Any]) -> Delivery:
        """Reads the members in the order of their names. The statuses are any text here: DLV-10 compares them."""
        voyage = voyage_number(value["currentVoyage"]) if "currentVoyage" in value else None
        last = Handled.read(value["lastHandled"]) if "lastHandled" in value else None
        known = un_locode(value["lastKnownLocation"]) if "lastKnownLocation" in value else None
        move = Handled.read(value["lastMove"]) if "lastMove" in value else None
        expected = read_activity(value["nextExpectedActivity"]) if "nextExpectedActivity" in value else None
        position = integer(value["planPosition"], -GREATEST) if "planPosition" in value else None
        arrival = instant(value["plannedArrival"]) if "plannedArrival" in value else None
        progress = Progress(last, value["isMisdirected"], position, move)
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
    return plan, 1, activity.location != first.load_location


@dataclasses.dataclass(frozen=True)
class Judged:
    """The verdict on a history: the progress, whether each event was expected (DLV-4), and when each entry of the plan was done (EST-1)."""

    progress: Progress
    start: Handled | None
    expected: list[bool]
    actual: dict[int, int]


def start_in(past: History, start: Handled | None) -> Handled | None:
    """The routing start as the history has it: the last RECEIVE, UNLOAD or LOAD at or before the stored one."""
    known = [event for event in past[:up_to(past, start)] if event.activity.type in ("RECEIVE", "UNLOAD", "LOAD")]
    return known[-1].handled if known else None


def judge(specification: RouteSpecification, itinerary: Itinerary | None, stored_start: Handled | None, past: History) -> Judged:
    moves = [event.handled for event in past if event.activity.type != "CUSTOMS"]
    last, last_move = past[-1].handled if past else None, moves[-1] if moves else None
    if itinerary is None:
        return Judged(Progress(last, False, None, last_move), None, [True] * len(past), {})
    start = start_in(past, stored_start)
    plan, position, misdirected = started_plan(itinerary, start)
    actual = {1: start.completion} if start and position == 2 else {}
    expected: list[bool] = []
    before: Activity | None = None  # the move before, and whether it was expected
    before_expected = True
    first_judged = up_to(past, start)
    for place, event in enumerate(past):
        activity, is_judged = event.activity, place >= first_judged
        if activity.type == "CUSTOMS":
            expected.append(not is_judged or itinerary.calls_at(activity.location))
            continue
        is_expected = True
        if is_judged and activity == before:
            is_expected = before_expected
        elif is_judged:
            due = plan[position] if position < len(plan) else None
            if activity in plan[position:]:
                position = plan.index(activity, position) + 1
                actual[position - 1] = event.completion
            elif activity == Activity("CLAIM", specification.destination) and before and before.location == activity.location \
                    and before.type in ("UNLOAD", "RECEIVE"):
                position = len(plan)
            else:
                is_expected = due is not None and is_restow(activity, due)
            misdirected = not is_expected
        expected.append(is_expected)
        before, before_expected = activity, is_expected
    return Judged(Progress(last, misdirected, position, last_move), start, expected, actual)


def is_restow(activity: Activity, due: Activity) -> bool:
    """Put ashore where the LOAD that is due happens, or put back onto the voyage of the UNLOAD that is due."""
    if activity.type == "UNLOAD":
        return due.type == "LOAD" and activity.location == due.location
    return activity.type == "LOAD" and due.type == "UNLOAD" and activity.voyage == due.voyage


def entry_due(itinerary: Itinerary | None, start: Handled | None, progress: Progress) -> Activity | None:
    """The plan's entry at the position; None at the plan's end or without a plan."""
    if itinerary is None or progress.position is None:
        return None
    plan = started_plan(itinerary, start)[0]
    return plan[progress.position] if 0 <= progress.position < len(plan) else None


def delivered(specification: RouteSpecification, itinerary: Itinerary | None, start: Handled | None, progress: Progress) -> Delivery:
    """Derives DLV-1, 2, 6, 7 and 8 without the history."""
    move = progress.last_move.activity if progress.last_move else None
    routing = "NOT_ROUTED" if itinerary is None else "ROUTED" if specification.is_satisfied_by(itinerary) else "MISROUTED"
    on_track = routing == "ROUTED" and not progress.is_misdirected
    arrived = move is not None and move.type == "UNLOAD" and move.location == specification.destination
    claim = Activity("CLAIM", specification.destination) if arrived else None
    return Delivery(
        progress, TRANSPORT_STATUS[move.type] if move else "NOT_RECEIVED", routing, move.location if move else None,
        move.voyage if move and move.type == "LOAD" else None, itinerary.legs[-1].unload_time if itinerary and on_track else None,
        entry_due(itinerary, start, progress) if on_track else claim, arrived,
    )


def is_consistent(delivery: Delivery, specification: RouteSpecification, itinerary: Itinerary | None, start: Handled | None) -> bool:
    """DLV-10."""
    progress = delivery.progress
    last, move = progress.last, progress.last_move
    if itinerary is None:
        if start is not None or progress.position is not None:
            return False
    elif progress.position is None or not 0 <= progress.position <= len(itinerary.plan()):
        return False
    if start is not None and start.activity.type not in ("RECEIVE", "UNLOAD", "LOAD"):
        return False
    if progress.is_misdirected and (itinerary is None or move is None):
        return False
    if last is None or last.activity.type != "CUSTOMS":
        if move != last:
            return False
    elif move is not None and (move.activity.type == "CUSTOMS" or move.place >= last.place):
        return False
    return delivery == delivered(specification, itinerary, start, progress)
