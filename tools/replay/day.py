"""A day of a carrier: voyages, cargos on them and what happens to each, the same for the same seed."""

import dataclasses
import datetime
import random
from typing import Any

from ..model.values import check_digit

PORTS = ["HKHKG", "CNSHA", "SGSIN", "JPTYO", "KRPUS", "LKCMB", "AEJEA", "EGPSD", "GRPIR", "ITGOA", "ESVLC", "FRLEH", "BEANR", "NLRTM", "DEHAM", "SEGOT",
         "GBFXT", "USNYC", "USLAX", "BRSSZ"]
# Every voyage calls at two of them, so that most transshipments happen there.
HUBS = ["SGSIN", "LKCMB", "AEJEA", "GRPIR", "NLRTM"]
# What has happened began then. Other voyages sail in a future that is far away on any day of the test.
START = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
FUTURE = 24 * 365 * 78.0  # hours

Wire = dict[str, Any]


def at(hours: float) -> str:
    """An instant so many hours after the start, in whole seconds."""
    return (START + datetime.timedelta(seconds=round(hours * 3600))).strftime("%Y-%m-%dT%H:%M:%S.000Z")


@dataclasses.dataclass
class Voyage:
    number: str
    calls: list[tuple[str, float, float]]  # port, arrival, departure in hours
    delay: float = 0  # hours by which the rest is late, from its second call on
    reports: list[Wire] = dataclasses.field(default_factory=list)  # what the carrier says of its calls, in any order

    def times(self, call: int, delay: float) -> tuple[float, float]:
        """The arrival and the departure; a delay moves all times but the first departure."""
        _, arrival, departure = self.calls[call]
        return (arrival + delay, departure + delay) if call else (arrival, departure)

    def schedule(self, delay: float = 0) -> list[Wire]:
        """The movements."""
        times = [self.times(call, delay) for call in range(len(self.calls))]
        return [{"arrivalLocation": there, "arrivalTime": at(arrival), "departureLocation": here, "departureTime": at(departure)}
                for (here, _, _), (there, _, _), (_, departure), (arrival, _) in zip(self.calls, self.calls[1:], times, times[1:])]


@dataclasses.dataclass
class Leg:
    voyage: Voyage
    load: int  # calls of the voyage
    unload: int

    @property
    def ports(self) -> tuple[str, str]:
        return self.voyage.calls[self.load][0], self.voyage.calls[self.unload][0]

    def times(self, delay: float = 0) -> tuple[float, float]:
        """When the leg is loaded and unloaded."""
        return self.voyage.times(self.load, delay)[1], self.voyage.times(self.unload, delay)[0]

    @property
    def wire(self) -> Wire:
        (here, there), (load, unload) = self.ports, self.times()
        return {"loadLocation": here, "loadTime": at(load), "unloadLocation": there, "unloadTime": at(unload), "voyageNumber": self.voyage.number}


OWNER = "CKTU"


def container(number: int) -> str:
    """A container number with its check digit (ISO 6346)."""
    text = f"{OWNER}{number:06}"
    return f"{text}{check_digit(text)}"


@dataclasses.dataclass
class Scan:
    """An event that is registered. A wrong one is retracted after that; perhaps the carrier tells of it once more then."""

    event: Wire
    is_wrong: bool = False
    is_told_again: bool = False


# What is told of one step of a journey: a scan, or a wrong one and the one that comes after its retraction. The order of reports doesn't matter.
Report = list[Scan]


@dataclasses.dataclass
class Act:
    """What a clerk does: registers or retracts an event, cancels or reinstates the booking. It is refused with one of the codes, if there are any."""

    verb: str
    event: Wire = dataclasses.field(default_factory=dict)
    reason: str = ""
    codes: tuple[str, ...] = ()


