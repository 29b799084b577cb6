"""Two stores behind one nginx, as docs/scaling.md says: cargos are spread by their tracking ids."""

import json
import pathlib
import re

from ..checked import check
from ..project import fail
from ..services import BOOKING, Service
from .files import DEPLOY, new_token, substituted
from .site import Site

COUNT = 60
CONTAINER = "MSKU1234565"


def spread(site: Site, addresses: list[str]) -> None:
    """Has the site's nginx read its configuration again, with the partitions in the place of its one upstream."""
    file = site.directory / "cargo.conf"
    text, others = re.subn(r"^proxy_next_upstream off;\n", "", file.read_text(), flags=re.M)
    if others != 1:
        fail("deploy/nginx.conf has no single proxy_next_upstream to replace")
    file.write_text(text)
    site.spread(substituted((DEPLOY / "nginx-partitions.conf").read_text(), dict(zip(("10.0.1.1:8080", "10.0.2.1:8080"), addresses, strict=True)), "nginx-partitions.conf"))


def partitions(directory: pathlib.Path, server: str) -> None:
    secret, setting = new_token("admin@alice")
    key = {"Authorization": f"Bearer {secret}"}
    stores = [Service(server, f"json:{directory / name}", CARGO_ACCESS_TOKENS=setting, CARGO_ACCESS_TOKEN_REQUESTS_PER_MINUTE="0") for name in ("first", "second")]
    try:
        for store in stores:
            store.add_ports("HKHKG", "SESTO", token=secret)
        with Site(directory / "partitions", server, "memory:") as site:
            spread(site, [store.host for store in stores])
            ask(site, stores, secret, key)
    finally:
        for store in stores:
            store.close()


def ask(site: Site, stores: list[Service], secret: str, key: dict[str, str]) -> None:
    def api(method: str, path: str, value: object = None, **fields: str) -> object:
        status, _, body = site.ask(method, path, None if value is None else json.dumps(value), **fields, **key)
        return json.loads(body) if status < 300 else fail(f"{method} {path}: {status} {body!r}")

    def held(store: Service) -> set[str]:
        return {cargo["trackingId"] for cargo in store.api("GET", "/v1/cargos?limit=1000", None, secret)["cargos"]}

    ids = [f"SPREAD{number}" for number in range(COUNT)]
    for tracking_id in ids:
        for _ in range(2):
            api("POST", "/v1/cargos", {**BOOKING, "trackingId": tracking_id}, Cargo_Partition=tracking_id, Idempotency_Key=f"key-{tracking_id}")
    first, second = (held(store) for store in stores)
    check(first and second and not first & second and first | second == set(ids), "each cargo is in one of the stores, booked once", (len(first), len(second)))
    for tracking_id in ids:
        event = {"completionTime": "2026-01-01T00:00:00Z", "location": "HKHKG", "trackingId": tracking_id, "type": "RECEIVE"}
        api("POST", "/v1/handling-events", event, Cargo_Partition=tracking_id)
    # With the store's own answers, 404s of the other one play no part.
    views = [store.api("GET", f"/v1/cargos/{tracking_id}/tracking", None, secret) for store, there in zip(stores, (first, second), strict=True) for tracking_id in sorted(there)]
    check(all(view["transportStatus"] == "IN_PORT" for view in views), "each event is where its cargo is", views[:1])
    check(views == [api("GET", f"/v1/cargos/{view['trackingId']}/tracking") for view in views], "nginx finds each cargo by the id in the path")
    for found in (min(first), min(second)):
        check(site.ask("GET", f"/track/{found}")[0] == 200, "the tracking page of each store is found", found)
        api("POST", f"/v1/cargos/{found}/references", {"type": "CONTAINER", "value": CONTAINER})
        for typed in (found.lower(), CONTAINER):
            status, headers, _ = site.ask("GET", f"/track/{typed}")
            check((status, headers["Location"]) == (303, f"/track/{found}"), "the page leads from what one types to the cargo", (typed, status, headers["Location"]))
        api("DELETE", f"/v1/cargos/{found}/references?type=CONTAINER&value={CONTAINER}")
    check(site.ask("GET", "/v1/cargos/UNKNOWN/tracking", **key)[0] == 404, "what no store has is not found")
    stores[1].close()
    away = [site.ask("GET", f"/v1/cargos/{found}/tracking", **key)[0] for found in sorted(second)]
    check(set(away) == {502}, "a store that is away isn't mistaken for one without the cargo", away)
    check([site.ask("GET", f"/v1/cargos/{found}/tracking", **key)[0] for found in sorted(first)] == [200] * len(first), "meanwhile the other one answers")
