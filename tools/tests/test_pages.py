"""How the checks of the German pages find English."""

import pytest

from ..pages.german import english


@pytest.mark.parametrize("text", ["paused by its owner", "the endpoint must use https", "Enter a reason", "Cargo booked. Choose a route next.", "Last delivery"])
def test_english_on_a_german_page_is_found(text):
    assert len(english(f"Zustand Angehalten {text} – Kunde")) == 1


def test_german_is_not_taken_for_english():
    assert not english("Dorthin können keine Ereignisse gesendet werden. Sendung in New York, Filtern, was an Bord war, 3. Dez. 2026, Kunde ACME, /customer")
