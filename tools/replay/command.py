"""Replays a carrier's day through imports, pushes and the API at once, and compares each tracking view with the model's.

    ./tool replay-day                                             600 cargos and 24 voyages with the debug build
    ./tool replay-day --cargos 10000 --voyages 200 --server S --cli C    a whole day: more than 60,000 events
    ./tool replay-day --store citus                               in another kind of store: sqlite, postgres, or PostgreSQL with Citus

Cargos are booked, routed and given containers. Then events are registered in three ways at once, each in an order of its own and a tenth of them twice:
CSV files through cargo-cli beside the running service, DCSA events that a carrier pushes and signs, and the API. Meanwhile, scans are retracted and
corrected, voyages put off, and bookings cancelled and reinstated, also after something was done to the cargo; cancellations that come too late are refused.
Each view must be the model's, and a webhook must have every event, those of each cargo in order. So must four subscribers (by customer, type, reference
and cargo) have theirs, signed, which two relays send them meanwhile. A fifth one receives DCSA's callbacks: every event that follows from the domain
events, in order, as /v2/events lists it and valid by the official schemas. Others sign in, open pages and lists, and follow streams; the stream of events must
have all of them.
"""

import functools
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable

from .. import checked, libraries
from ..checked import check
from ..checks.api import dcsa
from ..model import use_cases
from ..model.codec import write
from ..model.errors import Failure
from ..model.voyages import Location
from ..model.world import World
from ..project import fail, options_of
from ..services import PROGRAMS, Receiver, Service, new_store, programs, stored_events
from .day import PORTS, WRONG, Act, Cargo, Day, Report, Voyage, Wire
from .channels import CARRIER, TOKEN, Channels, assigned, everywhere
from .readers import CUSTOMER, Readers
from .subscribers import Subscriptions, faults


def prepare(channels: Channels, day: Day) -> None:
    """Locations, voyages, bookings, routes and containers, and what happens in the morning."""
    api = channels.api
    everywhere(lambda port: api("PUT", f"/v1/locations/{port}", {"name": f"Port {port}"}), PORTS)
    everywhere(lambda voyage: api("PUT", f"/v1/voyages/{voyage.number}", {"schedule": voyage.schedule()}), day.voyages.values())

    def book(cargo: Cargo) -> None:
        api("POST", "/v1/cargos", cargo.booking)
        api("PUT", f"/v1/cargos/{cargo.id}/itinerary", {"legs": cargo.legs}, If_Match="*")
        api("POST", f"/v1/cargos/{cargo.id}/references", {"type": "CONTAINER", "value": cargo.container})
        channels.perform(cargo, cargo.morning)

    everywhere(book, day.cargos)


def live(channels: Channels, day: Day, choices: random.Random) -> None:
    """Everything that happens, at once."""
    by_api, by_file, by_carrier = assigned(day, choices)

    def put_off(voyage: Voyage) -> None:
        channels.api("PUT", f"/v1/voyages/{voyage.number}", {"schedule": voyage.schedule(voyage.delay)}, If_Match="*")

    jobs: list[Callable[[], None]] = [functools.partial(channels.report, one) for one in by_api]
    jobs += [functools.partial(channels.perform, cargo, cargo.acts) for cargo in day.cargos if cargo.acts]
    jobs += [functools.partial(put_off, voyage) for voyage in day.voyages.values() if voyage.delay]
    for voyage in day.voyages.values():
        # Every third report comes twice.
        for report in voyage.reports + voyage.reports[::3]:
            jobs.append(functools.partial(channels.call, voyage.number, report, choices.randrange(3)))
    choices.shuffle(jobs)
    works: list[Callable[[], None]] = [
        lambda: everywhere(lambda job: job(), jobs), lambda: channels.push(by_carrier), lambda: channels.import_files(by_file)]
    everywhere(lambda work: work(), works)
    channels.push_again()


