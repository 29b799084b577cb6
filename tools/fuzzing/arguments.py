"""What each operation gets as its args: mostly what it can work with."""

from .values import ENDS, PORTS, STATUSES
from .world import World


class Arguments(World):

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
        values.ports = values.random.sample(PORTS, values.one((3, 4, 4, 7)))
        made = {"departAfter": values.at(values.below(12)), "voyages": [], "routeSpecification": {
            "arrivalDeadline": values.at(20 + values.below(40)), "destination": values.ports[0], "origin": values.ports[1]}}
        for number in range(values.one((0, 2, 6, 12, 20))):
            made["voyages"].append({"schedule": self.schedule(values.one((1, 2, 3, 5))), "version": 1, "voyageNumber": f"N{0 if values.chance(0.03) else number}"})
        self.options(made, 0.4)
        if values.chance(0.3):
            made["ignoreDeadline"] = values.chance(0.8)
        if made["voyages"] and values.chance(0.4):
            move = values.one(values.one(made["voyages"])["schedule"] or [{"departureLocation": values.port(), "departureTime": values.at(3)}])
            made["aboard"] = {"loadedAt": move["departureTime"] if values.chance(0.6) else values.at(values.below(20)), "location": move["departureLocation"],
                              "voyageNumber": values.one(made["voyages"])["voyageNumber"]}
        values.wild, values.ports = wild, PORTS
        for voyage in values.random.sample(made["voyages"], min(len(made["voyages"]), values.below(4))):
            if values.chance(0.8):
                voyage["reports"] = self.reports(voyage["schedule"])
            else:
                voyage["details"] = values.details()
        return made

    def options(self, made, chance):
        values = self.values
        for name, usual in (("limit", (1, 2, 5, 10, 100)), ("maxLegs", (1, 2, 3, 8, 16)), ("minimumConnection", (0, 1, 43_200_000, 86_400_000))):
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

    def retraction(self):
        return {**self.handling(), "reason": self.reason()}

    def reason(self):
        return self.values.one(("Wrong scan", "Sold", "x")) if self.values.chance(0.9) else self.values.text()

    def referring(self):
        """A cargo and a reference: one of its own, or another."""
        cargo = self.cargo()
        known = cargo.get("references")
        return {"cargo": cargo, "reference": self.values.one(known) if known and self.values.chance(0.4) else self.values.reference()}

    def report_of_voyage(self):
        voyage = self.voyage()
        return {**self.port_call(voyage), "voyage": voyage}

    def reporting(self):
        """A report of a voyage that the world may have."""
        values = self.values
        made = {"end": values.word(ENDS, ["Arrival"]), "location": values.port(), "status": values.word(STATUSES, ["PLANNED"]), "time": values.at(values.below(60)),
                "voyageNumber": values.voyage_number()}
        if values.chance(0.7):
            made["reportedAt"] = values.at(values.below(60))
        return made

    def substitution(self):
        """A cargo on its way, and one of its legs, whose voyage becomes another one or stays."""
        values = self.values
        made = self.progress()
        legs = (made["cargo"].get("itinerary") or {}).get("legs") or [{"voyageNumber": "V100"}]
        leg = values.below(len(legs))
        number = legs[leg]["voyageNumber"] if values.chance(0.15) else values.voyage_number()
        return {**made, "leg": self.leg_number() if values.chance(0.1) else leg, "voyageNumber": number}

    def leg_number(self):
        return self.values.option() if self.values.chance(0.1) else self.values.one((0, 0, 0, 1, 1, 2, -1))

    def estimate(self):
        values = self.values
        made = {}
        if values.chance(0.6):
            made["estimatedArrival"] = values.at(values.below(60))
        if values.chance(0.5):
            made["disruption"] = {"leg": values.option() if values.chance(0.1) else values.below(3), "location": values.port(),
                                  "reason": values.one(("CONNECTION_MISSED", "VOYAGE_DOES_NOT_CALL")) if values.chance(0.97) else values.text(),
                                  "voyageNumber": values.voyage_number()}
        return made

    def outlook(self):
        """A cargo on its way, and its voyages: as planned, shifted, cut short or unknown."""
        values = self.values
        made = self.progress()
        legs = (made["cargo"].get("itinerary") or {}).get("legs", [])
        numbers: dict = {}
        for leg in legs:
            numbers.setdefault(leg["voyageNumber"], []).append(leg)
        made["voyages"] = [self.voyage() for _ in range(values.below(2))]
        for number, ridden in numbers.items():
            if values.chance(0.9):
                version = values.option() if values.chance(0.02) else 1
                voyage = {"schedule": self.sailing(ridden), "version": version, "voyageNumber": number}
                if values.chance(0.5):
                    voyage["reports"] = self.reports(voyage["schedule"])
                made["voyages"].append(voyage)
        return made

    def sailing(self, legs):
        """The legs as movements, some days apart from plan; connected where they can be."""
        values = self.values
        calls = [(leg["loadLocation"], leg["unloadLocation"]) for leg in legs]
        moves, day, here = [], values.below(12), calls[0][0]
        for start, end in calls:
            for there in ([start] if start != here else []) + [end]:
                days = day, day + 1 + values.below(3)
                moves.append({"arrivalLocation": there, "arrivalTime": values.at(days[1]), "departureLocation": here, "departureTime": values.at(days[0])})
                here, day = there, days[1] + values.below(2)
        if values.chance(0.2):
            back = moves[0]["departureLocation"]
            for there in [back, calls[0][1]] if here != back and back != calls[0][1] else []:
                moves.append({"arrivalLocation": there, "arrivalTime": values.at(day + 2), "departureLocation": here, "departureTime": values.at(day + 1)})
                here, day = there, day + 2
        return moves[values.below(len(moves)):] if values.chance(0.15) else moves

    def assignment(self):
        cargo = self.cargo()
        return {"cargo": cargo, "itinerary": self.fitting(cargo) if self.values.chance(0.8) else self.itinerary()}

    def satisfaction(self):
        itinerary = self.itinerary()
        return {"itinerary": itinerary, "routeSpecification": self.suiting(itinerary["legs"])}

    def expectation(self):
        itinerary = self.itinerary()
        return {"event": self.event(itinerary), "itinerary": itinerary}

    def archiving(self):
        values = self.values
        args = {"archive": values.one(("2026-01", "a" * 100)) if values.chance(0.9) else values.text(), **self.progress()}
        return {**args, "days": values.one((0, 1, 7, 90, -1, self.leg_number()))} if values.chance(0.9) else args

    def past(self):
        values = self.values
        events = [self.event() for _ in range(values.below(6))] if values.chance(0.5) else self.history(self.itinerary())
        return {"events": events, "trackingId": "ABC123" if values.chance(0.95) else values.tracking_id()}

    def cache_run(self):
        """Calls about few cargos, close in time, of which much goes wrong."""
        values = self.values
        kept = [self.cargo() for _ in range(values.one((0, 1, 1, 2)))]
        calls = []
        for _ in range(values.one((1, 2, 4, 6))):
            call = {"at": values.at(values.below(3))} if values.chance(0.4) else {}
            for name in ("cacheFails", "isPlain"):
                if values.chance(0.15):
                    call[name] = values.chance(0.8)
            if values.chance(0.2):
                call["policy"] = self.policy()
            if values.chance(0.4):
                call["remoteFails"] = values.one(("remote_unavailable", "remote_timeout", "store_locked", "store_unavailable", "remote_rejected", "store_full", "store_outcome_unknown"))
            questions = ["find", "find", "findForCustomer", "findPage", "save", "save", "saveElsewhere"]
            for question in [values.one(questions)] if values.chance(0.98) else values.random.sample(questions, 2):
                cargo = values.one(kept) if kept and values.chance(0.8) else self.cargo()
                call[question] = {"find": lambda: cargo["trackingId"] if values.chance(0.9) else values.tracking_id(),
                                  "findForCustomer": lambda: cargo["customerId"] if values.chance(0.9) else values.customer_id(),
                                  "findPage": lambda: {"limit": values.option() if values.chance(0.2) else values.one((1, 2, 9))}}.get(question, lambda: cargo)()
            calls.append(call)
        entries = [{"asOf": values.at(values.below(3)), "cargo": cargo, "isInDoubt": values.chance(0.1)} for cargo in kept if values.chance(0.7)]
        time = values.option() if values.chance(0.1) else values.one((0, 1, 86_400_000, 172_800_000))
        return {"calls": calls, "entries": entries, "policy": self.policy(), "timeToLive": time}

    def policy(self):
        return self.values.one(("LOCAL_FIRST", "LOCAL_FIRST", "REMOTE_FIRST", "NO_CACHE")) if self.values.chance(0.99) else self.values.text()

    def makers_of_args(self, operations):
        """For each operation of spec/ops.json what makes its args: by their types, where they need not fit one another."""
        values = self.values
        makers = {
            "Cargo": self.cargo, "CustomerId": values.customer_id, "Estimate": self.estimate, "Instant": lambda: values.at(values.below(90)),
            "Itinerary": self.itinerary, "LocationName": values.text, "Reason": self.reason, "RouteSpecification": self.specification, "Text": values.text,
            "HoldType": values.hold_type, "Integer": self.leg_number, "TrackingId": values.tracking_id, "UnLocode": values.port, "Voyage": self.voyage, "VoyageNumber": values.voyage_number,
            "VoyageDetails": values.details, "[CarrierMovement]": self.schedule,
        }

        def by_types(args):
            return lambda: {name.rstrip("?"): makers[type_]() for name, type_ in args.items() if not name.endswith("?") or values.chance(0.7)}

        return {op["op"]: by_types(op["args"]) for op in operations if set(op["args"].values()) <= set(makers)} | {
            "unLocode.parse": lambda: {"text": values.text() if values.chance(0.7) else values.port()},
            "instant.parse": lambda: {"text": self.time_text()},
            "json.canonicalize": lambda: {"text": values.json_text()},
            "routeSpecification.create": self.specification,
            "leg.create": lambda: self.legs(1)[0],
            "itinerary.create": self.itinerary,
            "handlingEvent.create": self.event,
            "routeSpecification.isSatisfiedBy": self.satisfaction,
            "itinerary.expects": self.expectation,
            "handlingHistory.create": self.past,
            "delivery.derive": self.derivation,
            "cargo.archive": self.archiving,
            "cargo.assignToRoute": self.assignment,
            "cargo.deriveDeliveryProgress": self.progress,
            "voyage.report": self.report_of_voyage,
            "cargo.substituteVoyage": self.substitution,
            "reference.create": values.reference,
            "cargo.addReference": self.referring,
            "cargo.removeReference": self.referring,
            "estimate.derive": self.outlook,
            "routing.find": self.network,
            "cache.run": self.cache_run,
            "useCase.bookCargo": self.booking,
            "useCase.requestRoutes": self.requested,
            "useCase.specifyRoute": lambda: {**self.specification(), "trackingId": values.tracking_id()},
            "useCase.reportPortCall": self.reporting,
            "useCase.registerHandlingEvent": self.handling,
            "useCase.retractHandlingEvent": self.retraction,
            "useCase.addReference": lambda: {**values.reference(), "trackingId": values.tracking_id()},
            "useCase.removeReference": lambda: {**values.reference(), "trackingId": values.tracking_id()},
            "useCase.findByReference": lambda: self.page(**values.reference()),
            "useCase.listCargos": self.page,
            "useCase.listCargosForCustomer": lambda: self.page(customerId=values.customer_id()),
        }

    def time_text(self):
        values = self.values
        wild, values.wild = values.wild, 0.7
        text = values.at(values.below(60))
        values.wild = wild
        if values.chance(0.3):
            place = values.below(len(text) + 1)
            text = text[:place] + values.one("0123456789:-TZ+. \u0660\u00e9") + text[place + values.below(2):]
        return text
