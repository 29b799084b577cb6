"""References of a cargo (REF-1, REF-2)."""

from __future__ import annotations

import dataclasses
from typing import Any

from .errors import Failure
from .values import BOXES, REFERENCE_TYPES, reference_type, reference_value

MOST = 100


@dataclasses.dataclass(frozen=True)
class Reference:
    type: str
    value: str

    @staticmethod
    def read(wire: Any) -> Reference:
        kind = reference_type(wire["type"])
        return Reference(kind, reference_value(kind, wire["value"]))

    @property
    def place(self) -> tuple[int, str]:
        """REF-2: the order of the references of a cargo. Python compares texts by scalars."""
        return REFERENCE_TYPES.index(self.type), self.value

    @property
    def is_box(self) -> bool:
        return self.type in BOXES

    def wire(self) -> dict[str, Any]:
        return {"type": self.type, "value": self.value}


def read_all(wire: Any) -> tuple[Reference, ...]:
    """The references of a stored cargo: REF-1 of each, then REF-2."""
    found = [Reference.read(each) for each in wire]
    if not 1 <= len(found) <= MOST or any(left.place >= right.place for left, right in zip(found, found[1:])):
        raise Failure("corrupt_record", rule="REF-2")
    return tuple(found)
