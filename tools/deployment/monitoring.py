"""A real Prometheus scrapes the service; the alerts fire, and each metric of alerts and dashboard is there."""

import http.client
import json
import pathlib
import re
import subprocess
import urllib.parse
from typing import Any

from ..checked import check
from ..project import SOFTWARE, fail
from ..services import PATIENCE, Receiver, environment, exchange, free_port, until
from .files import DEPLOY, Unit, from_guide, install, program
from .site import Site

METRIC = re.compile(r"\b(?:up|cargo_[a-z_]+|http_[a-z_]+|node_[a-z_]+)\b(?!=)")


def expressions() -> list[str]:
    """The queries of the dashboard."""
    panels = json.loads((DEPLOY / "grafana" / "cargo-kit.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def rules(directory: pathlib.Path) -> None:
    """promtool's own tests of the alerts; each must fail if a threshold is wrong."""
    for name in ("alerts.yml", "alerts.test.yml"):
        install(f"prometheus/{name}", directory / name, {})
    command = [program("promtool"), "test", "rules", str(directory / "alerts.test.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    check(done.returncode == 0, "the alerts fire when they should", done.stdout + done.stderr)
    alerts = re.findall(r"- alert: (\w+)", (directory / "alerts.yml").read_text())
    tested = re.findall(r"alertname: (\w+)", (directory / "alerts.test.yml").read_text())
    check(set(alerts) == set(tested), "each alert has a test", set(alerts) ^ set(tested))


class Prometheus:
    def __init__(self, directory: pathlib.Path, site: Site) -> None:
        directory.mkdir()
        (directory / "cargo-token").write_text(site.scraper[0])
        install("prometheus/alerts.yml", directory / "cargo-alerts.yml", {})
        node, self.port = free_port(), free_port()
        config = install("prometheus/prometheus.yml", directory / "prometheus.yml", {
            "/etc/prometheus": directory, "127.0.0.1:8080": f"127.0.0.1:{site.port}", "127.0.0.1:9100": f"127.0.0.1:{node}", "15s": "1s"})
        words = from_guide("promtool check config /etc/prometheus/prometheus.yml", {"/etc/prometheus": directory})
        checked = subprocess.run([program(words[0]), *words[1:]], capture_output=True, text=True, check=False)
        check(checked.returncode == 0, "promtool accepts the configuration", checked.stdout + checked.stderr)
        self.log = directory / "log"
        with open(self.log, "wb") as log:
            self.processes = [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log) for command in (
                [program("prometheus-node-exporter"), f"--web.listen-address=127.0.0.1:{node}"],
                [program("prometheus"), f"--config.file={config}", f"--storage.tsdb.path={directory}/data", f"--web.listen-address=127.0.0.1:{self.port}"])]

    def get(self, path: str, **query: str) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            return json.loads(exchange(connection, "GET", f"/api/v1/{path}?{urllib.parse.urlencode(query)}")[2])
        except (OSError, json.JSONDecodeError):
            return {}
        finally:
            connection.close()

    def query(self, expression: str) -> list[dict[str, Any]]:
        answer = self.get("query", query=expression)
        if answer and answer["status"] != "success":
            fail(f"Prometheus rejects {expression}: {answer}", SOFTWARE)
        found: list[dict[str, Any]] = answer["data"]["result"] if answer else []
        return found

    def wait(self, expression: str) -> bool:
        """Whether a query has a result within a minute."""
        return until(lambda: self.query(expression), pause=0.2)

    def firing(self) -> set[str]:
        return {alert["labels"]["alertname"] for alert in self.get("alerts")["data"]["alerts"] if alert["state"] == "firing"}

    def close(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(PATIENCE)


def relay(site: Site, cli: str, receiver: str) -> None:
    """Delivers everything once, as cargo-relay.service does."""
    settings = json.loads((site.directory / "settings.json").read_text())
    install("relay.env", site.directory / "relay.env", {"postgres:///cargo?host=/run/postgresql": settings["store"], "https://receiver.example/hook": f"{receiver}/hook"})
    variables = dict(line.split("=", 1) for line in (site.directory / "relay.env").read_text().splitlines())
    unit = Unit("cargo-relay.service", {"/usr/local/bin/cargo-server": site.server, "%d": site.directory})
    secret = subprocess.run([cli, "relay", "make-secret"], capture_output=True, text=True, check=True).stdout
    (site.directory / "webhook-secret").write_text(secret)
    done = subprocess.run([*unit.command("ExecStart", variables), "--once"], env=environment(**variables), capture_output=True, text=True, check=False)
    check(done.returncode == 4, "the relay reports the event that was refused", (done.returncode, done.stderr[-300:]))


def failing_subscription(site: Site, cli: str) -> None:
    """Subscribes an endpoint where nothing listens, and lets a relay fail there once."""
    store = json.loads((site.directory / "settings.json").read_text())["store"]

    def run(program: str, *words: str) -> None:
        done = subprocess.run([program, *words, "--store", store], env=environment(), capture_output=True, text=True, check=False)
        check(done.returncode in (0, 4), " ".join(words[:2]), (done.returncode, done.stderr[-300:]))

    run(cli, "subscription", "add", f"http://127.0.0.1:{free_port()}/hook", "--allow-host", "127.0.0.1")
    run(cli, "book", "--origin", "HKHKG", "--destination", "SESTO", "--customer", "ACME", "--deadline", "2100-01-01T00:00:00Z")
    run(site.server, "relay", "subscriptions", "--allow-host", "127.0.0.1", "--once")


def waiting_event(site: Site) -> None:
    """Pushes an event of a container that no cargo has."""
    event = {"emptyIndicatorCode": "LADEN", "equipmentEventTypeCode": "GTIN", "equipmentReference": "MSKU1234565", "eventClassifierCode": "ACT",
             "eventDateTime": "2026-01-05T00:00:00Z", "eventType": "EQUIPMENT", "transportCall": {"UNLocationCode": "HKHKG"}}
    status, _, body = site.ask("POST", "/v2/events", json.dumps([event]), Authorization=f"Bearer {site.admin[0]}")
    check(status == 200, "an event of an unknown container is kept", (status, body))


def monitor(directory: pathlib.Path, site: Site, cli: str) -> None:
    rules(directory)
    prometheus = Prometheus(directory / "prometheus", site)
    received: list[bytes] = []

    def take(_: str, __: dict[str, str], body: bytes) -> int:
        """Refuses the events of one cargo."""
        received.append(body)
        return 410 if b"STREAM1" in body else 204

    receiver = Receiver(take)
    try:
        check(prometheus.wait('cargo_relay_oldest_event_seconds{consumer="webhook"} > 0'), "before a relay runs, the oldest event is late")
        relay(site, cli, receiver.url)
        check(received, "the webhook got events")
        check(prometheus.wait('cargo_relay_dead_letters{consumer="webhook"} == 1'), "the dead letter is counted")
        check(prometheus.wait('cargo_relay_oldest_event_seconds{consumer="webhook"} == 0'), "after the relay, no event is late")
        check(prometheus.wait('ALERTS{alertname="CargoDeadLetters",alertstate="firing"}'), "the alert of the dead letter fires")
        failing_subscription(site, cli)
        check(prometheus.wait("cargo_subscription_failing_seconds > 0"), "the subscription that fails is named")
        waiting_event(site)
        check(prometheus.wait("cargo_carrier_events_open == 1"), "the carrier's event that waits is counted")
        check(prometheus.wait("cargo_store_ready == 1"), "the store is ready")
        used = expressions() + re.findall(r"expr: \|?\s*([^\n]+(?:\n {12}[^\n]+)*)", (DEPLOY / "prometheus" / "alerts.yml").read_text())
        names = {name for expression in used for name in METRIC.findall(expression)}
        check(len(names) >= 10, "alerts and dashboard use metrics", names)
        for name in sorted(names):
            check(prometheus.wait(name), f"{name} is scraped")
        check(site.ask("GET", "/v1/cargos/UNKNOWN/tracking")[0] == 404, "a request fails, for the dashboard")
        empty = [expression for expression in expressions() if not prometheus.wait(expression)]
        check(not empty, "each query of the dashboard has a result", empty)
        check(prometheus.firing() <= {"CargoDeadLetters", "CargoDiskFull"}, "no other alert fires", prometheus.firing())
        print(f"monitoring: {len(names)} metrics, {len(expressions())} queries of the dashboard, firing: {', '.join(sorted(prometheus.firing()))}", flush=True)
    finally:
        receiver.shutdown()
        prometheus.close()
