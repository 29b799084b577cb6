"""Measures the HTTP service with wrk on loopback, against a bare Hummingbird route, in rounds in which both run.

Tracked is a routed cargo with six handling events, by a caller with a token; poll asks whether the view has changed. Rates are limited as
usual, by limits that wrk doesn't reach. The bare route answers with as many bytes as the tracking view.

    ./tool bench-server                       the ratios: five rounds of 4 s each
    ./tool bench-server --soak 600            ten minutes of tracking and booking: errors and memory
    ./tool bench-server --soak 600 --load track   the same of tracking alone
    ./tool bench-server --rounds 3 --seconds 2

Prints bench NAME ratio=R goal=G better=higher against=PEER, and rates and p99 beside it. Needs wrk (Debian: wrk).
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable

from ..project import UNAVAILABLE, USAGE, fail, group, options_of, swift_build
from ..services import BOOKING, Service, free_port, listens, until
from . import release_server

TOKEN = "a-clerk-who-measures-0123456789"
RATES = {"CARGO_ACCESS_TOKEN_REQUESTS_PER_MINUTE": "100000000"}
HEADERS = ["-H", f"Authorization: Bearer {TOKEN}"]
BOOK = r"""
local counter = 0
request = function()
  counter = counter + 1
  wrk.headers["Content-Type"] = "application/json"
  return wrk.format("POST", "/v1/cargos", nil,
    '{"arrivalDeadline":"2100-01-01T00:00:00Z","customerId":"ACME","destination":"SESTO","origin":"HKHKG"}')
end
"""
DONE = r"""
local statuses = 0
done = function(summary, latency, requests)
  local e = summary.errors
  io.write(string.format('RESULT {"requests":%d,"micros":%d,"p99":%d,"status":%d,"socket":%d,"timeout":%d}\n',
    summary.requests, summary.duration, latency:percentile(99), e.status, e.connect + e.read + e.write, e.timeout))
