"""Ports, voyages and cargos for the pages, made by the API."""

import datetime
from typing import Any

from ..services import Service

CLERK, TRACKER, ADMIN = "clerk-token-for-the-pages-0123", "tracking-token-for-the-pages-01", "admin-token-for-the-pages-0"
CUSTOMER = "customer-token-for-the-pages-0"
EVIL = "<script>window.hacked=1</script>"
SNEAKY = '"\u0301 autofocus onfocus=window.hacked=1 x="'


def moment(days: int) -> str:
    """18:00 UTC, some days from today. In eastern ports that is the next day, which gives local times their longest form."""
    evening = datetime.datetime.now(datetime.timezone.utc).replace(hour=18, minute=0, second=0, microsecond=0)
    return (evening + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


voyages: set[str] = set()
minutes = iter(range(1, 600))


def past() -> str:
    """A moment of the last hours, later than those given before: what is done in one moment has another order."""
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=11) + datetime.timedelta(minutes=next(minutes))).strftime(
        "%Y-%m-%dT%H:%M:%S")


def api(server: Service, method: str, path: str, value: Any = None) -> Any:
    return server.api(method, path, value, token=ADMIN)


def prepare(server: Service) -> None:
    for code, name in [("HKHKG", "Hong Kong"), ("SGSIN", "Singapore"), ("NLRTM", "Rotterdam"), ("SESTO", "Stockholm"), ("USLGB", "Long Beach"),
                       ("USNYC", "New York"), ("JPTYO", "Tokyo"), ("SEGOT", "Göteborg"), ("ZZAAA", EVIL), ("ZZBBB", SNEAKY)]:
        api(server, "PUT", f"/v1/locations/{code}", {"name": name})
    for number, calls in {"CX12": [("HKHKG", 3, "SGSIN", 6)], "EU07": [("SGSIN", 8, "NLRTM", 30)], "BA3": [("NLRTM", 32, "SESTO", 35)],
                          "DIRECT1": [("HKHKG", 5, "SESTO", 45)], "PAC9": [("HKHKG", 4, "USLGB", 18)], "X1": [("ZZAAA", 2, "ZZBBB", 9)]}.items():
        movements = [{"departureLocation": a, "departureTime": moment(b), "arrivalLocation": c, "arrivalTime": moment(d)} for a, b, c, d in calls]
        api(server, "PUT", f"/v1/voyages/{number}", {"schedule": movements})


def voyage(server: Service, number: str, origin: str, departure: int, destination: str, arrival: int) -> None:
    """Registers a voyage with one movement, or reschedules it; the days count from today."""
    movement = {"departureLocation": origin, "departureTime": moment(departure), "arrivalLocation": destination, "arrivalTime": moment(arrival)}
    server.api("PUT", f"/v1/voyages/{number}", {"schedule": [movement]}, token=ADMIN, **({"If_Match": "*"} if number in voyages else {}))
    voyages.add(number)


def book(server: Service, tracking_id: str, origin: str = "HKHKG", destination: str = "SESTO", route: bool = True, days: int = 60) -> None:
    api(server, "POST", "/v1/cargos", {"arrivalDeadline": moment(days), "customerId": "ACME", "destination": destination, "origin": origin,
                                      "trackingId": tracking_id})
    if route:
        itinerary = api(server, "GET", f"/v1/cargos/{tracking_id}/route-candidates")["itineraries"][0]
        server.api("PUT", f"/v1/cargos/{tracking_id}/itinerary", itinerary, token=CLERK, If_Match="*")


def handle(server: Service, tracking_id: str, kind: str, location: str, voyage: str | None = None) -> None:
    api(server, "POST", "/v1/handling-events", {"trackingId": tracking_id, "type": kind, "location": location, "completionTime": past() + "Z",
                                               **({"voyageNumber": voyage} if voyage else {})})