@dataclasses.dataclass
class Cargo:
    id: str
    customer: str
    container: str
    deadline: str
    route: list[Leg]
    story: str = "usual"
    morning: list[Act] = dataclasses.field(default_factory=list)  # before everything else
    reports: list[Report] = dataclasses.field(default_factory=list)
    acts: list[Act] = dataclasses.field(default_factory=list)  # in this order, whatever is reported meanwhile

    @property
    def legs(self) -> list[Wire]:
        return [leg.wire for leg in self.route]

    @property
    def booking(self) -> Wire:
        return {"arrivalDeadline": self.deadline, "customerId": self.customer, "destination": self.route[-1].ports[1],
                "origin": self.route[0].ports[0], "trackingId": self.id}

    @property
    def scans(self) -> list[Scan]:
        return [scan for report in self.reports for scan in report]

    @property
    def registered(self) -> list[Wire]:
        """All events that are registered, also those that are retracted later; one that is registered again counts again."""
        return [scan.event for scan in self.scans] + [act.event for act in [*self.morning, *self.acts] if act.verb == "register"]

    @property
    def retracted(self) -> list[Wire]:
        return [scan.event for scan in self.scans if scan.is_wrong] + [act.event for act in self.acts if act.verb == "retract"]

    @property
    def is_cancelled(self) -> bool:
        """Whether the booking is cancelled at the end of the day."""
        verbs = [act.verb for act in [*self.morning, *self.acts] if act.verb in ("cancel", "reinstate") and not act.codes]
        return verbs[-1:] == ["cancel"]


WRONG = "a wrong scan"
CUSTOMERS = "the customer's wish"
# How many of all cargos have a booking that isn't left alone.
#
# unhandled: cancelled before anything was done. cleared: cancelled after customs, which isn't a move. received: the cancellation is refused until a
# wrong RECEIVE is retracted. handled: cancelled, and then handled all the same. reinstated: cancelled and reinstated. refused: cancelled too late.
STORIES = {"unhandled": 0.01, "cleared": 0.015, "received": 0.015, "handled": 0.015, "reinstated": 0.015, "refused": 0.05}

Step = tuple[str, str, float, str | None]  # the type, the port, the hours, the voyage


def tell(cargo: Cargo, choices: random.Random, voyages: list[str], has_begun: bool) -> None:
    """Draws what happens to a cargo. `voyages` are those that a wrong scan may name."""
    story = choices.choices(["usual", *STORIES], [1 - sum(STORIES.values()), *STORIES.values()])[0]
    cargo.story = story if has_begun or story == "unhandled" else "usual"
    steps = journey(cargo, choices) if has_begun else []
    receive = event(cargo, next(step for step in steps if step[0] == "RECEIVE")) if steps else {}
    cancel, again = Act("cancel", reason=CUSTOMERS), Act("cancel", reason="the first reason stays")
    match cargo.story:
        case "unhandled":
            cargo.acts = [Act("cancel", reason=" ", codes=("validation_failed",)), cancel, again]
        case "cleared":
            hours = cargo.route[0].times()[0] - choices.uniform(80, 100)
            cargo.acts = [Act("register", event(cargo, ("CUSTOMS", cargo.route[0].ports[0], hours, None))), cancel, again]
        case "received":
            cargo.acts = [Act("register", receive), Act("cancel", reason=CUSTOMERS, codes=("cargo_already_received",)),
                          Act("retract", receive, WRONG), cancel]
        case "handled":
            cargo.morning = [cancel]
            cargo.reports = reports(cargo, steps[:choices.randint(1, len(steps))], choices, voyages)
        case "reinstated":
            # A claimed cargo can't be reinstated, and the claim may come first.
            cargo.morning, cargo.acts = [cancel], [Act("reinstate")]
            cargo.reports = reports(cargo, [step for step in steps if step[0] != "CLAIM"], choices, voyages)
        case "refused":
            cargo.reports = reports(cargo, steps, choices, voyages, spared=receive)
            cargo.acts = [Act("register", receive), Act("cancel", reason=CUSTOMERS, codes=("cargo_already_received", "cargo_already_claimed"))]
        case _:
            cargo.reports = reports(cargo, steps, choices, voyages)


