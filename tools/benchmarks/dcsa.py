"""Measures the first page of /v2/events among a million DCSA events, for each kind of filter and order.

    ./tool bench-dcsa                 12,000 cargos in memory: about 1,100,000 events, two minutes
    ./tool bench-dcsa --cargos 600    about 55,000 events
    ./tool bench-dcsa --server PATH   with this cargo-server, without building one

Prints bench NAME ratio=R goal=G better=lower against=millisecond: the median of a request over loopback on a kept connection, with the answer
read. Beneath are the slowest requests, how long the service takes to read its outbox, and the memory of the index. Exit status: 0 done; 1 it
failed; 2 a goal was missed.
"""

import datetime
import functools
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from ..project import fail, options_of
from ..services import BOOKING, Answer, Service, exchange
from . import MISSED, release_server
from .server import RATES, TOKEN

Ask = Callable[..., Answer]  # `exchange` over one kept connection
PLACES = ["HKHKG", "SGSIN", "LKCMB", "AEJEA", "EGPSD", "GRPIR", "NLRTM", "DEHAM", "SESTO"]
VOYAGES = 12
GOAL = 20  # ms
REPEATS = 30


def schedule(voyage: int, hours: int) -> list[dict[str, str]]:
    """A voyage that calls at every place in turn, some hours late."""
    start = datetime.datetime(2030, 1, 1) + datetime.timedelta(days=voyage, hours=hours)
    return [{"departureLocation": PLACES[leg], "departureTime": f"{(start + datetime.timedelta(days=7 * leg)).isoformat()}Z",
             "arrivalLocation": PLACES[leg + 1], "arrivalTime": f"{(start + datetime.timedelta(days=7 * leg + 6)).isoformat()}Z"} for leg in range(len(PLACES) - 1)]


def fill(ask: Ask, cargos: int) -> str:
    """Books, routes, delays three times and handles cargos; returns a time between the delays and the handling."""
    def send(method: str, path: str, value: Any, **fields: str) -> None:
        status, _, text = ask(method, path, value, **fields)
        if status >= 300:
            fail(f"{method} {path}: {status} {text.decode()}")

    for place in PLACES:
        send("PUT", f"/v1/locations/{place}", {"name": place})
    for voyage in range(VOYAGES):
        send("PUT", f"/v1/voyages/V{voyage}", {"schedule": schedule(voyage, 0)})
    for cargo in range(cargos):
        voyage = cargo % VOYAGES
        send("POST", "/v1/cargos", BOOKING | {"customerId": f"C{cargo % 50}", "trackingId": f"CARGO{cargo:06}"})
        legs = [{"voyageNumber": f"V{voyage}", "loadLocation": one["departureLocation"], "loadTime": one["departureTime"],
                 "unloadLocation": one["arrivalLocation"], "unloadTime": one["arrivalTime"]} for one in schedule(voyage, 0)]
        send("PUT", f"/v1/cargos/CARGO{cargo:06}/itinerary", {"legs": legs}, If_Match="*")
        if cargo % 10 == 0:
            send("POST", f"/v1/cargos/CARGO{cargo:06}/references", {"type": "BILL_OF_LADING", "value": f"BL{cargo}"})
    send("POST", "/v1/cargos/CARGO000007/references", {"type": "CONTAINER", "value": "MSKU1234565"})
    send("POST", "/v1/cargos/CARGO000009/references", {"type": "BOOKING", "value": "BOOKING9"})
    for hours in (5, 10, 15):
        for voyage in range(VOYAGES):
            send("PUT", f"/v1/voyages/V{voyage}", {"schedule": schedule(voyage, hours)})
    middle = f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"
    rows = []
    for cargo in range(cargos):
        steps = [("RECEIVE", PLACES[0], "")]
        for leg in range(len(PLACES) - 1):
            steps += [("LOAD", PLACES[leg], f"V{cargo % VOYAGES}"), ("UNLOAD", PLACES[leg + 1], f"V{cargo % VOYAGES}"), ("CUSTOMS", PLACES[leg + 1], "")]
        for minute, (kind, place, onto) in enumerate(steps):
            rows.append(f"2026-01-01T{minute // 60:02}:{minute % 60:02}:00Z,CARGO{cargo:06},{kind},{place},{onto}")
    header = "completion_time,tracking_id,type,un_locode,voyage_number\n"
    for start in range(0, len(rows), 20_000):
        status, _, text = ask("POST", "/v1/handling-events", header + "\n".join(rows[start:start + 20_000]) + "\n", "text/csv")
        if status != 200 or b'"rejected"' in text:
            fail(f"handling: {status} {text[:300].decode()}")
    return middle


