"""What is told of a cargo's journey, and what becomes of its booking."""

import random

from .cargos import Act, Cargo, Report, Scan
from .voyages import FUTURE, PORTS, Wire, at

WRONG = "a wrong scan"
CUSTOMERS = "the customer's wish"
# How many of all cargos have a booking that isn't left alone.
#
# unhandled: cancelled before anything was done. cleared: cancelled after customs, which isn't a move. received: the cancellation is refused until a
# wrong RECEIVE is retracted. handled: cancelled, and then handled all the same. reinstated: cancelled and reinstated. refused: cancelled too late.
STORIES = {"unhandled": 0.01, "cleared": 0.015, "received": 0.015, "handled": 0.015, "reinstated": 0.015, "refused": 0.05}

Step = tuple[str, str, float, str | None]  # the type, the port, the hours, the voyage


def tell(cargo: Cargo, choices: random.Random, voyages: list[str], has_begun: bool) -> None:
    """Draws what happens to a cargo. `voyages` are those that a wrong scan may name."""
    story = choices.choices(["usual", *STORIES], [1 - sum(STORIES.values()), *STORIES.values()])[0]
    cargo.story = story if has_begun or story == "unhandled" else "usual"
    steps = journey(cargo, choices) if has_begun else []
    receive = event(cargo, next(step for step in steps if step[0] == "RECEIVE")) if steps else {}
    cancel, again = Act("cancel", reason=CUSTOMERS), Act("cancel", reason="the first reason stays")
    match cargo.story:
        case "unhandled":
            cargo.acts = [Act("cancel", reason=" ", codes=("validation_failed",)), cancel, again]
        case "cleared":
            hours = cargo.route[0].times()[0] - choices.uniform(80, 100)
            cargo.acts = [Act("register", event(cargo, ("CUSTOMS", cargo.route[0].ports[0], hours, None))), cancel, again]
        case "received":
            cargo.acts = [Act("register", receive), Act("cancel", reason=CUSTOMERS, codes=("cargo_already_received",)),
                          Act("retract", receive, WRONG), cancel]
        case "handled":
            cargo.morning = [cancel]
            cargo.reports = reports(cargo, steps[:choices.randint(1, len(steps))], choices, voyages)
        case "reinstated":
            # A claimed cargo can't be reinstated, and the claim may come first.
            cargo.morning, cargo.acts = [cancel], [Act("reinstate")]
            cargo.reports = reports(cargo, [step for step in steps if step[0] != "CLAIM"], choices, voyages)
        case "refused":
            cargo.reports = reports(cargo, steps, choices, voyages, spared=receive)
            cargo.acts = [Act("register", receive), Act("cancel", reason=CUSTOMERS, codes=("cargo_already_received", "cargo_already_claimed"))]
        case _:
            cargo.reports = reports(cargo, steps, choices, voyages)


def event(cargo: Cargo, step: Step) -> Wire:
    """A step as the API registers it."""
    kind, port, hours, voyage = step
    return {"completionTime": at(hours), "location": port, "trackingId": cargo.id, "type": kind} | ({"voyageNumber": voyage} if voyage else {})


def journey(cargo: Cargo, choices: random.Random) -> list[Step]:
    """The steps as far as the cargo has come, at least until it is received, with the delays of its voyages: each is later than the one before it."""
    first, last = cargo.route[0].ports[0], cargo.route[-1].ports[1]
    gate = cargo.route[0].times(cargo.route[0].voyage.delay)[0] - choices.uniform(12, 72)
    steps: list[Step] = [("RECEIVE", first, gate, None)]
    # Exports are cleared before or after they are received.
    cleared: Step = ("CUSTOMS", first, gate + choices.uniform(-6, 10), None)
    steps.insert(cleared[2] > gate, cleared)
    time = steps[-1][2]
    for leg in cargo.route:
        (here, there), (load, unload), planned = leg.ports, leg.times(leg.voyage.delay), leg.times()[0]
        # The ship is still to come, or left without the cargo.
        if planned > FUTURE or load < time and choices.random() < 0.5:
            return steps
        for kind, port, hours in (("LOAD", here, load), ("UNLOAD", there, unload)):
            time = max(time + 0.5, hours + choices.uniform(0, 3))
            steps.append((kind, port, time, leg.voyage.number))
    imported = time + choices.uniform(1, 24)
    steps += [("CUSTOMS", last, imported, None), ("CLAIM", last, imported + choices.uniform(1, 72), None)]
    return steps[:choices.randint(2, len(steps))] if choices.random() < 0.25 else steps


def reports(cargo: Cargo, steps: list[Step], choices: random.Random, voyages: list[str], spared: Wire | None = None) -> list[Report]:
    """What is told of the steps: some scans are missed, wrong, retracted by mistake and restored, or corrected; `spared` is right."""
    told: list[Report] = []
    for step in steps:
        right, draw, kind = event(cargo, step), choices.random(), step[0]
        wrong = right | {"location": choices.choice([port for port in PORTS if port != step[1]])}
        if kind in ("LOAD", "UNLOAD") and choices.random() < 0.5:
            wrong = right | {"voyageNumber": choices.choice([voyage for voyage in voyages if voyage != step[3]])}
        again = choices.random() < 0.5
        if draw >= 0.10 or right == spared:
            told.append([Scan(right)])
        elif draw < 0.02:
            if kind in ("RECEIVE", "CLAIM"):  # by hand, so it isn't missed
                told.append([Scan(right)])
        elif draw < 0.04:
            # A wrong port, or voyage, that nobody notices, which misdirects the cargo.
            told.append([Scan(wrong if kind in ("LOAD", "UNLOAD") else right)])
        elif draw < 0.065:
            told.append([Scan(wrong, True, again), Scan(right)])
        elif draw < 0.085:
            told.append([Scan(right, True, again)])
        else:
            told.append([Scan(right, True, again), Scan(right)])
    return told
