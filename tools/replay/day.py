"""A day of a carrier: voyages, cargos on them and what happens to each, the same for the same seed."""

from __future__ import annotations

import dataclasses
import datetime
import random
from typing import Any

PORTS = ["HKHKG", "CNSHA", "SGSIN", "JPTYO", "KRPUS", "LKCMB", "AEJEA", "EGPSD", "GRPIR", "ITGOA", "ESVLC", "FRLEH", "BEANR", "NLRTM", "DEHAM", "SEGOT",
         "GBFXT", "USNYC", "USLAX", "BRSSZ"]
# What has happened began then. Other voyages sail in a future that is far away on any day of the test.
START = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
FUTURE = 24 * 365 * 78.0  # hours
# The values of the letters in ISO 6346, which leave out the multiples of 11.
LETTERS = {letter: value for letter, value in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", [number for number in range(10, 39) if number % 11])}

OWNER = "CKTU"

Wire = dict[str, Any]


def at(hours: float) -> str:
    """An instant so many hours after the start, in whole seconds."""
    return (START + datetime.timedelta(seconds=round(hours * 3600))).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def container(number: int) -> str:
    """A container number with its check digit (ISO 6346)."""
    text = f"{OWNER}{number:06}"
    total = sum((LETTERS[letter] if letter.isalpha() else int(letter)) << place for place, letter in enumerate(text))
    return f"{text}{total % 11 % 10}"


@dataclasses.dataclass
class Voyage:
    number: str
    calls: list[tuple[str, float, float]]  # port, arrival, departure in hours
    delay: float = 0  # hours by which the rest is late, from its second call on

    def schedule(self, delay: float = 0) -> list[Wire]:
        """The movements; a delay moves all times but the first departure."""
        times = [(port, arrival + delay * (place > 0), departure + delay * (place > 0)) for place, (port, arrival, departure) in enumerate(self.calls)]
        return [{"arrivalLocation": there, "arrivalTime": at(arrival), "departureLocation": here, "departureTime": at(departure)}
                for (here, _, departure), (there, arrival, _) in zip(times, times[1:])]

    def leg(self, load: int, unload: int) -> Wire:
        return {"loadLocation": self.calls[load][0], "loadTime": at(self.calls[load][2]), "unloadLocation": self.calls[unload][0],
                "unloadTime": at(self.calls[unload][1]), "voyageNumber": self.number}


@dataclasses.dataclass
class Cargo:
    id: str
    customer: str
    container: str
    deadline: str
    legs: list[Wire]
    cancelled: bool = False
    events: list[Wire] = dataclasses.field(default_factory=list)
    retracted: list[Wire] = dataclasses.field(default_factory=list)

    @property
    def booking(self) -> Wire:
        return {"arrivalDeadline": self.deadline, "customerId": self.customer, "destination": self.legs[-1]["unloadLocation"],
                "origin": self.legs[0]["loadLocation"], "trackingId": self.id}


class Day:
    """So many voyages and cargos; each cargo has about six events."""

    def __init__(self, seed: int, voyages: int, cargos: int) -> None:
        self.random = random.Random(seed)
        self.voyages = {voyage.number: voyage for voyage in (self._voyage(number) for number in range(voyages))}
        self.cargos = [self._cargo(number) for number in range(cargos)]
        for voyage in self.voyages.values():
            if self.random.random() < 0.5:
                voyage.delay = self.random.randint(1, 240)

    def _voyage(self, number: int) -> Voyage:
        time, calls = self.random.uniform(0, 2000) + (FUTURE if number % 4 == 3 else 0), []
        for port in self.random.sample(PORTS, self.random.randint(3, 6)):
            calls.append((port, time, time + self.random.uniform(6, 36)))
            time = calls[-1][2] + self.random.uniform(24, 200)
        return Voyage(f"CK{number:04}", calls)

    def _route(self) -> list[Wire]:
        """One leg, or two with a change of ships if another voyage fits."""
        first = self.random.choice(list(self.voyages.values()))
        load = self.random.randrange(len(first.calls) - 1)
        unload = self.random.randrange(load + 1, len(first.calls))
        legs = [first.leg(load, unload)]
        port, arrival = first.calls[unload][0], first.calls[unload][1]
        for second in self.random.sample(list(self.voyages.values()), min(12, len(self.voyages))):
            for place, (here, _, departure) in enumerate(second.calls[:-1]):
                last = second.calls[-1][0]
                if second is not first and here == port and 0 < departure - arrival < FUTURE / 2 and last != legs[0]["loadLocation"] and len(legs) == 1:
                    legs.append(second.leg(place, len(second.calls) - 1))
        return legs

    def _cargo(self, number: int) -> Cargo:
        draw = self.random.random
        legs = self._route()
        # Late if a voyage is put off.
        deadline = at((datetime.datetime.fromisoformat(legs[-1]["unloadTime"]) - START).total_seconds() / 3600 + 48 if legs[0]["loadTime"] > "2090" else 1.5 * FUTURE)
        cargo = Cargo(f"DAY{number:06}", f"CUSTOMER{number % 40:02}", container(number), deadline, legs, cancelled=draw() < 0.03)
        if not cargo.cancelled and legs[-1]["loadTime"] < "2090":
            self._handle(cargo, upto=self.random.choice([0, 1, 2, 3, 4, 6, 6, 6, 6]))
        return cargo

    def _handle(self, cargo: Cargo, upto: int) -> None:
        """What happens to a cargo, as far as it has come, with delays, wrong scans and retractions."""
        draw, offset = self.random.random, self.random.uniform(0, 3)
        steps: list[tuple[str, str, str, str | None]] = [("RECEIVE", cargo.legs[0]["loadLocation"], cargo.legs[0]["loadTime"], None)]
        for leg in cargo.legs:
            steps.append(("LOAD", leg["loadLocation"], leg["loadTime"], leg["voyageNumber"]))
            steps.append(("UNLOAD", leg["unloadLocation"], leg["unloadTime"], leg["voyageNumber"]))
        steps.append(("CUSTOMS", cargo.legs[-1]["unloadLocation"], cargo.legs[-1]["unloadTime"], None))
        steps.append(("CLAIM", cargo.legs[-1]["unloadLocation"], cargo.legs[-1]["unloadTime"], None))
        for place, (kind, port, time, voyage) in enumerate(steps[:upto] if upto < 6 else steps):
            if kind in ("LOAD", "UNLOAD") and draw() < 0.03:
                port = self.random.choice(PORTS)  # a scan in the wrong port, which misdirects the cargo
            hours = (datetime.datetime.fromisoformat(time) - START).total_seconds() / 3600 + offset + 0.25 * place
            event = {"completionTime": at(hours - (6 if kind == "RECEIVE" else 0)), "location": port, "trackingId": cargo.id, "type": kind}
            cargo.events.append(event | ({"voyageNumber": voyage} if voyage else {}))
            if kind == "CUSTOMS" and draw() < 0.2:
                cargo.retracted.append(cargo.events[-1])
