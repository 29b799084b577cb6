"""Checks the routes of DCSA Track and Trace 2.2 against the official description.

Its paths, parameters and schemas are in Tests/Data/dcsa-tnt-2.2.0.json, without its prose and examples (dcsaorg/DCSA-OpenAPI, tnt/v2, Apache 2.0).

Validates every event of some cargos' lives against its schema, as /v2/events lists it; `./tool replay-day` does the same for callbacks. Tries the scenarios of DCSA's Conformance Gateway. Then runs schemathesis with the description:
EXAMPLES=50 says how many for each operation, SEED=7 which; further arguments go to schemathesis. Two mistakes of the description are corrected first: the
values of documentReferenceType are `BKG` and `TRD`, without the explanations beside them, and the discriminator eventType, which has no mapping, goes.
API-Version is 2, the one version of the service. A callbackUrl has https and a public host, a secret is the Base64 of 32 bytes, and a new one is required, or
no subscription would be accepted.
POST /v2/events, the callback for a carrier's events, isn't in it, so the methods that it names aren't compared.
"""

import json
import os
import pathlib
import tempfile
import time
from typing import Any

from ... import libraries
from ...project import ROOT, built_with_all_traits, fail
from ...services import BOOKING, Service
from . import NO_RATES, TOKEN, dcsa_conformance, schemathesis

DESCRIPTION = ROOT / "Tests" / "Data" / "dcsa-tnt-2.2.0.json"
SCHEMAS = {"SHIPMENT": "shipmentEvent", "TRANSPORT": "transportEvent", "EQUIPMENT": "equipmentEvent"}
CARGOS = 8


def description() -> dict[str, Any]:
    """The corrected description, with the paths that the service has."""
    document: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    kinds = document["components"]["schemas"]["documentReferences_inner"]["properties"]["documentReferenceType"]
    kinds["enum"] = [value.split(" ")[0] for value in kinds["enum"]]
    if kinds["enum"] != ["BKG", "TRD"]:
        fail(f"the description has other types of documents: {kinds['enum']}")
    without_discriminators(document)
    for operation in (item for path in document["paths"].values() for item in path.values()):
        for parameter in operation.get("parameters", ()):
            if parameter["name"] == "API-Version":
                parameter["schema"]["enum"] = ["2"]
    schemas = document["components"]["schemas"]
    schemas["callbackUrl"] = {"type": "string", "pattern": "^https://[a-z]{1,9}\\.example/[a-z]{0,9}$"}
    schemas["secret"] = {"type": "string", "pattern": "^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$"}
    schemas["subscriptionID_secret_body"]["required"] = ["secret"]
    return document


def without_discriminators(value: Any) -> None:
    if isinstance(value, dict):
        value.pop("discriminator", None)
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        without_discriminators(one)


