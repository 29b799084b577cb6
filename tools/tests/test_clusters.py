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


def test_a_handling_event_that_is_stored_twice_under_another_id_is_found():
    world = World()
    world.histories.append(handled("ONE1", 1))
    world.add(event(9, "ONE1", "HandlingEventRegistered", {"event": handled("ONE1", 1)}))
    assert world.contradicted() == ["no handling event is stored twice, or without having been sent"]


def test_a_handling_event_that_is_announced_twice_is_found():
    world = World()
    world.add(event(9, "TWO2", "HandlingEventRegistered", {"event": handled("TWO2", 1)}))
    assert world.contradicted() == ["no handling event has two domain events"]


def test_a_handling_event_without_its_domain_event_is_found():
    world = World()
    del world.events[-1], world.published[-1]
    assert world.contradicted() == ["each stored handling event has its domain event"]


def test_a_cargo_that_is_booked_twice_is_found():
    world = World()
    world.add(event(9, "TWO2", "CargoBooked"))
    assert world.contradicted() == ["no booking is there twice, or without having been sent"]


def test_a_booking_that_nobody_sent_is_found():
    world = World()
    world.add(event(9, "OTHER4", "CargoBooked"))
    assert world.contradicted() == ["no booking is there twice, or without having been sent"]


@pytest.mark.parametrize("cargo", ["ONE1", "TWO2"])
def test_an_acknowledged_handling_event_that_is_lost_is_found(cargo):
    world = World()
    world.histories = [one for one in world.histories if one != handled(cargo, 0)]
    assert "3 acknowledged handling events are stored" in world.contradicted()


def test_an_acknowledged_booking_that_is_lost_is_found():
    world = World()
    del world.events[0], world.published[0]
    assert world.contradicted() == ["2 acknowledged bookings are there"]


def test_domain_events_with_the_same_id_are_found():
    world = World()
    world.add(event(3, "ONE1", "CargoHandled"))
    assert "no two domain events have the same id" in world.contradicted()


def test_a_message_that_is_doubled_lost_or_late_is_found():
    world = World()
    world.published.append(world.published[-1])
    assert world.contradicted() == ["the stream has no event twice, or that isn't stored", "the events of each cargo are in order"]
    world = World()
    del world.published[0]
    assert world.contradicted() == ["the stream has all 6 events"]
    world = World()
    world.published[2:4] = reversed(world.published[2:4])
    assert world.contradicted() == ["the events of each cargo are in order"]
