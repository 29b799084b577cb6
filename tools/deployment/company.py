"""Two services behind one nginx, for a company with an identity provider, as docs/deploy.md says."""

import base64
import contextlib
import http.client
import json
import os
import pathlib
import time
from typing import Any
from urllib.parse import urlencode

from .. import libraries
from ..checked import check
from ..project import group
from ..services import Service, exchange, until
from .files import GUIDE, new_token, substituted
from .site import HOST, Site

USERS: dict[str, dict[str, Any]] = {
    "f9b1c3de": {"preferred_username": "ann", "roles": ["freight-desk"]},
    "0a77e2b1": {"preferred_username": "carla", "roles": ["shippers"], "customer": "ACME"},
}


def example(kind: str) -> str:
    """The example of the guide's section, with a language."""
    section = group(r"(?s)## A company with an identity provider, and two services\n(.*?)\n## ", GUIDE.read_text())
    return group(rf"(?s)```{kind}\n(.*?)```", section)


def company(directory: pathlib.Path, server: str, store: str) -> None:
    libraries.require("identity")
    from ..identity.provider import Client, Provider

    with Provider(USERS) as provider, Site(directory / "company", server, "memory:") as site, contextlib.ExitStack() as stack:
        own = f"https://{site.authority}"
        provider.client = Client(own)
        settings = directory / "company.json"
        settings.write_text(substituted(example("json"), {
            "ADMIN_TOKEN": site.admin[1], "SESSION_KEY": base64.b64encode(os.urandom(32)).decode(), "https://login.example.com/realms/company": provider.issuer,
            '"audience": "cargo"': f'"audience": "{provider.audience}"', "cargo-pages": Client.id, "https://cargo.example": own}, "docs/deploy.md"))
        services = [stack.enter_context(Service(server, store, CARGO_CONFIG=str(settings), CARGO_OIDC_CLIENT_SECRET=Client.secret)) for _ in range(2)]
        site.spread(substituted(example("nginx"), dict(zip(("10.0.1.1:8080", "10.0.2.1:8080"), [one.host for one in services], strict=True)), "docs/deploy.md"))
        clerk, other = sign_in(site, provider, "f9b1c3de", "/clerk"), sign_in(site, provider, "f9b1c3de", "/clerk")
        customer = sign_in(site, provider, "0a77e2b1", "/customer")
        check(clerk.startswith("__Host-cargo-session="), "the session's cookie is for this host and TLS alone", clerk[:30])
        check(visits(site, clerk) == {200} and visits(site, customer, "/customer") == {200}, "a session serves at both services, whichever began it")
        tokens(site, services)
        leaving(site, services, provider, clerk, other, customer)


def sign_in(site: Site, provider: Any, user: str, to: str) -> str:
    """The session's cookie of one who signs in at the provider; nginx hands each step to another service."""
    from ..identity.provider import query

    _, headers, _ = site.ask("GET", "/sign-in?to=" + to)
    flow = headers["Set-Cookie"].split(";")[0]
    connection = http.client.HTTPConnection("localhost", provider.port)
    _, given, _ = exchange(connection, "POST", "/authorization?" + urlencode(query(headers["Location"])), f"user={user}", "application/x-www-form-urlencoded")
    check(given["Location"].startswith(f"https://{site.authority}/sign-in/callback"), "the provider sends people back to nginx", given["Location"][:60])
    status, headers, body = site.ask("GET", given["Location"].removeprefix(f"https://{site.authority}"), Cookie=flow)
    check(status == 200, f"{user} signs in", body[-300:])
    return headers["Set-Cookie"].split(";")[0]


def visits(site: Site, cookie: str, path: str = "/clerk") -> set[int]:
    """The statuses of ten visits of a page, which the services answer in turn."""
    return {site.ask("GET", path, Cookie=cookie)[0] for _ in range(10)}


def seen(service: Service, **fields: str) -> int:
    """The status that one of the services answers itself, as nginx asks it."""
    proxied = {"Host": HOST, "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": HOST}
    return service.ask("GET", fields.pop("path", "/v1/voyages"), **proxied, **fields)[0]


def seen_everywhere(services: list[Service], fields: dict[str, str]) -> set[int]:
    return {seen(service, **fields) for service in services}


def tokens(site: Site, services: list[Service]) -> None:
    secret = site.api("POST", "/v1/tokens", {"name": "scanner-7", "role": "clerk"})["secret"]
    bearer = {"Authorization": f"Bearer {secret}"}
    check([seen(one, **bearer) for one in services] == [200, 200], "a token that one service made serves at both at once")
    admin = {"Authorization": f"Bearer {site.admin[0]}"}
    check(site.ask("DELETE", "/v1/tokens/scanner-7", **admin)[0] == 204, "it is revoked")
    started = time.monotonic()
    until(lambda: [seen(one, **bearer) for one in services] == [401, 401], pause=0.05)
    check(time.monotonic() - started < 5, "and refused by both within a second, or a few on a busy machine", time.monotonic() - started)


def leaving(site: Site, services: list[Service], provider: Any, clerk: str, other: str, customer: str) -> None:
    bearer = {"Authorization": f"Bearer {provider.token('f9b1c3de')}"}
    check([seen(one, **bearer) for one in services] == [200, 200], "a token of the provider serves at both")
    time.sleep(1.1)  # tokens say when they were issued in whole seconds
    status, _, _ = site.ask("POST", "/v1/sign-outs", json.dumps({"subject": "f9b1c3de"}), Authorization=f"Bearer {site.admin[0]}")
    check(status == 204, "someone is sent away", status)
    for name, status, fields in (("session", 303, {"Cookie": clerk, "path": "/clerk"}), ("session in another browser", 303, {"Cookie": other, "path": "/clerk"}), ("token", 401, bearer)):
        check(until(lambda: seen_everywhere(services, fields) == {status}, pause=0.05), f"whoever was sent away has no {name} at either service")
    check(visits(site, customer, "/customer") == {200}, "everyone else stays signed in")
    again = sign_in(site, provider, "f9b1c3de", "/clerk")
    services[0].process.kill()
    services[0].process.wait()
    check(seen(services[1], Cookie=again, path="/clerk") == 200, "who may sign in again does, and stays signed in when one service is killed")
    check(200 in visits(site, again), "nginx goes on with the other one")
