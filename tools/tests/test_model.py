"""Properties of the rules, shown on the model with generated stories."""

import itertools
import random

from tools.model.cargo import Cargo
from tools.model.errors import Failure
from tools.model.handling import HandlingEvent, in_order
from tools.model.operations import OPERATIONS
from tools.model.routes import Activity
from tools.model.schedules import Movement, schedule
from tools.model.values import PORT_CALL_ENDS, PORT_CALL_STATUSES, instant, instant_text
from tools.model.voyages import Location, Voyage
from tools.model.world import World

DAY = 24 * 60 * 60 * 1000
START = instant("2026-01-01T00:00:00Z")
PORTS = ["CNHKG", "JPTYO", "USNYC", "DEHAM", "SESTO"]
LOCATIONS = [Location(f"Port {code}", code) for code in PORTS]
ID = "ABC123"


def day(number):
    return instant_text(START + int(number * DAY))


def voyage(number, *calls):
    """A voyage that calls at these ports: (code, day of arrival), one day in each."""
    schedule = [
        {"departureLocation": a, "departureTime": day(at + 1), "arrivalLocation": b, "arrivalTime": day(then)} for (a, at), (b, then) in zip(calls, calls[1:])
    ]
    return Voyage.read({"schedule": schedule, "version": 1, "voyageNumber": number})


VOYAGES = [
    voyage("V1", ("CNHKG", 3), ("JPTYO", 6), ("USNYC", 12)), voyage("V2", ("USNYC", 13), ("DEHAM", 20), ("SESTO", 23)),
    voyage("V3", ("JPTYO", 8), ("DEHAM", 18)), voyage("V4", ("DEHAM", 21), ("SESTO", 25)), voyage("V5", ("CNHKG", 4), ("DEHAM", 15), ("CNHKG", 30)),
]
SPECIFICATION = {"arrivalDeadline": day(60), "destination": "SESTO", "origin": "CNHKG"}


class Story:
    """A world with a cargo; each step that is rejected has to change nothing."""

    def __init__(self):
        self.world = World(START, [], LOCATIONS, VOYAGES, [], [])

    def does(self, name, at, **request):
        """The answer of a use case, or the code of its failure."""
        self.world.now, self.world.raised = at, []
        before = self.world.final_state()
        try:
            answer = OPERATIONS[f"useCase.{name}"](self.world, request)
        except Failure as failure:
            assert self.world.final_state() == before
            return failure.code
        return answer

    @property
    def cargo(self) -> Cargo:
        return self.world.find(ID)

    def books(self):
        self.does("bookCargo", START, customerId="C1", trackingId=ID, **SPECIFICATION)

    def routes(self, at, choice=0):
        """Assigns one of the routes that are offered; returns whether there was one."""
        answer = self.does("requestRoutes", at, trackingId=ID)
        if isinstance(answer, str) or not answer["itineraries"]:
            return False
        offered = answer["itineraries"]
        assert not isinstance(self.does("assignRoute", at, trackingId=ID, itinerary=offered[choice % len(offered)]), str)
        return True

    def tracked(self, at):
        return self.does("trackCargo", at, trackingId=ID)


def handling(kind, location, at, number=None):
    members = {"completionTime": day(at), "location": location, "trackingId": ID, "type": kind}
    return members if number is None else {**members, "voyageNumber": number}


END = START + 100 * DAY
FACTS = [
    handling("RECEIVE", "CNHKG", 2), handling("CUSTOMS", "CNHKG", 2), handling("LOAD", "CNHKG", 4, "V1"), handling("LOAD", "CNHKG", 4.5, "V1"),
    handling("LOAD", "CNHKG", 5, "V5"), handling("UNLOAD", "JPTYO", 6, "V1"), handling("CUSTOMS", "DEHAM", 7), handling("LOAD", "JPTYO", 9, "V3"),
    handling("UNLOAD", "USNYC", 12, "V1"), handling("UNLOAD", "DEHAM", 18, "V3"), handling("UNLOAD", "SESTO", 25, "V4"), handling("CLAIM", "SESTO", 26),
]


