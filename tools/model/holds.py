"""Holds of a cargo (CRG-15)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .errors import Failure
from .values import hold_type, instant, instant_text, reason


@dataclasses.dataclass(frozen=True)
class Hold:
    at: int
    reason: str
    type: str

    @staticmethod
    def read(value: dict[str, Any]) -> Hold:
        at, why = instant(value["at"]), reason(value["reason"])
        return Hold(at, why, hold_type(value["type"]))

    def wire(self) -> dict[str, Any]:
        return {"at": instant_text(self.at), "reason": self.reason, "type": self.type}


def read_all(value: Any) -> tuple[Hold, ...]:
    """The holds of a stored cargo: one of each type, sorted by type."""
    found = [Hold.read(each) for each in value]
    if not found or any(left.type >= right.type for left, right in zip(found, found[1:])):
        raise Failure("holds_invalid")
    return tuple(found)
