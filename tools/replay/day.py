"""A day of a carrier: voyages, cargos on them and what happens to each, the same for the same seed."""

import random

from .cargos import Cargo, container
from .journeys import tell
from .voyages import FUTURE, HUBS, PORTS, Leg, Voyage, at


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
        return Voyage(f"CK{number:04}", calls, self.random.randint(1, 96) if self.random.random() < 0.5 else 0)

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