def outcome(facts_in_order):
    """What is left of a cargo after these registrations and retractions; None if one of them is rejected."""
    story = Story()
    story.books()
    story.routes(START)
    for what, fact in facts_in_order:
        request = {**fact, "reason": "Wrong"} if what == "retractHandlingEvent" else fact
        if isinstance(story.does(what, END, **request), str):
            return None
    state = story.cargo.with_(version=0)
    return state, story.world.history(ID), story.tracked(END)


def shuffled(numbers, facts, wrong):
    """Registers the facts and the wrong ones in any order, some of them twice, and takes the wrong ones back, each some time after its registration."""
    steps = [("registerHandlingEvent", fact) for fact in facts + wrong]
    steps += [("registerHandlingEvent", fact) for fact in numbers.sample(facts, min(2, len(facts)))]
    numbers.shuffle(steps)
    for fact in wrong:
        registered = max(place for place, step in enumerate(steps) if step[1] == fact)
        steps.insert(numbers.randint(registered + 1, len(steps)), ("retractHandlingEvent", fact))
    for fact in numbers.sample(facts, min(1, len(facts))):  # taken back and registered again
        registered = min(place for place, step in enumerate(steps) if step[1] == fact)
        steps.insert(registered + 1, ("retractHandlingEvent", fact))
        steps.append(("registerHandlingEvent", fact))
    return steps


def test_the_order_of_registrations_and_retractions_does_not_matter():
    numbers, compared = random.Random(1), 0
    for _ in range(150):
        chosen = numbers.sample(FACTS, numbers.randint(1, 7))
        wrong = [fact for fact in chosen if numbers.random() < 0.3]
        facts = [fact for fact in chosen if fact not in wrong]
        found = [outcome(shuffled(numbers, facts, wrong)) for _ in range(4)]
        found.append(outcome([("registerHandlingEvent", fact) for fact in facts]))
        accepted = [each for each in found if each is not None]
        compared += len(accepted) > 1
        assert all(each == accepted[0] for each in accepted)
    assert compared > 100


def test_every_order_of_a_few_facts_ends_alike():
    facts = [FACTS[0], FACTS[2], FACTS[4], FACTS[5]]
    found = [outcome([("registerHandlingEvent", fact) for fact in order]) for order in itertools.permutations(facts)]
    assert all(each == found[0] for each in found) and found[0] is not None


def routed_on_the_way(steps):
    """A cargo that is routed again in Tokyo, and what happens afterwards."""
    story = Story()
    story.books()
    story.routes(START)
    for fact in (FACTS[0], FACTS[2], FACTS[5]):
        story.does("registerHandlingEvent", END, **fact)
    # The voyages of the routes are past by then, so the route is asked for as of that day.
    assert story.routes(START + 7 * DAY)
    for what, fact in steps:
        assert not isinstance(story.does(what, END, **({**fact, "reason": "Wrong"} if what == "retractHandlingEvent" else fact)), str)
    return story.cargo.with_(version=0), story.tracked(END)


def test_a_late_scan_before_the_routing_start_may_come_at_any_time():
    late, on = ("registerHandlingEvent", handling("CUSTOMS", "JPTYO", 5)), ("registerHandlingEvent", FACTS[7])
    other = ("registerHandlingEvent", handling("UNLOAD", "DEHAM", 5.5, "V1"))
    found = [routed_on_the_way(order) for order in itertools.permutations((late, on, other))]
    assert all(each == found[0] for each in found)


def test_the_routing_start_moves_back_only():
    """The limit of the property above: what replaces a retracted routing start is what the history holds at that time (DLV-3)."""
    late, back = ("registerHandlingEvent", handling("UNLOAD", "DEHAM", 5.5, "V1")), ("retractHandlingEvent", FACTS[5])
    (first, _), (second, _) = routed_on_the_way([late, back]), routed_on_the_way([back, late])
    assert first.start.activity.type == "UNLOAD" and second.start.activity.type == "LOAD"


NOW = START + 30 * DAY