def modelled(day: Day, cargo: Cargo, reports: list[Report]) -> Wire:
    """The tracking view by the model, in a world of this cargo, its voyages and all locations."""
    world = World(time.time_ns() // 1_000_000, [], [Location(f"Port {port}", port) for port in PORTS], [], [], [])
    needed = {leg["voyageNumber"] for leg in cargo.legs} | {event["voyageNumber"] for event in cargo.registered if "voyageNumber" in event}
    for number in sorted(needed):
        use_cases.register_voyage(world, {"schedule": day.voyages[number].schedule(), "voyageNumber": number})
    use_cases.book_cargo(world, cargo.booking)
    use_cases.assign_route(world, {"itinerary": {"legs": cargo.legs}, "trackingId": cargo.id})
    use_cases.CHANGES["addReference"](world, {"trackingId": cargo.id, "type": "CONTAINER", "value": cargo.container})
    for act in cargo.morning:
        perform(world, cargo, act)
    for number in sorted(needed):
        if day.voyages[number].delay:
            use_cases.reschedule_voyage(world, {"schedule": day.voyages[number].schedule(day.voyages[number].delay), "voyageNumber": number})
    for number in sorted(needed):
        for said in day.voyages[number].reports:
            use_cases.report_port_call(world, said | {"voyageNumber": number})
    for report in reports:
        for scan in report:
            use_cases.register_handling_event(world, scan.event)
            if scan.is_wrong:
                use_cases.retract_handling_event(world, scan.event | {"reason": WRONG})
    for act in cargo.acts:
        perform(world, cargo, act)
    view: Wire = json.loads(write(use_cases.track_cargo(world, {"trackingId": cargo.id})))
    return view


def perform(world: World, cargo: Cargo, act: Act) -> None:
    """Does in the model what a clerk does."""
    code = ""
    try:
        match act.verb:
            case "register":
                use_cases.register_handling_event(world, act.event)
            case "retract":
                use_cases.retract_handling_event(world, act.event | {"reason": act.reason})
            case "cancel":
                use_cases.CHANGES["cancelBooking"](world, {"reason": act.reason, "trackingId": cargo.id})
            case "reinstate":
                use_cases.CHANGES["reinstateBooking"](world, {"trackingId": cargo.id})
    except Failure as failure:
        code = failure.code
    if code not in (act.codes or ("",)):
        fail(f"{cargo.id}: the model's answer to {act} is {code or 'success'}")


def timeless(view: Wire) -> Wire:
    """A view without the times of requests."""
    for event in view["events"]:
        del event["registrationTime"]
    if "cancellation" in view:
        del view["cancellation"]["at"]
    return view


def compare(service: Service, day: Day) -> None:
    wrong: list[str] = []

    def one(cargo: Cargo) -> None:
        view = timeless(service.api("GET", f"/v1/cargos/{cargo.id}/tracking", token=TOKEN))
        expected = timeless(modelled(day, cargo, cargo.reports))
        if view != expected:
            names = [name for name in sorted({*view, *expected}) if view.get(name) != expected.get(name)]
            wrong.append(f"{cargo.id}: {[(name, view.get(name), expected.get(name)) for name in names]}")

    everywhere(one, day.cargos)
    check(not wrong, f"{len(day.cargos)} tracking views are the model's", wrong[:3])


def hear(events: list[Wire], server: str, cli: str, store: str, folder: pathlib.Path) -> None:
    """Has a relay send everything to a webhook, and compares what that received with the store's events."""
    received: list[Wire] = []

    def take(_: str, __: dict[str, str], body: bytes) -> int:
        received.append(json.loads(body))
        return 204

    endpoint = Receiver(take)
    secret = folder / "secret"
    with secret.open("w") as file:
        subprocess.run([cli, "relay", "make-secret"], check=True, stdout=file)
    subprocess.run([server, "relay", "--webhook", f"{endpoint.url}/hook", "--secret-file", secret, "--store", store, "--once", "--concurrency", "16", "-q"], check=True)
    endpoint.shutdown()
    wrong = faults(received, events)
    check(not wrong, f"the webhook has all {len(events)} events, those of each cargo in order", (len(wrong), wrong[:5]))


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, **PROGRAMS, cargos=600, voyages=24, seed=1, pause=(0.1, "seconds between two requests of a reader"), store="json")
    libraries.require("base")
    server, cli = programs(options)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="day-"))

    def tell(what: str) -> None:
        print(f"{what}, {time.monotonic() - checked.started:.0f} s", flush=True)

    try:
        os.chmod(folder, 0o755)
        day = Day(options.seed, options.voyages, options.cargos)
        settings = {"CARGO_ACCESS_TOKENS": f"admin@desk:{TOKEN},customer={day.cargos[0].customer}:{CUSTOMER}", "CARGO_ACCESS_CARRIERS": f"line:{CARRIER}",
                    "CARGO_ACCESS_TOKEN_REQUESTS_PER_MINUTE": "0", "CARGO_ACCESS_PUBLIC_REQUESTS_PER_MINUTE": "0", "CARGO_SUBSCRIPTIONS_ALLOWED_HOSTS": "127.0.0.1"}
        with new_store(options.store, str(folder)) as store, Service(server, store, "--log-level", "notice", **settings) as service:
            channels = Channels(service, cli, store, folder)
            with Subscriptions(service, TOKEN, server, cli, store, day) as subscriptions:
                prepare(channels, day)
                tell(f"{len(day.cargos)} cargos booked on {len(day.voyages)} voyages")
                subscriptions.start()
                with Readers(service, TOKEN, day, options.pause) as readers:
                    live(channels, day, random.Random(options.seed))
                    readers.judge(stored_events(cli, store))
                tell(f"{len(day.cargos)} cargos, {len(day.voyages)} voyages, {readers.answers} pages and lists: " + ", ".join(f"{many} {what}" for what, many in channels.sent.items()))
                compare(service, day)
                tell(f"{len(day.cargos)} tracking views compared")
                events = stored_events(cli, store)
                subscriptions.judge(events, dcsa.events(service, TOKEN, 1000))
                tell("subscribers judged")
            hear(events, server, cli, store, folder)
            check(service.close() == 0, "the service ends well")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return checked.tell(f"the day, seed {options.seed}")
