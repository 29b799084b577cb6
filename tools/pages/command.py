"""Checks the pages of the service in a real Chromium, against a real server.

Booking to claim as a clerk and tracking as a customer, with and without JavaScript, on a phone and on a desk, in light and in dark, by keyboard,
and under attack. SHOTS=DIR keeps pictures to look at.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import tempfile
import time
import urllib.parse
from typing import TYPE_CHECKING, Any

from .. import libraries
from ..checked import check, tell
from ..project import built_with_all_traits, options_of
from ..services import Service
from .customers import customers
from .german import german, visitors
from .inspection import inspect, listed
from .morning import corrections, morning
from .suggestions import suggestions
from .world import ADMIN, CLERK, CUSTOMER, EVIL, SNEAKY, TRACKER, api, book, handle, moment, past, prepare, voyage

if TYPE_CHECKING:
    from .browser import Page, Window


def found(pattern: str, text: str) -> str:
    """The first group of a pattern, or nothing."""
    match = re.search(pattern, text)
    return match[1] if match else ""


def sign_in(page: Page, server: Service) -> str:
    page.open(server.url + "/clerk")
    check("Sign in" in page.text("h1"), "a visitor without a session is sent to the sign-in")
    page.fill("#token", "no-token-that-anybody-has-0")
    page.submit("main button")
    check(page.attributes("#token").get("aria-invalid") == "true" and "token-fault" in page.attributes("#token")["aria-describedby"],
          "a wrong token is reported beside the field")
    check(("textbox", "Token") in page.tree(), "the token's field has an accessible name", page.tree())
    page.fill("#token", TRACKER)
    page.submit("main button")
    check("its role is tracking" in page.text(), "a tracking token doesn't open the clerks' pages")
    page.fill("#token", CLERK)
    page.submit("main button")
    check(page.text("h1") == "Cargos", "a clerk's sign-in leads to the list")
    cookie: dict[str, Any] = next((dict(it) for it in page.page.context.cookies(server.url + "/clerk") if it["name"] == "cargo-session"), {})
    check(cookie.get("httpOnly") and cookie.get("sameSite") == "Strict" and cookie.get("path") == "/clerk" and CLERK not in cookie["value"],
          "the cookie is limited to the clerks' pages and doesn't contain the token")
    return cookie["value"]


def life(page: Page, server: Service, name: str, inspects: bool) -> str:
    """Books a cargo, routes it and handles it up to the claim; returns its id."""
    page.open(server.url + "/clerk/book")
    if inspects:
        inspect(page, "book")
    page.fill_in("book", origin="nowhere", customerId="", destination="ZZZZZ")
    page.submit("main button")
    for field, words in [("origin", "matches no port, or more than one"), ("customerId", "is required"), ("arrivalDeadline", "is required")]:
        attributes = page.attributes(f"#book-{field}")
        check(attributes.get("aria-invalid") == "true" and f"book-{field}-fault" in attributes.get("aria-describedby", ""), f"{name}: {field} is marked as invalid")
        check(words in page.text(f"#book-{field}-fault"), f"{name}: the error of {field} is shown beside it", page.text(f"#book-{field}-fault"))
        check(page.has(f'.faults a[href="#book-{field}"]'), f"{name}: the error summary links to {field}")
    check(page.attributes("#book-origin")["value"] == "nowhere", f"{name}: the form keeps the entered values")
    if inspects:
        inspect(page, "book-faults")
    page.fill_in("book", customerId=" ACME ", origin="hkhkg", destination="ZZZZZ", arrivalDeadline=moment(90)[:16])
    page.submit("main button")
    check("There is no location ‘ZZZZZ’." in page.text("#book-destination-fault"), f"{name}: an unknown port is reported beside its field", page.text("#book-destination-fault"))
    page.fill("#book-destination", "sesto")
    page.submit("main button")
    check("Cargo booked" in page.text(".flash"), f"{name}: the cargo is booked", page.text())
    tracking_id = page.text("h1").split()[-1]
    check(page.has(f'a[href="/clerk/cargos/{tracking_id}/routes"]'), f"{name}: the page links to the routes")
    page.submit('a[href$="/routes"]')
    check(page.count(".candidates > li") >= 2, f"{name}: there are at least two candidate routes")
    if inspects:
        inspect(page, "routes")
    page.submit('.candidates > li:first-child button')
    check("Route assigned" in page.text(".flash"), f"{name}: the route is assigned")
    for step in ("Receive in Hong Kong", "Load onto voyage CX12 in Hong Kong", "Unload off voyage CX12 in Singapore",
                 "Load onto voyage EU07 in Singapore", "Unload off voyage EU07 in Rotterdam", "Load onto voyage BA3 in Rotterdam",
                 "Unload off voyage BA3 in Stockholm", "Claim in Stockholm"):
        check(step in page.text(".status"), f"{name}: the next step is {step}", page.text(".status"))
        if inspects and step.startswith("Unload off voyage EU07"):
            inspect(page, "cargo")
        page.send("handling", completionTime=past())
        check("Handling registered" in page.text(".flash"), f"{name}: {step} is registered", page.text("main")[:300])
    check("Delivered" in page.text(".status .badge") and not page.has('form[action$="/destination"]'), f"{name}: the claimed cargo is delivered and can't be changed")
    return tracking_id


def changes(page: Page, server: Service, session: str) -> None:
    """Destination, deadline, and two clerks at once."""
    book(server, "CHANGE1")
    page.open(server.url + "/clerk/cargos/CHANGE1")
    page.fill("#destination-destination", "SGSIN")
    stale = page.markup('form[action$="/deadline"]')
    page.send("destination")
    check("Needs another route" in page.text(".status") and "Singapore" in page.text(".status"), "after a change of destination the cargo needs another route")
    page.send("deadline", arrivalDeadline="2020-01-01T00:00")
    check("not in the future" in page.text("#deadline-arrivalDeadline-fault"), "a past deadline is reported beside its field")
    check(not page.has("#destination-destination-fault"), "a past deadline is reported beside no other field")
    page.send("deadline", arrivalDeadline=moment(100)[:16])
    check("Deadline changed" in page.text(".flash"), "the deadline is changed")
    api(server, "POST", "/v1/handling-events", {"trackingId": "CHANGE1", "type": "RECEIVE", "location": "HKHKG", "completionTime": past() + "Z"})
    version, csrf = (found(rf'name="{name}" value="([^"]+)"', stale) for name in ("version", "csrf"))
    status, _, text = server.ask("POST", "/clerk/cargos/CHANGE1/deadline", f"csrf={csrf}&version={version}&arrivalDeadline={moment(120)}",
                                 "application/x-www-form-urlencoded", Cookie=f"cargo-session={session}")
    check(status == 422 and "Someone else has changed this cargo" in text, "a stale form explains why it changes nothing", status)
    deadline = api(server, "GET", "/v1/cargos/CHANGE1")["routeSpecification"]["arrivalDeadline"]
    check(deadline[:19] == moment(100)[:19], "a stale form changes nothing", deadline)
    page.send("handling", type="LOAD", voyageNumber="")
    check("Enter the voyage" in page.text("#handling-voyageNumber-fault"), "a missing voyage is reported beside its field")


def reality(page: Page, server: Service) -> None:
    """A missed connection and the way out, a wrong scan taken back, a booking cancelled and reinstated."""
    for number, calls in {"MISS1": ("JPTYO", 3, "USLGB", 15), "MISS2": ("USLGB", 17, "USNYC", 20), "MISS3": ("USLGB", 25, "USNYC", 28)}.items():
        voyage(server, number, *calls)
    book(server, "MISSED1", "JPTYO", "USNYC")
    voyage(server, "MISS1", "JPTYO", 3, "USLGB", 19)
    page.open(server.url + "/clerk/cargos/MISSED1")
    check("Missed connection" in page.text(".status .badge"), "a missed connection shows at once", page.text(".status"))
    check("Misses voyage MISS2 in Long Beach (USLGB): MISS1 arrives on" in page.text(".status .alert"), "it is told in words", page.text(".status .alert"))
    check("Find another route" in page.text("#route-heading"), "the clerk is led to another route", page.text("aside"))
    inspect(page, "missed")
    page.open(server.url + "/track?id=MISSED1")
    check("Missed connection" in page.text(".status .badge"), "customers see it too", page.text("main")[:300])
    page.open(server.url + "/clerk")
    check("1 disrupted" in page.text("#cargos-summary"), "the list counts it", page.text("#cargos-summary"))
    check(listed(page)[:1] == ["MISSED1"], "the list has it first", listed(page))
    page.open(server.url + "/clerk/cargos/MISSED1")
    page.submit('a[href$="/routes"]')
    page.submit('.candidates > li:first-child button')
    check("Route assigned" in page.text(".flash") and "On track" in page.text(".status .badge"), "the other route is assigned", page.text(".status"))
    check("MISS3" in page.text("main"), "the other route takes the later voyage")

    handle(server, "MISSED1", "RECEIVE", "USNYC")
    page.open(server.url + "/clerk/cargos/MISSED1")
    check("Misdirected" in page.text(".status .badge"), "a wrong scan misdirects the cargo", page.text(".status"))
    page.send("retraction")
    check("Enter a reason" in page.text("#retraction-reason-fault") or "required" in page.text("#retraction-reason-fault"),
          "a missing reason is reported beside its field", page.text('form[action$="/retraction"]'))
    page.send("retraction", reason="Wrong terminal")
    check("Event retracted" in page.text(".flash") and "On track" in page.text(".status .badge"), "the wrong scan is taken back", page.text("main")[:300])
    check("Receive in New York" in page.text(".timeline s") and "Wrong terminal" in page.text(".timeline"), "the timeline strikes it through", page.text(".timeline"))
    inspect(page, "taken-back")
    page.send("cancellation", reason="Customer withdrew")
    check("Booking cancelled" in page.text(".flash") and "Customer withdrew" in page.text(".status"), "the booking is cancelled", page.text("main")[:300])
    check(not page.has('form[action$="/destination"]') and not page.has('a[href$="/routes"]'), "a cancelled booking can't be changed")
    page.send("reinstatement")
    check("Booking reinstated" in page.text(".flash") and "On track" in page.text(".status .badge"), "the booking is reinstated", page.text("main")[:300])


def carriers(page: Page, server: Service) -> None:
    """A report of a late ship, its cargo rolled over to the next one, and a hold."""
    voyage(server, "LATE7", "JPTYO", 3, "USLGB", 15)
    voyage(server, "NEXT7", "JPTYO", 10, "USLGB", 22)
    book(server, "ROLL1", "JPTYO", "USLGB")
    page.open(server.url + "/clerk/cargos/ROLL1")
    page.submit('table a[href="/clerk/voyages/LATE7"]')
    check(page.text("h1") == "Voyage LATE7", "a leg links to its voyage", page.text("h1"))
    inspect(page, "voyage")
    page.send("report", time="")
    check(page.text("#report-time-fault"), "a missing time is reported beside its field", page.text("aside"))
    page.send("report", location="USLGB", time=moment(19)[:16])
    check("Report taken" in page.text(".flash") and "ROLL1" in page.text("main") and "4 days late" in page.text("main"), "a report lists the late cargo", page.text("main"))
    inspect(page, "voyage-report")
    page.open(server.url + "/track/ROLL1")
    check("4 days later" in page.text(".promise"), "customers see the first promise beside the new arrival", page.text(".status"))
    inspect(page, "promise")
    page.open(server.url + "/clerk/voyages/LATE7")
    check("Estimated" in page.text("tbody"), "the voyage's page shows the forecast", page.text("tbody"))
    page.fill("#roll-over-to", "NEXT7")
    page.submit('form[action$="/roll-over"] button[name="preview"]')
    check("1 cargo would move to voyage NEXT7." in page.text(".flash"), "a preview lists the cargo", page.text("main"))
    inspect(page, "roll-over-preview")
    page.submit("main button")
    check("1 cargo moved to voyage NEXT7." in page.text(".flash"), "the cargo is rolled over", page.text("main"))
    page.open(server.url + "/clerk/voyages")
    check(page.has('tbody a[href="/clerk/voyages/NEXT7"]'), "voyages are listed", page.text("main")[:300])
    inspect(page, "voyages")
    page.open(server.url + "/clerk/cargos/ROLL1")
    check(page.has('table a[href="/clerk/voyages/NEXT7"]'), "the cargo's leg is on the other voyage", page.text("table"))
    page.send("hold", type="CUSTOMS", reason="Papers are missing")
    check("Hold placed" in page.text(".flash") and "Held by customs" in page.text(".holds"), "a hold is placed and shown", page.text(".status"))
    check(page.text(".status .badge") == "Held", "a held cargo has its badge", page.text(".status .badge"))
    inspect(page, "held")
    page.send("release")
    check("Hold released" in page.text(".flash") and not page.has(".holds"), "the hold is released", page.text(".status"))


def listing(page: Page, server: Service) -> None:
    book(server, "LATE1", days=90)
    status, _, text = server.ask("PUT", "/v1/cargos/LATE1/deadline", json.dumps({"arrivalDeadline": moment(10)}),
                              Authorization=f"Bearer {CLERK}", If_Match="*")
    check(status == 200, "the deadline can be set before the end of the route", text)
    book(server, "ASTRAY1")
    handle(server, "ASTRAY1", "RECEIVE", "HKHKG")
    handle(server, "ASTRAY1", "LOAD", "HKHKG", "CX12")
    handle(server, "ASTRAY1", "UNLOAD", "USNYC", "CX12")
    page.open(server.url + "/clerk")
    check(listed(page)[:2] == ["ASTRAY1", "LATE1"], "misdirected cargos come first, then late ones", listed(page))
    check("1 misdirected" in page.text("#cargos-summary") and "1 late" in page.text("#cargos-summary"), "misdirected and late cargos are counted")
    inspect(page, "cargos")
    page.fill("#filter-attention", "MISDIRECTED")
    page.submit(".filter button")
    check(listed(page) == ["ASTRAY1"], "the list is filtered", listed(page))
    page.open(server.url + "/clerk?customerId=" + urllib.parse.quote(SNEAKY))
    check("not a valid customer id" in page.text(".filter"), "an invalid filter is reported beside its field")
    inspect(page, "cargos-fault", widths=(360,))
    page.open(server.url + "/clerk/cargos/ASTRAY1")
    check("Misdirected" in page.text(".status") and page.count(".timeline li.unexpected") == 1, "the timeline marks the unexpected event")
    inspect(page, "cargo-misdirected")


def sorting(page: Page, server: Service) -> None:
    """The list sorted by its headers, and kept in that order while it is updated."""
    book(server, "SORT1", days=150)
    page.open(server.url + "/clerk")
    before = listed(page)

    def sort(column: int, direction: str | None) -> list[str]:
        page.node(f'button[name="sort-{column}"]').focus()
        page.press("Enter")
        check(page.attributes(f"thead tr > :nth-child({column + 1})").get("aria-sort") == direction, f"column {column} is sorted {direction}", page.markup("thead"))
        return listed(page)

    ids = page.run(f"{json.dumps(before)}.sort(new Intl.Collator('en', {{ numeric: true }}).compare)")
    check(sort(1, "ascending") == ids, "the list is sorted by tracking id", listed(page))
    check(sort(1, "descending") == ids[::-1], "it is sorted the other way round", listed(page))
    check(sort(1, None) == before, "it gets its order back", listed(page))
    check("SORT1" not in sort(6, "ascending")[:1] and sort(6, "descending")[0] == "SORT1", "the list is sorted by deadline", listed(page))
    inspect(page, "cargos-sorted")
    page.node('button[name="sort-6"]').focus()
    book(server, "SORT2", days=151)
    check(page.wait(lambda: listed(page)[:2] == ["SORT2", "SORT1"]), "an update keeps the order", listed(page))
    check(page.run("document.activeElement.name") == "sort-6", "an update keeps the focus")


def bulk(page: Page, server: Service) -> None:
    """Two cargos checked by keyboard and changed together."""
    for tracking_id in ("BULK1", "BULK2"):
        book(server, tracking_id, route=False)
    page.open(server.url + "/clerk")
    for tracking_id in ("BULK1", "BULK2"):
        page.tick(f'[name="cargo-{tracking_id}"]')
    page.node("#bulk details:last-of-type summary").focus()
    page.press("Enter")
    page.fill("#bulk-cancelReason", "Withdrawn")
    page.press("Enter")
    check(page.text("h1") == "Cargos" and page.has("#bulk-cancelReason"), "Enter in a field of the form sends nothing", page.text("h1"))
    page.submit('#bulk button[value="route"]')
    check("2 cargos changed." in page.text(".flash"), "the checked cargos get their best routes", page.text())
    inspect(page, "bulk")
    page.submit(".back a")
    check(page.text("h1") == "Cargos", "the result leads back to the list", page.text("h1"))
    for tracking_id in ("BULK1", "BULK2"):
        page.open(server.url + f"/clerk/cargos/{tracking_id}")
        check(page.has(".status .badge.good"), f"{tracking_id} has a route", page.text(".status"))


def references(page: Page, server: Service) -> None:
    """A reference added and removed, and routes with time between voyages."""
    book(server, "NAMED1", route=False)
    page.open(server.url + "/clerk/cargos/NAMED1")
    page.send("reference", type="CONTAINER", value="csqu 305438-4")
    check("check digit" in page.text("#reference-value-fault"), "a wrong container number is reported beside its field", page.text("aside"))
    page.send("reference", value="csqu 305438-3")
    check("Reference added" in page.text(".flash") and "CSQU3054383" in page.text(".references"), "a reference is added", page.text("main")[:300])
    check(("button", "Remove: Container CSQU3054383") in page.tree(), "the button says what it removes", page.tree())
    inspect(page, "references")
    page.submit(".references button")
    check("Reference removed" in page.text(".flash") and not page.has(".references"), "the reference is removed", page.text("main")[:300])
    page.open(server.url + "/clerk/cargos/NAMED1/routes")
    routes = page.count(".candidates > li")
    page.fill("#search-connection", "1000")
    page.submit(".filter button")
    check(0 < page.count(".candidates > li") < routes, "routes with short connections are left out", page.text("main"))
    check(page.attributes("#search-connection")["value"] == "1000", "the form keeps the time between voyages")
    page.fill("#search-connection", "x")
    page.submit(".filter button")
    check("whole number of hours" in page.text("#search-connection-fault"), "an invalid time is reported beside its field", page.text("main"))
    inspect(page, "routes-fault", widths=(360,))


def tracking(page: Page, server: Service, tracking_id: str) -> None:
    page.open(server.url + "/")
    pairs = page.tree()
    for role, name in [("search", "Track a cargo"), ("textbox", "Tracking id or reference"), ("button", "Track"), ("heading", "Where is my cargo?"),
                       ("link", "Skip to content")]:
        check((role, name) in pairs, f"the start page has the {role} {name}", pairs)
    inspect(page, "start")
    page.fill("#id", f" {tracking_id.lower()} ")
    page.submit("main button")
    check(page.text("h1") == f"Cargo {tracking_id}", "a tracking id is found in lower case")
    check("ACME" not in page.markup(), "the public page doesn't show the customer")
    pairs = page.tree()
    check(any(role in ("img", "image") and name == f"Route of cargo {tracking_id}" for role, name in pairs), "the map is an image with an accessible name")
    for name in ("Status", "Route", "Timeline"):
        check(("region", name) in pairs, f"the page has the region {name}")
    inspect(page, "track")
    alike = []
    for wrong in ("UNKNOWN77", "-", "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "%22%CC%81%20autofocus%20onfocus=window.hacked=1%20x=%22"):
        status, _, text = server.ask("GET", f"/track/{wrong}")
        value = re.search(r'name="id" value="([^"]*)"', text)
        alike.append((status, re.sub(r'name="id" value="[^"]*"', "", text)))
        check(value and "<" not in value.group(1), "the requested id is escaped")
    check(len(set(alike)) == 1 and alike[0][0] == 404, "an invalid id and an unknown id get the same page")
    page.open(server.url + "/track/%22%CC%81%20autofocus%20onfocus=window.hacked=1%20x=%22")
    check(page.attributes("#id").get("autofocus") is None and page.attributes("#id")["value"].startswith('"\u0301'), "no attribute can be injected")
    inspect(page, "unknown", widths=(360,))


def live(window: Window, clerk: Page, server: Service) -> None:
    """Two tabs: a change made in one appears in the other without a reload."""
    book(server, "LIVE1")
    customer = window.page()
    customer.shape(1200)
    customer.open(server.url + "/track/LIVE1")
    customer.run("window.marker = 1")
    clerk.open(server.url + "/clerk")
    clerk.run("window.marker = 1")
    time.sleep(0.3)
    handle(server, "LIVE1", "RECEIVE", "HKHKG")
    check(customer.wait(lambda: "In port Hong Kong" in customer.text(".headline")), "the tracking page shows a change", customer.text(".status"))
    check(customer.run("window.marker") == 1, "the tracking page isn't reloaded")
    check("In port Hong Kong" in customer.text("#news"), "the change is announced to screen readers")
    check(customer.attributes("#news").get("aria-live") == "polite", "the announcement is polite")
    check(customer.wait(lambda: customer.has(".map-cargo")), "the map shows the cargo after the change")
    check(clerk.wait(lambda: "In port" in next(r for r in re.findall(r"<tr>.*?</tr>", clerk.markup("tbody"), re.S) if "LIVE1" in r)),
          "the clerk's list shows the change")
    check(clerk.run("window.marker") == 1, "the clerk's list isn't reloaded")
    customer.page.close()


def keyboard(page: Page, server: Service, tracking_id: str) -> None:
    page.open(server.url + "/")
    page.press("Tab")
    active = "document.activeElement.textContent.trim() || document.activeElement.id"
    check(page.run(active) == "Skip to content", "the first tab stop skips the navigation")
    check(page.wait(lambda: page.run("document.activeElement.getBoundingClientRect().top >= 0")), "the skip link is visible when it has the focus")
    page.press("Enter")
    check(page.run("location.hash") == "#main", "the skip link leads to the content")
    page.press("Tab")
    check(page.run("document.activeElement.id") == "id", "the next tab stop is the field")
    check(page.run("getComputedStyle(document.activeElement).outlineStyle") == "solid", "the field's focus is visible")
    page.page.keyboard.insert_text(tracking_id)
    page.enter()
    check(page.text("h1") == f"Cargo {tracking_id}", "a cargo can be tracked by keyboard")
    book(server, "KEYS1", route=False)
    page.open(server.url + "/clerk/cargos/KEYS1/routes")
    for _ in range(30):
        page.press("Tab")
        if page.run("document.activeElement.textContent") == "Choose route 1":
            break
        check(page.run("document.activeElement === document.body || getComputedStyle(document.activeElement).outlineStyle === 'solid'"),
              "the focus of each tab stop is visible")
    page.enter()
    check("Route assigned" in page.text(".flash"), "a route can be chosen by keyboard")


def evil(page: Page, server: Service) -> None:
    book(server, "EVIL1", origin="ZZAAA", destination="ZZBBB")
    handle(server, "EVIL1", "RECEIVE", "ZZAAA")
    for path in ("/track/EVIL1", "/clerk/cargos/EVIL1", "/clerk/book", "/clerk/cargos/EVIL1/routes"):
        page.open(server.url + path)
        inspect(page, "evil" + path.replace("/", "-"), widths=(360,))
        check(page.count("script") == 1, f"{path}: the page has only the service's script")
    check(EVIL in page.text("main"), "a malicious name is shown as text")
    status, _, text = server.ask("GET", "/clerk/sign-in?to=//evil.example")
    check(status == 200 and 'name="to" value="/clerk"' in text, "a sign-in link with a foreign target leads to the clerks' list", status)


def forgery(server: Service, session: str) -> None:
    cookie = f"cargo-session={session}"
    form = "application/x-www-form-urlencoded"
    csrf = found(r'name="csrf" value="([0-9a-f]+)"', server.ask("GET", "/clerk/book", Cookie=cookie)[2])
    body = f"csrf={csrf}&key=abc&customerId=A&origin=HKHKG&destination=SESTO&arrivalDeadline={moment(50)}"
    for name, text, headers in [("no token", body.replace(csrf, ""), {}), ("a wrong token", body.replace(csrf, "0" * 32), {}),
                                ("another origin", body, {"Origin": "https://evil.example"}), ("no origin at all", body, {"Origin": "null"}),
                                ("another site", body, {"Sec_Fetch_Site": "cross-site"}), ("a site beside", body, {"Sec_Fetch_Site": "same-site"})]:
        check(server.ask("POST", "/clerk/book", text, form, Cookie=cookie, **headers)[0] == 403, f"a form with {name} is rejected")
    check(server.ask("POST", "/clerk/book", json.dumps({}), Cookie=cookie)[0] == 415, "JSON is not accepted as a form")
    check(server.ask("POST", "/clerk/sign-in", f"token={CLERK}", form, Origin="https://evil.example")[0] == 403, "a sign-in from another origin is rejected")
    first = server.ask("POST", "/clerk/book", body, form, Cookie=cookie, Origin=server.url)
    second = server.ask("POST", "/clerk/book", body, form, Cookie=cookie, Origin=server.url)
    check(first[0] == second[0] == 303 and first[1]["location"] == second[1]["location"], "a form sent twice books once")
    check(server.ask("GET", "/v1/cargos", Cookie=cookie)[0] == 401, "the cookie doesn't open the API")
    status, headers, _ = server.ask("POST", "/clerk/sign-in", f"token={CLERK}&to=//evil.example/x", form)
    check(status == 303 and headers["location"] == "/clerk", "the sign-in doesn't redirect to another site")
    for path in ("/clerk", "/clerk/book", "/clerk/cargos/LIVE1", "/clerk/cargos/LIVE1/routes"):
        status, headers, _ = server.ask("GET", path)
        check(status == 303 and headers["location"].startswith("/clerk/sign-in?to="), f"{path} requires a session")
    for path in ("/clerk/live", "/clerk/cargos/LIVE1/live"):
        check(server.ask("GET", path)[0] == 401, f"{path} requires a session")
    for path in ("/", "/track/LIVE1", "/clerk/sign-in", "/nothing"):
        _, headers, _ = server.ask("GET", path, Accept="text/html")
        policy = headers["content-security-policy"]
        check("default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy and "form-action 'self'" in policy,
              f"{path}: the content security policy is strict")
        check(headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store" and headers["referrer-policy"] == "same-origin"
              and headers["cross-origin-opener-policy"] == "same-origin" and headers["content-type"].startswith("text/html"), f"{path}: the security headers are set")
    check(server.ask("GET", "/nothing")[1]["content-type"] == "application/problem+json", "programs get problem documents, not pages")
    check(server.ask("POST", "/clerk/sign-out", f"csrf={csrf}", form, Cookie=cookie, Origin=server.url)[0] == 303, "a clerk can sign out")
    check(server.ask("GET", "/clerk", Cookie=cookie)[0] == 303, "after the sign-out the session has ended")


def silent(who: str, complaints: list[str], *statuses: str) -> None:
    found = [told for told in complaints if not any(f"status of {code}" in told for code in statuses)]
    check(not found, f"{who} reports no errors or violations", found)


def service(binary: str, directory: str) -> Service:
    zones = pathlib.Path(directory).with_suffix(".csv")
    zones.write_text("un_locode,time_zone\nHKHKG,Asia/Hong_Kong\nSESTO,Europe/Stockholm\nNLRTM,Europe/Amsterdam\n", encoding="utf-8")
    return Service(binary, f"json:{directory}", "--log-format", "json", "--pages-time-zones", str(zones), CARGO_ACCESS_TOKENS=f"clerk:{CLERK},tracking:{TRACKER},admin:{ADMIN},customer=ACME:{CUSTOMER}",
                   CARGO_ACCESS_PUBLIC_REQUESTS_PER_MINUTE="0")


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, server=(str, "a cargo-server; CARGO_SERVER or built if not given"))
    libraries.require("pages")
    from .browser import Window, chromium  # reads the library

    binary = options.server or os.environ.get("CARGO_SERVER") or str(built_with_all_traits("cargo-server"))
    with tempfile.TemporaryDirectory(prefix="pages-") as directory, chromium() as browser, service(binary, f"{directory}/store") as server:
        prepare(server)
        window = Window(browser)
        page = window.page()
        page.shape(1200)
        session = sign_in(page, server)
        tracking_id = life(page, server, "with script", True)
        tracking(page, server, tracking_id)
        changes(page, server, session)
        reality(page, server)
        carriers(page, server)
        suggestions(page, server)
        listing(page, server)
        references(page, server)
        bulk(page, server)
        sorting(page, server)
        live(window, page, server)
        keyboard(page, server, tracking_id)
        evil(page, server)
        silent("the browser", window.complaints, "404", "422", "403", "401")
        shop = Window(browser)
        page = shop.page()
        page.shape(1200)
        customers(page, server)
        silent("customers: the browser", shop.complaints, "404", "422")
        page = Window(browser, java_script_enabled=False, storage_state=window.context.storage_state()).page()
        plain = life(page, server, "without script", False)
        page.open(server.url + f"/track/{plain}")
        check("Claimed in Stockholm" in page.text(".headline"), "without script: the tracking page shows the claim")
        window = Window(browser, locale="de-DE", storage_state=window.context.storage_state())
        page = window.page()
        page.shape(1200)
        german(page, server, tracking_id)
        abroad = Window(browser, locale="de-DE")
        page = abroad.page()
        page.shape(1200)
        visitors(page, server)
        silent("German: the browser", [*window.complaints, *abroad.complaints], "404", "422", "403", "401")
        forgery(server, session)
        with service(binary, f"{directory}/desk") as desk:
            prepare(desk)
            window = Window(browser)
            page = window.page()
            page.shape(1200)
            morning(page, desk, pathlib.Path(directory))
            corrections(page, desk)
            silent("the morning: the browser", window.complaints, "422")
    return tell("pages")
