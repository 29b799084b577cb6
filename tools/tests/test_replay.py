from tools.replay import day


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
