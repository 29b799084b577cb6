"""Cargos of schema 1, beyond those of spec/files, whose verdicts `store-files --check` compares with the model and the tests of Swift and Kotlin with theirs."""

import json
from typing import Any

import pytest

from tools.model.errors import Failure
from tools.model.stored import index_entry, read_schema_1
from tools.project import ROOT

LINES = (ROOT / "spec/files/v1/customs-of-schema-1/store/seg-000001.jsonl").read_text(encoding="utf-8").splitlines()
CARGOS = [record["doc"] for record in map(json.loads, LINES) if record["t"] == "cargo"]
CLEARED = next(cargo for cargo in CARGOS if cargo["delivery"].get("lastHandled", {}).get("type") == "CUSTOMS")


def rule(cargo: dict[str, Any]) -> str:
    with pytest.raises(Failure) as caught:
        read_schema_1(cargo)
    return caught.value.params["rule"]


def with_delivery(**changes: Any) -> dict[str, Any]:
    return {**CLEARED, "delivery": {**CLEARED["delivery"], **changes}}


def test_members_that_are_derived_are_not_read() -> None:
    assert read_schema_1(with_delivery(transportStatus="LOST", unloadedAt="nowhere")) == read_schema_1(CLEARED)


def test_what_remains_is_checked() -> None:
    assert rule(with_delivery(planPosition=99)) == "DLV-10"
    assert rule(with_delivery(lastMove=CLEARED["delivery"]["lastHandled"])) == "shape_invalid"
    assert rule({**CLEARED, "routingStart": {**CLEARED["routingStart"], "type": "CLAIM"}}) == "DLV-10"
    assert rule({**CLEARED, "estimate": {}}) == "shape_invalid"


def test_the_index_entry_follows_from_the_cargo() -> None:
    assert index_entry(read_schema_1(CLEARED)) == {"vo": ["V300"], "at": ["DEHAM"]}  # a CLAIM is due
    due = read_schema_1(with_delivery(planPosition=1))
    assert index_entry(due) == {"vo": ["V300"], "at": ["DEHAM"], "du": due.itinerary.legs[0].load_time}  # type: ignore[union-attr]
    assert index_entry(due.with_(cancellation=(0, "Sold"))) == {"vo": ["V300"], "at": ["DEHAM"]}
    unrouted = next(cargo for cargo in CARGOS if "itinerary" not in cargo)
    assert index_entry(read_schema_1(unrouted)) == {"ne": ["UNROUTED"], "at": []}
