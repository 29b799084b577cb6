"""What carriers report of port calls, and the forecast that follows (VOY-6, VOY-7)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .errors import Failure
from .schedules import Schedule
from .values import GREATEST, PORT_CALL_ENDS, PORT_CALL_STATUSES, LATEST, instant, instant_text, integer, port_call_end, port_call_status


@dataclasses.dataclass(frozen=True)
class PortCallReport:
    end: str
    movement: int
    reported_at: int
    status: str
    time: int

    @staticmethod
    def read(value: dict[str, Any]) -> PortCallReport:
        end, movement = port_call_end(value["end"]), integer(value["movement"], -GREATEST)
        reported_at, status = instant(value["reportedAt"]), port_call_status(value["status"])
        return PortCallReport(end, movement, reported_at, status, instant(value["time"]))

    @property
    def place(self) -> int:
        """The place of its end in the order of all ends: departure of movement 0, its arrival, departure of movement 1, …"""
        return 2 * self.movement + PORT_CALL_ENDS.index(self.end)

    @property
    def rank(self) -> tuple[int, int, int]:
        """Of each end, a voyage keeps the greatest report."""
        return PORT_CALL_STATUSES.index(self.status), self.reported_at, self.time

    def says_the_same_as(self, other: PortCallReport) -> bool:
        return dataclasses.replace(self, reported_at=other.reported_at) == other

    def wire(self) -> dict[str, Any]:
        times = {"reportedAt": instant_text(self.reported_at), "time": instant_text(self.time)}
        return {"end": self.end, "movement": self.movement, "status": self.status, **times}


def is_arrival(place: int) -> int:
    return place % 2


def times_of(schedule: Schedule) -> list[int]:
    """The times of all ends, in their order."""
    return [time for each in schedule for time in (each.departure_time, each.arrival_time)]


def forecast_times(schedule: Schedule, reports: tuple[PortCallReport, ...]) -> list[int]:
    """VOY-7, of all ends in their order. A time may be out of range."""
    scheduled, reported = times_of(schedule), {report.place: report.time for report in reports}
    times = [reported.get(place, time) for place, time in enumerate(scheduled)]
    last_actual = max((report.place for report in reports if report.status == "ACTUAL"), default=-1)
    for place in range(last_actual - 1, -1, -1):
        times[place] = min(times[place], times[place + 1] - is_arrival(place + 1))
    for place in range(max(last_actual, 0) + 1, len(times)):
        if place in reported:
            times[place] = max(reported[place], times[place - 1] + is_arrival(place))
        else:
            times[place] = scheduled[place] + max(0, times[place - 1] - scheduled[place - 1])
    return times


def forecast(schedule: Schedule, reports: tuple[PortCallReport, ...]) -> Schedule:
    """VOY-7."""
    times = forecast_times(schedule, reports)
    for time in times:
        if not 0 <= time <= LATEST:
            raise Failure("instant_out_of_range", text=str(time))
    return tuple(
        dataclasses.replace(movement, departure_time=departure, arrival_time=arrival)
        for movement, departure, arrival in zip(schedule, times[::2], times[1::2])
    )


def require_valid(reports: list[PortCallReport], schedule: Schedule) -> None:
    """One report an end, in the order of the ends, of movements that are there."""
    places = [report.place for report in reports]
    are_ordered = all(left < right for left, right in zip(places, places[1:]))
    if not reports or not are_ordered or not all(0 <= report.movement < len(schedule) for report in reports):
        raise Failure("port_call_reports_invalid")