# By name; those that match no event begin with "none". MIDDLE and LAST stand for what the filled service has.
QUERIES = {
    "all": "",
    "last": "cursor=LAST&limit=100",
    "by-cargo": "carrierBookingReference=CARGO000123",
    "by-booking": "bookingReference=BOOKING9",
    "by-container": "equipmentReference=MSKU1234565",
    "by-document": "transportDocumentReference=BL500",
    "by-document-type": "documentTypeCode=CUS",
    "by-type": "eventType=EQUIPMENT",
    "by-code": "equipmentEventTypeCode=GTIN",
    "by-shipment-code": "shipmentEventTypeCode=CONF,VOID",
    "by-place": "UNLocationCode=SESTO",
    "by-call": "transportCallID=NLRTM-V7&equipmentEventTypeCode=DISC",
    "by-voyage": "exportVoyageNumber=V11&transportEventTypeCode=ARRI",
    "since": "eventCreatedDateTime:gte=MIDDLE",
    "until": "eventCreatedDateTime:lte=MIDDLE",
    "before": "eventCreatedDateTime:lt=MIDDLE&transportEventTypeCode=DEPA&UNLocationCode=EGPSD",
    "last-before": "eventCreatedDateTime:lt=MIDDLE&sort=eventCreatedDateTime:DESC",
    "none": "UNLocationCode=HKHKG&equipmentEventTypeCode=GTOT",
    "none-by-time": "eventCreatedDateTime:gte=2100-01-01T00:00:00Z",
    "none-by-vessel": "vesselIMONumber=9321483",
    "none-by-service": "carrierServiceCode=FE1",
    "none-by-schedule": "scheduleID=9679a405-3316-42a5-8533-aba000f5689c",
    "newest-first": "sort=eventCreatedDateTime:DESC",
    "by-event-time": "sort=eventDateTime",
    "sorted-by-cargo": "sort=carrierBookingReference:DESC,eventDateTime",
    "sorted-by-call": "sort=transportCallID,eventType:DESC&eventType=TRANSPORT,EQUIPMENT",
    "sorted-by-place": "sort=UNLocationCode:DESC",
    "sorted-by-three": "sort=UNLocationCode:DESC,eventClassifierCode,eventDateTime:DESC&eventCreatedDateTime:gte=MIDDLE",
}


def measure(ask: Ask, name: str, query: str) -> list[float]:
    """How long the requests took, in ms."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        status, _, text = ask("GET", f"/v2/events?{query}")
        times.append((time.perf_counter() - began) * 1000)
        if status != 200 or bool(json.loads(text)) == name.startswith("none"):
            fail(f"GET /v2/events?{query}: {status} {text[:300].decode()}")
    return times


def report(times: dict[str, list[float]]) -> int:
    """Prints a row for each query; returns the command's status."""
    medians = {name: float(f"{statistics.median(some):.3g}") for name, some in times.items()}
    for name, median in medians.items():
        print(f"bench dcsa-{name} ratio={median:g} goal={GOAL} better=lower against=millisecond", flush=True)
    print("slowest:", ", ".join(f"{name} {max(some):.3g}" for name, some in times.items()))
    missed = [name for name, median in medians.items() if median > GOAL]
    if missed:
        print(f"missed: {', '.join(missed)}", flush=True)
    return MISSED if missed else 0


def main(arguments: list[str]) -> int:
    chosen = options_of(__doc__, arguments, cargos=12_000, server=str)
    binary = chosen.server or release_server()
    with Service(binary, "memory:", "--log-level", "notice", CARGO_ACCESS_TOKENS=f"service:{TOKEN}", **RATES) as service:
        ask: Ask = functools.partial(exchange, service.connection(600), token=TOKEN)
        middle = fill(ask, chosen.cargos)
        before, started = service.memory, time.monotonic()
        while (answer := ask("GET", "/v2/events?limit=1"))[0] == 503:
            time.sleep(0.05)
        read = time.monotonic() - started
        after = service.memory
        last = json.loads(ask("GET", f"/v2/events?limit=1&cursor={answer[1]['Last-Page']}")[2])
        count = sum(len(rows) for rows in pages(ask)) if chosen.cargos <= 2000 else chosen.cargos * (2 + 16 + 3 * 16 + 25)
        print(f"about {count} events, the last {last[0]['eventType']}; the outbox was read in {read:.1f} s; the index took {after - before:.0f} MB, "
              f"{(after - before) * 2 ** 20 / count:.0f} bytes per event", flush=True)
        queries = {name: query.replace("MIDDLE", middle).replace("LAST", answer[1]["Last-Page"]) for name, query in QUERIES.items()}
        return report({name: measure(ask, name, query) for name, query in queries.items()})


def pages(ask: Ask) -> Any:
    """All pages of the list."""
    path: str | None = "/v2/events?limit=1000"
    while path:
        _, headers, text = ask("GET", path)
        yield json.loads(text)
        path = f"/v2/events?cursor={headers['Next-Page']}" if "Next-Page" in headers else None
