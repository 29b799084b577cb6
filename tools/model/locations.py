"""Locations (VAL-LOC-2)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .values import location_name, un_locode


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
