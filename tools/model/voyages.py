"""Locations and voyages (VAL-LOC-2, VOY-4 to VOY-7)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .details import Details
from .errors import Failure
from .events import Event, event
from .reports import PortCallReport, forecast, require_valid
from .schedules import Movement, Schedule, schedule
from .values import instant_text, integer, location_name, present, un_locode, voyage_number


@dataclasses.dataclass(frozen=True)
class Location:
    name: str
    code: str

    @staticmethod
    def read(value: dict[str, Any]) -> Location:
        name = location_name(value["name"])
        return Location(name, un_locode(value["unLocode"]))

    def wire(self) -> dict[str, Any]:
        return {"name": self.name, "unLocode": self.code}


@dataclasses.dataclass(frozen=True)
class Voyage:
    """A change returns the new voyage and the domain events that it raises; one that changes nothing returns the voyage itself."""

    schedule: Schedule
    version: int
    number: str
    details: Details | None = None
    reports: tuple[PortCallReport, ...] = ()
    forecast: Schedule = dataclasses.field(init=False, compare=False)

    def __post_init__(self) -> None:
        """VOY-7."""
        object.__setattr__(self, "forecast", forecast(self.schedule, self.reports))

    @staticmethod
    def read(value: dict[str, Any], least_version: int = 0) -> Voyage:
        details = Details.read(value["details"]) if "details" in value else None
        reports = [PortCallReport.read(report) for report in value.get("reports", [])]
        movements = schedule([Movement.read(movement) for movement in value["schedule"]])
        version = integer(value["version"], least_version) if "version" in value else 0
        number = voyage_number(value["voyageNumber"])
        if "reports" in value:
            require_valid(reports, movements)
        return Voyage(movements, version, number, details, tuple(reports))

    def wire(self) -> dict[str, Any]:
        return present(
            details=self.details.wire() if self.details else None, reports=[report.wire() for report in self.reports] or None,
            schedule=[movement.wire() for movement in self.schedule], version=self.version, voyageNumber=self.number,
        )

    def rescheduled(self, new: Schedule) -> tuple[Voyage, list[Event]]:
        """VOY-4."""
        if new == self.schedule:
            return self, []
        raised = event("VoyageRescheduled", schedule=[each.wire() for each in new], voyageNumber=self.number)
        return dataclasses.replace(self, schedule=new, reports=()), [raised]

    def described(self, details: Details | None) -> tuple[Voyage, list[Event]]:
        """VOY-5."""
        if details == self.details:
            return self, []
        raised = event("VoyageDescribed", details=details.wire() if details else None, voyageNumber=self.number)
        return dataclasses.replace(self, details=details), [raised]

    def reported(self, end: str, location: str, reported_at: int, status: str, time: int, now: int) -> tuple[Voyage, list[Event]]:
        """VOY-6."""
        calls = self._calls(end, location)
        if not calls:
            raise Failure("voyage_does_not_call", location=location)
        if status == "ACTUAL" and time > now:
            raise Failure("port_call_in_future")
        _, nearest = min((abs(at - time), movement) for at, movement in calls)
        report = PortCallReport(end, nearest, min(reported_at, now), status, time)
        kept = next((each for each in self.reports if each.place == report.place), None)
        if kept and report.rank <= kept.rank:
            return self, []
        reports = sorted([*(each for each in self.reports if each is not kept), report], key=lambda each: each.place)
        new = dataclasses.replace(self, reports=tuple(reports))
        if kept and report.says_the_same_as(kept):
            return new, []
        data = {"end": end, "location": location, "movement": nearest, "status": status, "time": instant_text(time)}
        return new, [event("PortCallReported", **data, voyageNumber=self.number)]

    def _calls(self, end: str, location: str) -> list[tuple[int, int]]:
        """The scheduled times of these ends at a location, each with its movement."""
        if end == "DEPARTURE":
            return [(each.departure_time, index) for index, each in enumerate(self.schedule) if each.departure_location == location]
        return [(each.arrival_time, index) for index, each in enumerate(self.schedule) if each.arrival_location == location]

    def serves(self, load_location: str, load_time: int, unload_location: str, unload_time: int) -> bool:
        """Whether a movement i of the forecast departs as the leg loads and a movement j, i or later, arrives as it unloads (UC-3)."""
        loads = [i for i, each in enumerate(self.forecast) if (each.departure_location, each.departure_time) == (load_location, load_time)]
        unloads = [j for j, each in enumerate(self.forecast) if (each.arrival_location, each.arrival_time) == (unload_location, unload_time)]
        return any(i <= j for i in loads for j in unloads)

    def require_calls(self, load_location: str, unload_location: str) -> None:
        """UC-13: it leaves the first port, and then, not before that, reaches the second."""
        first = next((i for i, each in enumerate(self.schedule) if each.departure_location == load_location), None)
        if first is None:
            raise Failure("voyage_does_not_call", location=load_location)
        if all(each.arrival_location != unload_location for each in self.schedule[first:]):
            raise Failure("voyage_does_not_call", location=unload_location)


def next_version(version: int) -> int:
    """VAL-INT-1: a version that can't be counted further names the next one."""
    return integer(version + 1, 0)
