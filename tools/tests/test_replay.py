import collections
import random
import socket

import pytest

from tools.replay import channels, day, dcsa, subscribers
from tools.services import Receiver


@pytest.fixture(scope="module")
def small():
    """The day of make proofs."""
    return day.Day(1, 24, 600)


def test_a_seed_makes_one_day():
    first, second, other = day.Day(1, 8, 40), day.Day(1, 8, 40), day.Day(2, 8, 40)
    assert (first.voyages, first.cargos) == (second.voyages, second.cargos)
    assert first.cargos != other.cargos


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bookings_are_cancelled_before_and_after_something_was_done(seed):
    by_story = collections.defaultdict(list)
    for cargo in day.Day(seed, 24, 600).cargos:
        by_story[cargo.story].append(cargo)
    assert set(by_story) == {"usual", *day.STORIES}
    cancelled = {story: {cargo.is_cancelled for cargo in found} for story, found in by_story.items()}
    assert {story for story, outcomes in cancelled.items() if outcomes == {True}} == {"unhandled", "cleared", "received", "handled"}
    assert {story for story, outcomes in cancelled.items() if outcomes == {False}} == {"usual", "reinstated", "refused"}
    assert not any(cargo.registered for cargo in by_story["unhandled"])
    assert {event["type"] for cargo in by_story["cleared"] for event in cargo.registered} == {"CUSTOMS"}
    assert all(cargo.retracted == cargo.registered for cargo in by_story["received"])
    assert {event["type"] for cargo in by_story["handled"] for event in cargo.registered} >= {"RECEIVE", "LOAD", "UNLOAD"}


def test_events_of_each_type_are_retracted_and_some_of_them_restored_or_corrected(small):
    assert {event["type"] for cargo in small.cargos for event in cargo.retracted} == set(channels.CODES) | {"CUSTOMS"}
    wrong = [report for cargo in small.cargos for report in cargo.reports if report[0].is_wrong]
    assert {(len(report), channels.is_restored(report)) for report in wrong} == {(1, False), (2, False), (2, True)}
    assert {scan.is_told_again for report in wrong for scan in report} == {True, False}


def test_each_report_goes_one_way_or_two(small):
    ways = channels.assigned(small, random.Random(1))
    counted = collections.Counter(id(report) for told in ways for _, report in told)
    assert set(counted) == {id(report) for cargo in small.cargos for report in cargo.reports}
    assert set(counted.values()) == {1, 2}
    assert all(len(report) == 1 and not report[0].is_wrong for told in ways for _, report in told if counted[id(report)] == 2)
    pushed = [(cargo, scan.event) for cargo, report in ways[2] for scan in report]
    assert {event["type"] for _, event in pushed} == set(channels.CODES)
    assert all(event["location"] == cargo.booking["destination"] for cargo, event in pushed if event["type"] == "CLAIM")
    assert not any(channels.is_restored(report) for _, report in ways[2])


def test_a_correction_comes_after_the_retraction(small):
    told = [(small.cargos[0], [day.Scan({"name": name}, is_wrong=len(more) > 0), *(day.Scan({"name": each}) for each in more)]) for name, more in
            [("a", ""), ("b", "c"), ("d", ""), ("e", "f")]]
    done = []
    channels.in_rounds(told, 2, lambda part: done.append([report[0].event["name"] for _, report in part]), lambda one: done.append(one[1][0].event["name"]))
    assert done == [["a", "b"], "b", ["c", "d"], ["e"], "e", ["f"]]


def event(sequence, cargo="A"):
    return {"aggregateId": cargo, "aggregateType": "Cargo", "eventId": f"Cargo:{cargo}:{sequence}:0", "sequence": sequence, "type": "CargoHandled"}


def cloud(of):
    return {"data": of, "id": of["eventId"], "subject": of["aggregateId"], "type": f"io.github.cargokit.{of['type']}"}


OWN = [event(1), event(2), event(3, "B")]


@pytest.mark.parametrize("received", [[1, 2, 3], [3, 1, 2], [1, 1, 2, 3], [1, 2, 1, 3]])
def test_a_subscriber_may_receive_an_event_again_and_cargos_in_any_order(received):
    stored = [event | {"actor": "token:desk"} for event in OWN]
    assert subscribers.faults([cloud(OWN[sequence - 1]) for sequence in received], stored) == []


@pytest.mark.parametrize(("received", "fault"), [
    ([OWN[0], OWN[1]], "Cargo:B:3:0 is missing"),
    ([OWN[1], OWN[0], OWN[2]], "Cargo:A:1:0 came after a later event of its cargo"),
    ([*OWN, event(4, "C")], "Cargo:C:4:0 belongs to others"),
    ([OWN[0], OWN[1] | {"sequence": 4}, OWN[2]], "Cargo:A:2:0 is another event than the stored one"),
    ([OWN[0] | {"actor": "token:desk"}, OWN[1], OWN[2]], "Cargo:A:1:0 is another event than the stored one"),
])
def test_what_a_subscriber_lacks_or_should_not_have_is_found(received, fault):
    assert subscribers.faults([cloud(each) for each in received], OWN) == [fault]


# DCSA's callbacks.

def domain(type, second, id="A", **data):
    return {"aggregateId": id, "data": data, "occurredAt": f"2026-01-01T00:00:{second:02}.000Z", "type": type}


def handling(type, day, location, voyage=None):
    return {"event": {"completionTime": f"2020-01-{day:02}T00:00:00.000Z", "location": location, "trackingId": "A", "type": type}
            | ({"voyageNumber": voyage} if voyage else {})}


def leg(voyage, here, load, there, unload):
    return {"loadLocation": here, "loadTime": f"2020-01-{load:02}T00:00:00.000Z", "unloadLocation": there, "unloadTime": f"2020-01-{unload:02}T00:00:00.000Z",
            "voyageNumber": voyage}


