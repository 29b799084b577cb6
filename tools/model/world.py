"""The world of a run: a clock, ids, and repositories in memory (REP-*)."""

from typing import Any

from .cargo import Cargo, readable_id, reconstitute
from .errors import Failure
from .events import Event
from .handling import HandlingEvent, History, distinct, history
from .values import instant_text, present
from .voyages import Location, Voyage, next_version


def customer_of(stored: Any) -> Any:
    """The customer that a stored cargo names, corrupt or not."""
    if isinstance(stored, Cargo):
        return stored.customer
    return stored.get("customerId") if isinstance(stored, dict) else None


class World:
    def __init__(
        self, now: int, ids: list[str], locations: list[Location], voyages: list[Voyage], cargos: list[Any], events: list[HandlingEvent]
    ) -> None:
        self.now = now
        self.ids = list(ids)
        self.given_ids: set[str] = set()
        self.locations = {location.code: location for location in locations}
        self.voyages = {voyage.number: voyage for voyage in voyages}
        self.events = distinct(events)
        self.retracted: dict[Any, tuple[HandlingEvent, str, int]] = {}  # by HND-3: the event, the reason, the time (HND-7)
        self.raised: list[Event] = []
        self.nameless: list[Any] = []  # stored cargos without a readable id, as given
        self.cargos: dict[str, Cargo | Any] = {}  # a Cargo, or a corrupt one as given
        for stored in cargos:
            self._keep(stored)

    def _keep(self, stored: Any) -> None:
        try:
            cargo = reconstitute(stored)
            self.cargos[cargo.id] = cargo
        except Failure:
            identity = readable_id(stored)
            if identity is None:
                self.nameless.append(stored)
            else:
                self.cargos[identity] = stored

    def find(self, identity: str) -> Cargo:
        """REP-1, REP-5."""
        if identity not in self.cargos:
            raise Failure("cargo_not_found", trackingId=identity)
        stored = self.cargos[identity]
        return stored if isinstance(stored, Cargo) else reconstitute(stored)

    def of_customer(self, customer: str) -> list[Cargo]:
        """REP-1, REP-5: by tracking id, after those without a readable one; a corrupt cargo fails the list of the customer it names."""
        return self.page_of_customer(customer, None, len(self.nameless) + len(self.cargos))[0]

    def page_of_customer(self, customer: str, after: str | None, limit: int) -> tuple[list[Cargo], bool]:
        """UC-7: a corrupt cargo has its place and fails the page that it is on. Also tells whether more cargos follow."""
        rest = [] if after is not None else list(self.nameless)
        rest += [self.cargos[identity] for identity in sorted(self.cargos) if identity > (after or "")]
        found: list[Any] = [stored for stored in rest if customer_of(stored) == customer]
        return [stored if isinstance(stored, Cargo) else reconstitute(stored) for stored in found[:limit]], len(found) > limit

    def sound(self) -> list[Cargo]:
        """All cargos by tracking id, without the corrupt ones."""
        return [stored for _, stored in sorted(self.cargos.items(), key=lambda item: item[0]) if isinstance(stored, Cargo)]

    def check_save(self, cargo: Cargo) -> Cargo:
        """REP-2: returns what a save of this cargo would store, and changes nothing."""
        actual = self.find(cargo.id).version if cargo.id in self.cargos else 0
        if actual != cargo.version:
            raise Failure("concurrency_conflict", actual=actual, expected=cargo.version, trackingId=cargo.id)
        return cargo.with_(version=next_version(cargo.version))

    def save(self, cargo: Cargo, raised: list[Event]) -> None:
        """REP-2, REP-3."""
        self.cargos[cargo.id] = self.check_save(cargo)
        self.raised += raised

    def next_id(self) -> str:
        """REP-6."""
        while self.ids:
            identity = self.ids.pop(0)
            if identity not in self.cargos and identity not in self.given_ids:
                self.given_ids.add(identity)
                return identity
        raise Failure("tracking_ids_exhausted")

    def history(self, identity: str) -> History:
        return history(identity, [event for event in self.events if event.cargo == identity])

    def location(self, code: str) -> Location:
        if code not in self.locations:
            raise Failure("location_not_found", unLocode=code)
        return self.locations[code]

    def voyage(self, number: str) -> Voyage:
        if number not in self.voyages:
            raise Failure("voyage_not_found", voyageNumber=number)
        return self.voyages[number]

    def final_state(self) -> dict[str, Any]:
        kept = [self.cargos[identity] for identity in sorted(self.cargos)]
        handled = [event for cargo in sorted({event.cargo for event in self.events}) for event in self.history(cargo)]
        retracted = sorted(self.retracted.values(), key=lambda entry: (entry[0].cargo, entry[0].place))
        return present(
            cargos=self.nameless + [stored.wire() if isinstance(stored, Cargo) else stored for stored in kept],
            handlingEvents=[event.wire() for event in handled],
            retractedEvents=[{"event": event.wire(), "reason": why, "retractedAt": instant_text(at)} for event, why, at in retracted] or None,
        )
