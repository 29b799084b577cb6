"""Cargos of schema 1, as a store brings them up to date (DLV-10). No operation of a runner reads one."""

from __future__ import annotations

import dataclasses
from typing import Any

from . import shapes
from .cargo import Cargo, readable_id
from .delivery import Progress, delivered, is_consistent
from .errors import Failure
from .handling import Handled
from .routes import Activity, Itinerary, RouteSpecification
from .values import GREATEST, customer_id, instant, integer, present, tracking_id, un_locode


def read_schema_1(document: Any) -> Cargo:
    """A cargo of schema 1 as version 2 reads it; any violation is a corrupt record."""
    try:
        shapes.check(document, shapes.CARGO_OF_SCHEMA_1)
        return _read(document)
    except Failure as failure:
        rule = failure.params["rule"] if failure.code == "corrupt_record" else failure.code
        raise Failure("corrupt_record", **present(id=readable_id(document), rule=rule)) from None


def _read(document: dict[str, Any]) -> Cargo:
    customer, old = customer_id(document["customerId"]), document["delivery"]
    last = Handled.read(old["lastHandled"]) if "lastHandled" in old else None
    position = integer(old["planPosition"], -GREATEST) if "planPosition" in old else None
    itinerary = Itinerary.read(document["itinerary"]) if "itinerary" in document else None
    origin, specification = un_locode(document["origin"]), RouteSpecification.read(document["routeSpecification"])
    start = Handled.read(document["routingStart"]) if "routingStart" in document else None
    identity, version = tracking_id(document["trackingId"]), integer(document["version"], 0)
    progress = Progress(last, old["isMisdirected"], position, as_move(last))
    cargo = Cargo(customer, progress, itinerary, origin, specification, as_move(start), identity, version)
    if not is_consistent(delivered(specification, itinerary, cargo.start, progress), specification, itinerary, cargo.start):
        raise Failure("corrupt_record", rule="DLV-10")
    return cargo


def as_move(handled: Handled | None) -> Handled | None:
    """CUSTOMS becomes a RECEIVE at its time and place."""
    if handled is None or handled.activity.type != "CUSTOMS":
        return handled
    return dataclasses.replace(handled, activity=Activity("RECEIVE", handled.activity.location))