def event(cargo: Cargo, step: Step) -> Wire:
    """A step as the API registers it."""
    kind, port, hours, voyage = step
    return {"completionTime": at(hours), "location": port, "trackingId": cargo.id, "type": kind} | ({"voyageNumber": voyage} if voyage else {})


def journey(cargo: Cargo, choices: random.Random) -> list[Step]:
    """The steps as far as the cargo has come, at least until it is received, with the delays of its voyages: each is later than the one before it."""
    first, last = cargo.route[0].ports[0], cargo.route[-1].ports[1]
    gate = cargo.route[0].times(cargo.route[0].voyage.delay)[0] - choices.uniform(12, 72)
    steps: list[Step] = [("RECEIVE", first, gate, None)]
    # Exports are cleared before or after they are received.
    cleared: Step = ("CUSTOMS", first, gate + choices.uniform(-6, 10), None)
    steps.insert(cleared[2] > gate, cleared)
    time = steps[-1][2]
    for leg in cargo.route:
        (here, there), (load, unload), planned = leg.ports, leg.times(leg.voyage.delay), leg.times()[0]
        # The ship is still to come, or left without the cargo.
        if planned > FUTURE or load < time and choices.random() < 0.5:
            return steps
        for kind, port, hours in (("LOAD", here, load), ("UNLOAD", there, unload)):
            time = max(time + 0.5, hours + choices.uniform(0, 3))
            steps.append((kind, port, time, leg.voyage.number))
    imported = time + choices.uniform(1, 24)
    steps += [("CUSTOMS", last, imported, None), ("CLAIM", last, imported + choices.uniform(1, 72), None)]
    return steps[:choices.randint(2, len(steps))] if choices.random() < 0.25 else steps


def reports(cargo: Cargo, steps: list[Step], choices: random.Random, voyages: list[str], spared: Wire | None = None) -> list[Report]:
    """What is told of the steps: some scans are missed, wrong, retracted by mistake and restored, or corrected; `spared` is right."""
    told: list[Report] = []
    for step in steps:
        right, draw, kind = event(cargo, step), choices.random(), step[0]
        wrong = right | {"location": choices.choice([port for port in PORTS if port != step[1]])}
        if kind in ("LOAD", "UNLOAD") and choices.random() < 0.5:
            wrong = right | {"voyageNumber": choices.choice([voyage for voyage in voyages if voyage != step[3]])}
        again = choices.random() < 0.5
        if draw >= 0.10 or right == spared:
            told.append([Scan(right)])
        elif draw < 0.02:
            if kind in ("RECEIVE", "CLAIM"):  # by hand, so it isn't missed
                told.append([Scan(right)])
        elif draw < 0.04:
            # A wrong port, or voyage, that nobody notices, which misdirects the cargo.
            told.append([Scan(wrong if kind in ("LOAD", "UNLOAD") else right)])
        elif draw < 0.065:
            told.append([Scan(wrong, True, again), Scan(right)])
        elif draw < 0.085:
            told.append([Scan(right, True, again)])
        else:
            told.append([Scan(right, True, again), Scan(right)])
    return told


