"""What fixtures say of themselves, against what can be computed."""

from typing import Any

from tools.spec.dddsample import departs
from tools.spec.files import Spec


def derived(events: list[dict[str, Any]], ours: dict[str, Any]) -> dict[str, Any]:
    """A fixture that derives a delivery of a cargo without an itinerary."""
    specification = {"arrivalDeadline": "2026-03-01T00:00:00.000Z", "destination": "SESTO", "origin": "CNHKG"}
    args = {"events": events, "routeSpecification": specification, "trackingId": "ABC123"}
    return {"when": [{"args": args, "op": "delivery.derive"}], "then": [{"events": [], "result": {"ok": ours}}]}


CUSTOMS = {
    "completionTime": "2026-01-03T00:00:00.000Z", "location": "CNHKG", "registrationTime": "2026-01-03T00:00:00.000Z", "trackingId": "ABC123", "type": "CUSTOMS"
}
NOTHING = {"isMisdirected": False, "isUnloadedAtDestination": False, "routingStatus": "NOT_ROUTED", "transportStatus": "NOT_RECEIVED"}


def test_a_cargo_that_was_not_handled_is_the_same_to_both() -> None:
    assert departs(derived([], NOTHING)) is False


def test_customs_puts_a_cargo_in_port_for_dddsample_alone() -> None:
    assert departs(derived([CUSTOMS], NOTHING)) is True
    assert departs(derived([CUSTOMS], {**NOTHING, "lastKnownLocation": "CNHKG", "transportStatus": "IN_PORT"})) is False


def test_other_operations_have_no_answer() -> None:
    assert departs({"when": [{"args": {}, "op": "cargo.book"}], "then": [{"events": [], "result": {"ok": {}}}]}) is None


def problems(**changes: Any) -> list[str]:
    spec = Spec()
    fixture = next(each for each in spec.fixtures if each["id"] == "CRG-1--deadline-past")
    return list(spec._claim_problems({**fixture, **changes}))


def test_the_polarity_is_held_against_the_outcomes() -> None:
    assert problems() == []
    assert problems(polarity="accept") == [": accepts nothing"]
    assert problems(then=[{"events": [], "result": {"ok": {}}}]) == [": rejects nothing"]
