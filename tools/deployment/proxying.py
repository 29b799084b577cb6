"""What has to work through nginx: TLS, sign-in, entity tags, addresses of clients, large bodies, event streams, a restart."""

import http.client
import json
import subprocess
import threading
import time
import urllib.parse
import zlib

from ..checked import check
from ..load import Load, count_cargos, missing
from ..services import BOOKING, PATIENCE, PORTS, Service, exchange
from .files import new_token, program
from .site import HOST, Secure, Site

FORM = "application/x-www-form-urlencoded"


def prepare(site: Site) -> None:
    """Ports, a voyage, and a cargo with a route, whose tracking view is long enough to be compressed."""
    for code, name in PORTS.items():
        site.api("PUT", f"/v1/locations/{code}", {"name": name})
    movement = {"departureLocation": "HKHKG", "departureTime": "2090-01-01T00:00:00Z", "arrivalLocation": "SESTO", "arrivalTime": "2090-02-01T00:00:00Z"}
    site.api("PUT", "/v1/voyages/V1", {"schedule": [movement]})
    book(site, "ROUTED1")
    itinerary = site.api("GET", "/v1/cargos/ROUTED1/route-candidates")["itineraries"][0]
    site.api("PUT", "/v1/cargos/ROUTED1/itinerary", itinerary, If_Match="*")


def book(site: Site, tracking_id: str) -> None:
    site.api("POST", "/v1/cargos", {**BOOKING, "trackingId": tracking_id})


def transport(site: Site) -> None:
    plain = http.client.HTTPConnection("127.0.0.1", site.plain_port, timeout=PATIENCE)
    status, headers, _ = exchange(plain, "GET", "/track/ABC?x=1", Host=HOST)
    check((status, headers["Location"]) == (301, f"https://{HOST}/track/ABC?x=1"), "plain HTTP leads to HTTPS at the same host")
    plain.close()
    status, headers, _ = site.ask("GET", "/")
    check(status == 200 and headers["Strict-Transport-Security"] == "max-age=31536000", "the site is served with HSTS", status)
    check(site.ask("GET", "/", name="other.example")[0] == 421, "another host name isn't served")
    check(site.ask("GET", "/metrics", Authorization=f"Bearer {site.scraper[0]}")[0] == 404, "nginx doesn't pass on /metrics")
    check(site.ask("GET", "/readyz")[0] == 404, "nginx doesn't pass on /readyz")
    version = subprocess.run([program("curl"), "--silent", "--http2", "--cacert", site.directory / "fullchain.pem", "--resolve", f"{site.authority}:127.0.0.1",
                              "--output", "/dev/null", "--write-out", "%{http_version} %{http_code}", f"https://{site.authority}/"], capture_output=True, text=True, check=False)
    check(version.stdout == "2 200", "browsers get HTTP/2", version.stdout)


def bodies(site: Site) -> None:
    """The service rejects what is too long for it, nginx what no route takes."""
    for name, size, kind in [("2 MiB", 2 << 20, "application/problem+json"), ("17 MiB", 17 << 20, "text/html")]:
        status, headers, _ = site.ask("POST", "/v1/cargos", '{"customerId": "' + "A" * size + '"}', Authorization=f"Bearer {site.clerk[0]}")
        check(status == 413 and headers["Content-Type"].startswith(kind), f"a body of {name} is too large", (status, headers["Content-Type"]))


