"""A consumer that reads the domain events alone and keeps every cargo as the tracking view needs it.

It knows the reference data that raises no events: locations, and voyages as they were registered first.
"""

import dataclasses

from .cargo import Cargo, Event, add_reference, judged, remove_reference
from .delivery import Progress, start_in
from .estimate import Disruption, Estimate, as_planned
from .handling import HandlingEvent, History, history
from .references import Reference
from .routes import Itinerary, RouteSpecification
from .values import instant
from .voyages import Location, Movement, Voyage
from .world import World


class Projection:
    """Folds domain events, in the order of the store."""

    def __init__(self, locations: list[Location], voyages: list[Voyage]) -> None:
        self.locations = locations
        self.voyages = {voyage.number: voyage for voyage in voyages}
        self.cargos: dict[str, Cargo] = {}
        self.histories: dict[str, History] = {}

    def apply(self, aggregate: str, event: Event, occurred_at: int) -> None:
        """Takes an event of the aggregate with this id."""
        kind, data = event["type"], event["data"]
        if kind == "VoyageRescheduled":
            schedule = tuple(Movement.read(movement) for movement in data["schedule"])
            self.voyages[aggregate] = dataclasses.replace(self.voyages[aggregate], schedule=schedule)
            return
        if kind == "CargoBooked":
            specification = RouteSpecification.read(data["routeSpecification"])
            self.cargos[aggregate] = Cargo(data["customerId"], Progress(), None, data["origin"], specification, None, aggregate, 0)
            self.histories[aggregate] = []
            return
        self.cargos[aggregate] = self._changed(self.cargos[aggregate], kind, data, occurred_at)

    def _changed(self, cargo: Cargo, kind: str, data: Event, occurred_at: int) -> Cargo:
        past = self.histories[cargo.id]
        if kind in ("HandlingEventRegistered", "HandlingEventRetracted"):
            event = HandlingEvent.read(data["event"])
            others = [each for each in past if each.identity != event.identity]
            past = self.histories[cargo.id] = history(cargo.id, [*others, event] if kind == "HandlingEventRegistered" else others)
            return cargo.with_(start=start_in(past, cargo.start))
        if kind in ("RouteRespecified", "DestinationChanged", "DeadlineChanged"):
            return cargo.with_(specification=RouteSpecification.read(data["routeSpecification"]))
        if kind == "CargoRouted":
            moves = [event.handled for event in past if event.activity.type != "CUSTOMS"]
            return cargo.with_(itinerary=Itinerary.read(data["itinerary"]), start=moves[-1] if moves else None, estimate=None)
        if kind == "CargoCancelled":
            return cargo.with_(cancellation=(occurred_at, data["reason"]))
        if kind == "CargoReinstated":
            return cargo.with_(cancellation=None)
        if kind == "ReferenceAdded":
            return add_reference(cargo, Reference.read(data["reference"]))[0]
        if kind == "ReferenceRemoved":
            return remove_reference(cargo, Reference.read(data["reference"]))[0]
        if kind in ("EstimatedArrivalChanged", "RouteDisrupted", "RouteRestored"):
            return self._announced(cargo, kind, data)
        assert kind in ("CargoHandled", "CargoMisdirected", "CargoBackOnTrack", "CargoArrived", "CargoClaimed")  # they follow from the rest
        return cargo

    def _announced(self, cargo: Cargo, kind: str, data: Event) -> Cargo:
        """CRG-10, from its events."""
        assert cargo.itinerary
        planned = as_planned(cargo.itinerary)
        estimate = cargo.estimate or planned
        if kind == "EstimatedArrivalChanged":
            arrival = instant(data["estimatedArrival"]) if "estimatedArrival" in data else None
            estimate = Estimate(estimate.disruption, arrival)
        else:
            disruption = Disruption.read(data["disruption"], "disruption") if kind == "RouteDisrupted" else None
            estimate = Estimate(disruption, estimate.arrival)
        return cargo.with_(estimate=None if estimate == planned else estimate)

    def cargo(self, identity: str) -> Cargo:
        """The cargo as its history makes it (CRG-6)."""
        cargo = self.cargos[identity]
        verdict = judged(cargo, self.histories[identity])
        return cargo.with_(progress=verdict.progress, start=verdict.start)

    def world(self, now: int) -> World:
        """A world that holds what the events say, to be tracked (UC-6)."""
        cargos = [self.cargo(identity).wire() for identity in self.cargos]
        events = [event for past in self.histories.values() for event in past]
        return World(now, [], self.locations, list(self.voyages.values()), cargos, events)
