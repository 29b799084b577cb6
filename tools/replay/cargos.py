"""The cargos of a day: their routes, what is told of their journeys, and what clerks do."""

import dataclasses

from ..model.values import check_digit
from .voyages import Leg, Wire

OWNER = "CKTU"


def container(number: int) -> str:
    """A container number with its check digit (ISO 6346)."""
    text = f"{OWNER}{number:06}"
    return f"{text}{check_digit(text)}"


@dataclasses.dataclass
class Scan:
    """An event that is registered. A wrong one is retracted after that; perhaps the carrier tells of it once more then."""

    event: Wire
    is_wrong: bool = False
    is_told_again: bool = False


# What is told of one step of a journey: a scan, or a wrong one and the one that comes after its retraction. The order of reports doesn't matter.
Report = list[Scan]


@dataclasses.dataclass
class Act:
    """What a clerk does: registers or retracts an event, cancels or reinstates the booking. It is refused with one of the codes, if there are any."""

    verb: str
    event: Wire = dataclasses.field(default_factory=dict)
    reason: str = ""
    codes: tuple[str, ...] = ()


@dataclasses.dataclass
class Cargo:
    id: str
    customer: str
    container: str
    deadline: str
    route: list[Leg]
    story: str = "usual"
    morning: list[Act] = dataclasses.field(default_factory=list)  # before everything else
    reports: list[Report] = dataclasses.field(default_factory=list)
    acts: list[Act] = dataclasses.field(default_factory=list)  # in this order, whatever is reported meanwhile

    @property
    def legs(self) -> list[Wire]:
        return [leg.wire for leg in self.route]

    @property
    def booking(self) -> Wire:
        return {"arrivalDeadline": self.deadline, "customerId": self.customer, "destination": self.route[-1].ports[1],
                "origin": self.route[0].ports[0], "trackingId": self.id}

    @property
    def scans(self) -> list[Scan]:
        return [scan for report in self.reports for scan in report]

    @property
    def registered(self) -> list[Wire]:
        """All events that are registered, also those that are retracted later; one that is registered again counts again."""
        return [scan.event for scan in self.scans] + [act.event for act in [*self.morning, *self.acts] if act.verb == "register"]

    @property
    def retracted(self) -> list[Wire]:
        return [scan.event for scan in self.scans if scan.is_wrong] + [act.event for act in self.acts if act.verb == "retract"]

    @property
    def is_cancelled(self) -> bool:
        """Whether the booking is cancelled at the end of the day."""
        verbs = [act.verb for act in [*self.morning, *self.acts] if act.verb in ("cancel", "reinstate") and not act.codes]
        return verbs[-1:] == ["cancel"]