def put_off(second, voyage, here, departure, there, arrival):
    movement = {"departureLocation": here, "departureTime": f"2020-01-{departure:02}T00:00:00.000Z", "arrivalLocation": there,
                "arrivalTime": f"2020-01-{arrival:02}T00:00:00.000Z"}
    return domain("VoyageRescheduled", second, voyage, schedule=[movement])


BOOKED = [domain("CargoBooked", 1), domain("CargoRouted", 2, itinerary={"legs": [leg("V1", "HKHKG", 3, "SGSIN", 6), leg("V2", "SGSIN", 8, "NLRTM", 20)]})]
PLANNED = ["RECE", "CONF", "DEPA PLN 03", "ARRI PLN 06", "DEPA PLN 08", "ARRI PLN 20"]


def entries(*events):
    return dcsa.Ledger([*BOOKED, *events]).entries


def outline(found):
    """Code, classifier and day of what isn't withdrawn, beyond the plan."""
    told = [each.code if each.call is None else f"{each.code} {each.classifier} {each.time[8:10]}" for each in found if not each.is_withdrawn]
    assert told[:len(PLANNED)] == PLANNED
    return told[len(PLANNED):]


@pytest.mark.parametrize(("events", "expected"), [
    ([], []),
    ([domain("CargoCancelled", 3), domain("CargoReinstated", 4)], ["VOID", "CONF"]),
    ([put_off(3, "V1", "HKHKG", 4, "SGSIN", 6)], ["DEPA EST 04"]),
    ([put_off(3, "V1", "HKHKG", 4, "SGSIN", 7), put_off(4, "V1", "HKHKG", 4, "SGSIN", 8)], ["DEPA EST 04", "ARRI EST 07", "ARRI EST 08"]),
    ([domain("CargoCancelled", 3), put_off(4, "V1", "HKHKG", 4, "SGSIN", 6)], ["VOID"]),
    ([domain("HandlingEventRegistered", 3, **handling("LOAD", 3, "HKHKG", "V1")), put_off(4, "V1", "HKHKG", 4, "SGSIN", 7)],
     ["LOAD ACT 03", "ARRI EST 07"]),
    # The ship drops the call that is past.
    ([domain("HandlingEventRegistered", 3, **handling("LOAD", 3, "HKHKG", "V1")), put_off(4, "V1", "CNSHA", 5, "SGSIN", 7)], ["LOAD ACT 03", "ARRI EST 07"]),
    ([domain("HandlingEventRegistered", 3, **handling("UNLOAD", 6, "SGSIN", "V1")), put_off(4, "V1", "HKHKG", 4, "SGSIN", 7)], ["DISC ACT 06"]),
    ([domain("HandlingEventRegistered", 3, **handling("LOAD", 8, "SGSIN", "V2")), put_off(4, "V1", "HKHKG", 4, "SGSIN", 7)], ["LOAD ACT 08"]),
    ([domain("HandlingEventRegistered", 3, **handling("UNLOAD", 6, "SGSIN", "V1")), domain("HandlingEventRetracted", 4, **handling("UNLOAD", 6, "SGSIN", "V1")),
      put_off(5, "V1", "HKHKG", 3, "SGSIN", 7)], ["ARRI EST 07"]),
    ([domain("HandlingEventRegistered", 3, **handling("CUSTOMS", 2, "HKHKG")), domain("HandlingEventRegistered", 4, **handling("CLAIM", 21, "NLRTM"))],
     ["RELS ACT 02", "GTOT ACT 21"]),
])
def test_dcsa_events_follow_from_domain_events(events, expected):
    assert outline(entries(*events)) == expected


def sent(found):
    return [entry.wire("CSQU3054383") | {"eventID": str(place)} for place, entry in enumerate(found)]


RETRACTED = entries(domain("HandlingEventRegistered", 3, **handling("RECEIVE", 2, "HKHKG")), domain("HandlingEventRetracted", 4, **handling("RECEIVE", 2, "HKHKG")),
                    domain("HandlingEventRegistered", 5, **handling("RECEIVE", 2, "HKHKG")))


@pytest.mark.parametrize("places", [range(8), [0, 1, 2, 3, 4, 5, 7], [0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 7]])
def test_callbacks_may_come_again_and_leave_out_what_is_withdrawn(places):
    assert dcsa.faults([sent(RETRACTED)[place] for place in places], RETRACTED, {"A": "CSQU3054383"}) == []


@pytest.mark.parametrize(("places", "fault"), [
    (range(7), "is missing"), ([0, 2, 1, 3, 4, 5, 6, 7], "in the place of"), ([0, 1, 2, 3, 4, 5, 7, 6], "in the place of null"), ([], "is missing"),
])
def test_callbacks_that_are_missing_or_out_of_order_are_found(places, fault):
    found = dcsa.faults([sent(RETRACTED)[place] for place in places], RETRACTED, {"A": "CSQU3054383"})
    assert found and fault in found[0]


def test_a_callback_with_other_contents_is_found():
    changed = [sent(RETRACTED)[0] | {"references": []}, *sent(RETRACTED)[1:]]
    assert dcsa.faults(changed, RETRACTED, {"A": "CSQU3054383"})


def test_a_receiver_takes_whole_requests_only():
    taken = []

    def take(_path, _headers, body):
        taken.append(body)
        return 204

    receiver = Receiver(take)
    head = b"POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 5\r\n\r\n"
    for body in (b"part", b"whole"):
        with socket.create_connection(("127.0.0.1", receiver.server_port)) as connection:
            connection.sendall(head + body)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 204 ") if body == b"whole" else answer == b""
    receiver.shutdown()
    receiver.server_close()
    assert taken == [b"whole"]