def sailing(numbers):
    """A voyage of up to six movements, some of which take a millisecond, and some of whose calls take no time."""
    moves, here, at = [], numbers.choice(PORTS), START + 10 * DAY
    for _ in range(numbers.randint(1, 6)):
        leaves = at + numbers.choice((0, 0, 1, DAY))
        at, there = leaves + numbers.choice((1, DAY, 3 * DAY)), numbers.choice([port for port in PORTS if port != here])
        moves.append(Movement(there, at, here, leaves))
        here = there
    return Voyage(schedule(moves), 1, "V1")


def told(numbers, voyage):
    """A report of one of its calls: near its time, with ties in time and in the time of the report, some of it from the future."""
    move, end = numbers.choice(voyage.schedule), numbers.choice(PORT_CALL_ENDS)
    location, time = (move.departure_location, move.departure_time) if end == "DEPARTURE" else (move.arrival_location, move.arrival_time)
    time += numbers.choice((0, 0, 1, -1, DAY, -DAY, 9 * DAY, -9 * DAY))
    return end, location, NOW + numbers.choice((-2, -1, 0, 1, 2)), numbers.choice(PORT_CALL_STATUSES), time


def with_reports(voyage, reports):
    for end, location, reported_at, status, time in reports:
        try:
            voyage, _ = voyage.reported(end, location, reported_at, status, time, NOW)
        except Failure as failure:
            assert failure.code == "port_call_in_future"
    return voyage


def test_the_same_reports_in_any_order_make_the_same_voyage():
    numbers = random.Random(2)
    for _ in range(500):
        voyage = sailing(numbers)
        reports = [told(numbers, voyage) for _ in range(numbers.randint(1, 8))]
        reports += numbers.sample(reports, 1)
        first = with_reports(voyage, reports)
        for _ in range(4):
            numbers.shuffle(reports)
            assert with_reports(voyage, reports) == first
        assert Voyage.read(first.wire()) == first


def test_every_forecast_is_a_schedule():
    """VOY-1 and VOY-3 hold for it, the last actual time stays as it was reported, and nothing before it is later."""
    numbers = random.Random(3)
    for _ in range(2_000):
        voyage = sailing(numbers)
        voyage = with_reports(voyage, [told(numbers, voyage) for _ in range(numbers.randint(0, 8))])
        assert schedule([Movement.read(each.wire()) for each in voyage.forecast]) == voyage.forecast
        times = [time for each in voyage.forecast for time in (each.departure_time, each.arrival_time)]
        actual = [report for report in voyage.reports if report.status == "ACTUAL"]
        if actual:
            assert times[actual[-1].place] == actual[-1].time == max(times[:actual[-1].place + 1])
        if not voyage.reports:
            assert voyage.forecast == voyage.schedule


def test_what_happened_on_one_day_is_in_the_same_order_however_it_was_registered():
    """Nothing is lost, and what was loaded that day is unloaded elsewhere only afterwards, unless the cargo was on board already (HND-4)."""
    numbers, moved = random.Random(4), 0
    for _ in range(2_000):
        events = list({HandlingEvent(START + numbers.randint(0, 1) * DAY, NOW, ID, Activity(kind, numbers.choice(PORTS[:3]), numbers.choice(("V1", "V2"))))
                       for kind in numbers.choices(("LOAD", "UNLOAD"), k=numbers.randint(1, 6))})
        found = in_order(events)
        assert sorted(found, key=lambda event: event.place) == sorted(events, key=lambda event: event.place)
        assert in_order(numbers.sample(events, len(events))) == found
        for place, event in enumerate(found):
            before = [other for other in found[:place] if other.completion < event.completion]
            on_board = bool(before) and before[-1].activity.type == "LOAD" and before[-1].activity.voyage == event.activity.voyage
            later = [other for other in found[place:] if other.completion == event.completion and other.activity.type == "LOAD"
                     and other.activity.voyage == event.activity.voyage and other.activity.location != event.activity.location]
            assert event.activity.type == "LOAD" or on_board or not later
        moved += found != sorted(events, key=lambda event: event.place)
    assert moved > 500
