"""The search for routes, over the voyages' forecasts (RTG-*)."""

import dataclasses

from .routes import Itinerary, Leg, RouteSpecification
from .voyages import Voyage


@dataclasses.dataclass(frozen=True)
class Options:
    limit: int = 10
    max_legs: int = 8
    minimum_connection: int = 0
    ignore_deadline: bool = False  # RTG-8

    def admits(self, itinerary: Itinerary, specification: RouteSpecification) -> bool:
        return specification.connects(itinerary) if self.ignore_deadline else specification.is_satisfied_by(itinerary)


@dataclasses.dataclass(frozen=True)
class Label:
    """When a place is reached, and the leg that arrives there (None at the origin)."""

    time: int
    leg: Leg | None = None

    @property
    def rank(self) -> tuple[int, int, str, str]:
        """RTG-3: the least of these wins."""
        assert self.leg
        return self.time, -self.leg.load_time, self.leg.voyage, self.leg.load_location


def find(specification: RouteSpecification, depart_after: int, voyages: list[Voyage], options: Options) -> list[Itinerary]:
    """RTG-4: runs passes until one is empty or enough is found, then sorts (RTG-5)."""
    found: list[Itinerary] = []
    while True:
        made = one_pass(specification, depart_after, voyages, options)
        found += [itinerary for itinerary in made if itinerary not in found]
        if not made or len(found) >= options.limit:
            return sorted(found, key=result_order)[: options.limit]
        depart_after = min(itinerary.legs[0].load_time for itinerary in made) + 1


def result_order(itinerary: Itinerary) -> tuple[int, int, int, list[str]]:
    legs = itinerary.legs
    return legs[-1].unload_time, len(legs), -legs[0].load_time, [leg.voyage for leg in legs]


def one_pass(specification: RouteSpecification, depart_after: int, voyages: list[Voyage], options: Options) -> list[Itinerary]:
    return later_rounds(specification, [{specification.origin: Label(depart_after)}], 0, voyages, options)


def later_rounds(
    specification: RouteSpecification, rounds: list[dict[str, Label]], not_before: int, voyages: list[Voyage], options: Options
) -> list[Itinerary]:
    """The routes of the rounds after those given. The first of them boards at `not_before` or later."""
    earliest = {place: label.time for labels in rounds for place, label in labels.items()}  # over all rounds so far
    made = []
    for number in range(len(rounds), options.max_legs + 1):
        labels = one_round(rounds[-1], earliest, voyages, options.minimum_connection if number > 1 else 0, not_before)
        if not labels:
            break
        not_before = 0
        rounds.append(labels)
        earliest.update((place, label.time) for place, label in labels.items())
        made += arrived(specification, rounds, options)
    return made


def arrived(specification: RouteSpecification, rounds: list[dict[str, Label]], options: Options) -> list[Itinerary]:
    """The route that the last round has found, if there is one that satisfies the specification."""
    if specification.destination not in rounds[-1]:
        return []
    itinerary = Itinerary.of(path(rounds, specification.destination))
    return [itinerary] if options.admits(itinerary, specification) else []


def one_round(previous: dict[str, Label], earliest: dict[str, int], voyages: list[Voyage], connection: int, not_before: int) -> dict[str, Label]:
    """RTG-2: a label for each place that one more voyage reaches earlier than every round before."""
    labels: dict[str, Label] = {}
    for voyage in voyages:
        boarded = None  # the last movement so far that can be boarded: it loads latest
        for movement in voyage.forecast:
            label = previous.get(movement.departure_location)
            if label and movement.departure_time >= max(label.time + connection, not_before):
                boarded = movement
            if boarded is None:
                continue
            place = movement.arrival_location
            if place in earliest and movement.arrival_time >= earliest[place]:
                continue
            leg = Leg(boarded.departure_location, boarded.departure_time, place, movement.arrival_time, voyage.number)
            candidate = Label(movement.arrival_time, leg)
            if place not in labels or candidate.rank < labels[place].rank:
                labels[place] = candidate
    return labels


def path(rounds: list[dict[str, Label]], place: str) -> list[Leg]:
    """The legs that lead to a label of the last round (RTG-3)."""
    legs = []
    for labels in reversed(rounds[1:]):
        leg = labels[place].leg
        assert leg
        legs.append(leg)
        place = leg.load_location
    return legs[::-1]


@dataclasses.dataclass(frozen=True)
class Aboard:
    """A cargo at sea (RTG-7)."""

    loaded_at: int
    location: str
    voyage: str


def find_aboard(
    specification: RouteSpecification, aboard: Aboard, depart_after: int, voyages: list[Voyage], options: Options
) -> list[Itinerary]:
    """RTG-7."""
    stops = calls_ahead(aboard, depart_after, voyages)
    if not stops or aboard.location == specification.destination:
        return []
    specification = dataclasses.replace(specification, origin=aboard.location)
    found: list[Itinerary] = []
    start = None
    while True:
        made = pass_aboard(specification, stops, start, voyages, options)
        found += [itinerary for itinerary in made if itinerary not in found]
        second = [itinerary.legs[1].load_time for itinerary in made if len(itinerary.legs) > 1]
        if not second or len(found) >= options.limit:
            return sorted(found, key=order_aboard)[: options.limit]
        start = min(second) + 1


def order_aboard(itinerary: Itinerary) -> tuple[tuple[int, int, int, list[str]], int]:
    return result_order(itinerary), -itinerary.legs[1].load_time if len(itinerary.legs) > 1 else 0


def calls_ahead(aboard: Aboard, depart_after: int, voyages: list[Voyage]) -> dict[str, Label]:
    """Round 1: the first call at each place that the ship still makes."""
    voyage = next((each for each in voyages if each.number == aboard.voyage), None)
    boarded = [
        (abs(each.departure_time - aboard.loaded_at), i) for i, each in enumerate(voyage.forecast) if each.departure_location == aboard.location
    ] if voyage else []
    if voyage is None or not boarded:
        return {}
    _, i = min(boarded)
    stops: dict[str, Label] = {}
    for each in voyage.forecast[i:]:
        place = each.arrival_location
        if place != aboard.location and place not in stops and each.arrival_time >= depart_after:
            leg = Leg(aboard.location, voyage.forecast[i].departure_time, place, each.arrival_time, voyage.number)
            stops[place] = Label(each.arrival_time, leg)
    return stops


def pass_aboard(
    specification: RouteSpecification, stops: dict[str, Label], start: int | None, voyages: list[Voyage], options: Options
) -> list[Itinerary]:
    rounds: list[dict[str, Label]] = [{}, stops]
    first = arrived(specification, rounds, options) if start is None else []
    return first + later_rounds(specification, rounds, start or 0, voyages, options)
