"""Cases of many steps in one world."""

from collections.abc import Callable

from .arguments import Arguments
from .mutation import mutate
from .values import DAYS, PORTS, STATUSES, TRACKING_IDS, VOYAGES


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
                                                   "useCase.findByReference", "useCase.reportPortCall", "useCase.describeVoyage", "useCase.substituteVoyage",
                                                   "useCase.rollOver", "useCase.placeHold", "useCase.releaseHold", "useCase.setPickUpDeadline"])))
            if values.chance(0.15):
                voyage = values.one(voyages)
                when.append({"args": {**self.port_call(voyage), "voyageNumber": voyage["voyageNumber"]}, "op": "useCase.reportPortCall"})
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
                                                   "useCase.cancelBooking", "useCase.reinstateBooking", "useCase.addReference", "useCase.removeReference", "useCase.placeHold",
                                                   "useCase.releaseHold", "useCase.setPickUpDeadline", "useCase.substituteVoyage", "useCase.reportPortCall"])))
        if values.chance(0.3):
            when.append({"args": {"trackingId": tracking_id}, "op": "useCase.reinstateBooking"})
        when.append({"args": {"trackingId": tracking_id}, "op": "useCase.trackCargo"})
        return self._line(when, {"locations": [{"name": port, "unLocode": port} for port in PORTS]})

    def _stories(self, _):
        """Two ships and a third that serves the same ports later; cargos on the first two. The ships come late or early, and their carriers tell it more than once and in
        any order; goods are rolled over, held, unloaded, waited for and picked up, or left lying."""
        values = self.values
        values.wild = values.one((0, 0, 0, 0.01))
        ports, told = values.random.sample(PORTS, 3), []

        def tell(day, op, **args):
            told.append((day, {"args": args, "op": "useCase." + op}))

        first, second, third = VOYAGES
        leaves = 6 + values.below(4)
        calls = {first: [(0, leaves), (1, leaves + 3)], second: [(1, leaves + 4), (2, leaves + 8)]}
        calls[third] = [(0, leaves + 2), (1, leaves + 6), (2, leaves + 10)]
        truly = {}  # the days on which each ship truly calls
        for number, stops in calls.items():
            delay = values.one((0, 0, 1, 3, -1))
            truly[number] = [(stop, day + delay) for stop, day in stops]
            self._reported(tell, number, [(ports[stop], day, day + delay) for stop, day in stops])
            if values.chance(0.2):
                tell(values.below(leaves), "describeVoyage", details=values.details(), voyageNumber=number)
        schedules = {number: [self._movement(ports, *stops[i], *stops[i + 1]) for i in range(len(stops) - 1)] for number, stops in calls.items()}
        voyages = [{"schedule": schedule, "version": 1, "voyageNumber": number} for number, schedule in schedules.items()]
        legs = [{"loadLocation": move["departureLocation"], "loadTime": move["departureTime"], "unloadLocation": move["arrivalLocation"], "unloadTime": move["arrivalTime"],
                 "voyageNumber": number} for number in (first, second) for move in schedules[number]]
        for tracking_id in TRACKING_IDS[:values.one((1, 1, 2, 3))]:
            self._shipment(tell, tracking_id, ports, legs[:values.one((1, 2, 2))], truly, leaves)
        if values.chance(0.6):
            left, port = values.one(((first, 0), (second, 1)))
            tell(leaves + values.below(6) - 1, "rollOver", **{"from": left, "location": ports[port], "to": third if values.chance(0.9) else first})
        told.sort(key=lambda step: step[0])
        when = [{**step, "at": values.at(max(day, 0))} for day, step in told]
        when = [step for step in when if values.chance(0.95)]
        if values.chance(0.15):
            values.random.shuffle(when)
        when.append({"args": {}, "op": "useCase.listCargos"})
        return self._line(when, {"locations": self.locations(), "voyages": voyages})

    def _movement(self, ports, start, leaves, end, arrives):
        return {"arrivalLocation": ports[end], "arrivalTime": self.values.at(arrives), "departureLocation": ports[start], "departureTime": self.values.at(leaves)}

    def _reported(self, tell, number, calls):
        """What a carrier tells of a ship: some of its calls (where, as scheduled, truly), before and after they happen."""
        values = self.values
        for place, (port, _, true) in enumerate(calls):
            for end in (["DEPARTURE"] if place == 0 else ["ARRIVAL"] if place == len(calls) - 1 else ["ARRIVAL", "DEPARTURE"]):
                for status in STATUSES:
                    said = true - values.below(6) if status == "ESTIMATED" else true + values.below(2)
                    args = {"end": end, "location": port, "reportedAt": values.at(max(said, 0)), "status": status, "time": values.at(true + values.one((0, 0, 0, 1))),
                            "voyageNumber": number}
                    for _ in range(values.one((0, 0, 1, 1, 2))):
                        tell(said + values.one((0, 0, 1, 4)), "reportPortCall", **args)

    def _shipment(self, tell, tracking_id, ports, legs, truly, leaves):
        """A cargo from its booking until it is picked up."""
        values = self.values
        end = legs[-1]["unloadLocation"]
        due = values.at(leaves + 5 * len(legs) - 1 + values.one((0, 1, 12, 32)))  # by plan, it arrives the day before the first of these
        tell(0, "bookCargo", arrivalDeadline=due, customerId="C1", destination=end, origin=ports[0], trackingId=tracking_id)
        if values.chance(0.9):
            tell(1, "assignRoute", itinerary={"legs": legs}, trackingId=tracking_id)
        tell(leaves - 1, "registerHandlingEvent", completionTime=values.at(leaves - 1), location=ports[0], trackingId=tracking_id, type="RECEIVE")
        knows_hours, day = values.chance(0.7), leaves
        for index, leg in enumerate(legs):
            number = leg["voyageNumber"]
            if values.chance(0.3):
                number = VOYAGES[2]
                tell(leaves + values.below(3) - 1, "substituteVoyage", leg=self.leg_number() if values.chance(0.2) else index, trackingId=tracking_id, voyageNumber=number)
            days = dict(truly[number])
            loaded, unloaded = days[ports.index(leg["loadLocation"])], days[ports.index(leg["unloadLocation"])]
            day = max(unloaded, day)
            for type_, port, done in (("LOAD", leg["loadLocation"], loaded if knows_hours else unloaded), ("UNLOAD", leg["unloadLocation"], unloaded)):
                if values.chance(0.85):
                    tell(done + values.below(2), "registerHandlingEvent", completionTime=values.at(done), location=port, trackingId=tracking_id, type=type_, voyageNumber=number)
        for type_ in values.random.sample(("CUSTOMS", "FREIGHT", "TERMINAL"), values.below(3)):
            tell(values.below(day + 2), "placeHold", reason=self.reason(), trackingId=tracking_id, type=type_)
            if values.chance(0.7):
                tell(day + values.below(8), "releaseHold", trackingId=tracking_id, type=type_)
        if values.chance(0.7):
            tell(day - values.below(4), "setPickUpDeadline", pickUpBy=values.at(day + values.below(4)), trackingId=tracking_id)
        if values.chance(0.1):
            tell(day + 1, "setPickUpDeadline", trackingId=tracking_id)
        if values.chance(0.5):
            tell(day + 7, "registerHandlingEvent", completionTime=values.at(day + 7), location=end, trackingId=tracking_id, type="CLAIM")
        if values.chance(0.1):
            tell(values.below(leaves), "cancelBooking", reason=self.reason(), trackingId=tracking_id)
        for later in (leaves, day, day + 5, day + 9):
            if values.chance(0.4):
                tell(later, "trackCargo", trackingId=tracking_id)
        if values.chance(0.3):
            tell(leaves + values.below(4), "requestRoutes", trackingId=tracking_id)

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
