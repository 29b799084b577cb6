"""The callbacks of a subscription in the format of DCSA: a receiver, and a relay that is killed while it waits for an answer."""

import base64
import hashlib
import hmac
import json
import os
import pathlib
import subprocess
from collections.abc import Callable
from typing import Any

from ...project import fail
from ...services import Receiver, Service
from . import TOKEN

SECRET = bytes(range(48))
KILLED_AT = 5  # the callback whose answer the first relay doesn't live to see


def checked(headers: dict[str, str], body: bytes, subscription: str) -> list[dict[str, Any]]:
    """The events of a callback whose header fields are right."""
    expected = {"subscription-id": subscription, "api-version": "2.2.0", "content-type": "application/json",
                "notification-signature": "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()}
    for name, value in expected.items():
        if headers.get(name) != value:
            fail(f"the callback's {name} is {headers.get(name)}, not {value}")
    if "signature" in headers:
        fail("the callback has the deprecated Signature")
    found: list[dict[str, Any]] = json.loads(body)
    return found


def check(service: str, folder: pathlib.Path, settings: dict[str, str], live: Callable[[Service], None],
          events: Callable[[Service], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Subscribes, lets cargos live, and returns the events that were received, each once."""
    store = f"sqlite:{folder / 'cargo.db'}"
    relays: list[subprocess.Popen[bytes]] = []
    callbacks: list[tuple[dict[str, str], bytes]] = []

    def take(_: str, headers: dict[str, str], content: bytes) -> int | None:
        callbacks.append((headers, content))
        if len(callbacks) != KILLED_AT:
            return 204
        relays[0].kill()
        return None

    receiver = Receiver(take)
    command = [service, "relay", "subscriptions", "--store", store, "--allow-host", "127.0.0.1"]
    # The second relay starts after the first one's lease has ended.
    times = [{**os.environ, "CARGO_NOW": f"2028-01-01T00:0{minute}:00Z"} for minute in (0, 5)]
    with Service(service, store, "--log-level", "notice", **settings, CARGO_SUBSCRIPTIONS_ALLOWED_HOSTS="127.0.0.1") as server:
        body = {"callbackUrl": f"{receiver.url}/dcsa", "secret": base64.b64encode(SECRET).decode()}
        subscription = server.api("POST", "/v2/event-subscriptions", body, token=TOKEN)["subscriptionID"]
        live(server)
        relays.append(subprocess.Popen(command, env=times[0], stderr=subprocess.DEVNULL))
        if relays[0].wait(120) != -9:
            fail("the first relay wasn't killed")
        heir = subprocess.run([*command, "--once"], env=times[1], capture_output=True, text=True, timeout=300, check=False)
        if heir.returncode != 0:
            fail(f"the second relay failed: {heir.stderr}")
        expected = events(server)
    receiver.shutdown()
    found: dict[str, dict[str, Any]] = {}
    repeated = 0
    for headers, content in callbacks:
        for event in checked(headers, content, subscription):
            repeated += event["eventID"] in found
            found[event["eventID"]] = event
    if list(found) != [event["eventID"] for event in expected]:
        fail(f"{len(found)} events were received, in another order than the {len(expected)} that /v2/events lists")
    # A relay stores its position after a page, so the second one repeats at most what the first one has sent.
    if not 0 < repeated <= sum(len(json.loads(content)) for _, content in callbacks[:KILLED_AT]):
        fail(f"{repeated} events were received again")
    print(f"{len(found)} events were received in {len(callbacks)} signed callbacks, in order; {repeated} again after a relay was killed", flush=True)
    return list(found.values())
