"""What the store and the stream must have once the load has ended: everything that was acknowledged, nothing twice, nothing that wasn't sent."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

Event = dict[str, Any]
Handling = tuple[str, str, str]  # tracking id, type, completion time

BASE = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
TYPE = "CUSTOMS"


def completion(number: int) -> str:
    """When the load's handling event with this number, from 0, was completed."""
    return (BASE + datetime.timedelta(minutes=number)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def handling(counts: Mapping[str, int]) -> Counter[Handling]:
    """The handling events of the load, of which each cargo has as many as `counts` says."""
    return Counter((id, TYPE, completion(number)) for id, count in counts.items() for number in range(count))


def found_handling(events: Iterable[Event]) -> Counter[Handling]:
    return Counter((event["trackingId"], event["type"], event["completionTime"]) for event in events)


def unordered(published: list[Event]) -> list[str]:
    """The ids of the events that come after a later one of their aggregate, or twice."""
    last: dict[tuple[str, str], int] = {}
    found = []
    for event in published:
        key = (event["aggregateType"], event["aggregateId"])
        if event["sequence"] <= last.get(key, 0):
            found.append(event["eventId"])
        last[key] = event["sequence"]
    return found


def more(some: Counter[Any], others: Counter[Any]) -> list[Any]:
    """What `some` has more often than `others`."""
    return list((some - others).elements())


def of_store(acknowledged: Mapping[str, int], sent: Mapping[str, int], events: list[Event], histories: list[Event]) -> list[tuple[str, list[Any]]]:
    """Sentences that hold for the store, each with what contradicts it.

    `acknowledged` and `sent` have how many handling events of each booking were; `events` are the stored domain events, and `histories` the stored
    handling events of all cargos. What was sent and not acknowledged may be stored or not, but not twice.
    """
    booked = Counter(event["aggregateId"] for event in events if event["type"] == "CargoBooked")
    announced = found_handling(event["data"]["event"] for event in events if event["type"] == "HandlingEventRegistered")
    stored = found_handling(histories)
    ids = Counter(event["eventId"] for event in events)
    return [
        (f"{len(acknowledged)} acknowledged bookings are there", more(Counter(acknowledged.keys()), booked)),
        ("no booking is there twice, or without having been sent", more(booked, Counter(sent.keys()))),
        (f"{sum(acknowledged.values())} acknowledged handling events are stored", more(handling(acknowledged), stored)),
        ("no handling event is stored twice, or without having been sent", more(stored, handling(sent))),
        ("each stored handling event has its domain event", more(stored, announced)),
        ("no handling event has two domain events", more(announced, stored)),
        ("no two domain events have the same id", more(ids, Counter(ids.keys()))),
    ]


def of_stream(events: list[Event], published: list[Event]) -> list[tuple[str, list[Any]]]:
    """Sentences that hold for the messages of the stream, each with what contradicts it."""
    ids, messages = (Counter(event["eventId"] for event in list) for list in (events, published))
    return [
        (f"the stream has all {ids.total()} events", more(ids, messages)),
        ("the stream has no event twice, or that isn't stored", more(messages, ids)),
        ("the events of each cargo are in order", unordered(published)),
    ]
