"""Locations, carrier movements, schedules and voyages (VAL-LOC-2, VOY-*)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .errors import Failure
from .values import instant, instant_text, integer, location_name, un_locode, voyage_number


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


LONGEST_SCHEDULE = 500


@dataclasses.dataclass(frozen=True)
class Movement:
    arrival_location: str
    arrival_time: int
    departure_location: str
    departure_time: int

    @staticmethod
    def read(value: dict[str, Any]) -> Movement:
        made = Movement(
            un_locode(value["arrivalLocation"]), instant(value["arrivalTime"]), un_locode(value["departureLocation"]), instant(value["departureTime"])
        )
        if made.arrival_location == made.departure_location:
            raise Failure("movement_locations_equal")
        if made.arrival_time <= made.departure_time:
            raise Failure("movement_times_invalid")
        return made

    def wire(self) -> dict[str, Any]:
        return {
            "arrivalLocation": self.arrival_location, "arrivalTime": instant_text(self.arrival_time),
            "departureLocation": self.departure_location, "departureTime": instant_text(self.departure_time),
        }


Schedule = tuple[Movement, ...]


def schedule(movements: list[Movement]) -> Schedule:
    """VOY-2, then VOY-3: connection over all neighbours, then times over all neighbours."""
    if not movements:
        raise Failure("schedule_empty")
    if len(movements) > LONGEST_SCHEDULE:
        raise Failure("schedule_too_long")
    neighbours = list(zip(movements, movements[1:]))
    if any(before.arrival_location != after.departure_location for before, after in neighbours):
        raise Failure("schedule_not_connected")
    if any(after.departure_time < before.arrival_time for before, after in neighbours):
        raise Failure("schedule_times_overlap")
    return tuple(movements)


@dataclasses.dataclass(frozen=True)
class Voyage:
    schedule: Schedule
    version: int
    number: str

    @staticmethod
    def read(value: dict[str, Any], least_version: int = 0) -> Voyage:
        movements = schedule([Movement.read(movement) for movement in value["schedule"]])
        version = integer(value["version"], least_version) if "version" in value else 0
        return Voyage(movements, version, voyage_number(value["voyageNumber"]))

    def wire(self) -> dict[str, Any]:
        return {"schedule": [movement.wire() for movement in self.schedule], "version": self.version, "voyageNumber": self.number}

    def rescheduled(self, new: Schedule) -> Voyage:
        """VOY-4. The caller raises VoyageRescheduled if the schedule differs."""
        return self if new == self.schedule else dataclasses.replace(self, schedule=new, version=next_version(self.version))

    def serves(self, load_location: str, load_time: int, unload_location: str, unload_time: int) -> bool:
        """Whether a movement i departs as the leg loads and a movement j, i or later, arrives as it unloads (UC-3)."""
        loads = [i for i, each in enumerate(self.schedule) if (each.departure_location, each.departure_time) == (load_location, load_time)]
        unloads = [j for j, each in enumerate(self.schedule) if (each.arrival_location, each.arrival_time) == (unload_location, unload_time)]
        return any(i <= j for i in loads for j in unloads)


def next_version(version: int) -> int:
    """VAL-INT-1: a version that can't be counted further names the next one."""
    return integer(version + 1, 0)
