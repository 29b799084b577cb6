"""Cases of many steps in one world."""

from collections.abc import Callable

from .arguments import Arguments
from .mutation import mutate
from .values import DAYS, PORTS, TRACKING_IDS, VOYAGES


class Journeys(Arguments):
    """Lines of steps that build upon one another; `makers` and `every` are the operations that can be asked for."""

    makers: dict[str, Callable[[], dict]]
    every: list[str]

    def _line(self, when, given=None, clock=0, ids=()):
        return {"clock": self.values.at(clock) if clock else "2026-01-01T00:00:00.000Z", "cmd": "run", "given": given or {}, "ids": list(ids), "when": when}

    def _step(self, op, broken=0.05):
        args = self.makers[op]()
        if self.values.chance(broken):
            args = mutate(args, self.values)
        return {"args": args, "op": op}

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
            if values.chance(0.15):
                when.append({"args": {**event, "reason": self.reason()}, "op": "useCase.retractHandlingEvent"})
                if values.chance(0.5):
                    when.append({"args": event, "op": values.one(("useCase.registerHandlingEvent", "useCase.retractHandlingEvent"))})
            if values.chance(0.15):
                schedule = self.sailing(legs) if values.chance(0.6) else self.schedule()
                when.append({"args": {"schedule": schedule, "voyageNumber": values.one(legs)["voyageNumber"]}, "op": "useCase.rescheduleVoyage"})
            if values.chance(0.25):
                when.append(self._step(values.one(["useCase.trackCargo", "useCase.requestRoutes", "useCase.changeDestination", "useCase.changeDeadline", "useCase.specifyRoute",
                                                   "useCase.rescheduleVoyage", "useCase.assignRoute", "useCase.listCargos", "useCase.cancelBooking",
                                                   "useCase.reinstateBooking", "useCase.addReference", "useCase.addReference", "useCase.removeReference",
                                                   "useCase.findByReference"])))
            if values.chance(0.1):
                again = self.route(voyages)
                when.append({"args": {"itinerary": again, "trackingId": "ABC123"}, "op": "useCase.assignRoute"})
        when.append({"args": {"trackingId": "ABC123"}, "op": "useCase.trackCargo"})
        return self._line(when, {"locations": self.locations(), "voyages": voyages}, ids=["ABC123", "BBB"])

    def _lives(self, _):
        """One cargo for long: booked, then stage after stage a new voyage, another destination, a route and handling along it; the clock goes back now and then."""
        values = self.values
        here, day, tracking_id = values.one(PORTS), 1, values.one(TRACKING_IDS)
        when = []
        for stage in range(values.one((2, 3, 4, 6))):
            legs, voyage, start = [], f"L{stage}", here
            for _ in range(values.one((1, 2, 2, 3))):
                there = values.one([port for port in PORTS if port != here])
                leaves = day + values.below(2)
                day = leaves + 1 + values.below(3)
                legs.append({"loadLocation": here, "loadTime": values.at(leaves), "unloadLocation": there, "unloadTime": values.at(day), "voyageNumber": voyage})
                here = there
            schedule = [{"arrivalLocation": leg["unloadLocation"], "arrivalTime": leg["unloadTime"], "departureLocation": leg["loadLocation"], "departureTime": leg["loadTime"]}
                        for leg in legs]
            now = values.at(values.below(day) if values.chance(0.1) else day)
            when.append({"args": {"schedule": schedule, "voyageNumber": voyage}, "at": now, "op": "useCase.registerVoyage"})
            if stage == 0:
                when.append({"args": {"arrivalDeadline": values.at(DAYS - 1), "customerId": "C1", "destination": here, "origin": start, "trackingId": tracking_id},
                             "op": "useCase.bookCargo"})
                if values.chance(0.06):
                    when.append({"args": {"reason": "Sold", "trackingId": tracking_id}, "op": "useCase.cancelBooking"})
            else:
                when.append({"args": {"destination": here, "trackingId": tracking_id}, "op": "useCase.changeDestination"})
            if values.chance(0.9):
                when.append({"args": {"itinerary": {"legs": legs}, "trackingId": tracking_id}, "op": "useCase.assignRoute"})
            events = [{"completionTime": legs[0]["loadTime"], "location": start, "type": "RECEIVE"}] if stage == 0 else []
            for leg in legs:
                events.append({"completionTime": leg["loadTime"], "location": leg["loadLocation"], "type": "LOAD", "voyageNumber": voyage})
                events.append({"completionTime": leg["unloadTime"], "location": leg["unloadLocation"], "type": "UNLOAD", "voyageNumber": voyage})
                if values.chance(0.2):
                    events.append({"completionTime": leg["unloadTime"], "location": leg["unloadLocation"], "type": "CUSTOMS"})
            if values.chance(0.1):
                events.append({"completionTime": values.at(day), "location": here, "type": "CLAIM"})
            if values.chance(0.4):
                events = events[:values.below(len(events) + 1)]
            if values.chance(0.2):
                values.random.shuffle(events)
            when += [{"args": {**event, "trackingId": tracking_id}, "at": values.at(values.below(day) if values.chance(0.05) else day), "op": "useCase.registerHandlingEvent"}
                     for event in events]
            if events and values.chance(0.3):
                when.append({"args": {**values.one(events), "reason": "Wrong scan", "trackingId": tracking_id}, "op": "useCase.retractHandlingEvent"})
            here = events[-1]["location"] if events else start
            if values.chance(0.3):
                when.append(self._step(values.one(["useCase.trackCargo", "useCase.requestRoutes", "useCase.changeDeadline", "useCase.specifyRoute", "useCase.rescheduleVoyage",
                                                   "useCase.cancelBooking", "useCase.reinstateBooking", "useCase.addReference", "useCase.removeReference"])))
        if values.chance(0.3):
            when.append({"args": {"trackingId": tracking_id}, "op": "useCase.reinstateBooking"})
        when.append({"args": {"trackingId": tracking_id}, "op": "useCase.trackCargo"})
        return self._line(when, {"locations": [{"name": port, "unLocode": port} for port in PORTS]})

    def _mixed(self, _):
        """Any operations in one world."""
        values = self.values
        given = {"cargos": [self.held() for _ in range(values.below(3))], "locations": self.locations(), "voyages": [self.voyage(number) for number in VOYAGES[:values.below(4)]]}
        if values.chance(0.3):
            given["handlingEvents"] = [self.event() for _ in range(values.below(4))]
        when = []
        for _ in range(values.one((2, 3, 5))):
            step = self._step(values.one(self.every))
            if values.chance(0.15):
                step["at"] = values.at(values.below(60))
            when.append(step)
        if given["cargos"] and values.chance(0.3):  # the same version is saved twice
            again = {"args": {"cargo": values.one(given["cargos"])}, "op": "repository.save"}
            when[values.below(len(when) + 1):0] = [again, again]
        ids = values.random.sample(TRACKING_IDS, values.below(4))
        return self._line(when, given, values.below(10), ids)