class Day:
    """So many voyages and cargos. Nine in ten cargos travel, and most of these arrive; each has six or seven events, all cargos counted."""

    def __init__(self, seed: int, voyages: int, cargos: int) -> None:
        self.random = random.Random(seed)
        all = [self._voyage(number) for number in range(voyages)]
        self.voyages = {voyage.number: voyage for voyage in all}
        self.past = [voyage for voyage in all if voyage.calls[0][1] < FUTURE]
        self.future = [voyage for voyage in all if voyage.calls[0][1] >= FUTURE]
        self.departures: dict[str, list[tuple[Voyage, int]]] = {port: [] for port in PORTS}
        for voyage in all:
            for call, (port, _, _) in enumerate(voyage.calls[:-1]):
                self.departures[port].append((voyage, call))
        self.cargos = []
        for number in range(cargos):
            route = self._route()
            loaded, unloaded = route[0].times()[0], route[-1].times()[1]
            # A cargo that is still under way is late if its voyage is put off for long.
            deadline = at(unloaded + 48 if unloaded > FUTURE else 1.5 * FUTURE)
            self.cargos.append(Cargo(f"DAY{number:06}", f"CUSTOMER{number % 40:02}", container(number), deadline, route))
            tell(self.cargos[-1], self.random, [voyage.number for voyage in self.past], has_begun=loaded < FUTURE)

    def _voyage(self, number: int) -> Voyage:
        time, calls = self.random.uniform(0, 2000) + (FUTURE if number % 8 == 7 else 0), []
        ports = self.random.sample(HUBS, 2)
        ports += self.random.sample([port for port in PORTS if port not in ports], self.random.randint(3, 6))
        self.random.shuffle(ports)
        for port in ports:
            calls.append((port, time, time + self.random.uniform(6, 36)))
            time = calls[-1][2] + self.random.uniform(24, 150)
        voyage = Voyage(f"CK{number:04}", calls, self.random.randint(1, 96) if self.random.random() < 0.5 else 0)
        # A new schedule would drop the reports.
        if not voyage.delay:
            voyage.reports = [self._report(voyage) for _ in range(self.random.randint(0, 8))]
        return voyage

    def _report(self, voyage: Voyage) -> Wire:
        """What the carrier says of one end of a movement, perhaps not for the first time."""
        end, call = self.random.choice([("DEPARTURE", call) for call in range(len(voyage.calls) - 1)] + [("ARRIVAL", call) for call in range(1, len(voyage.calls))])
        port, arrival, departure = voyage.calls[call]
        is_over = voyage.calls[0][1] < FUTURE and self.random.random() < 0.5
        time = (arrival if end == "ARRIVAL" else departure) + self.random.uniform(-12, 60)
        return {"end": end, "location": port, "reportedAt": at(self.random.randint(0, 48)), "status": "ACTUAL" if is_over else "ESTIMATED", "time": at(max(time, 0))}

    def _route(self) -> list[Leg]:
        """One leg to four, each but the first from where another one ends, at most three weeks after it; a few wait for a ship in the future."""
        wanted = self.random.choices([1, 2, 3, 4], [10, 35, 35, 20])[0]
        voyage = self.random.choice(self.future if self.random.random() < 0.06 and self.future else self.past)
        legs = [self._leg(voyage, self.random.randrange(len(voyage.calls) - 1), set(), wanted > 1)]
        visited = set(legs[0].ports)
        while len(legs) < wanted:
            port, arrival = legs[-1].ports[1], legs[-1].times()[1]
            waits = 5 * FUTURE if self.random.random() < 0.1 else 21 * 24
            onward = [(next, call) for next, call in self.departures[port]
                      if 12 < next.calls[call][2] - arrival < waits and any(there not in visited for there, _, _ in next.calls[call + 1:])]
            if not onward:
                break
            legs.append(self._leg(*self.random.choice(onward), visited, len(legs) + 1 < wanted))
            visited.add(legs[-1].ports[1])
        return legs

    def _leg(self, voyage: Voyage, load: int, visited: set[str], goes_on: bool) -> Leg:
        """A leg to a port that the cargo hasn't been to; to a hub if it goes on from there."""
        ends = [call for call in range(load + 1, len(voyage.calls)) if voyage.calls[call][0] not in visited]
        hubs = [call for call in ends if voyage.calls[call][0] in HUBS]
        return Leg(voyage, load, self.random.choice(hubs if goes_on and hubs else ends))
