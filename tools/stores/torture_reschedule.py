"""Kills the reschedule of a voyage with many cargos, over and over, and checks that the last one tells each cargo once.

    ./tool torture-reschedule                            the debug cargo-cli, a JSON-file store with 1,000 cargos on the voyage and 1,000 others
    ./tool torture-reschedule --others 999000 --kills 2  among a million
    ./tool torture-reschedule --to sqlite:PATH           another store, to which the cargos are copied first; it has to be new
    ./tool torture-reschedule --cli PATH                 another build

The voyage is put off, so that every cargo on it misses its connection. Held must be: each of these cargos has one RouteDisrupted and one
EstimatedArrivalChanged, the voyage has one VoyageRescheduled, the other cargos have none, and rescheduling once more stores nothing. It prints
how long the last two reschedules took, process start and opening of the store included. Exit status: 0 all held; 1 something did not; 64 usage;
69 nothing to run.
"""

import argparse
import collections
import copy
import json
import pathlib
import random
import subprocess
import tempfile
import time
from typing import Any

from ..project import options_of
from .command_line import CommandLine, built

NOW = "2030-01-01T00:00:00Z"
JANUARY, FEBRUARY = ("2030-01-10T00:00:00.000Z", "2030-01-20T00:00:00.000Z"), ("2030-02-10T00:00:00.000Z", "2030-02-20T00:00:00.000Z")
TOO_LATE = "2030-02-11T00:00:00.000Z"


def movement(start: str, end: str, times: tuple[str, str]) -> dict[str, str]:
    return {"departureLocation": start, "arrivalLocation": end, "departureTime": times[0], "arrivalTime": times[1]}


def leg(voyage: str, start: str, end: str, times: tuple[str, str]) -> dict[str, str]:
    return {"voyageNumber": voyage, "loadLocation": start, "unloadLocation": end, "loadTime": times[0], "unloadTime": times[1]}


def export_of_two(program: CommandLine) -> dict[str, Any]:
    """A store with one cargo on V1 and V2, and one on W1 and V2."""
    for code, name in (("CNHKG", "Hong Kong"), ("USNYC", "New York"), ("SESTO", "Stockholm")):
        program.run("location", "add", code, name, "-q")
    first, second = [movement("CNHKG", "USNYC", JANUARY)], [movement("USNYC", "SESTO", FEBRUARY)]
    for number, schedule in (("V1", first), ("W1", first), ("V2", second)):
        program.run("voyage", "add", number, program.file("schedule.json", schedule), "-q")
    for cargo, voyage in (("ON-V1", "V1"), ("ON-W1", "W1")):
        program.run("book", "--origin", "CNHKG", "--destination", "SESTO", "--customer", "ACME", "--deadline", "2030-06-01T00:00:00Z",
                    "--tracking-id", cargo, "-q")
        route = {"legs": [leg(voyage, "CNHKG", "USNYC", JANUARY), leg("V2", "USNYC", "SESTO", FEBRUARY)]}
        program.run("route", "assign", cargo, "--itinerary", program.file("route.json", route), "-q")
    return json.loads(program.run("store", "export"))


def multiplied(export: dict[str, Any], cargos: int, others: int) -> dict[str, Any]:
    """The same store with so many cargos on V1, and so many on W1."""
    on_v1, on_w1 = sorted(export["cargos"], key=lambda cargo: cargo["trackingId"])

    def copies(cargo: dict[str, Any], letter: str, count: int) -> list[dict[str, Any]]:
        return [{**copy.copy(cargo), "trackingId": f"{letter}{number:07}"} for number in range(count)]

    return {**export, "cargos": copies(on_v1, "C", cargos) + copies(on_w1, "D", others), "domainEvents": []}


def kill_some(program: CommandLine, words: tuple[str, ...], kills: int) -> int:
    """Kills the command at random moments; returns how often it was killed before it ended by itself."""
    for killed in range(kills):
        process = program.start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(random.uniform(0.02, 0.5))
            return killed
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    return kills


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, cli=str, to=str, cargos=1000, others=1000, kills=8)
    cli = built(options.cli)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        two, program = (CommandLine(cli, place, name, NOW) for name in ("two", "many"))
        program.run("store", "import", two.file("many.json", multiplied(export_of_two(two), options.cargos, options.others)), "-q")
        if options.to:
            program.run("store", "copy", "--from", program.url, "--to", options.to, "-q")
            program = program.on(options.to, NOW)
        late = program.file("late.json", [movement("CNHKG", "USNYC", (JANUARY[0], TOO_LATE))])
        words = ("voyage", "reschedule", "V1", late)
        killed = kill_some(program, words, options.kills)
        return 0 if holds(program, words, options, killed) else 1


def holds(program: CommandLine, words: tuple[str, ...], options: argparse.Namespace, killed: int) -> bool:
    started = time.monotonic()
    affected = json.loads(program.run(*words, "-o", "json"))["affectedCargos"]
    took = time.monotonic() - started
    events = program.lines("events")
    started = time.monotonic()
    program.run(*words)
    again = time.monotonic() - started
    found = collections.Counter((event["type"], event["aggregateId"]) for event in events)
    ids = [f"C{number:07}" for number in range(options.cargos)]
    expected = {(kind, cargo) for kind in ("RouteDisrupted", "EstimatedArrivalChanged") for cargo in ids} | {("VoyageRescheduled", "V1")}
    sound = {
        "every cargo on the voyage is listed": [entry["trackingId"] for entry in affected] == ids,
        "every cargo on the voyage was told, once, and no other one": found == dict.fromkeys(expected, 1),
        "rescheduling once more stores nothing": len(program.lines("events")) == len(events),
    }
    for claim, is_so in sound.items():
        print(f"{'ok    ' if is_so else 'FAILED'} {claim}")
    print(f"{options.cargos} cargos of {options.cargos + options.others}, {killed} kills: {took:.2f} s, once more {again:.2f} s")
    return all(sound.values())
