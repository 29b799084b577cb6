"""The ways in which a day reaches the service: the API, files, a carrier's pushes, and what clerks do."""

import base64
import collections
import concurrent.futures
import csv
import hashlib
import hmac
import itertools
import json
import pathlib
import random
import subprocess
import threading
from collections.abc import Callable, Iterable
from typing import Any

from ..project import fail
from ..services import Service
from .day import WRONG, Act, Cargo, Day, Report, Scan, Wire

CLIENTS = 4
CARRIER = base64.b64encode(bytes(range(7, 39))).decode()
TOKEN = "a-token-of-the-replayed-day-0123456789abcdef"
CODES = {"RECEIVE": "GTIN", "LOAD": "LOAD", "UNLOAD": "DISC", "CLAIM": "GTOT"}
PUSHED = 100  # events of one push
FILES = 4  # that each of two processes imports, and more if scans are corrected

Told = tuple[Cargo, Report]


def everywhere(work: Callable[[Any], object], parts: Iterable[Any]) -> None:
    """Does the work for all parts with some clients at once."""
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        for _ in pool.map(work, parts):
            pass


def assigned(day: Day, choices: random.Random) -> tuple[list[Told], list[Told], list[Told]]:
    """The reports that go through the API, files and the carrier, each list in an order of its own; a tenth of those that stand go two ways."""
    ways: tuple[list[Told], list[Told], list[Told]] = ([], [], [])
    for cargo in day.cargos:
        for report in cargo.reports:
            possible = [0, 1, 2] if all(may_be_pushed(cargo, scan) for scan in report) and not is_restored(report) else [0, 1]
            for way in choices.sample(possible, 2 if len(report) == 1 and not report[0].is_wrong and choices.random() < 0.1 else 1):
                ways[way].append((cargo, report))
    for told in ways:
        choices.shuffle(told)
    return ways


def may_be_pushed(cargo: Cargo, scan: Scan) -> bool:
    """The carrier knows nothing of customs, a gate that is passed elsewhere is no claim, and the ship that a box leaves isn't taken from the carrier alone."""
    kind, port = scan.event["type"], scan.event["location"]
    if kind == "UNLOAD":
        return (scan.event["voyageNumber"], port) in [(leg["voyageNumber"], leg["unloadLocation"]) for leg in cargo.legs]
    return kind in CODES and (kind != "CLAIM" or port == cargo.booking["destination"])


def is_restored(report: Report) -> bool:
    """Whether the report ends with the event that was retracted. A carrier's event doesn't restore it."""
    return len(report) == 2 and report[0].event == report[1].event


def in_rounds(told: list[Told], size: int, send: Callable[[list[Told]], None], retract: Callable[[Told], None]) -> None:
    """Sends the first scan of each report, so many at a time; retracts those that are wrong, and sends what follows them with the next ones."""
    waiting = told
    while waiting:
        part, waiting = waiting[:size], waiting[size:]
        send(part)
        for one in part:
            if one[1][0].is_wrong:
                retract(one)
        waiting = [(cargo, report[1:]) for cargo, report in part if report[1:]] + waiting


def pushed(cargo: Cargo, event: Wire, number: int) -> Wire:
    """An event as the carrier tells of it, in DCSA Track and Trace 2.2."""
    call = {"UNLocationCode": event["location"], "modeOfTransport": "TRUCK", "transportCallID": f"{event['location']}-{number}"}
    if "voyageNumber" in event:
        end = "Import" if event["type"] == "UNLOAD" else "Export"
        call |= {"modeOfTransport": "VESSEL", f"carrier{end}VoyageNumber": event["voyageNumber"]}
    return {
        "emptyIndicatorCode": "LADEN", "equipmentEventTypeCode": CODES[event["type"]], "equipmentReference": cargo.container,
        "eventClassifierCode": "ACT", "eventCreatedDateTime": event["completionTime"], "eventDateTime": event["completionTime"],
        "eventID": f"00000000-0000-4000-8000-{number:012x}", "eventType": "EQUIPMENT", "transportCall": call,
    }


def pushed_call(voyage: str, report: Wire, number: int) -> Wire:
    """A report of a port call as the carrier tells of it."""
    number_of = "carrierImportVoyageNumber" if report["end"] == "ARRIVAL" else "carrierExportVoyageNumber"
    return {
        "eventClassifierCode": "ACT" if report["status"] == "ACTUAL" else "EST", "eventCreatedDateTime": report["reportedAt"],
        "eventDateTime": report["time"], "eventID": f"00000000-0000-4000-8000-{number:012x}", "eventType": "TRANSPORT",
        "transportCall": {"UNLocationCode": report["location"], "modeOfTransport": "VESSEL", number_of: voyage},
        "transportEventTypeCode": "ARRI" if report["end"] == "ARRIVAL" else "DEPA",
    }


def name(event: Wire) -> str:
    """The name of an event in the history of its cargo."""
    parts = [event["completionTime"], event["type"], event["location"], event.get("voyageNumber")]
    return "_".join(part for part in parts if part)


