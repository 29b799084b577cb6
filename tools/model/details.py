"""What is known of a voyage's carrier and vessel (VOY-5)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .errors import Failure
from .values import carrier_code, carrier_voyage_number, imo_number, present, transport_mode, vessel_name

MOST_NUMBERS = 20


@dataclasses.dataclass(frozen=True)
class Vessel:
    imo_number: str | None
    name: str | None

    @staticmethod
    def read(value: dict[str, Any]) -> Vessel:
        made = Vessel(read_member(value, "imoNumber", imo_number), read_member(value, "name", vessel_name))
        if made == Vessel(None, None):
            raise Failure("vessel_empty")
        return made

    def wire(self) -> dict[str, Any]:
        return present(imoNumber=self.imo_number, name=self.name)


@dataclasses.dataclass(frozen=True)
class Details:
    carrier: str | None
    numbers: tuple[str, ...] | None
    mode: str | None
    vessel: Vessel | None

    @staticmethod
    def read(value: dict[str, Any]) -> Details:
        return Details(
            read_member(value, "carrier", carrier_code),
            read_member(value, "carrierVoyageNumbers", lambda numbers: voyage_numbers([carrier_voyage_number(each) for each in numbers])),
            read_member(value, "mode", transport_mode), read_member(value, "vessel", Vessel.read),
        )

    def wire(self) -> dict[str, Any]:
        return present(
            carrier=self.carrier, carrierVoyageNumbers=list(self.numbers) if self.numbers else None, mode=self.mode,
            vessel=self.vessel.wire() if self.vessel else None,
        )


def read_member(value: dict[str, Any], name: str, read: Any) -> Any:
    return read(value[name]) if name in value else None


def voyage_numbers(numbers: list[str]) -> tuple[str, ...]:
    """1 to 20, each once, sorted. Python compares texts by scalars."""
    if not 1 <= len(numbers) <= MOST_NUMBERS or any(left >= right for left, right in zip(numbers, numbers[1:])):
        raise Failure("carrier_voyage_numbers_invalid")
    return tuple(numbers)
