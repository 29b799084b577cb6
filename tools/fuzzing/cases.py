"""Generated cases: each is one line for a runner, as bytes, with the operations of its steps and the family that it comes from."""

import bisect
import itertools
import json
import random

from .journeys import Journeys
from .mutation import moved, mutate
from .values import TRACKING_IDS, VOYAGES, Values

FAMILIES = {"values": 34, "cargos": 22, "stored": 10, "journeys": 6, "stories": 4, "lives": 2, "mixed": 8, "routing": 6, "caches": 3, "fixtures": 14, "lines": 2}  # and their weights
# Written at once: nothing generated holds itself.
ESCAPED, PLAIN = (json.JSONEncoder(ensure_ascii=ascii_only, check_circular=False, separators=(",", ":")).encode for ascii_only in (True, False))
LARGE = 12_000  # bytes of a fixture's line that is taken seldom


class Case:
    __slots__ = ("number", "family", "line", "ops")

    def __init__(self, number, family, line, ops):
        self.number, self.family, self.line, self.ops = number, family, line, ops


class Cases(Journeys):
    """Draws case after case. What it draws follows from the seed and from the answers given to `learn` and `aim`, and from nothing else."""

    def __init__(self, seed, spec, operations):
        super().__init__(Values(random.Random(seed)))
        self.families = list(FAMILIES)
        self.weights = list(itertools.accumulate(FAMILIES.values()))
        self.fixtures = []  # (line without seq, fixture), the small ones first
        self.aims, self.wanted = [], []
        for fixture in spec.fixtures:
            line = {"clock": fixture["clock"], "cmd": "run", "given": fixture["given"], "ids": fixture["ids"], "when": fixture["when"]}
            self.fixtures.append((json.dumps(line), fixture))
            for outcome in fixture["then"]:
                self.learn(outcome["result"].get("ok"))
        self.fixtures.sort(key=lambda entry: len(entry[0]))
        self.small = sum(1 for text, _ in self.fixtures if len(text) < LARGE)
        self.makers = {**{op: dict for op in operations}, **self.makers_of_args(spec.ops["ops"])}
        self.single = [op for op in self.makers if not op.startswith(("useCase", "repository", "cache", "cargo", "routing"))]
        self.every = [op for op in self.makers for _ in range(3 if op.startswith("useCase") else 1)]

    # Feedback

    def aim(self, indices, operations):
        """Turns half of the mutated fixtures to these, and to steps of these operations: what was not reached yet lies there."""
        self.aims, self.wanted = indices, [op for op in operations if op in self.makers]

    # Cases

    def next(self, number):
        values = self.values
        family = self.families[bisect.bisect(self.weights, values.draw() * self.weights[-1])]
        values.wild = values.one((0.0, 0.01, 0.01, 0.05))
        made = getattr(self, "_" + family)(number)
        if isinstance(made, bytes):
            return Case(number, family, made, None)
        made["seq"] = number
        text = (ESCAPED if values.draw() < 0.5 else PLAIN)(made)
        steps = made.get("when")
        ops = [step["op"] if isinstance(step, dict) and isinstance(step.get("op"), str) else None for step in steps] if isinstance(steps, list) else None
        return Case(number, family, text.encode("utf-8"), ops)

    def _values(self, _):
        values = self.values
        values.wild = values.one((0.02, 0.1, 0.3))
        return self._line([self._step(values.one(self.single)) for _ in range(values.one((1, 1, 2, 4)))], clock=values.one((0, 0, 30)))

    def _cargos(self, _):
        values = self.values
        ops = ["cargo.book", "cargo.assignToRoute", "cargo.specifyNewRoute", "cargo.changeDestination", "cargo.changeDeadline", "cargo.cancel",
               "cargo.reinstate", "cargo.addReference", "cargo.removeReference", "cargo.announce", "cargo.deriveDeliveryProgress", "cargo.deriveDeliveryProgress", "delivery.derive", "estimate.derive",
               "estimate.derive", "cargo.substituteVoyage", "cargo.substituteVoyage", "cargo.placeHold", "cargo.releaseHold", "cargo.setPickUpBy",
               "cargo.archive", "cargo.archive", "cargo.eraseCustomer"]
        return self._line([self._step(values.one(ops), 0.07) for _ in range(values.one((1, 2, 3)))], clock=values.one((0, 0, 3, 40)))

    def _stored(self, _):
        """A damaged cargo, read alone and from a world."""
        values = self.values
        if values.chance(0.3):
            return self._line([{"args": {"stored": mutate(self.voyage(), values)}, "op": "voyage.reconstitute"}])
        cargo = self.cargo()
        if values.chance(0.01):
            cargo["itinerary"] = self.long_itinerary()
        else:
            cargo = mutate(cargo, values, values.one((1, 1, 2)))
        if values.chance(0.6):
            return self._line([{"args": {"stored": cargo}, "op": "cargo.reconstitute"}])
        given = {"cargos": [cargo, self.held()], "locations": self.locations(), "voyages": [self.voyage("V100")]}
        tracking_id = cargo.get("trackingId") if isinstance(cargo, dict) else None
        steps = [self._step(values.one([op for op in self.every if op.startswith(("repository", "useCase"))]), 0.02) for _ in range(3)]
        for step in steps:
            if isinstance(step["args"], dict) and "trackingId" in step["args"] and isinstance(tracking_id, str):
                step["args"]["trackingId"] = tracking_id
        return self._line(steps, given, ids=TRACKING_IDS[:values.below(3)])

    def _routing(self, _):
        return self._line([self._step("routing.find", 0.02)])

    def _caches(self, _):
        """Calls through a cache to a world that holds some of the cargos asked for."""
        values = self.values
        values.wild = values.one((0, 0, 0, 0.01))
        step = self._step("cache.run", 0.01)
        entries = step["args"].get("entries") if isinstance(step["args"], dict) else None
        cargos = [entry["cargo"] for entry in entries if isinstance(entry, dict) and "cargo" in entry] if isinstance(entries, list) else []
        return self._line([step], {"cargos": [cargo for cargo in cargos if values.chance(0.7)]})

    def _fixtures(self, _):
        """A fixture with other places and times, or with something broken in it, or both; often one that reaches what is missing still."""
        values = self.values
        if self.wanted and values.chance(0.25):
            return self._wanted(values.one(self.wanted))
        if self.aims and values.chance(0.3):
            text, _ = self.fixtures[values.one(self.aims)]
        else:
            text, _ = self.fixtures[values.below(len(self.fixtures) if values.chance(0.02) else self.small)]
        kind = values.random.random()
        line = json.loads(moved(text, values) if kind < 0.6 else text)
        if kind > 0.4:
            part = values.one(["when", "when", "given"])
            line[part] = mutate(line[part], values, values.one((1, 1, 2)))
        if isinstance(line["when"], list) and values.chance(0.2):
            line["when"].append(self._step(values.one(self.every)))
        while json.dumps(line) == text:
            line["when"] = mutate(line["when"], values)
        return line

    def _wanted(self, op):
        """One operation with much that is hostile, in a world where a cargo may be broken."""
        values = self.values
        values.wild = values.one((0.02, 0.1, 0.3))
        given = {}
        if op.startswith(("useCase", "repository")):
            cargo = self.held()
            if values.chance(0.3):
                cargo["version"] = 2**53 - 1
            elif values.chance(0.3):
                cargo = mutate(cargo, values)
            voyage = self.voyage(VOYAGES[0])
            if values.chance(0.3):
                voyage["version"] = 2**53 - 1
            given = {"cargos": [cargo], "locations": self.locations(), "voyages": [voyage]}
        usual, values.large = values.large, 0.2
        step = self._step(op, 0.3)
        values.large = usual
        return self._line([step], given)

    def _lines(self, number):
        """Lines that are no run, or nearly none."""
        values = self.values
        if values.chance(0.5):
            line = self._line([self._step(values.one(self.single))])
            line["seq"] = values.one([number, number, values.option(), "1"])
            return json.dumps(mutate(line, values), ensure_ascii=False).encode("utf-8")
        line = self._line([{"args": {"text": values.text()}, "op": values.one(["trackingId.parse", "no.such", "trackingId.Parse", ""])}])
        text = values.garbled(json.dumps({**line, "seq": number}, ensure_ascii=values.chance(0.5)))
        if values.chance(0.2):
            text = values.one(["", " ", "[]", '{"cmd":"nope","seq":1}', '{"cmd":"start","protocol":2}', '{"cmd":"run","seq":-0,"when":[],"clock":"2026-01-01T00:00:00Z"}', "\ufeff{}"])
        line = text.encode("utf-8").replace(b"\n", b" ").replace(b"\r", b" ")
        if values.chance(0.1):
            place = values.below(len(line) + 1)
            line = line[:place] + values.one([b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5", b"\xe2\x82"]) + line[place:]
        return b"x" if is_stop(line) else line


def is_stop(line):
    """Whether a line might end a runner, which only ./tool fuzz itself may do."""
    try:
        value = json.loads(line.decode("utf-8"))
    except ValueError:
        return False
    return isinstance(value, dict) and value.get("cmd") == "stop"