class Channels:
    """Sends a day, and counts what was sent."""

    def __init__(self, service: Service, cli: str, store: str, folder: pathlib.Path) -> None:
        self.service, self.cli, self.store, self.folder = service, cli, store, folder
        self.sent: collections.Counter[str] = collections.Counter()
        self.lock = threading.Lock()
        self.again: collections.deque[tuple[Cargo, Wire]] = collections.deque()  # retracted events that the carrier is still to tell again
        self.numbers = itertools.count(1)

    def api(self, method: str, path: str, value: Any = None, **fields: str) -> Any:
        return self.service.api(method, path, value, TOKEN, **fields)

    def count(self, what: str, many: int = 1) -> None:
        with self.lock:
            self.sent[what] += many

    # The desk.

    def perform(self, cargo: Cargo, acts: list[Act]) -> None:
        for act in acts:
            match act.verb:
                case "register":
                    self.register(act.event)
                case "retract":
                    self.retract(act.event)
                case "cancel":
                    self.change("PUT", cargo, {"reason": act.reason}, act.codes)
                case "reinstate":
                    self.change("DELETE", cargo, None, act.codes)

    def change(self, method: str, cargo: Cargo, value: Wire | None, codes: tuple[str, ...]) -> None:
        """Cancels or reinstates a booking, again if the cargo was handled at the same moment; another refusal has to have one of the codes."""
        while True:
            status, _, text = self.service.ask(method, f"/v1/cargos/{cargo.id}/cancellation", None if value is None else json.dumps(value),
                                               Authorization=f"Bearer {TOKEN}", If_Match="*")
            code = json.loads(text)["code"] if status >= 300 else ""
            if code != "concurrency_conflict":
                break
        if code not in (codes or ("",)):
            fail(f"{method} the cancellation of {cargo.id}: {status} {text}, not {codes}")
        self.count("refused cancellations" if codes else "cancellations and reinstatements")

    def register(self, event: Wire) -> None:
        self.api("POST", "/v1/handling-events", event)
        self.count("events")

    def retract(self, event: Wire) -> None:
        self.api("DELETE", f"/v1/cargos/{event['trackingId']}/handling-events/{name(event)}", {"reason": WRONG})
        self.count("retractions")

    # Scans.

    def correct(self, one: Told) -> None:
        """Retracts the first scan of a report."""
        self.retract(one[1][0].event)
        self.tell_again(one)

    def tell_again(self, one: Told) -> None:
        cargo, report = one
        if report[0].is_told_again and report[0].event["type"] in CODES:
            self.again.append((cargo, report[0].event))

    def report(self, one: Told) -> None:
        """Registers and corrects a report through the API."""
        in_rounds([one], 1, lambda part: self.register(part[0][1][0].event), self.correct)

    def push(self, told: list[Told]) -> None:
        def send(part: list[Told]) -> None:
            self.post([(cargo, report[0].event) for cargo, report in part])
            self.push_again()

        in_rounds(told, PUSHED, send, self.correct)

    def call(self, voyage: str, report: Wire, way: int) -> None:
        """Reports a port call by one of three ways."""
        match way:
            case 0:
                self.api("POST", f"/v1/voyages/{voyage}/reports", report)
            case 1:
                self.send([pushed_call(voyage, report, next(self.numbers))])
            case _:
                self.run("voyage", "report", voyage, "--at", report["location"], "--end", report["end"].lower(), "--status", report["status"].lower(),
                         "--time", report["time"], "--reported", report["reportedAt"])
        self.count("reports of port calls")

    def push_again(self) -> None:
        """Tells of retracted events once more, which stay retracted."""
        events = []
        while self.again:
            events.append(self.again.popleft())
        if events:
            self.post(events)
            self.count("retracted events told again", len(events))

    def post(self, events: list[tuple[Cargo, Wire]]) -> None:
        self.send([pushed(cargo, event, next(self.numbers)) for cargo, event in events])
        self.count("events", len(events))

    def send(self, events: list[Wire]) -> None:
        """Sends events as the carrier."""
        body = json.dumps(events)
        signature = "sha256=" + hmac.new(base64.b64decode(CARRIER), body.encode(), hashlib.sha256).hexdigest()
        status, _, text = self.service.ask("POST", "/v2/events", body, Notification_Signature=signature)
        if status != 204:
            fail(f"POST /v2/events: {status} {text[:500]}")

    def import_files(self, told: list[Told]) -> None:
        """Files that two processes import beside the service. The first correction of each file is made by a process, too."""
        def lane(number: int) -> None:
            files = itertools.count(1)
            by_process: list[Report] = []

            def send(part: list[Told]) -> None:
                path = self.folder / f"events{number}-{next(files)}.csv"
                with path.open("w", newline="", encoding="utf-8") as file:
                    rows = csv.writer(file)
                    rows.writerow(["completion_time", "tracking_id", "type", "un_locode", "voyage_number"])
                    for _, report in part:
                        event = report[0].event
                        rows.writerow([event["completionTime"], event["trackingId"], event["type"], event["location"], event.get("voyageNumber", "")])
                self.run("handle", "import", str(path))
                self.count("events", len(part))
                by_process[:] = [report for _, report in part if report[0].is_wrong][:1]

            def correct(one: Told) -> None:
                if any(one[1] is report for report in by_process):
                    self.retract_by_process(one[1][0].event)
                    self.tell_again(one)
                else:
                    self.correct(one)

            own = told[number::2]
            in_rounds(own, len(own) // FILES + 1, send, correct)

        everywhere(lane, range(2))

    def retract_by_process(self, event: Wire) -> None:
        voyage = ["--voyage", event["voyageNumber"]] if "voyageNumber" in event else []
        self.run("handle", "retract", event["type"].lower(), event["trackingId"], "--at", event["location"], "--completed", event["completionTime"],
                 "--reason", WRONG, *voyage)
        self.count("retractions")

    def run(self, *words: str) -> None:
        done = subprocess.run([self.cli, *words, "--store", self.store, "-q"], capture_output=True, text=True)
        if done.returncode != 0:
            fail(f"{' '.join(words)}: {done.returncode} {done.stdout[-500:]} {done.stderr[-500:]}")
