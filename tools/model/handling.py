"""Handling events and histories (HND-*)."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

from .errors import Failure
from .routes import Activity
from .values import instant, instant_text, tracking_id, un_locode, voyage_number

ORDER = ("RECEIVE", "UNLOAD", "CUSTOMS", "LOAD", "CLAIM")
WITH_VOYAGE = ("LOAD", "UNLOAD")


def handling_type(text: str) -> str:
    if text not in ORDER:
        raise Failure("handling_type_invalid", text=text)
    return text


def require_fitting_voyage(kind: str, voyage: str | None) -> None:
    """The second half of HND-1."""
    if kind in WITH_VOYAGE and voyage is None:
        raise Failure("handling_voyage_required")
    if kind not in WITH_VOYAGE and voyage is not None:
        raise Failure("handling_voyage_prohibited")


def read_voyage(value: dict[str, Any]) -> str | None:
    return voyage_number(value["voyageNumber"]) if "voyageNumber" in value else None


def read_activity(value: dict[str, Any]) -> Activity:
    location, kind = un_locode(value["location"]), handling_type(value["type"])
    voyage = read_voyage(value)
    require_fitting_voyage(kind, voyage)
    return Activity(kind, location, voyage)


@dataclasses.dataclass(frozen=True)
class Handled:
    """The part of an event that a cargo stores: completion time and activity."""

    completion: int
    activity: Activity

    @staticmethod
    def read(value: dict[str, Any]) -> Handled:
        completion = instant(value["completionTime"])
        return Handled(completion, read_activity({name: value[name] for name in value if name != "completionTime"}))

    def wire(self) -> dict[str, Any]:
        return {"completionTime": instant_text(self.completion), **self.activity.wire()}

    @property
    def place(self) -> tuple[int, int, str, str]:
        """HND-4's order but for its last sentence: that of retracted events, and of a snapshot that isn't in the history any more."""
        return self.completion, ORDER.index(self.activity.type), self.activity.location, self.activity.voyage or ""


@dataclasses.dataclass(frozen=True)
class HandlingEvent:
    completion: int
    registration: int
    cargo: str
    activity: Activity

    @staticmethod
    def read(value: dict[str, Any]) -> HandlingEvent:
        completion, location = instant(value["completionTime"]), un_locode(value["location"])
        registration, cargo = instant(value["registrationTime"]), tracking_id(value["trackingId"])
        kind, voyage = handling_type(value["type"]), read_voyage(value)
        return HandlingEvent.of(completion, registration, cargo, Activity(kind, location, voyage))

    @staticmethod
    def of(completion: int, registration: int, cargo: str, activity: Activity) -> HandlingEvent:
        """HND-1, then HND-2."""
        require_fitting_voyage(activity.type, activity.voyage)
        if completion > registration:
            raise Failure("handling_completed_after_registration")
        return HandlingEvent(completion, registration, cargo, activity)

    def wire(self) -> dict[str, Any]:
        times = {"completionTime": instant_text(self.completion), "registrationTime": instant_text(self.registration)}
        return {**times, "trackingId": self.cargo, **self.activity.wire()}

    @property
    def handled(self) -> Handled:
        return Handled(self.completion, self.activity)

    @property
    def identity(self) -> tuple[str, Handled]:
        """HND-3: two events are equal if these are."""
        return self.cargo, self.handled

    @property
    def place(self) -> tuple[int, int, str, str]:
        return self.handled.place


def distinct(events: list[HandlingEvent]) -> list[HandlingEvent]:
    """Each event once, with its earliest registration time (HND-3, HND-4), in the given order."""
    kept: dict[Any, HandlingEvent] = {}
    for event in events:
        known = kept.get(event.identity)
        if known is None or event.registration < known.registration:
            kept[event.identity] = event
    return list(kept.values())


History = list[HandlingEvent]


def history(cargo: str, events: list[HandlingEvent]) -> History:
    """HND-4."""
    if any(event.cargo != cargo for event in events):
        raise Failure("handling_of_other_cargo")
    return in_order(distinct(events))


def in_order(events: list[HandlingEvent]) -> History:
    """HND-4, of distinct events of one cargo."""
    made: History = []
    for _, group in itertools.groupby(sorted(events, key=lambda event: event.place), lambda event: event.completion):
        last_move = next((event.activity for event in reversed(made) if event.activity.type != "CUSTOMS"), None)
        made += _loaded_before_unloaded(list(group), last_move)
    return made


def _loaded_before_unloaded(group: History, last_move: Activity | None) -> History:
    """The events of one completion time. An UNLOAD follows the LOAD onto its voyage elsewhere, unless the cargo was on that voyage already."""
    behind: dict[int, History] = {}  # by the place of that LOAD
    stay: set[int] = set()
    for place, event in enumerate(group):
        unload = event.activity
        loads = [] if unload.type != "UNLOAD" or last_move and (last_move.type, last_move.voyage) == ("LOAD", unload.voyage) else [
            other for other, each in enumerate(group)
            if each.activity.type == "LOAD" and each.activity.voyage == unload.voyage and each.activity.location != unload.location
        ]
        if loads:
            behind.setdefault(loads[-1], []).append(event)
        else:
            stay.add(place)
    return [each for place, event in enumerate(group) if place in stay for each in (event, *behind.get(place, []))]


def up_to(past: History, snapshot: Handled | None) -> int:
    """How many events of a history stand at or before a snapshot, which may not be in it any more (HND-4)."""
    if snapshot is None:
        return 0
    known = next((place for place, event in enumerate(past) if event.handled == snapshot), None)
    if known is not None:
        return known + 1
    return next((place for place, event in enumerate(past) if event.handled.place > snapshot.place), len(past))


def require_possible(event: HandlingEvent, past: History) -> None:
    """HND-6, for an event that isn't in the history yet."""
    kind = event.activity.type
    if any(known.activity.type == "CLAIM" and known.completion < event.completion for known in past):
        raise Failure("cargo_already_claimed")
    if kind in ("RECEIVE", "CLAIM") and any(known.activity.type == kind for known in past):
        raise Failure("handling_repeated")
    if kind == "CLAIM" and any(event.completion < known.completion for known in past):
        raise Failure("claim_before_other_handling")
