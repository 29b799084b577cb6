"""What a store does with cargos: brings those of schema 1 up to date (DLV-10), and indexes them (spec/files). No operation of a runner does."""

import dataclasses
from typing import Any

from . import shapes
from .cargo import Cargo, read_stored
from .delivery import Progress, delivered, is_consistent
from .errors import Failure
from .handling import Handled
from .routes import Activity, Itinerary, RouteSpecification
from .use_cases import summary
from .values import GREATEST, customer_id, integer, present, tracking_id, un_locode


def read_schema_1(document: Any) -> Cargo:
    """A cargo of schema 1 as version 2 reads it; any violation is a corrupt record."""
    cargo: Cargo = read_stored(document, shapes.CARGO_OF_SCHEMA_1, _read, "trackingId", tracking_id)
    return cargo


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


def index_entry(cargo: Cargo) -> dict[str, Any]:
    """The header members of a cargo's record: its voyages, its needs, the port where it lies, and from when it counts as overdue by plan."""
    shown = summary(cargo)
    is_unrouted = shown["routingStatus"] != "ROUTED" and shown["transportStatus"] != "CLAIMED" and not cargo.cancellation
    needs = {
        "DISRUPTED": shown["isDisrupted"], "HELD": shown["isHeld"] and cargo.is_open, "LATE": shown["isLate"],
        "MISDIRECTED": shown["isMisdirected"], "UNROUTED": is_unrouted,
    }
    voyages = sorted({leg.voyage for leg in cargo.itinerary.legs}) if cargo.itinerary else None
    places = [cargo.delivery.last_known_location] if shown["transportStatus"] == "IN_PORT" else []
    return present(vo=voyages, ne=[need for need, holds in needs.items() if holds] or None, at=places, re=reference_keys(cargo) or None,
                   du=planned_time_due(cargo))


def reference_keys(cargo: Cargo) -> list[str]:
    """The references as keys: TYPE:VALUE, percent-encoded but for printable ASCII, cut off after 200 characters."""
    def key(kind: str, value: str) -> str:
        plain = set(range(0x20, 0x7F)) - set(b'"\\%')
        return (f"{kind}:" + "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in value.encode()))[:200]
    return sorted({key(one["type"], one["value"]) for one in (each.wire() for each in cargo.references)})


def planned_time_due(cargo: Cargo) -> int | None:
    position, is_disrupted = cargo.progress.position, cargo.estimate is not None and cargo.estimate.disruption is not None
    if cargo.itinerary is None or position is None or cargo.progress.is_misdirected or cargo.cancellation or is_disrupted:
        return None
    times = [time for leg in cargo.itinerary.legs for time in (leg.load_time, leg.unload_time)]  # of the entries from 1 on
    entry = max(position, 1) - 1
    return times[entry] if entry < len(times) else None
