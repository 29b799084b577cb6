"""Fields that suggest ports and voyages as a clerk types: by keyboard, by mouse, and without script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..checked import check
from ..services import Service
from .inspection import inspect, listed
from .world import api, book, handle, moment

if TYPE_CHECKING:
    from .browser import Page


def options(page: Page, field: str) -> list[str]:
    return page.run(f"[...document.querySelectorAll('{field}-suggestions [role=option]')].map((it) => it.textContent)")


def write(page: Page, field: str, text: str) -> None:
    page.node(field).fill("")
    page.node(field).press_sequentially(text)


def shown(page: Page, field: str) -> str | None:
    return page.attributes(field).get("aria-expanded")


def suggestions(page: Page, server: Service) -> None:
    page.open(server.url + "/clerk/book")
    origin, destination = "#book-origin", "#book-destination"
    check(page.attributes(origin)["role"] == "combobox" and shown(page, origin) == "false" and "list" not in page.attributes(origin),
          "a port's field is a combobox", page.attributes(origin))
    write(page, origin, "goteb")
    check(page.wait(lambda: options(page, origin) == ["Göteborg (SEGOT)"], 10), "a port is found by its name without diacritics", options(page, origin))
    check(shown(page, origin) == "true" and page.attributes(origin)["aria-controls"] == "book-origin-suggestions", "the field says that it suggests")
    inspect(page, "suggestions")
    sent: list[str] = []
    page.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.node(origin).focus()
    page.press("ArrowDown")
    check(page.attributes(origin).get("aria-activedescendant") == "book-origin-suggestions-0", "an arrow leads to a suggestion")
    page.press("Enter")
    check(page.node(origin).input_value() == "Göteborg (SEGOT)" and shown(page, origin) == "false", "Enter takes the suggestion",
          page.node(origin).input_value())
    write(page, origin, "kong ho")
    check(page.wait(lambda: options(page, origin) == ["Hong Kong (HKHKG)"], 10), "words count in any order", options(page, origin))
    page.press("Escape")
    check(shown(page, origin) == "false" and page.node(origin).input_value() == "kong ho", "Escape closes the list and leaves the text")
    page.press("ArrowDown")
    check(page.wait(lambda: shown(page, origin) == "true", 10), "an arrow opens it again")
    page.node("#book-origin-suggestions-0").click()
    check(page.node(origin).input_value() == "Hong Kong (HKHKG)", "a click takes the suggestion")
    check(page.run("document.activeElement.id") == "book-origin", "the focus stays in the field")
    check(not sent, "Enter on a suggestion sends no form", sent)
    write(page, destination, "stock")
    check(page.wait(lambda: shown(page, destination) == "true", 10), "a port is found by the beginning of its name", options(page, destination))
    page.node(destination).press_sequentially("xyz")
    check(page.wait(lambda: shown(page, destination) == "false", 10) and not options(page, destination), "without a match, the list closes",
          options(page, destination))
    page.fill(destination, "stockholm")
    page.fill_in("book", customerId="ACME", arrivalDeadline=moment(90)[:16])
    page.submit("main button")
    check("Cargo booked" in page.text(".flash") and "Stockholm (SESTO)" in page.text(".status"), "a port is booked by its name", page.text("main")[:300])

    book(server, "SUGGEST1")
    page.open(server.url + "/clerk/cargos/SUGGEST1")
    check(page.attributes("#handling-location")["value"] == "Hong Kong (HKHKG)", "the next port is filled in by its name")
    voyage = "#handling-voyageNumber"
    write(page, voyage, "rotter")
    check(page.wait(lambda: [it.split()[0] for it in options(page, voyage)] == ["BA3", "EU07"], 10), "voyages are found by their ports", options(page, voyage))
    check("Singapore – Rotterdam, departs" in options(page, voyage)[1], "a voyage's suggestion says where it goes", options(page, voyage))
    page.press("ArrowUp")
    page.press("Enter")
    check(page.node(voyage).input_value() == "EU07", "a voyage is taken by keyboard")

    book(server, "SUGGEST2", origin="SGSIN")
    handle(server, "SUGGEST1", "RECEIVE", "HKHKG")
    handle(server, "SUGGEST2", "RECEIVE", "SGSIN")
    page.open(server.url + "/clerk")
    check({"SUGGEST1", "SUGGEST2"} <= set(listed(page)), "without a filter, the list has the cargos of all ports", listed(page))
    page.fill("#filter-at", "hong kong")
    page.submit(".filter button")
    there = {cargo["trackingId"] for cargo in api(server, "GET", "/v1/cargos?at=HKHKG&limit=50")["cargos"]}
    check("SUGGEST1" in there and set(listed(page)) == there, "the list is filtered by a port's name", [listed(page), there])
    check("SUGGEST2" not in listed(page), "the filtered list has no cargos of other ports", listed(page))
