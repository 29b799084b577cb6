"""Attacks a cargo-server over real sockets while a customer books, and checks that the customer barely notices.

    ./tool attack [--seconds 60] [--server BINARY] [--only NAME,…] [--list]

The server runs on a free port of the loopback interface, on a temporary store of JSON files, with its standard limits unless --help says
otherwise. Attackers come from 127.0.0.0/8 and run at a lower priority, since a real attacker doesn't use the server's processors. During each
attack:

- the 99th percentile of bookings is at most twice the one just before the attack (up to --floor milliseconds it may be more);
- /livez answers within a second, on a new connection each time;
- both bounds on time grow with the time that the machine itself takes for a fixed piece of work, if it is slow or busy;
- the server's resident memory grows by at most --memory MiB;
- the attack's own condition holds, such as that a connection that trickles its body is closed.

An attack that breaks bounds on time alone is repeated up to twice, because a busy machine can stall any process; an attack that slows the
customer down breaks them each time. At the end every booking that was confirmed is stored exactly once.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import pathlib
import resource
import time
from typing import Any

from ..checked import check, tell
from ..project import USAGE, fail, options_of
from ..services import listed
from . import scenarios
from .customer import Customer
from .victim import CLERK, FLOODER, SHOPPER, Victim, newest

# How long the server may take to be itself again after an attack, in seconds.
RECOVERY = 60
# Limits that are shortened for a short run, so that a connection outlives them within it.
SHORT = {"limits-body-seconds": 20, "limits-idle-seconds": 60, "limits-stall-seconds": 20}

# How often an attack is made that breaks bounds on time alone.
ATTEMPTS = 3

# What a quiet machine takes for the work of `slowness`, in seconds.
USUAL = 0.1

# What bookings may always take at the 99th percentile, in milliseconds, by how the server was built: a debug build spends several times as long
# on each request, the attackers' too, on the same processors.
FLOORS = {"debug": 300, "release": 100}


def percentile(values: list[float], share: float) -> float:
    """In milliseconds; 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


def slowness() -> float:
    """How many times longer this machine takes for a fixed piece of work than a quiet one, and at least 1."""
    started = time.monotonic()
    sum(number * number for number in range(2_000_000))
    return max(1.0, (time.monotonic() - started) / USUAL)


