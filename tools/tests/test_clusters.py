"""What the check of clusters says about doubled and lost bookings, handling events and messages."""

import copy

import pytest

from ..clusters.verdict import completion, of_store, of_stream

ACKNOWLEDGED, SENT = {"ONE1": 2, "TWO2": 1}, {"ONE1": 2, "TWO2": 2, "NEW3": 0}


def event(sequence, cargo, type, data=None):
    return {"aggregateType": "Cargo", "aggregateId": cargo, "eventId": f"Cargo:{cargo}:{sequence}", "sequence": sequence, "type": type, "data": data or {}}


def handled(cargo, number):
    return {"trackingId": cargo, "type": "CUSTOMS", "completionTime": completion(number), "location": "HKHKG"}


class World:
    """Two cargos with their events; of the second one, the last event was sent and is stored, and not acknowledged."""

    def __init__(self):
        self.histories = [handled("ONE1", 0), handled("ONE1", 1), handled("TWO2", 0), handled("TWO2", 1)]
        self.events = [event(1, "ONE1", "CargoBooked"), event(2, "TWO2", "CargoBooked")]
        self.events += [event(3 + number, one["trackingId"], "HandlingEventRegistered", {"event": one}) for number, one in enumerate(self.histories)]
        self.published = copy.deepcopy(self.events)

    def add(self, *added):
        self.events += added
        self.published += added

    def contradicted(self):
        sentences = of_store(ACKNOWLEDGED, SENT, self.events, self.histories) + of_stream(self.events, self.published)
        return [sentence for sentence, contradictions in sentences if contradictions]


def test_what_was_acknowledged_is_there_once():
    assert World().contradicted() == []


def test_what_was_not_acknowledged_may_be_missing():
    world = World()
    for list in (world.events, world.published, world.histories):
        list.pop()
    assert world.contradicted() == []


def stored_twice(world):
    world.histories.append(handled("ONE1", 1))
    world.add(event(9, "ONE1", "HandlingEventRegistered", {"event": handled("ONE1", 1)}))


def without_domain_event(world):
    del world.events[-1], world.published[-1]


def booking_lost(world):
    del world.events[0], world.published[0]


def message_late(world):
    world.published[2:4] = reversed(world.published[2:4])


@pytest.mark.parametrize(("spoil", "contradicted"), [
    (stored_twice, ["no handling event is stored twice, or without having been sent"]),
    (lambda world: world.add(event(9, "TWO2", "HandlingEventRegistered", {"event": handled("TWO2", 1)})), ["no handling event has two domain events"]),
    (without_domain_event, ["each stored handling event has its domain event"]),
    (lambda world: world.add(event(9, "TWO2", "CargoBooked")), ["no booking is there twice, or without having been sent"]),
    (lambda world: world.add(event(9, "OTHER4", "CargoBooked")), ["no booking is there twice, or without having been sent"]),
    (booking_lost, ["2 acknowledged bookings are there"]),
    (lambda world: world.add(event(3, "ONE1", "CargoHandled")), ["no two domain events have the same id", "the events of each cargo are in order"]),
    (lambda world: world.published.append(world.published[-1]), ["the stream has no event twice, or that isn't stored", "the events of each cargo are in order"]),
    (lambda world: world.published.pop(0), ["the stream has all 6 events"]),
    (message_late, ["the events of each cargo are in order"]),
])
def test_what_is_doubled_lost_or_late_is_found(spoil, contradicted):
    world = World()
    spoil(world)
    assert world.contradicted() == contradicted


@pytest.mark.parametrize("cargo", ["ONE1", "TWO2"])
def test_an_acknowledged_handling_event_that_is_lost_is_found(cargo):
    world = World()
    world.histories = [one for one in world.histories if one != handled(cargo, 0)]
    assert "3 acknowledged handling events are stored" in world.contradicted()
