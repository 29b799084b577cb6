"""The pages in German, as a browser that prefers it gets them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..services import Service
from .inspection import check, inspect
from .world import book, handle, moment

if TYPE_CHECKING:
    from .browser import Page

# Words of the English pages that no German page has.
ENGLISH = re.compile(
    r"\b(the|cargo|cargos|route of|voyage|deadline|arrival|customer|sign|book|filter|next|from|not|is|your|and|of|late|claim|load|unload|receive|updated)\b", re.I)
# Names that are the same in both languages.
NAMES = re.compile(r"New York|Long Beach|Hong Kong|ACME|Filter\w+|Token|\bCargo\b|of_lading")


def german(page: Page, server: Service, delivered: str) -> None:
    book(server, "GERMAN1")
    handle(server, "GERMAN1", "RECEIVE", "HKHKG")
    book(server, "GERMAN2", route=False)
    handle(server, "GERMAN2", "RECEIVE", "USNYC")
    titles = {
        "/": "Wo ist meine Sendung?", "/track/GERMAN1": "Sendung GERMAN1", f"/track/{delivered}": f"Sendung {delivered}", "/track/NOTHING1": "Wo ist meine Sendung?",
        "/clerk": "Sendungen", "/clerk/book": "Sendung buchen", "/clerk/cargos/GERMAN1": "Sendung GERMAN1", "/clerk/cargos/GERMAN2": "Sendung GERMAN2",
        "/clerk/cargos/GERMAN1/routes": "Routen für GERMAN1", "/nothing": "Nicht gefunden",
    }
    for path, title in titles.items():
        page.open(server.url + path)
        check(page.text("h1") == title, f"German: {path} is titled", page.text("h1"))
        spoken(page, path)
        inspect(page, "de" + path.replace("/", "-"), language="de")
    page.open(server.url + "/track/GERMAN1")
    check("Im Hafen Hong Kong" in page.text(".headline") and "Planmäßig" in page.text(".status .badge"), "German: the status is told", page.text(".status"))
    check(re.search(r"\d{1,2}\. (Jan\.|Feb\.|März|Apr\.|Mai|Juni|Juli|Aug\.|Sept\.|Okt\.|Nov\.|Dez\.) \d{4}, \d\d:\d\d", page.text(".status")),
          "German: a date is written as in German", page.text(".status"))
    page.open(server.url + "/clerk/book")
    page.fill("#book-customerId", "ACME")
    page.fill("#book-origin", "nirgendwo")
    page.submit("main button")
    check("Dieser Name bezeichnet keinen oder mehrere Häfen." in page.text("#book-origin-fault"), "German: an error is told beside its field", page.text("#book-origin-fault"))
    spoken(page, "the form with faults")
    inspect(page, "de-book-faults", language="de")
    page.fill("#book-origin", "HKHKG")
    page.fill("#book-destination", "SESTO")
    page.fill("#book-arrivalDeadline", moment(90)[:16])
    page.submit("main button")
    check("Die Sendung ist gebucht." in page.text(".flash"), "German: a cargo is booked by keyboard", page.text())


def spoken(page: Page, name: str) -> None:
    """Checks that no English is left, in texts and in names."""
    attributes = page.run("[...document.querySelectorAll('[aria-label],[data-news],[title]')].flatMap((e) => [e.ariaLabel, e.dataset.news, e.title])")
    text = NAMES.sub("", " ".join([page.text("body"), *filter(None, attributes)]))
    check(not ENGLISH.findall(text), f"German: {name} has no English", [*ENGLISH.findall(text), text[:200]])
