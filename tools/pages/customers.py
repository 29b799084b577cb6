"""The pages of customers, and the page of subscriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..checked import check
from ..services import Service
from .inspection import inspect
from .world import CUSTOMER, api, book, moment

if TYPE_CHECKING:
    from .browser import Page


def customers(page: Page, server: Service) -> None:
    """Signs in as the customer ACME, books a cargo again and subscribes to its events, by keyboard where a form is sent."""
    book(server, "THEIRS1")
    api(server, "POST", "/v1/cargos", {"arrivalDeadline": moment(60), "customerId": "OTHER", "destination": "SESTO", "origin": "HKHKG", "trackingId": "FOREIGN1"})
    page.open(server.url + "/customer")
    check(page.text("h1") == "Sign in as a customer", "a customer is sent to the customers' sign-in")
    page.fill("#token", CUSTOMER)
    page.enter()
    check(page.text("h1") == "Your cargos", "a customer's sign-in leads to their cargos", page.text("h1"))
    check("THEIRS1" in page.text() and "FOREIGN1" not in page.text(), "the list has the customer's cargos only")
    inspect(page, "customer")
    page.open(server.url + "/customer/cargos/THEIRS1")
    check(page.text("h1") == "Cargo THEIRS1", "a customer sees their cargo")
    inspect(page, "customer-cargo")
    page.open(server.url + "/customer/cargos/FOREIGN1")
    check(page.text("h1") == "Not found", "a foreign cargo isn't found")
    page.open(server.url + "/customer/book?like=THEIRS1")
    check(page.attributes("#book-origin").get("value") == "HKHKG", "the form has the route of the cargo to book again")
    inspect(page, "customer-book")
    page.fill("#book-arrivalDeadline", moment(90)[:16])
    page.enter()
    check("Cargo booked." in page.text(".flash"), "a cargo is booked again", page.text())
    page.open(server.url + "/customer/subscriptions")
    page.fill("#subscribe-endpoint", "http://partner.example/")
    page.enter()
    check("must use https" in page.text("#subscribe-endpoint-fault"), "an endpoint without TLS is refused beside its field")
    inspect(page, "customer-subscriptions-faults")
    page.fill("#subscribe-endpoint", "https://partner.example/hook")
    page.enter()
    check("whsec_" in page.text("code"), "the secret of a new subscription is shown")
    inspect(page, "customer-subscriptions")
    page.open(server.url + "/customer/subscriptions")
    check("whsec_" not in page.text() and "partner.example" in page.text(), "the secret is shown once")
    page.submit("tbody th a")
    check(page.text("h1") == "Subscription", "a subscription has a page", page.text("h1"))
    check(not page.has("#change-customerId"), "a customer's form has no customer")
    check(page.attributes("#change-endpoint").get("value") == "https://partner.example/hook", "the form has the endpoint")
    inspect(page, "customer-subscription")
    page.fill("#change-trackingId", "FOREIGN1")
    page.enter()
    check("You have no cargo" in page.text("#change-trackingId-fault"), "a foreign cargo is refused beside its field")
    inspect(page, "customer-subscription-faults")
    page.fill_in("change", trackingId="THEIRS1", reference="booking: ABC709951")
    page.tick("#change-eventType-CargoArrived")
    page.tick("#change-eventType-CargoClaimed")
    page.submit("main form button.primary")
    check("Changed." in page.text(".flash"), "a subscription is changed", page.text())
    check("Cargo THEIRS1; Reference BOOKING:ABC709951; CargoArrived, CargoClaimed" in page.text(".facts"), "the page tells the filter", page.text(".facts"))
    page.submit(".back a")
    page.submit("td form:first-of-type button")
    check("Paused" in page.text(".badge"), "a subscription is paused", page.text())
    inspect(page, "customer-subscriptions-paused")
    page.submit("header form button")
    page.open(server.url + "/customer")
    check(page.text("h1") == "Sign in as a customer", "after sign-out, the pages are closed")
