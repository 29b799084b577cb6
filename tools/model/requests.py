"""Requests of use cases: every bad field at once (REQ-1, REQ-2)."""

from typing import Any, Callable

from . import shapes
from .codec import Outsized
from .details import Details, voyage_numbers
from .errors import Failure, ValidationFailed
from .handling import handling_type
from .routes import Itinerary, Leg
from .references import Reference
from .schedules import Movement, schedule
from .values import (GREATEST, REFERENCE_TYPES, carrier_code, carrier_voyage_number, customer_id, hold_type, imo_number, instant, integer, location_name,
                     port_call_end, port_call_status, reason, reference_type, reference_value, tracking_id, transport_mode, un_locode, vessel_name,
                     voyage_number)

Found = list[tuple[str, str]]  # path and code
Reader = Callable[[Any, str, Found], Any]


def value_of(is_shaped: Callable[[Any], bool], parse: Callable[[Any], Any]) -> Reader:
    def read(value: Any, path: str, found: Found) -> Any:
        try:
            if is_shaped(value):
                return parse(value)
            found.append((path, "shape_invalid"))
        except Failure as failure:
            found.append((path, failure.code))
        return None
    return read


def text(parse: Callable[[str], Any]) -> Reader:
    return value_of(lambda value: isinstance(value, str), parse)


def number(least: int, greatest: int) -> Reader:
    return value_of(lambda value: isinstance(value, (int, Outsized)) and not isinstance(value, bool), lambda value: integer(value, least, greatest))


def elements(shape: Any, read_element: Callable[[Any], Any], whole: Callable[[list[Any]], Any]) -> Callable[[Any, str, str, Found], Any]:
    """REQ-2: at most one failure an element; if all are good, the failure of the whole at its own path."""
    def read(value: Any, path: str, path_of_whole: str, found: Found) -> Any:
        if not isinstance(value, list):
            found.append((path, "shape_invalid"))
            return None
        made, before = [], len(found)
        for index, element in enumerate(value):
            try:
                shapes.check(element, shape)
                made.append(read_element(element))
            except Failure as failure:
                found.append((f"{path}[{index}]", failure.code))
        if len(found) > before:
            return None
        try:
            return whole(made)
        except Failure as failure:
            found.append((path_of_whole, failure.code))
            return None
    return read


read_legs = elements(shapes.LEG, Leg.read, Itinerary.of)
read_movements = elements(shapes.MOVEMENT, Movement.read, schedule)
read_numbers = elements(shapes.Text, carrier_voyage_number, voyage_numbers)


def read_itinerary(value: Any, path: str, found: Found) -> Any:
    if not isinstance(value, dict):
        found.append((path, "shape_invalid"))
        return None
    found += [(f"{path}.{name}", "shape_invalid") for name in value if name != "legs"]
    if "legs" not in value:
        found.append((f"{path}.legs", "field_required"))
        return None
    return read_legs(value["legs"], f"{path}.legs", path, found)


def read_schedule(value: Any, path: str, found: Found) -> Any:
    return read_movements(value, path, path, found)


def read_details(value: Any, path: str, found: Found) -> Any:
    """The first wrong shape, or else each value at its own path (VOY-5)."""
    wrong = shapes.violation(value, shapes.DETAILS, path)
    if wrong is not None:
        found.append((wrong, "shape_invalid"))
        return None
    before = len(found)
    for name, read_part in DETAILS.items():
        if name in value:
            read_part(value[name], f"{path}.{name}", found)
    return Details.read(value) if len(found) == before else None


def read_vessel(value: Any, path: str, found: Found) -> None:
    for name, read_part in VESSEL.items():
        if name in value:
            read_part(value[name], f"{path}.{name}", found)
    if not value:
        found.append((path, "vessel_empty"))


VESSEL: dict[str, Reader] = {"imoNumber": text(imo_number), "name": text(vessel_name)}
DETAILS: dict[str, Reader] = {
    "carrier": text(carrier_code), "carrierVoyageNumbers": lambda value, path, found: read_numbers(value, path, path, found),
    "mode": text(transport_mode), "vessel": read_vessel,
}
FIELDS: dict[str, Reader] = {
    "after": text(tracking_id), "arrivalDeadline": text(instant), "completionTime": text(instant), "customerId": text(customer_id),
    "destination": text(un_locode), "details": read_details, "end": text(port_call_end), "from": text(voyage_number), "itinerary": read_itinerary,
    "leg": number(-GREATEST, GREATEST), "location": text(un_locode), "name": text(location_name), "maxLegs": number(1, 16),
    "minimumConnection": number(0, GREATEST), "origin": text(un_locode), "pickUpBy": text(instant), "reason": text(reason),
    "reportedAt": text(instant), "schedule": read_schedule, "status": text(port_call_status), "time": text(instant), "to": text(voyage_number),
    "trackingId": text(tracking_id), "type": text(handling_type), "unLocode": text(un_locode), "voyageNumber": text(voyage_number),
}
ROUTES_LIMIT, PAGE_LIMIT = number(1, 100), number(1, 1000)


def read(request: Any, names: str, limit: Reader = PAGE_LIMIT, own: dict[str, Reader] | None = None) -> dict[str, Any]:
    """Reads the fields of a request. `names` lists them; a `?` marks an optional one. `own` are fields that this request reads otherwise."""
    if not isinstance(request, dict):
        raise ValidationFailed([("", "shape_invalid")])
    found: Found = []
    values: dict[str, Any] = {}
    known = {name.rstrip("?"): not name.endswith("?") for name in names.split()}
    found += [(name, "shape_invalid") for name in request if name not in known]
    for name, is_required in known.items():
        if name in request:
            values[name] = (limit if name == "limit" else {**FIELDS, **(own or {})}[name])(request[name], name, found)
        elif is_required:
            found.append((name, "field_required"))
    if found:
        raise ValidationFailed(found)
    return values


def read_with_hold(request: Any, names: str) -> dict[str, Any]:
    """Reads the fields of a request whose `type` is that of a hold."""
    return read(request, names, own={"type": text(hold_type)})


def read_with_reference(request: Any, names: str) -> dict[str, Any]:
    """Reads the fields of a request, and the `reference` that `type` and `value` are. The text of a value is judged only if its type is valid."""
    kind = request.get("type") if isinstance(request, dict) else None
    value = text(lambda given: reference_value(str(kind), given) if kind in REFERENCE_TYPES else given)
    fields = read(request, names, own={"type": text(reference_type), "value": value})
    return fields | {"reference": Reference(fields["type"], fields["value"])}
