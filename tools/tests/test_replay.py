import base64

import pytest

from tools.replay import day, subscribers


def test_a_seed_makes_one_day():
    first, second, other = day.Day(1, 8, 40), day.Day(1, 8, 40), day.Day(2, 8, 40)
    assert (first.voyages, first.cargos) == (second.voyages, second.cargos)
    assert first.cargos != other.cargos
    assert {cargo.cancelled for cargo in day.Day(1, 8, 200).cargos} == {True, False}


def test_containers_have_their_check_digit(monkeypatch):
    assert day.container(305438) == "CKTU3054388"
    monkeypatch.setattr(day, "OWNER", "CSQU")
    assert day.container(305438) == "CSQU3054383"  # the example of ISO 6346


def test_a_delay_leaves_the_first_departure():
    voyage = day.Voyage("V", [("A", 0, 1), ("B", 5, 6), ("C", 9, 10)])
    assert [(each["departureTime"][11:13], each["arrivalTime"][11:13]) for each in voyage.schedule(2)] == [("01", "07"), ("08", "11")]


def event(sequence, cargo="A"):
    return {"aggregateId": cargo, "aggregateType": "Cargo", "eventId": f"Cargo:{cargo}:{sequence}:0", "sequence": sequence, "type": "CargoHandled"}


def cloud(of):
    return {"data": of, "id": of["eventId"], "subject": of["aggregateId"], "type": f"io.github.cargokit.{of['type']}"}


OWN = [event(1), event(2), event(3, "B")]


@pytest.mark.parametrize("received", [[1, 2, 3], [3, 1, 2], [1, 1, 2, 3], [1, 2, 1, 3]])
def test_a_subscriber_may_receive_an_event_again_and_cargos_in_any_order(received):
    assert subscribers.faults([cloud(OWN[sequence - 1]) for sequence in received], OWN) == []


@pytest.mark.parametrize(("received", "fault"), [
    ([OWN[0], OWN[1]], "Cargo:B:3:0 is missing"),
    ([OWN[1], OWN[0], OWN[2]], "Cargo:A:1:0 came after a later event of its cargo"),
    ([*OWN, event(4, "C")], "Cargo:C:4:0 belongs to others"),
    ([OWN[0], OWN[1] | {"sequence": 4}, OWN[2]], "Cargo:A:2:0 is another event than the stored one"),
])
def test_what_a_subscriber_lacks_or_should_not_have_is_found(received, fault):
    assert subscribers.faults([cloud(each) for each in received], OWN) == [fault]


def test_a_signature_is_that_of_standard_webhooks():
    # The example of the specification's libraries.
    secret = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = subscribers.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", b'{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_every_subscriber_has_events_of_its_own():
    small = day.Day(1, 8, 200)
    cargos = [{"aggregateId": cargo.id, "aggregateType": "Cargo", "type": "HandlingEventRegistered"} for cargo in small.cargos]
    counts = {each.name: sum(each.wants(event) for event in cargos) for each in subscribers.subscribers(small)}
    assert counts == {"customer": 5, "types": 200, "reference": 1, "cargo": 1}
