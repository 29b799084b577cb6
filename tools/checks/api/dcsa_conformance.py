"""The scenarios of DCSA's Conformance Gateway for a publisher of Track and Trace 2.2 (dcsaorg/Conformance-Gateway, module tnt).

It leaves the values of filters to the publisher, so they come from the service's own events. It wants a status, API-Version, a list that isn't empty, and
valid events; we also want exactly the events that match. docs/design/conformance-track-and-trace.md has the scenarios, and why some end otherwise here.
"""

import datetime
import json
import urllib.parse
from collections.abc import Callable
from typing import Any

from ...project import fail
from ...services import Service
from . import TOKEN

Event = dict[str, Any]
COMMON = ("carrierBookingReference", "transportDocumentReference", "equipmentReference")
CALL = ("transportCallID", "exportVoyageNumber", "UNLocationCode")
FILTERS = {"SHIPMENT": ("shipmentEventTypeCode", "documentTypeCode", *COMMON), "TRANSPORT": ("transportEventTypeCode", *CALL, *COMMON),
           "EQUIPMENT": ("equipmentEventTypeCode", *CALL, *COMMON)}
# What the kit doesn't record matches nothing.
UNRECORDED = {"vesselIMONumber": "9321483", "carrierServiceCode": "FE1"}
FROM, UNTIL = "2001-01-01T14:00:56+01:00", "2050-01-30T14:01:56+01:00"
RANGES = (("gt", "lt"), ("gt", "lte"), ("gte", "lt"), ("gte", "lte"))
# The Gateway wants 400 of these. A valid parameter of the wrong value is 422 in every answer of the service.
INVALID = ({"eventType": "INVALID_SHIPMENT_EVENT"}, {"shipmentEventTypeCode": "INVALID_SHIPMENT_EVENT_TYPE_CODE"},
           {"documentTypeCode": "INVALID_DOCUMENT_TYPE_CODE"}, {"eventType": "SHIPMENT", "transportEventTypeCode": "ARRV"},
           {"eventType": "INVALID_TRANSPORT_EVENT"}, {"eventType": "INVALID_EQUIPMENT_EVENT"}, {"equipmentEventTypeCode": "INVALID_EQUIPMENT_TYPE_CODE"})
# And of these, which no event can match.
CONTRADICTING = ({"eventType": "TRANSPORT", "shipmentEventTypeCode": "DRFT"}, {"eventType": "EQUIPMENT", "shipmentEventTypeCode": "DRFT"})


def texts(event: Event, parameter: str) -> set[str]:
    """What an event has that a filter may name."""
    def documents(kind: str) -> set[str]:
        return {each["documentReferenceValue"] for each in event.get("documentReferences", ()) if each["documentReferenceType"] == kind}

    if parameter == "carrierBookingReference":
        return documents("BKG")
    if parameter == "transportDocumentReference":
        return documents("TRD")
    if parameter == "equipmentReference":
        return {each["referenceValue"] for each in event.get("references", ()) if each["referenceType"] == "EQ"}
    holder = event.get("transportCall", {}) if parameter in CALL else event
    return {holder[parameter]} if parameter in holder else set()


def created(event: Event) -> datetime.datetime:
    return datetime.datetime.fromisoformat(event["eventCreatedDateTime"])


def ask(server: Service, query: dict[str, str]) -> tuple[int, dict[str, str], Any]:
    status, fields, text = server.ask("GET", "/v2/events?" + urllib.parse.urlencode(query), token=TOKEN)
    if fields.get("api-version") != "2.2.0":
        fail(f"{query}: API-Version is {fields.get('api-version')}")
    return status, fields, json.loads(text)


def expect(server: Service, query: dict[str, str], expected: list[Event]) -> None:
    status, _, found = ask(server, {**query, "limit": "1000"})
    if status != 200 or found != expected:
        fail(f"{query}: {status}, {len(found)} events instead of {len(expected)}")


def filters(server: Service, kind: str, events: list[Event]) -> int:
    """Filters by every parameter that the Gateway tries for a type of event."""
    own = [event for event in events if event["eventType"] == kind]
    for parameter in FILTERS[kind]:
        value = max(value for event in own for value in texts(event, parameter))
        expect(server, {"eventType": kind, parameter: value}, [event for event in own if value in texts(event, parameter)])
    one = created(own[-1])
    expect(server, {"eventType": kind, "eventCreatedDateTime:eq": own[-1]["eventCreatedDateTime"]}, [event for event in own if created(event) == one])
    for lower, upper in RANGES:
        expect(server, {"eventType": kind, f"eventCreatedDateTime:{lower}": FROM, f"eventCreatedDateTime:{upper}": UNTIL}, own)
    return len(FILTERS[kind]) + 1 + len(RANGES) + pages(server, kind, own)


def pages(server: Service, kind: str, own: list[Event]) -> int:
    status, fields, first = ask(server, {"eventType": kind, "limit": "1"})
    following, _, second = ask(server, {"cursor": fields["next-page"]})
    if (status, following) != (200, 200) or first + second != own[:2]:
        fail(f"the pages of {kind} are {first} and {second}")
    return 1


def refused(server: Service, queries: tuple[dict[str, str], ...], is_right: Callable[[int, Any], bool]) -> int:
    for query in queries:
        status, _, body = ask(server, query)
        if not is_right(status, body):
            fail(f"{query}: {status} {body}")
    return len(queries)


def check(server: Service, events: list[Event]) -> None:
    """Tries the scenarios on a service that has all kinds of events, which are valid."""
    count = sum(filters(server, kind, events) for kind in FILTERS)
    for kind in ("TRANSPORT", "EQUIPMENT"):
        for parameter, value in UNRECORDED.items():
            expect(server, {"eventType": kind, parameter: value}, [])
            count += 1
    count += refused(server, INVALID, lambda status, body: status == 422 and body["statusCode"] == 422 and len(body["errors"]) == 1)
    count += refused(server, CONTRADICTING, lambda status, body: status == 200 and body == [])
    print(f"{count} scenarios of the Conformance Gateway end as documented", flush=True)