def sign_in(site: Site) -> None:
    own = f"https://{site.authority}"
    status, headers, _ = site.ask("GET", "/clerk")
    check(status == 303 and headers["Location"].startswith("/clerk/sign-in"), "the sign-in is reached by a path, so scheme and host stay", headers["Location"])
    form = urllib.parse.urlencode({"token": site.clerk[0]})
    check(site.ask("POST", "/clerk/sign-in", form, FORM, Origin="https://evil.example")[0] == 403, "another site can't sign a clerk in")
    check(site.ask("POST", "/clerk/sign-in", form, FORM, Origin="https://evil.example", X_Forwarded_Host="evil.example")[0] == 403,
          "a client can't name the host that nginx was asked for")
    status, headers, _ = site.ask("POST", "/clerk/sign-in", form, FORM, Origin=own)
    cookie = headers["Set-Cookie"] or ""
    check(status == 303 and headers["Location"] == "/clerk", "a clerk signs in", (status, headers["Location"]))
    check(cookie.startswith("__Host-cargo-session=") and {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; ")), "the cookie is for TLS only", cookie)
    cookie = cookie.split(";")[0]
    status, _, page = site.ask("GET", "/clerk/book", Cookie=cookie, Accept_Encoding="gzip")
    text = zlib.decompress(page, 31).decode() if page[:2] == b"\x1f\x8b" else ""
    check(status == 200 and text, "pages are compressed")
    csrf = text.split('name="csrf" value="')[-1].split('"')[0]
    values = {"csrf": csrf, "key": "proxy", "customerId": "ACME", "origin": "HKHKG", "destination": "SESTO", "arrivalDeadline": "2100-01-01T00:00"}
    for name, fields, origin, wanted in [("without its token", {**values, "csrf": "0" * 32}, own, 403), ("from another site", values, "https://evil.example", 403),
                                         ("of the site", values, own, 303)]:
        status, headers, _ = site.ask("POST", "/clerk/book", urllib.parse.urlencode(fields), FORM, Cookie=cookie, Origin=origin)
        check(status == wanted, f"a form {name} gets {wanted}", status)
    check((headers["Location"] or "").startswith("/clerk/cargos/"), "a booking on the pages leads to the cargo", headers["Location"])


def entity_tags(site: Site) -> None:
    key = {"Authorization": f"Bearer {site.clerk[0]}"}
    tracking, cargo = "/v1/cargos/ROUTED1/tracking", "/v1/cargos/ROUTED1"
    _, plain, _ = site.ask("GET", tracking, **key)
    strong = plain["ETag"]
    check(strong.startswith('"') and plain["Content-Encoding"] is None, "without compression the tag is strong", strong)
    _, zipped, body = site.ask("GET", tracking, Accept_Encoding="gzip", **key)
    check(zipped["Content-Encoding"] == "gzip" and zipped["ETag"] == f"W/{strong}" and "Accept-Encoding" in zipped["Vary"], "a compressed tracking view has a weak tag", zipped["ETag"])
    check(json.loads(zlib.decompress(body, 31))["trackingId"] == "ROUTED1", "it is the tracking view")
    for name, tag in [("weak", zipped["ETag"]), ("strong", strong)]:
        for encoding in ("gzip", "identity"):
            status, headers, body = site.ask("GET", tracking, If_None_Match=tag, Accept_Encoding=encoding, **key)
            check(status == 304 and not body and headers["ETag"] == strong, f"the {name} tag is current, with {encoding}", status)
    check(site.ask("GET", tracking, If_None_Match='"other"', Accept_Encoding="gzip", **key)[0] == 200, "another tag isn't")
    _, headers, _ = site.ask("GET", cargo, Accept_Encoding="gzip", **key)
    check(headers["ETag"].startswith('"') and headers["Content-Encoding"] is None, "what is changed by its tag isn't compressed", headers["ETag"])
    change = json.dumps({"arrivalDeadline": "2100-02-01T00:00:00Z"})
    status, _, body = site.ask("PUT", f"{cargo}/deadline", change, If_Match=headers["ETag"], Accept_Encoding="gzip", **key)
    check(status == 200, "a cargo is changed with the tag that a browser got", (status, body))
    check(site.ask("PUT", f"{cargo}/deadline", change, If_Match=headers["ETag"], **key)[0] == 412, "and not with it again")


def addresses(site: Site, server: str) -> None:
    """Rates count by the client's own address, whatever it writes into header fields."""
    def asked(number: int, source: str) -> int:
        """The status for a request that claims to come from another address."""
        return site.ask("GET", "/v1/cargos/UNKNOWN/tracking", source=source, X_Forwarded_For=f"10.0.0.{number}", Forwarded=f"for=10.1.0.{number}", X_Real_IP=f"10.2.0.{number}")[0]

    def direct(port: int, claimed: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        status = exchange(connection, "GET", "/v1/cargos/UNKNOWN/tracking", X_Forwarded_For=claimed)[0]
        connection.close()
        return status

    # The rate of 120 a minute allows two more each second; no run makes 255 requests that slowly.
    spoofing = next((number for number in range(255) if asked(number, "127.0.0.2") == 429), 0)
    check(spoofing >= 120, "a client with many invented addresses has one rate", spoofing)
    check(asked(1, "127.0.0.3") == 404, "another client has its own rate")
    check(429 in (direct(site.port, "10.9.9.9, 127.0.0.2") for _ in range(100)) and direct(site.port, "127.0.0.2, 10.9.9.9") == 404,
          "the service believes the last address, which its proxy wrote")
    with Service(server, "memory:", CARGO_ACCESS_TOKENS=new_token("admin@carol")[1], CARGO_ACCESS_PUBLIC_REQUESTS_PER_MINUTE="5") as alone:
        found = [direct(alone.port, f"10.0.0.{number}") for number in range(7)]
        check(found[:5] == [404] * 5 and 429 in found[5:], "without a trusted proxy, the service believes no such field", found)


class Stream:
    """An event stream through nginx."""

    def __init__(self, site: Site, path: str, token: str | None = None, **fields: str) -> None:
        self.connection = Secure(site)
        headers = {"Host": site.authority, "Accept": "text/event-stream", **{name.replace("_", "-"): value for name, value in fields.items()}}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def line(self) -> str:
        """The next line; nothing at the end of the stream."""
        return self.answer.readline().decode()

    def event(self, prefix: str) -> tuple[int, str]:
        """The next event of a cargo whose tracking id begins so: its position and the id."""
        number = 0
        while line := self.line():
            if line.startswith("id: "):
                number = int(line[4:])
            if line.startswith("data: ") and (found := json.loads(line[6:])["aggregateId"]).startswith(prefix):
                return number, found
        raise EOFError

    def close(self) -> None:
        self.connection.close()


def events(site: Site) -> None:
    """Each booking is made only after the event of the one before has arrived: a proxy that waits for more would block here."""
    stream = Stream(site, "/v1/events", site.clerk[0], Last_Event_ID="0")
    check(stream.answer.status == 200 and stream.answer.headers["Content-Encoding"] is None, "the event stream isn't compressed")
    last = 0
    for number in range(5):
        book(site, f"STREAM{number}")
        last, found = stream.event("STREAM")
        check(found == f"STREAM{number}", "each event arrives by itself", found)
    stream.close()
    for number in range(5, 8):
        book(site, f"STREAM{number}")
    again = Stream(site, "/v1/events", site.clerk[0], Last_Event_ID=str(last))
    missed = [again.event("STREAM")[1] for _ in range(3)]
    check(missed == ["STREAM5", "STREAM6", "STREAM7"], "a client that reconnects misses no event", missed)
    again.close()


class Patience:
    """A stream that has nothing to say, read for longer than nginx waits."""

    def __init__(self, site: Site, path: str, name: str, seconds: int, token: str | None = None) -> None:
        self.name, self.seconds = name, seconds
        self.stream = Stream(site, path, token)
        self.started = time.monotonic()
        self.lived, self.kept = 0.0, 0
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        while time.monotonic() < self.started + self.seconds:
            line = self.stream.line()
            if not line:
                break
            self.kept += line.startswith(":")
            self.lived = time.monotonic() - self.started

    def end(self) -> None:
        self.thread.join(self.seconds + PATIENCE)
        check(self.lived >= self.seconds, f"{self.name} stays open", f"{self.lived:.0f} s, {self.kept} signs of life")
        check(self.kept >= 1, f"{self.name} shows that it lives", self.kept)
        self.stream.close()


def restart(site: Site) -> None:
    """The service is restarted under load; clients send again what wasn't acknowledged."""
    load = Load(lambda _: Secure(site), "RESTART", token=site.clerk[0])
    for _ in range(2):
        load.wait(40)
        check(site.stop() == 0, "the service ends by itself within the unit's time", site.log())
        site.start()
    load.wait(40)
    ids = load.end()
    check(not load.wrong, "the only failures during a restart are 502 and 504", load.wrong[:3])
    check(not (lost := missing(Secure(site), site.clerk[0], ids)), "no acknowledged booking is lost in a restart", lost[:3])
    total = count_cargos(Secure(site), site.clerk[0], "RESTART")
    check(total == len(ids), "nothing is booked twice", (total, len(ids)))
    print(f"restart: {len(ids)} bookings acknowledged, sent again after {dict(load.repeated)}", flush=True)