def live(server: Service) -> None:
    """Books, routes, delays, handles and cancels cargos."""
    server.add_ports(token=TOKEN)
    calls = [("HKHKG", "2027-02-01"), ("SESTO", "2027-03-01"), ("USNYC", "2027-04-01")]

    def schedule(hour: int) -> dict[str, Any]:
        return {"schedule": [{"departureLocation": calls[leg][0], "departureTime": f"{calls[leg][1]}T{hour:02}:30:00Z", "arrivalLocation": calls[leg + 1][0],
                              "arrivalTime": f"{calls[leg + 1][1]}T{hour:02}:00:00Z"} for leg in (0, 1)]}

    server.api("PUT", "/v1/voyages/V100", schedule(8), token=TOKEN)
    for number in range(CARGOS):
        cargo = f"CARGO{number:03}"
        server.api("POST", "/v1/cargos", {**BOOKING, "destination": "USNYC", "trackingId": cargo}, token=TOKEN)
        for kind, value in (("CONTAINER", "MSKU1234565"), ("BOOKING", f"BOOKING {number}"), ("BILL_OF_LADING", f"BL{number}"), ("CUSTOMER", "Größe 5")):
            server.api("POST", f"/v1/cargos/{cargo}/references", {"type": kind, "value": value}, token=TOKEN)
        legs = [{"voyageNumber": "V100", "loadLocation": calls[leg][0], "loadTime": f"{calls[leg][1]}T08:30:00Z", "unloadLocation": calls[leg + 1][0],
                 "unloadTime": f"{calls[leg + 1][1]}T08:00:00Z"} for leg in (0, 1)]
        server.api("PUT", f"/v1/cargos/{cargo}/itinerary", {"legs": legs}, token=TOKEN, If_Match="*")
    server.api("PUT", "/v1/cargos/CARGO000/cancellation", {"reason": "Sold"}, token=TOKEN, If_Match="*")
    server.api("PUT", "/v1/voyages/V100", schedule(12), token=TOKEN)
    for minute, (kind, place, voyage) in enumerate([("RECEIVE", "HKHKG", None), ("LOAD", "HKHKG", "V100"), ("UNLOAD", "SESTO", "V100"), ("LOAD", "SESTO", "V100"),
                                                    ("UNLOAD", "USNYC", "V100"), ("CUSTOMS", "USNYC", None), ("CLAIM", "USNYC", None)]):
        for number in range(1, CARGOS):
            event = {"completionTime": f"2026-01-01T00:{minute:02}:00Z", "location": place, "trackingId": f"CARGO{number:03}", "type": kind}
            server.api("POST", "/v1/handling-events", {**event, **({"voyageNumber": voyage} if voyage else {})}, token=TOKEN)


def events(server: Service, token: str = TOKEN, limit: int = 50) -> list[dict[str, Any]]:
    """All events, page by page, once the service has read its outbox."""
    found, cursor = [], ""
    while True:
        status, fields, text = server.ask("GET", f"/v2/events?limit={limit}{cursor}", token=token)
        if status == 503:
            time.sleep(int(fields["retry-after"]))
            continue
        if status != 200 or fields.get("api-version") != "2.2.0":
            fail(f"GET /v2/events: {status} {fields} {text}")
        found += json.loads(text)
        if "next-page" not in fields:
            return found
        cursor = "&cursor=" + fields["next-page"]


def validate(document: dict[str, Any], found: list[dict[str, Any]]) -> None:
    """Validates each event against the schema of its type; the other two types have to refuse it."""
    import jsonschema

    def validator(name: str) -> jsonschema.Draft4Validator:
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        return jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker(("uuid",)))

    validators = {kind: validator(name) for kind, name in SCHEMAS.items()}
    classifiers = set()
    for event in found:
        for kind, one in validators.items():
            error = next(one.iter_errors(event), None)
            if kind == event["eventType"] and error:
                fail(f"{json.dumps(event)}\nisn't a valid {SCHEMAS[kind]}: {error.message}")
            if kind != event["eventType"] and not error:
                fail(f"the description has no difference between {kind} and {event['eventType']}")
        if event["eventType"] == "SHIPMENT" and event["eventDateTime"] != event["eventCreatedDateTime"]:
            fail(f"{json.dumps(event)}\nhas two times")
        classifiers.add((event["eventType"], event["eventClassifierCode"]))
    if len(classifiers) != 4:
        fail(f"these events were to be of four kinds, but are {sorted(classifiers)}")
    print(f"{len(found)} events are valid by the official schemas", flush=True)


def main(arguments: list[str]) -> int:
    libraries.require("api", "base")
    document = description()
    binary = os.environ.get("CARGO_SERVER") or built_with_all_traits("cargo-server")
    with (Service(binary, "memory:", "--log-level", "notice", "--log-format", "json", CARGO_ACCESS_TOKENS=f"service:{TOKEN}", **NO_RATES) as server,
          tempfile.TemporaryDirectory() as folder):
        live(server)
        found = events(server)
        validate(document, found)
        dcsa_conformance.check(server, found)
        file = pathlib.Path(folder) / "dcsa.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        return schemathesis(str(file), "--url", server.url, "--exclude-checks", "unsupported_method,allow_header_conformance", *arguments)
