"""The pages in German, as a browser that prefers it gets them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..checked import check
from ..services import Service
from .inspection import inspect
from .world import CLERK, CUSTOMER, TRACKER, api, book, handle, moment

if TYPE_CHECKING:
    from .browser import Page

# Words of English sentences and labels that no German page has.
ENGLISH = re.compile(
    r"\b(the|and|or|of|to|for|from|by|with|without|on|at|it|its|is|isn|are|aren|be|been|has|have|had|not|no|can|cannot|may|must|should|would|does|doesn|don|this"
    r"|that|these|those|there|their|they|which|when|while|until|since|your|you|we|our|only|any|each|every|other|another|one|use|enter|choose|cargo|cargos|route of"
    r"|voyage|deadline|arrival|customer|sign|book|filter|next|late|claim|load|unload|receive|updated|events|endpoint|owner|paused|delivery|failed|answered)\b", re.I)
# Names that are the same in both languages, and what a clerk has typed.
NAMES = re.compile(r"New York|Long Beach|Hong Kong|ACME|OTHER|/customer\b|Filter\w+|Token|\bCargo\b|Wrong terminal|,LOAD,")
# Texts that aren't in the body's text: names, and what is announced later.
HIDDEN = """[document.title, document.body.dataset.updated, ...[...document.querySelectorAll('[aria-label],[data-news],[title],[placeholder],[alt]')]
    .flatMap((e) => [e.ariaLabel, e.dataset.news, e.title, e.placeholder, e.alt])]"""


def german(page: Page, server: Service, delivered: str) -> None:
    """The pages that a clerk who has signed in sees."""
    book(server, "GERMAN1")
    handle(server, "GERMAN1", "RECEIVE", "HKHKG")
    book(server, "GERMAN2", route=False)
    handle(server, "GERMAN2", "RECEIVE", "USNYC")
    for cargo in ("GERMAN1", "GERMAN2"):
        api(server, "POST", f"/v1/cargos/{cargo}/references", {"type": "BOOKING", "value": "GER-77"})
    titles = {
        "/": "Wo ist meine Sendung?", "/track?id=": "Wo ist meine Sendung?", "/track/GERMAN1": "Sendung GERMAN1", f"/track/{delivered}": f"Sendung {delivered}",
        "/track/NOTHING1": "Wo ist meine Sendung?", "/track/GER-77": "Wo ist meine Sendung?", "/track/MISSED1": "Sendung MISSED1",
        "/clerk": "Sendungen", "/clerk?attention=MISDIRECTED": "Sendungen", "/clerk?customerId=NOBODY": "Sendungen", "/clerk?at=nirgendwo": "Sendungen",
        "/clerk/book": "Sendung buchen", "/clerk/import": "Importieren", "/clerk/cargos/GERMAN1": "Sendung GERMAN1",
        "/clerk/cargos/GERMAN2": "Sendung GERMAN2", f"/clerk/cargos/{delivered}": f"Sendung {delivered}", "/clerk/cargos/CHANGE1": "Sendung CHANGE1",
        "/clerk/cargos/MISSED1": "Sendung MISSED1", "/clerk/cargos/LATE1": "Sendung LATE1", "/clerk/cargos/ASTRAY1": "Sendung ASTRAY1",
        "/clerk/voyages": "Reisen", "/clerk/voyages?voyageNumber=nirgendwo": "Reisen", "/clerk/voyages/LATE7": "Reise LATE7", "/track/ROLL1": "Sendung ROLL1",
        "/clerk/carrier-events": "Ereignisse der Reedereien", "/clerk/carrier-events?state=applied": "Ereignisse der Reedereien",
        "/clerk/cargos/GERMAN1/routes": "Routen für GERMAN1", "/clerk/cargos/NOTHING1": "Nicht gefunden", "/nothing": "Nicht gefunden",
    }
    for path, title in titles.items():
        titled(page, server, path, title)
    page.open(server.url + "/track/GERMAN1")
    check("Im Hafen Hong Kong" in page.text(".headline") and "Planmäßig" in page.text(".status .badge"), "German: the status is told", page.text(".status"))
    check(re.search(r"\d{1,2}\. (Jan\.|Feb\.|März|Apr\.|Mai|Juni|Juli|Aug\.|Sept\.|Okt\.|Nov\.|Dez\.) \d{4}, \d\d:\d\d", page.text(".status")),
          "German: a date is written as in German", page.text(".status"))
    page.open(server.url + "/clerk/book")
    page.fill_in("book", customerId="ACME", origin="nirgendwo")
    page.submit("main button")
    check("Dieser Name bezeichnet keinen oder mehrere Häfen." in page.text("#book-origin-fault"), "German: an error is told beside its field", page.text("#book-origin-fault"))
    spoken(page, "the form with faults")
    inspect(page, "de-book-faults", language="de")
    page.fill_in("book", origin="HKHKG", destination="SESTO", arrivalDeadline=moment(90)[:16])
    page.submit("main button")
    check("Die Sendung ist gebucht." in page.text(".flash"), "German: a cargo is booked by keyboard", page.text())
    titled(page, server, "/clerk/subscriptions", "Abonnements")


def visitors(page: Page, server: Service) -> None:
    """The pages for signing in, and those of a customer, without a session at first."""
    for root, title, strangers in [("/clerk", "Anmelden", ["no-token-that-anybody-has-0", TRACKER, CUSTOMER]),
                                   ("/customer", "Als Kunde anmelden", ["no-token-that-anybody-has-0", CLERK])]:
        titled(page, server, root, title)
        for token in strangers:
            page.fill("#token", token)
            page.submit("main button")
            check("Token" in page.text("#token-fault"), f"German: {root} refuses the token {token}", page.text())
            spoken(page, f"{root} that refuses the token {token}")
        inspect(page, f"de{root.replace('/', '-')}-sign-in-fault", language="de")
    titled(page, server, "/clerk/live", "Nicht erlaubt")
    page.open(server.url + "/customer")
    page.fill("#token", CUSTOMER)
    page.submit("main button")
    for path, title in {"/customer": "Ihre Sendungen", "/customer?done=booked": "Ihre Sendungen", "/customer/cargos/GERMAN1": "Sendung GERMAN1",
                        "/customer/cargos/MISSED1": "Sendung MISSED1", "/customer/cargos/FOREIGN1": "Nicht gefunden", "/customer/book": "Sendung buchen",
                        "/customer/book?like=GERMAN1": "Sendung buchen"}.items():
        titled(page, server, path, title)
    page.fill("#book-destination", "nirgendwo")
    page.submit("main button")
    check(page.text("#book-destination-fault") and page.text("#book-arrivalDeadline-fault"), "German: a customer's form tells its errors", page.text())
    spoken(page, "a customer's form with faults")
    page.fill_in("book", destination="SESTO", arrivalDeadline=moment(90)[:16])
    page.submit("main button")
    check("Sendung gebucht." in page.text(".flash"), "German: a customer books", page.text())
    spoken(page, "a customer's cargos after a booking")
    titled(page, server, "/customer/subscriptions", "Abonnements")
    page.submit("header form button")
    titled(page, server, "/customer", "Als Kunde anmelden")


def titled(page: Page, server: Service, path: str, title: str) -> None:
    """Opens a page and checks its title, its language and what holds on every page."""
    page.open(server.url + path)
    check(page.text("h1") == title, f"German: {path} is titled", page.text("h1"))
    spoken(page, path)
    inspect(page, "de" + re.sub(r"\W", "-", path), language="de")


def spoken(page: Page, name: str) -> None:
    """Checks that no English is left, in texts and in names."""
    text = " ".join(filter(None, [page.text("body"), *page.run(HIDDEN)]))
    check(not english(text), f"German: {name} has no English:", english(text))


def english(text: str) -> list[str]:
    """The English words of a text, each with what follows it."""
    rest = NAMES.sub("", text)
    found, end = [], 0
    for word in ENGLISH.finditer(rest):
        if word.start() >= end:
            end = word.end() + 40
            found.append(rest[max(0, word.start() - 10):end])
    return found