end
"""


def wrk(url: str, seconds: int, connections: int, script: str, *headers: str) -> dict:
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        file.write(script + DONE)
        file.flush()
        shown = subprocess.run(
            ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "--latency", "-s", file.name, *headers, url],
            check=True, capture_output=True, text=True).stdout
    result = json.loads(group(r"RESULT (.*)", shown))
    result["rate"] = result["requests"] * 1e6 / result["micros"]
    if result["status"] or result["socket"] or result["timeout"]:
        fail(f"errors at {url}: {result}")
    return result


def main(arguments: list[str]) -> int:
    chosen = options_of(__doc__, arguments, rounds=5, seconds=4, soak=(0, "seconds of load while memory is watched"),
                        load=([], "what a soak does: track or book; both if nothing is said"))
    if unknown := set(chosen.load) - {"track", "book"}:
        fail(f"there is no load {' or '.join(unknown)}", USAGE)
    if not shutil.which("wrk"):
        fail("please install wrk (Debian: apt-get install wrk)", UNAVAILABLE)

    binary = release_server()
    bare = swift_build("BareServer", "-c", "release", "--package-path", "Benchmarks/BareServer")
    with tempfile.TemporaryDirectory(prefix="bench-server.", dir=os.environ.get("BENCH_STORE_DIR")) as store:
        with Service(binary, f"json:{store}/data", "--log-level", "notice", CARGO_ACCESS_TOKENS=f"service:{TOKEN}", **RATES) as service:
            tag, length = prepare(service)
            port = free_port()
            peer = subprocess.Popen([bare, str(port), str(length)], stderr=subprocess.DEVNULL)
            try:
                if not until(lambda: listens(port) or peer.poll() is not None) or peer.poll() is not None:
                    fail("the bare server ended before it listened")
                load(service, port, tag, chosen)
            finally:
                peer.kill()
                peer.wait()
            if service.close() != 0:
                fail("the service did not end well")
    return 0


def prepare(service: Service) -> tuple[str, int]:
    """Books and routes a cargo, and registers six events; returns the tag and the length of its tracking view."""
    service.add_ports(token=TOKEN)
    calls = ["HKHKG", "USNYC", "SESTO"]
    legs = []
    for place, voyage in enumerate(["V1", "V2"]):
        movement = {"departureLocation": calls[place], "arrivalLocation": calls[place + 1],
                    "departureTime": f"2026-01-{10 + 10 * place}T00:00:00Z", "arrivalTime": f"2026-01-{15 + 10 * place}T00:00:00Z"}
        service.api("PUT", f"/v1/voyages/{voyage}", {"schedule": [movement]}, TOKEN)
        legs.append({"voyageNumber": voyage, "loadLocation": calls[place], "unloadLocation": calls[place + 1],
                     "loadTime": movement["departureTime"], "unloadTime": movement["arrivalTime"]})
    service.api("POST", "/v1/cargos", BOOKING | {"trackingId": "BENCH1"}, TOKEN)
    service.api("PUT", "/v1/cargos/BENCH1/itinerary", {"legs": legs}, TOKEN, If_Match="*")
    for kind, location, onto, day in [("RECEIVE", "HKHKG", None, 9), ("LOAD", "HKHKG", "V1", 10), ("UNLOAD", "USNYC", "V1", 15),
                                        ("LOAD", "USNYC", "V2", 20), ("UNLOAD", "SESTO", "V2", 25), ("CUSTOMS", "SESTO", None, 26)]:
        event = {"trackingId": "BENCH1", "type": kind, "location": location, "completionTime": f"2026-01-{day:02}T00:00:00Z"}
        service.api("POST", "/v1/handling-events", event | ({"voyageNumber": onto} if onto else {}), TOKEN)
    _, headers, text = service.ask("GET", "/v1/cargos/BENCH1/tracking", Authorization=f"Bearer {TOKEN}")
    return headers["etag"], len(text.encode())


def load(service: Service, bare: int, tag: str, chosen: argparse.Namespace) -> None:
    view = f"{service.url}/v1/cargos/BENCH1/tracking"
    contenders: dict[str, Callable] = {
        "bare": lambda: wrk(f"http://127.0.0.1:{bare}/bare", chosen.seconds, 64, ""),
        "track": lambda: wrk(view, chosen.seconds, 64, "", *HEADERS),
        "poll": lambda: wrk(view, chosen.seconds, 64, "", *HEADERS, "-H", f"If-None-Match: {tag}"),
        "livez": lambda: wrk(f"{service.url}/livez", chosen.seconds, 64, ""),
        "book": lambda: wrk(f"{service.url}/v1/cargos", chosen.seconds, 64, BOOK, *HEADERS),
    }
    if chosen.soak:
        soak({name: contenders[name] for name in chosen.load or ("track", "book")}, service, chosen.soak)
    else:
        compare(contenders, chosen.rounds)


def compare(contenders: dict[str, Callable], rounds: int) -> None:
    results: dict[str, list] = {name: [] for name in contenders}
    for number in range(rounds + 1):
        order = list(contenders)
        random.shuffle(order)
        for name in order:
            result = contenders[name]()
            if number > 0:  # the first round warms up
                results[name].append(result)
    for name, goal in [("track", 0.75), ("poll", 0.75), ("livez", 0.95), ("book", 0.35)]:
        ratio = statistics.median(r["rate"] / b["rate"] for r, b in zip(results[name], results["bare"]))
        print(f"bench server-{name} ratio={ratio:.2f} goal={goal} better=higher against=bare Hummingbird route")
    for name, rounds_of in results.items():
        rate, p99 = (statistics.median(r[key] for r in rounds_of) for key in ("rate", "p99"))
        print(f"{name}: {rate:.0f} requests a second, p99 {p99 / 1000:.1f} ms, no error in {sum(r['requests'] for r in rounds_of)}")


def soak(contenders: dict[str, Callable], service: Service, seconds: int) -> None:
    started, requests, sizes = time.monotonic(), dict.fromkeys(contenders, 0), []
    while (passed := time.monotonic() - started) < seconds:
        for name, load in contenders.items():
            requests[name] += load()["requests"]
        sizes.append((passed, service.memory))
        print(f"{passed:6.0f} s  {sizes[-1][1]:7.1f} MB  {requests}", flush=True)
    first, middle, last = sizes[0][1], sizes[len(sizes) // 2][1], sizes[-1][1]
    print(f"no error; {requests}; memory {first:.0f} MB first, {middle:.0f} MB in the middle, {last:.0f} MB last")
