"""Domain events, as a runner shows them: type and data."""

from typing import Any

from .values import present

Event = dict[str, Any]


def event(type: str, /, **data: Any) -> Event:
    return {"data": present(**data), "type": type}
