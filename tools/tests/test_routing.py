"""The search aboard a ship against its definition, without any of the model's shortcuts (RTG-2, RTG-3, RTG-7)."""

import random

import pytest

from tools.model.routes import Leg, RouteSpecification
from tools.model.routing import Aboard, Options, find_aboard
from tools.model.voyages import Movement, Voyage

PORTS = ["AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE"]
Route = tuple[Leg, ...]
Labels = dict[str, tuple[int, Leg]]


def calls_ahead(aboard: Aboard, depart_after: int, voyage: Voyage) -> Labels:
    departures = [(abs(move.departure_time - aboard.loaded_at), i) for i, move in enumerate(voyage.schedule) if move.departure_location == aboard.location]
    labels: Labels = {}
    if departures:
        first = voyage.schedule[min(departures)[1]]
        for move in voyage.schedule[min(departures)[1]:]:
            place = move.arrival_location
            if place != aboard.location and move.arrival_time >= depart_after and place not in labels:
                labels[place] = move.arrival_time, Leg(aboard.location, first.departure_time, place, move.arrival_time, voyage.number)
    return labels


def next_round(rounds: list[Labels], voyages: list[Voyage], connection: int, not_before: int) -> Labels:
    """Every pair of movements is a candidate."""
    candidates: dict[str, list[tuple[int, int, str, str]]] = {}
    for voyage in voyages:
        for i, boarded in enumerate(voyage.schedule):
            label = rounds[-1].get(boarded.departure_location)
            if label and boarded.departure_time >= max(label[0] + connection, not_before):
                for move in voyage.schedule[i:]:
                    rank = move.arrival_time, -boarded.departure_time, voyage.number, boarded.departure_location
                    candidates.setdefault(move.arrival_location, []).append(rank)
    labels: Labels = {}
    for place, ranks in candidates.items():
        time, load, number, start = min(ranks)
        if all(place not in earlier or time < earlier[place][0] for earlier in rounds):
            labels[place] = time, Leg(start, -load, place, time, number)
    return labels


def by_definition(specification: RouteSpecification, aboard: Aboard, depart_after: int, voyages: list[Voyage], options: Options) -> list[Route]:
    ship = next(voyage for voyage in voyages if voyage.number == aboard.voyage)
    found: list[Route] = []
    start: int | None = None
    while aboard.location != specification.destination:
        rounds, made = [calls_ahead(aboard, depart_after, ship)], []
        for number in range(1, options.max_legs + 1):
            if number > 1:
                rounds.append(next_round(rounds, voyages, options.minimum_connection, start or 0 if number == 2 else 0))
            if specification.destination in rounds[-1] and (number > 1 or start is None):
                place, legs = specification.destination, []
                for labels in reversed(rounds):
                    legs.append(labels[place][1])
                    place = legs[-1].load_location
                made.append(tuple(reversed(legs)))
        made = [route for route in made if route[-1].unload_time < specification.deadline]
        found += [route for route in made if route not in found]
        second = [route[1].load_time for route in made if len(route) > 1]
        if not second or len(found) >= options.limit:
            break
        start = min(second) + 1
    found.sort(key=lambda route: (route[-1].unload_time, len(route), -route[0].load_time, [leg.voyage for leg in route], -route[min(1, len(route) - 1)].load_time))
    return found[: options.limit]


def network(numbers: random.Random, ports: list[str]) -> list[Voyage]:
    """Voyages between few ports on a coarse grid of time, so that routes tie."""
    voyages = []
    for number in range(numbers.choice((1, 3, 6, 9))):
        here, time, moves = numbers.choice(ports), numbers.randrange(8), []
        for _ in range(numbers.choice((1, 2, 3, 5))):
            there = numbers.choice([port for port in ports if port != here])
            leaves = time + numbers.randrange(2)
            time = leaves + 1 + numbers.randrange(3)
            moves.append(Movement(there, time, here, leaves))
            here = there
        voyages.append(Voyage(tuple(moves), 1, f"N{number}"))
    return voyages


@pytest.mark.parametrize("seed", range(20))
def test_the_search_aboard_finds_what_its_definition_says(seed: int) -> None:
    numbers, with_routes = random.Random(seed), 0
    for _ in range(60):
        ports = numbers.sample(PORTS, numbers.choice((3, 4, 5)))
        voyages = network(numbers, ports)
        ship = numbers.choice(voyages)
        loaded = numbers.choice(ship.schedule)
        aboard = Aboard(loaded.departure_time if numbers.random() < 0.6 else numbers.randrange(15), loaded.departure_location, ship.number)
        destination = numbers.choice(ports)
        specification = RouteSpecification(numbers.randrange(6, 30), destination, numbers.choice([port for port in PORTS if port != destination]))
        options = Options(numbers.choice((1, 2, 10)), numbers.choice((1, 2, 3, 8)), numbers.choice((0, 0, 1, 2)))
        depart_after = numbers.randrange(12)
        found = [itinerary.legs for itinerary in find_aboard(specification, aboard, depart_after, voyages, options)]
        assert found == by_definition(specification, aboard, depart_after, voyages, options)
        with_routes += bool(found)
    assert with_routes > 5
