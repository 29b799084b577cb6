"""A clerk's morning on the pages, by mouse, with the clicks counted: bookings, routes, scans, a late ship, other routes, a report."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

from ..checked import check
from ..services import Service
from .inspection import inspect
from .world import CLERK, moment, past, voyage

if TYPE_CHECKING:
    from .browser import Page

CARGOS = [f"MORNING{number}" for number in range(1, 21)]
MOST_CLICKS = 25


class Clerk:
    """A clerk with a mouse. What is typed or pasted needs the click into its field."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, selector: str) -> None:
        """Clicks on a link or a button that leads to another page."""
        self.clicks += 1
        with self.page.page.expect_navigation():
            self.page.node(selector).click()

    def enter(self, selector: str, text: str) -> None:
        """Clicks into a field and types or pastes."""
        self.clicks += 1
        self.page.node(selector).click()
        self.page.fill(selector, text)

    def choose(self, selector: str, file: pathlib.Path) -> None:
        """Chooses a file: a click on the field, and one in the dialog."""
        self.clicks += 2
        self.page.node(selector).set_input_files(file)

    def save(self, selector: str) -> str:
        """Clicks on a link to a file, and returns the file's text."""
        self.clicks += 1
        with self.page.page.expect_download() as download:
            self.page.node(selector).click()
        return pathlib.Path(download.value.path()).read_text(encoding="utf-8")


def network(server: Service) -> None:
    """Two ships that connect in Long Beach, and a later one from there."""
    voyage(server, "MORN1", "JPTYO", 5, "USLGB", 15)
    voyage(server, "MORN2", "USLGB", 17, "USNYC", 20)
    voyage(server, "MORN3", "USLGB", 23, "USNYC", 26)


def morning(page: Page, server: Service, folder: pathlib.Path) -> None:
    """Signs in, and does in a morning what takes a click or two for all twenty cargos."""
    network(server)
    bookings = ["origin,destination,arrival_deadline,customer_id,tracking_id,references"]
    bookings += [f"JPTYO,USNYC,{moment(60)},ACME,{cargo},customer:PO-{cargo};booking:BKGMORNING" for cargo in CARGOS]
    scans = folder / "scans.csv"
    scans.write_text("\n".join(["completion_time,tracking_id,type,un_locode,voyage_number"]
                               + [f"{past()}Z,{cargo},RECEIVE,JPTYO," for cargo in CARGOS]) + "\n", encoding="utf-8")
    clerk = Clerk(page)
    page.open(server.url + "/clerk")
    clerk.enter("#token", CLERK)
    clerk.click("main button")

    clerk.click('nav a[href="/clerk/import"]')
    inspect(page, "import")
    # As cells that were copied in a spreadsheet.
    clerk.enter("#bookings-rows", "\n".join(bookings).replace(",", "\t"))
    clerk.click('form:has(#bookings-rows) button')
    check("20 cargos booked." in page.text(".flash"), "twenty cargos are booked at once", page.text())
    check(all(page.has(f'a[href="/clerk/cargos/{cargo}"]') for cargo in CARGOS), "the page links to each of them", page.text())
    inspect(page, "imported")

    clerk.choose("#scans-file", scans)
    check(page.wait(lambda: page.page.locator("#scans-rows").input_value() == scans.read_text(encoding="utf-8")), "a file fills the field")
    clerk.click("form:has(#scans-rows) button")
    check("20 scans registered." in page.text(".flash"), "twenty scans are registered at once", page.text())

    clerk.click('nav a[href="/clerk"]')
    clerk.click('.groups li:has(a[href="/clerk?attention=UNROUTED&routingStatus=NOT_ROUTED"]) button')
    check("20 cargos changed." in page.text(".flash"), "all get a route", page.text())

    clerk.click('nav a[href="/clerk/voyages"]')
    clerk.click('tbody a[href="/clerk/voyages/MORN1"]')
    clerk.enter("#report-location", "USLGB")
    clerk.enter("#report-time", moment(19)[:16])
    clerk.click('form[action$="/report"] button')
    check("Report taken" in page.text(".flash") and all(cargo in page.text() for cargo in CARGOS), "the report names the cargos", page.text())

    clerk.click('nav a[href="/clerk"]')
    check("20 cargos miss voyage MORN2 in Long Beach (USLGB)" in page.text(".groups"), "the list groups them", page.text(".groups"))
    clerk.click('.groups li:has(a[href*="voyage=MORN2"]) button')
    check("20 cargos changed." in page.text(".flash"), "all get another route", page.text())

    clerk.click('nav a[href="/clerk"]')
    check("MORN2" not in page.text("main"), "no cargo misses its ship any more", page.text("main")[:400])
    lines = [line for line in clerk.save(".paging a[download]").splitlines() if "BOOKING:BKGMORNING" in line]
    check(len(lines) == 20 and all(line.split(",")[0] in CARGOS and f"CUSTOMER:PO-{line.split(',')[0]}" in line for line in lines),
          "the report has each cargo with its references", lines[:3])
    check(all(",false,false,false," in line and line.endswith(",144.0") for line in lines), "it has each cargo's delay", lines[:3])
    print(f"a morning with twenty cargos takes {clerk.clicks} clicks")
    check(clerk.clicks <= MOST_CLICKS, f"a morning takes at most {MOST_CLICKS} clicks", clerk.clicks)


def corrections(page: Page, server: Service) -> None:
    """Rows that can't be imported, corrected in the form; by keyboard."""
    page.open(server.url + "/clerk/import")
    header = "origin,destination,arrival_deadline,customer_id,tracking_id"
    rows = [f"JPTYO,USNYC,{moment(60)},ACME,FIXED1", f"JPTYO,ZZXXX,{moment(60)},ACME,FIXED2"]
    page.fill("#bookings-rows", "\n".join([header, *rows]))
    page.submit("form:has(#bookings-rows) button")
    check("1 cargo booked." in page.text(".flash") and page.has('a[href="/clerk/cargos/FIXED1"]'), "what is right is booked", page.text())
    check("Line 3" in page.text(".failures") and "There is no location" in page.text(".failures"), "what is wrong is told by its line", page.text())
    inspect(page, "import-faults")
    text = page.page.locator("#bookings-rows").input_value()
    page.fill("#bookings-rows", text.replace("ZZXXX", "USNYC"))
    page.submit("form:has(#bookings-rows) button")
    check("1 cargo booked." in page.text(".flash") and "1 was so already." in page.text(".flash"), "only the corrected row is booked then", page.text())
