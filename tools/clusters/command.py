"""Loses machines of a cluster while four services book, and checks that no acknowledged booking is lost.

PostgreSQL under Patroni and etcd, and NATS with JetStream, run on three hosts, each in a network namespace (root on Linux). Two relays publish the
events to a replicated stream. The primary is cut off for 30 seconds, a NATS server is killed, the primary is killed, and then every host is
killed at once and started again. In the end each acknowledged booking is there once with its events, no handling event is stored twice, and the
stream has each event once and those of each cargo in order. Recovery times are printed.
"""

import asyncio
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

from .. import libraries
from ..checked import check, counts, tell
from ..load import Load, Request
from ..project import fail, options_of
from ..services import PROGRAMS, Service, programs, stored_events
from . import servers, verdict
from .hosts import Network
from .servers import wait

CUT = 30.0  # seconds


class Relay:
    """A relay that is started again when it ends, as systemd would."""

    def __init__(self, server: str, store: str, nats: str, log: pathlib.Path) -> None:
        self.command, self.log = [server, "relay", "--nats", nats, "--store", store], log
        self.stopping = threading.Event()
        self.process = self._start()
        self.thread = threading.Thread(target=self._watch)
        self.thread.start()

    def _start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def _watch(self) -> None:
        while True:
            self.process.wait()
            if self.stopping.wait(1):
                return
            self.process = self._start()

    def end(self) -> None:
        self.stopping.set()
        self.process.terminate()
        self.thread.join()


async def connected(address: str) -> Any:
    """A client of the cluster; its library is installed when the check runs."""
    import nats

    return await nats.connect([f"nats://{server}" for server in address.removeprefix("nats://").split(",")])


async def make_stream(address: str) -> None:
    from nats.js.api import StreamConfig

    client = await connected(address)
    await client.jetstream().add_stream(StreamConfig(name="CARGO", subjects=["cargo.events.>"], num_replicas=3, duplicate_window=3600))
    await client.close()


async def stream_contents(address: str) -> list[dict[str, Any]]:
    """All messages of the stream, in order; also checks that their ids and subjects are those of the events."""
    client = await connected(address)
    stream = client.jetstream()
    total = (await stream.stream_info("CARGO")).state.messages
    consumer = await stream.subscribe("cargo.events.>", stream="CARGO", ordered_consumer=True)
    found = []
    for _ in range(total):
        message = await consumer.next_msg(timeout=30)
        event = json.loads(message.data)
        if message.headers is None or message.headers["Nats-Msg-Id"] != event["eventId"] or message.subject != f"cargo.events.{event['type']}":
            fail(f"{message.subject} {message.headers}: not of {event['eventId']}")
        found.append(event)
    await client.close()
    return found


def story(network: Network, load: Load) -> None:
    """What is lost, one after the other, each when the cluster is whole again."""
    load.gap()

    def recovered(what: str, mend: Callable[[], object] = lambda: None) -> None:
        before = len(load.ids())
        wait(f"{what}: a booking", lambda: len(load.ids()) > before)
        mend()
        wait(f"{what}: a whole cluster", lambda: servers.is_whole(network))
        print(f"{what}: {load.gap():.1f} s without an acknowledgement; {len(load.ids())} cargos booked", flush=True)

    old = servers.primary(network) or fail("there is no primary")
    old.cut()
    cut = time.monotonic()
    nats = next(host for host in network.hosts if host is not old)
    nats.kill("nats")
    wait("another primary", lambda: (now := servers.primary(network)) is not None and now is not old)
    # The host stays cut off for its whole time, so that its own primary has to step down by itself.
    wait("the end of the cut", lambda: time.monotonic() - cut >= CUT)

    def reunite() -> None:
        old.mend()
        nats.restart()

    recovered("the primary cut off for 30 s, a NATS server killed", reunite)

    old = servers.primary(network) or fail("there is no primary")
    old.kill()
    wait("another primary", lambda: (now := servers.primary(network)) is not None and now is not old)
    recovered("the primary's host killed", old.restart)

    for host in network.hosts:
        host.kill()
    load.gap()
    for host in network.hosts:
        host.restart()
    recovered("all hosts killed and started")


def handle(id: str) -> list[Request]:
    """The handling events of a cargo."""
    return [("POST", "/v1/handling-events", {"completionTime": verdict.completion(number), "location": "HKHKG", "trackingId": id, "type": verdict.TYPE})
            for number in range(2)]


def judge(load: Load, service: Service, cli: str, store: str, nats: str) -> None:
    """Compares what was acknowledged with the store, and the store's events with the stream."""
    check(not load.wrong, "no request was refused for good", load.wrong[:3])
    events = stored_events(cli, store)
    cargos = {event["aggregateId"] for event in events if event["aggregateType"] == "Cargo"}
    histories = [event for id in sorted(cargos | load.sent.keys()) for event in history(service, id)]
    note(verdict.of_store(load.acknowledged, load.sent, events, histories))
    published: list[dict[str, Any]] = []

    def all_there() -> bool:
        from nats.errors import Error

        try:
            published[:] = asyncio.run(stream_contents(nats))
        except Error:  # no leader yet
            return False
        return {event["eventId"] for event in published} >= {event["eventId"] for event in events}

    wait("publishing the rest", all_there)
    note(verdict.of_stream(events, published))


def note(sentences: list[tuple[str, list[Any]]]) -> None:
    for sentence, contradictions in sentences:
        check(not contradictions, sentence, contradictions[:5])


def history(service: Service, id: str) -> list[dict[str, Any]]:
    """The stored handling events of a cargo; none if it isn't booked."""
    status, _, text = service.ask("GET", f"/v1/cargos/{id}/handling-events")
    if status not in (200, 404):
        fail(f"the handling events of {id}: {status} {text}")
    return json.loads(text)["handlingEvents"] if status == 200 else []


def main(arguments: list[str]) -> int:
    server, cli = programs(options_of(__doc__, arguments, **PROGRAMS))
    libraries.require("clusters")
    if os.geteuid() != 0:
        fail("network namespaces need root")
    directory = pathlib.Path(tempfile.mkdtemp(prefix="clusters-"))
    os.chmod(directory, 0o755)
    passed = False
    try:
        with Network(3, directory) as network, contextlib.ExitStack() as stack:
            servers.start_etcd(network)
            servers.start_patroni(network)
            servers.start_nats(network)
            store, nats = servers.store_url(network), servers.nats_url(network)
            print(f"the cluster is whole after {wait('a whole cluster', lambda: servers.is_whole(network)):.0f} s", flush=True)
            asyncio.run(make_stream(nats))
            services = [stack.enter_context(Service(server, store, "--log-level", "notice")) for _ in range(4)]
            services[0].add_ports()
            for number in range(2):
                stack.callback(Relay(server, store, nats, directory / f"relay{number}.log").end)
            load = Load(lambda number: services[number % 4].connection(timeout=20), "CLUSTER", clients=6, passing=(409, 429, 500, 503, 504), follow=handle)
            try:
                story(network, load)
            finally:
                load.end()
            judge(load, services[0], cli, store, nats)
            passed = not counts["failed"]
    finally:
        if passed:
            shutil.rmtree(directory)
        else:
            print(f"the logs of the hosts are in {directory}", flush=True)
    return tell("clusters")
