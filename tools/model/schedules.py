"""Carrier movements and schedules (VOY-1 to VOY-3)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .errors import Failure
from .values import instant, instant_text, un_locode

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
