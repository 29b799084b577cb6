"""Parts of a world: places, schedules, routes, handling, cargos that were seen."""

import datetime
import json

from .mutation import DAY_OF, moved
from .values import EARLIEST, ENDS, HOLD_TYPES, LATEST, PORTS, REFERENCES, START, STATUSES, TYPES

POOL = 3_000  # cargos kept
HOURS = [(START + datetime.timedelta(hours=hour)).strftime("%Y-%m-%dT%H:%M:%S.000Z") for hour in range(502)]


class World:
    """Makes parts that fit one another, from `values` and from cargos that earlier answers held."""

    def __init__(self, values):
        self.values = values
        self.pool = []  # cargos that a runner made, as JSON

    def learn(self, cargo):
        """Takes in what a runner made, if it is a cargo, so that later cases start from states that only operations reach."""
        if not isinstance(cargo, dict) or not {"customerId", "delivery", "routeSpecification"} <= set(cargo):
            return
        if len(self.pool) < POOL:
            self.pool.append(json.dumps(cargo))
        else:
            self.pool[self.values.below(POOL)] = json.dumps(cargo)

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
        here, day = start or values.one(values.ports), values.below(20)
        for _ in range(stops):
            there = values.port()
            if there == here and not values.odd():
                there = values.ports[values.ports.index(here) - 1] if here in values.ports else values.ports[0]
            leaves = day + values.below(3)
            day = leaves + 1 + values.below(5)
            if values.odd():
                leaves, day = day, leaves
            yield here, values.at(leaves), there, values.at(day)
            here = there

    def legs(self, count=None, start=None):
        values = self.values
        return [{"loadLocation": a, "loadTime": t, "unloadLocation": b, "unloadTime": u, "voyageNumber": values.voyage_number()}
                for a, t, b, u in self.chain(count or values.one((1, 1, 2, 2, 3)), start)]

    def ferries(self, stops):
        """So many calls, to and fro, an hour each."""
        here, there = self.values.random.sample(PORTS, 2)
        for hour in range(stops):
            yield here, HOURS[hour], there, HOURS[hour + 1]
            here, there = there, here

    def long_itinerary(self):
        """At the greatest length, or one longer."""
        return {"legs": [{"loadLocation": a, "loadTime": t, "unloadLocation": b, "unloadTime": u, "voyageNumber": "V100"}
                         for a, t, b, u in self.ferries(self.values.one((100, 101)))]}

    def itinerary(self):
        values = self.values
        if values.chance(values.large):
            return self.long_itinerary()
        if values.chance(0.01):
            return {"legs": []}
        legs = self.legs()
        if values.chance(0.02):
            legs.reverse()
        return {"legs": legs}

    def schedule(self, count=None):
        values = self.values
        if values.odd():
            return []
        if values.chance(values.large):
            calls = self.ferries(values.one((500, 501)))
        else:
            calls = self.chain(count or values.one((1, 2, 3, 4)))
        moves = [{"arrivalLocation": b, "arrivalTime": u, "departureLocation": a, "departureTime": t} for a, t, b, u in calls]
        if values.odd():
            moves.reverse()
        return moves

    def version(self, usual):
        """Seldom the last one there is."""
        return 2**53 - 1 if self.values.draw() < 0.003 else self.values.one(usual)

    def voyage(self, number=None):
        values = self.values
        made = {"schedule": self.schedule(), "version": self.version((0, 1, 1, 2)), "voyageNumber": number or values.voyage_number()}
        if values.chance(0.3):
            made["details"] = values.details()
        if values.chance(0.4):
            made["reports"] = self.reports(made["schedule"])
        return made

    def reports(self, schedule):
        """Reports of some ends, in their order; seldom none, in another order, or of what isn't there."""
        values = self.values
        made = [self.report(number, end, movement) for number, movement in enumerate(schedule[:8]) for end in ENDS if values.chance(0.35)]
        if schedule and not made:
            made = [self.report(0, ENDS[0], schedule[0])]
        if values.odd():
            return values.one(([], made[::-1], made * 2, [{**one, "movement": values.option()} for one in made[:1]]))
        return made

    def report(self, number, end, movement):
        values = self.values
        return {"end": values.word([end]), "movement": number, "reportedAt": values.at(values.below(30)), "status": values.word(STATUSES), "time": self.told(movement, end)}

    def told(self, movement, end):
        """A time that a carrier tells of an end: near the scheduled one, or anywhere; seldom at the end of time."""
        values = self.values
        if values.chance(0.01):
            return values.one((EARLIEST, LATEST))
        day = DAY_OF.get(movement["departureTime" if end == ENDS[0] else "arrivalTime"])
        if day is None or values.chance(0.2):
            return values.at(values.below(60))
        return values.at(max(0, day + values.one((-3, -1, 0, 0, 1, 2, 5, 9))))

    def port_call(self, voyage):
        """What a carrier tells of a voyage; mostly of a port where it calls."""
        values = self.values
        movement, end = values.one(voyage["schedule"] or [{"arrivalLocation": values.port(), "arrivalTime": "", "departureLocation": values.port(), "departureTime": ""}]), values.one(ENDS)
        place = movement["departureLocation" if end == ENDS[0] else "arrivalLocation"]
        return {"end": values.word([end], ["departure"]), "location": place if values.chance(0.85) else values.port(), "reportedAt": values.at(values.below(60)),
                "status": values.word(STATUSES, ["PLANNED"]), "time": self.told(movement, end)}

    def route(self, voyages):
        """An itinerary over voyages as they sail: one leg, or two where they meet."""
        values = self.values
        legs: list[dict] = []
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
        events, day, pace = [], values.below(3), values.one(((0, 0, 1, 2), (0, 0, 1, 2), (0, 0, 0, 1)))  # at the last, a carrier that knows only the day
        for activity in plan[:values.below(len(plan) + 1)]:
            if values.chance(0.1):
                continue
            if values.chance(0.08):
                activity = self.activity(itinerary)
            day += values.one(pace)
            events.append({**activity, "completionTime": values.at(day), "registrationTime": values.at(day + values.below(2)), "trackingId": tracking_id})
        if values.chance(0.2):
            events.append(self.event(itinerary, tracking_id))
        if values.chance(0.2):
            values.random.shuffle(events)
        if events and values.chance(0.15):
            events.append(dict(values.one(events)))
        return events

    def cargo(self):
        text = self.values.one(self.pool)
        cargo = json.loads(moved(text, self.values) if self.values.chance(0.2) else text)
        if self.values.chance(0.2):
            cargo["references"] = self.references()
        if self.values.chance(0.2):
            cargo["holds"] = self.holds()
        for name in ("pickUpBy", "promisedArrival"):
            if self.values.chance(0.15):
                cargo[name] = self.values.at(self.values.below(60))
        return cargo

    def holds(self):
        """Holds in order, one of each type; seldom none, or in another order."""
        values = self.values
        made = [{"at": values.at(values.below(30)), "reason": values.one(("Unpaid", "Papers", "x")), "type": values.word([type_])} for type_ in HOLD_TYPES if values.chance(0.4)]
        return values.one(([], made[::-1], made * 2)) if values.odd() else made or [{"at": EARLIEST, "reason": "Unpaid", "type": "FREIGHT"}]

    def references(self):
        """References in order; seldom as many as a cargo can have, or one more."""
        values = self.values
        if values.chance(0.1):
            return [{"type": "BOOKING", "value": f"B{number:03d}"} for number in range(values.one((99, 100, 100, 100, 101)))]
        return [{"type": type_, "value": value} for type_, value in REFERENCES if values.chance(0.3)] or [{"type": "CUSTOMER", "value": "17"}]

    def held(self):
        """A cargo for a world to hold."""
        cargo = self.cargo()
        if self.values.chance(0.01):
            cargo["version"] = 2**53 - 1
        return cargo

    def fitting(self, cargo):
        """An itinerary that mostly satisfies the cargo's specification."""
        specification = cargo["routeSpecification"]
        legs = self.legs(self.values.one((1, 2)), specification["origin"])
        if self.values.chance(0.85):
            legs = legs[:1] if legs[0]["unloadLocation"] == specification["destination"] else legs
            legs[-1]["unloadLocation"] = specification["destination"]
        return {"legs": legs}
