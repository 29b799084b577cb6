"""The voyages of a day, and legs on them."""

import dataclasses
import datetime
from typing import Any

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