class AttackSession:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.seconds = options.seconds
        self.limits = {name: min(standard, max(2, options.seconds // 3)) for name, standard in SHORT.items()}
        binary = options.server or newest()
        if options.floor is None:
            options.floor = FLOORS.get(pathlib.Path(binary).resolve().parent.name, 100)
        changed = [f"--{name}={value}" for name, value in self.limits.items() if value != SHORT[name]]
        print(f"{binary} {' '.join(changed)}".rstrip(), flush=True)
        self.victim = Victim(binary, [part for name in changed for part in name.split("=")])
        self.customer = Customer(self.victim.port, options.rate)

    def __enter__(self) -> AttackSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.victim.close()

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.victim.port

    def run(self, name: str, attack) -> None:
        for attempt in range(1, ATTEMPTS + 1):
            checks = self._round(name, attack)
            broken = [(what, is_timed) for truth, what, is_timed in checks if not truth]
            if not broken or attempt == ATTEMPTS or not all(is_timed for _, is_timed in broken):
                break
            print(f"    repeating, because only bounds on time were broken: {'; '.join(what for what, _ in broken)}", flush=True)
        for truth, what, _ in checks:
            check(truth, what)

    def _round(self, name: str, attack) -> list[tuple[bool, str, bool]]:
        """One attack, and what was seen: whether it holds, the words for it if not, and whether it is a bound on time."""
        if not self.victim.is_alive:
            return [(False, f"{name}: the server has ended before this attack", False)]
        quiet = self._recovered()
        checks = [(bool(quiet), f"{name}: the server didn't recover from the previous attack within {RECOVERY} s", False)]
        slow, calm = slowness(), percentile(quiet.get("bookings", []), 0.99)
        before = self.victim.memory
        findings, peak = self._attack(attack)
        during = self.customer.ask()
        busy = percentile(during["bookings"], 0.99)
        slowest = max(during["probes"], default=0) * 1000
        print(
            f"{name}: p50 {percentile(quiet.get('bookings', []), 0.5):.1f} → {percentile(during['bookings'], 0.5):.1f} ms, p99 {calm:.1f} → {busy:.1f} ms"
            f" ({len(during['bookings'])} bookings), /livez at most {slowest:.0f} ms, memory {before:.0f} → {peak:.0f} MiB,"
            f" machine {slow:.1f} times as slow as a quiet one",
            flush=True,
        )
        if not self.victim.is_alive:
            return checks + [(False, f"{name}: the server ended with {self.victim.process.returncode}:\n{self.victim.tail()}", False)]
        return checks + [
            (busy <= max(2 * calm, slow * self.options.floor), f"{name}: bookings take {busy:.0f} ms, {calm:.0f} ms without the attack", True),
            (bool(during["probes"]), f"{name}: /livez never answered", False),
            (slowest <= slow * 1000, f"{name}: /livez took {slowest:.0f} ms", True),
            (not during["failures"], f"{name}: {len(during['failures'])} calls failed, such as {during['failures'][:2]}", False),
            (peak - before <= self.options.memory, f"{name}: memory grew from {before:.0f} to {peak:.0f} MiB", False),
        ] + [(truth, f"{name}: {what}", bool(timed)) for truth, what, *timed in findings]

    def _recovered(self) -> dict[str, Any]:
        """What the customer sees once bookings come at their usual rate again, which the attack is compared with; nothing if they don't."""
        end = time.monotonic() + RECOVERY
        self.customer.ask()
        while time.monotonic() < end and self.victim.is_alive:
            time.sleep(min(10, max(3, self.seconds / 2)))
            seen = self.customer.ask()
            if not seen["failures"] and len(seen["bookings"]) >= self.options.rate and percentile(seen["bookings"], 0.99) < 1000:
                return seen
        return {}

    def _attack(self, attack) -> tuple[list, float]:
        """Runs the attack in a process of its own, and gives its findings and the server's greatest memory meanwhile."""
        context = multiprocessing.get_context("fork")
        pipe, other = context.Pipe()
        process = context.Process(target=_strike, args=(attack, self, other), daemon=True)
        process.start()
        peak, end = 0.0, time.monotonic() + self.seconds * 2 + 120
        while not pipe.poll(0.1) and process.is_alive() and time.monotonic() < end:
            peak = max(peak, self.victim.memory)
        findings = pipe.recv() if pipe.poll() else [(False, "the attack itself stopped early")]
        process.kill()
        process.join()
        return findings, max(peak, self.victim.memory)

    def settle(self) -> None:
        """Every confirmed booking is stored once, and nothing else is."""
        report = self.customer.end()
        if not self.victim.is_alive:
            check(False, "the server is not alive at the end")
            return
        check(True, "the server is alive at the end")
        stored: dict[str, list[str]] = {}
        for cargo in listed(lambda path: self.victim.api("GET", path, token=CLERK), "/v1/cargos?limit=100", "cargos"):
            stored.setdefault(cargo["customerId"], []).append(cargo["trackingId"])
        # The attackers' own.
        for customer in (SHOPPER, FLOODER):
            stored.pop(customer, None)
        lost = [customer for customer, cargo in report["booked"].items() if cargo not in stored.get(customer, [])]
        doubled = [customer for customer, cargos in stored.items() if len(cargos) > 1]
        strange = [customer for customer in stored if customer not in report["booked"] and customer not in report["unknown"]]
        print(f"{len(report['booked'])} bookings confirmed, {len(report['unknown'])} without an answer, {len(stored)} stored", flush=True)
        check(not lost, f"{len(lost)} confirmed bookings are lost, such as {lost[:3]}")
        check(not doubled, f"{len(doubled)} bookings are stored twice, such as {doubled[:3]}")
        check(not strange, f"{len(strange)} cargos belong to unknown customers, such as {strange[:3]}")


def _strike(attack, session: AttackSession, pipe) -> None:
    os.nice(10)

    async def bounded() -> list:
        return await asyncio.wait_for(attack(session), session.seconds * 2 + 110)

    findings = [(False, "the attack itself did not end", True)]
    with contextlib.suppress(asyncio.TimeoutError):
        findings = asyncio.run(bounded())
    pipe.send(findings)


def main(arguments: list[str]) -> int:
    options = options_of(
        __doc__, arguments, seconds=(60, "of each attack"), server=(str, "a cargo-server; the newest build if not given"),
        only=(str, "names of attacks, separated by commas"), list=(False, "print the names of the attacks"), rate=(10.0, "bookings a second"),
        floor=(float, "milliseconds that the 99th percentile may always take: 100, or 300 for a debug build if not given"),
        memory=(256, "MiB that an attack may add"), connections=(10_000, "of the attacks that hold connections: silence, trickle and unread"))
    if options.list:
        for name, attack in scenarios.ALL.items():
            print(f"{name:24}{(attack.__doc__ or '').splitlines()[0]}")
        return 0
    names = options.only.split(",") if options.only else list(scenarios.ALL)
    for name in names:
        if name not in scenarios.ALL:
            fail(f"there is no attack {name!r}; see --list", USAGE)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = options.connections * 2 + 1000
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    if options.connections > most - 1000:
        options.connections = most - 1000
        print(f"at most {most} descriptors: {options.connections} connections instead")
    with AttackSession(options) as session:
        print(f"bookings may always take {options.floor:.0f} ms", flush=True)
        for name in names:
            session.run(name, scenarios.ALL[name])
        session.settle()
    return tell("attacks")
