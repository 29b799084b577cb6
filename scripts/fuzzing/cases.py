"""Generated cases: each is one line for a runner, as bytes, with the operations of its steps and the family that it comes from."""

import json
import random

from .mutation import copied, moved, mutate
from .values import PORTS, TRACKING_IDS, TYPES, VOYAGES, Values

FAMILIES = {"values": 34, "cargos": 18, "stored": 10, "journeys": 8, "mixed": 8, "routing": 6, "fixtures": 14, "lines": 2}  # and their weights
LARGE = 12_000  # bytes of a fixture's line that is taken seldom
POOL = 3_000  # cargos kept


class Case:
    __slots__ = ("number", "family", "line", "ops")

    def __init__(self, number, family, line, ops):
        self.number, self.family, self.line, self.ops = number, family, line, ops


class Cases:
    """Draws case after case. What it draws follows from the seed and from the answers given to `learn` and `aim`, and from nothing else."""

    def __init__(self, seed, spec, operations):
        self.seed = seed
        self.values = Values(random.Random(seed))
        self.families = list(FAMILIES)
        self.weights = list(FAMILIES.values())
        self.operations = operations
        self.fixtures = []  # (line without seq, operations), the small ones first
        self.reaching = {}  # (op, outcome) → indices of fixtures
        self.aims = []
        self.pool = []  # cargos that a runner made
        for fixture in spec.fixtures:
            line = {"clock": fixture["clock"], "cmd": "run", "given": fixture["given"], "ids": fixture["ids"], "when": fixture["when"]}
            self.fixtures.append((json.dumps(line), [step["op"] for step in fixture["when"]], fixture))
            for outcome in fixture["then"]:
                if "delivery" in (ok := outcome["result"].get("ok", {}) if isinstance(outcome["result"].get("ok"), dict) else {}) and "customerId" in ok:
                    self.pool.append(ok)
        self.fixtures.sort(key=lambda entry: len(entry[0]))
        self.small = sum(1 for text, _, _ in self.fixtures if len(text) < LARGE)
        self.makers = self._makers()
        self.single = [op for op in self.makers if not op.startswith(("useCase", "repository", "cargo", "routing"))]
        self.every = [op for op in self.makers for _ in range(3 if op.startswith("useCase") else 1)]

    # Feedback

    def learn(self, cargo):
        """Takes in a cargo that a runner made, so that later cases start from states that only operations reach."""
        if len(self.pool) < POOL:
            self.pool.append(cargo)
        else:
            self.pool[self.values.below(POOL)] = cargo

    def aim(self, indices):
        """Mutates these fixtures half of the time: they reach what was not reached yet."""
        self.aims = indices

    # Cases

    def next(self, number):
        values = self.values
        family = values.random.choices(self.families, self.weights)[0]
        values.wild = values.one((0.0, 0.01, 0.01, 0.05))
        made = getattr(self, "_" + family)(number)
        if isinstance(made, bytes):
            return Case(number, family, made, None)
        made["seq"] = number
        text = json.dumps(made, ensure_ascii=values.chance(0.5), separators=(",", ":"))
        steps = made.get("when")
        ops = [step["op"] if isinstance(step, dict) and isinstance(step.get("op"), str) else None for step in steps] if isinstance(steps, list) else None
        return Case(number, family, text.encode("utf-8"), ops)

    def _line(self, when, given=None, clock=0, ids=()):
        return {"clock": self.values.at(clock) if clock else "2026-01-01T00:00:00.000Z", "cmd": "run", "given": given or {}, "ids": list(ids), "when": when}

    def _step(self, op, broken=0.05):
        args = self.makers[op]()
        if self.values.chance(broken):
            args = mutate(args, self.values)
        return {"args": args, "op": op}

    def _values(self, _):
        values = self.values
        values.wild = values.one((0.02, 0.1, 0.3))
        return self._line([self._step(values.one(self.single)) for _ in range(values.one((1, 1, 2, 4)))])

    def _cargos(self, _):
        values = self.values
        ops = ["cargo.book", "cargo.assignToRoute", "cargo.specifyNewRoute", "cargo.changeDestination", "cargo.changeDeadline",
               "cargo.deriveDeliveryProgress", "cargo.deriveDeliveryProgress", "delivery.derive"]
        return self._line([self._step(values.one(ops), 0.03) for _ in range(values.one((1, 1, 2)))], clock=values.one((0, 0, 3, 40)))

    def _stored(self, _):
        """A damaged cargo, read alone and from a world."""
        values = self.values
        if values.chance(0.3):
            return self._line([{"args": {"stored": mutate(self.voyage(), values)}, "op": "voyage.reconstitute"}])
        cargo = mutate(self.cargo(), values, values.one((1, 1, 2)))
        if values.chance(0.6):
            return self._line([{"args": {"stored": cargo}, "op": "cargo.reconstitute"}])
        given = {"cargos": [cargo, self.cargo()], "locations": self.locations(), "voyages": [self.voyage("V100")]}
        tracking_id = cargo.get("trackingId") if isinstance(cargo, dict) else None
        steps = [self._step(values.one([op for op in self.every if op.startswith(("repository", "useCase"))]), 0.02) for _ in range(3)]
        for step in steps:
            if isinstance(step["args"], dict) and "trackingId" in step["args"] and isinstance(tracking_id, str):
                step["args"]["trackingId"] = tracking_id
        return self._line(steps, given, ids=TRACKING_IDS[:values.below(3)])

    def _journeys(self, _):
        """Booked, routed over voyages that sail, handled along the plan with disturbances, and changed on the way."""
        values = self.values
        voyages = [self.voyage(number) for number in VOYAGES]
        itinerary = self.route(voyages)
        legs = itinerary["legs"]
        first = {"arrivalDeadline": values.at(100), "customerId": values.customer_id(), "destination": legs[-1]["unloadLocation"], "origin": legs[0]["loadLocation"]}
        when = [{"args": first, "op": "useCase.bookCargo"}, {"args": {"itinerary": itinerary, "trackingId": "ABC123"}, "op": "useCase.assignRoute"}]
        day = 2
        for event in self.history(itinerary):
            event.pop("registrationTime")
            day += values.below(3)
            when.append({"args": event, "at": values.at(60 + day), "op": "useCase.registerHandlingEvent"})
            if values.chance(0.25):
                when.append(self._step(values.one(["useCase.trackCargo", "useCase.requestRoutes", "useCase.changeDestination", "useCase.changeDeadline", "useCase.specifyRoute",
                                                   "useCase.rescheduleVoyage", "useCase.assignRoute", "useCase.listCargos"])))
            if values.chance(0.1):
                again = self.route(voyages)
                when.append({"args": {"itinerary": again, "trackingId": "ABC123"}, "op": "useCase.assignRoute"})
        when.append({"args": {"trackingId": "ABC123"}, "op": "useCase.trackCargo"})
        return self._line(when, {"locations": self.locations(), "voyages": voyages}, ids=["ABC123", "BBB"])

    def _mixed(self, _):
        """Any operations in one world."""
        values = self.values
        given = {"cargos": [self.cargo() for _ in range(values.below(3))], "locations": self.locations(), "voyages": [self.voyage(number) for number in VOYAGES[:values.below(4)]]}
        if values.chance(0.3):
            given["handlingEvents"] = [self.event() for _ in range(values.below(4))]
        when = []
        for _ in range(values.one((2, 3, 5))):
            step = self._step(values.one(self.every))
            if values.chance(0.15):
                step["at"] = values.at(values.below(60))
            when.append(step)
        ids = values.random.sample(TRACKING_IDS, values.below(4))
        return self._line(when, given, values.below(10), ids)

    def _routing(self, _):
        return self._line([self._step("routing.find", 0.02)])

    def _fixtures(self, _):
        """A fixture with other places and times, or with something broken in it, or both; often one that reaches what is missing still."""
        values = self.values
        if self.aims and values.chance(0.5):
            text, _, _ = self.fixtures[values.one(self.aims)]
        else:
            text, _, _ = self.fixtures[values.below(len(self.fixtures) if values.chance(0.02) else self.small)]
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

    # Parts

    def locations(self):
        return [{"name": port.lower() + " town", "unLocode": port} for port in PORTS if not self.values.chance(0.03)]

    def specification(self):
        values = self.values
        origin, destination = values.port(), values.port()
        if origin == destination and values.chance(0.8):
            destination = values.port()
        return {"arrivalDeadline": values.at(20 + values.below(80)), "destination": destination, "origin": origin}

    def chain(self, stops, start=None):
        """(from, departure, to, arrival) of calls that follow one another, some of them at the same moment."""
        values = self.values
        here, day = start or values.one(PORTS), values.below(20)
        for _ in range(stops):
            there = values.port()
            if there == here and values.chance(0.97):
                there = PORTS[PORTS.index(here) - 1] if here in PORTS else PORTS[0]
            leaves = day + values.below(3)
            day = leaves + 1 + values.below(5)
            if values.chance(0.01):
                leaves, day = day, leaves
            yield here, values.at(leaves), there, values.at(day)
            here = there

    def legs(self, count=None, start=None):
        count = count or self.values.one((1, 1, 2, 2, 3))
        return [{"loadLocation": a, "loadTime": t, "unloadLocation": b, "unloadTime": u, "voyageNumber": self.values.voyage_number()} for a, t, b, u in self.chain(count, start)]

    def itinerary(self):
        if self.values.chance(0.02):
            return {"legs": self.legs(self.values.one((100, 101)))} if self.values.chance(0.3) else {"legs": []}
        legs = self.legs()
        if self.values.chance(0.02):
            legs.reverse()
        return {"legs": legs}

    def schedule(self, count=None):
        values = self.values
        if values.chance(0.01):
            return []
        if values.chance(0.004):
            count = values.one((500, 501))
        moves = [{"arrivalLocation": b, "arrivalTime": u, "departureLocation": a, "departureTime": t} for a, t, b, u in self.chain(count or values.one((1, 2, 3, 4)))]
        if values.chance(0.02):
            moves.reverse()
        return moves

    def voyage(self, number=None):
        return {"schedule": self.schedule(), "version": self.values.one((0, 1, 1, 2)), "voyageNumber": number or self.values.voyage_number()}

    def route(self, voyages):
        """An itinerary over voyages as they sail: one leg, or two where they meet."""
        values = self.values
        legs = []
        for voyage in values.random.sample(voyages, len(voyages)):
            schedule = voyage["schedule"]
            for start in range(len(schedule)):
                if not legs or (legs[-1]["unloadLocation"] == schedule[start]["departureLocation"] and legs[-1]["unloadTime"] <= schedule[start]["departureTime"]):
                    end = start + values.below(len(schedule) - start)
                    if schedule[start]["departureLocation"] == schedule[end]["arrivalLocation"]:
                        continue
                    legs.append({"loadLocation": schedule[start]["departureLocation"], "loadTime": schedule[start]["departureTime"], "unloadLocation": schedule[end]["arrivalLocation"],
                                 "unloadTime": schedule[end]["arrivalTime"], "voyageNumber": voyage["voyageNumber"]})
                    break
        return {"legs": legs or self.legs()}

    def activity(self, itinerary=None):
        values = self.values
        type_ = values.one(TYPES[:4]) if values.chance(0.7) else values.one(TYPES)
        made = {"location": values.port(), "type": type_}
        if itinerary and itinerary["legs"] and values.chance(0.7):
            leg = values.one(itinerary["legs"])
            made["location"] = leg["loadLocation"] if type_ in ("RECEIVE", "LOAD") else leg["unloadLocation"]
            voyage = leg["voyageNumber"]
        else:
            voyage = values.voyage_number()
        if (type_ in ("LOAD", "UNLOAD")) != values.odd():
            made["voyageNumber"] = voyage
        if values.odd():
            made["type"] = values.one(["receive", "FOO", ""])
        return made

    def handled(self, itinerary=None):
        return {**self.activity(itinerary), "completionTime": self.values.at(self.values.below(40))}

    def event(self, itinerary=None, tracking_id=None):
        values = self.values
        day = values.below(50)
        return {**self.activity(itinerary), "completionTime": values.at(day), "registrationTime": values.at(0 if values.odd() else day + values.below(5)),
                "trackingId": tracking_id or ("ABC123" if values.chance(0.97) else values.tracking_id())}

    def history(self, itinerary, tracking_id="ABC123"):
        """Events along the plan, cut off somewhere; some left out, repeated, replaced or out of order."""
        values = self.values
        legs = itinerary["legs"] if isinstance(itinerary, dict) else []
        plan = [{"location": legs[0]["loadLocation"], "type": "RECEIVE"}] if legs else []
        for leg in legs[:6]:
            plan.append({"location": leg["loadLocation"], "type": "LOAD", "voyageNumber": leg["voyageNumber"]})
            plan.append({"location": leg["unloadLocation"], "type": "UNLOAD", "voyageNumber": leg["voyageNumber"]})
            if values.chance(0.3):
                plan.append({"location": leg["unloadLocation"], "type": "CUSTOMS"})
        if legs:
            plan.append({"location": legs[-1]["unloadLocation"], "type": "CLAIM"})
        events, day = [], values.below(3)
        for activity in plan[:values.below(len(plan) + 1)]:
            if values.chance(0.1):
                continue
            if values.chance(0.08):
                activity = self.activity(itinerary)
            day += values.one((0, 0, 1, 2))
            events.append({**activity, "completionTime": values.at(day), "registrationTime": values.at(day + values.below(2)), "trackingId": tracking_id})
        if values.chance(0.2):
            events.append(self.event(itinerary, tracking_id))
        if values.chance(0.2):
            values.random.shuffle(events)
        if events and values.chance(0.15):
            events.append(dict(values.one(events)))
        return events

    def cargo(self):
        values = self.values
        cargo = values.one(self.pool)
        return json.loads(moved(json.dumps(cargo), values)) if values.chance(0.2) else copied(cargo)

    def fitting(self, cargo):
        """An itinerary that mostly satisfies the cargo's specification."""
        specification = cargo["routeSpecification"]
        legs = self.legs(self.values.one((1, 2)), specification["origin"])
        if self.values.chance(0.85):
            legs = legs[:1] if legs[0]["unloadLocation"] == specification["destination"] else legs
            legs[-1]["unloadLocation"] = specification["destination"]
        return {"legs": legs}

    def derivation(self):
        values = self.values
        itinerary = self.itinerary()
        legs = itinerary["legs"]
        made = {"events": self.history(itinerary), "itinerary": itinerary, "trackingId": "ABC123" if values.chance(0.98) else values.tracking_id(),
                "routeSpecification": self.suiting(legs)}
        if values.chance(0.1):
            del made["itinerary"]
        if values.chance(0.4):
            made["routingStart"] = self.handled(itinerary)
        return made

    def suiting(self, legs):
        """A specification that these legs satisfy, or nearly."""
        values = self.values
        made = self.specification()
        if legs and values.chance(0.85):
            made["origin"], made["destination"] = legs[0]["loadLocation"], legs[-1]["unloadLocation"]
            if values.chance(0.3):
                made["arrivalDeadline"] = legs[-1]["unloadTime"]
        return made

    def progress(self):
        cargo = self.cargo()
        history = self.history(cargo.get("itinerary") or self.itinerary(), cargo["trackingId"])
        if self.values.chance(0.03):
            history.append(self.event())
        return {"cargo": cargo, "events": history}

    def network(self):
        """Many voyages between few ports on a coarse grid of time: routes tie in arrival, legs and departure."""
        values = self.values
        wild, values.wild = values.wild, 0.0005
        made = {"departAfter": values.at(values.below(12)), "voyages": [], "routeSpecification": {
            "arrivalDeadline": values.at(20 + values.below(40)), "destination": values.one(PORTS[3:]), "origin": values.one(PORTS[:3])}}
        for number in range(values.one((0, 2, 6, 12, 20))):
            made["voyages"].append({"schedule": self.schedule(values.one((1, 2, 3, 5))), "version": 1, "voyageNumber": f"N{0 if values.chance(0.03) else number}"})
        self.options(made, 0.4)
        values.wild = wild
        return made

    def options(self, made, chance):
        values = self.values
        for name, usual in (("limit", (1, 2, 5, 100)), ("maxLegs", (1, 2, 3, 16)), ("minimumConnection", (0, 1, 43_200_000, 86_400_000))):
            if values.chance(chance):
                made[name] = values.option() if values.chance(0.1) else values.one(usual)

    def page(self, **made):
        values = self.values
        if values.chance(0.3):
            made["after"] = values.tracking_id()
        if values.chance(0.5):
            made["limit"] = values.one((1, 2, 1000, values.option()))
        return made

    def requested(self):
        made = {"trackingId": self.values.tracking_id()}
        self.options(made, 0.15)
        return made

    def booking(self):
        values = self.values
        made = {**self.specification(), "customerId": values.customer_id()}
        if values.chance(0.6):
            made["trackingId"] = values.tracking_id()
        return made

    def handling(self):
        made = {**self.activity(), "completionTime": self.values.at(self.values.below(30)), "trackingId": self.values.tracking_id()}
        return made

    def assignment(self):
        cargo = self.cargo()
        return {"cargo": cargo, "itinerary": self.fitting(cargo) if self.values.chance(0.8) else self.itinerary()}

    def satisfaction(self):
        itinerary = self.itinerary()
        return {"itinerary": itinerary, "routeSpecification": self.suiting(itinerary["legs"])}

    def expectation(self):
        itinerary = self.itinerary()
        return {"event": self.event(itinerary), "itinerary": itinerary}

    def past(self):
        values = self.values
        events = [self.event() for _ in range(values.below(6))] if values.chance(0.5) else self.history(self.itinerary())
        return {"events": events, "trackingId": "ABC123" if values.chance(0.95) else values.tracking_id()}

    def _makers(self):
        """For each operation what makes its args; an operation that the runners know and this does not gets none at all."""
        values = self.values
        makers = {
            "trackingId.parse": lambda: {"text": values.text()},
            "customerId.parse": lambda: {"text": values.text()},
            "voyageNumber.parse": lambda: {"text": values.text()},
            "unLocode.parse": lambda: {"text": values.text() if values.chance(0.7) else values.port()},
            "instant.parse": lambda: {"text": self.time_text()},
            "location.create": lambda: {"name": values.text(), "unLocode": values.port()},
            "routeSpecification.create": self.specification,
            "leg.create": lambda: self.legs(1)[0],
            "itinerary.create": self.itinerary,
            "voyage.create": lambda: {"schedule": self.schedule(), "voyageNumber": values.voyage_number()},
            "handlingEvent.create": self.event,
            "routeSpecification.isSatisfiedBy": self.satisfaction,
            "itinerary.plan": lambda: {"itinerary": self.itinerary()},
            "itinerary.expects": self.expectation,
            "handlingHistory.create": self.past,
            "delivery.derive": self.derivation,
            "cargo.book": lambda: {"customerId": values.customer_id(), "routeSpecification": self.specification(), "trackingId": values.tracking_id()},
            "cargo.assignToRoute": self.assignment,
            "cargo.specifyNewRoute": lambda: {"cargo": self.cargo(), "routeSpecification": self.specification()},
            "cargo.changeDestination": lambda: {"cargo": self.cargo(), "destination": values.port()},
            "cargo.changeDeadline": lambda: {"arrivalDeadline": values.at(values.below(90)), "cargo": self.cargo()},
            "cargo.deriveDeliveryProgress": self.progress,
            "cargo.reconstitute": lambda: {"stored": self.cargo()},
            "voyage.reconstitute": lambda: {"stored": self.voyage()},
            "json.canonicalize": lambda: {"text": values.json_text()},
            "routing.find": self.network,
            "repository.save": lambda: {"cargo": self.cargo()},
            "repository.findByTrackingId": lambda: {"trackingId": values.tracking_id()},
            "repository.findForCustomer": lambda: {"customerId": values.customer_id()},
            "repository.nextTrackingId": dict,
            "useCase.bookCargo": self.booking,
            "useCase.requestRoutes": self.requested,
            "useCase.assignRoute": lambda: {"itinerary": self.itinerary(), "trackingId": values.tracking_id()},
            "useCase.changeDestination": lambda: {"destination": values.port(), "trackingId": values.tracking_id()},
            "useCase.changeDeadline": lambda: {"arrivalDeadline": values.at(values.below(90)), "trackingId": values.tracking_id()},
            "useCase.specifyRoute": lambda: {**self.specification(), "trackingId": values.tracking_id()},
            "useCase.registerHandlingEvent": self.handling,
            "useCase.trackCargo": lambda: {"trackingId": values.tracking_id()},
            "useCase.listCargos": self.page,
            "useCase.listCargosForCustomer": lambda: self.page(customerId=values.customer_id()),
            "useCase.registerVoyage": lambda: {"schedule": self.schedule(), "voyageNumber": values.voyage_number()},
            "useCase.rescheduleVoyage": lambda: {"schedule": self.schedule(), "voyageNumber": values.voyage_number()},
            "useCase.registerLocation": lambda: {"name": values.text(), "unLocode": values.port()},
        }
        return {**{op: dict for op in self.operations}, **makers}

    def time_text(self):
        values = self.values
        wild, values.wild = values.wild, 0.7
        text = values.at(values.below(60))
        values.wild = wild
        if values.chance(0.3):
            place = values.below(len(text) + 1)
            text = text[:place] + values.one("0123456789:-TZ+. \u0660\u00e9") + text[place + values.below(2):]
        return text


def is_stop(line):
    """Whether a line might end a runner, which only scripts/fuzz itself may do."""
    try:
        value = json.loads(line.decode("utf-8"))
    except ValueError:
        return False
    return isinstance(value, dict) and value.get("cmd") == "stop"


