"""Checks that people and programs can use the service with the tokens of their company's identity provider, and that attacks on that door fail.

    ./tool check-identity [--server CARGO_SERVER]

The provider is Authlib's, over real HTTP, and people sign in with a real Chromium. Two services on one store take turns, as behind a proxy.
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import tempfile
import time
from typing import Any
from urllib.parse import urlencode

from .. import libraries
from ..checked import check, tell
from ..project import built_with_all_traits, options_of
from ..services import Service, exchange, free_port, until

TOKEN = "admin-secret-0123456789-abcdefgh"
USERS: dict[str, dict[str, Any]] = {
    "0001": {"preferred_username": "ann", "roles": ["freight-desk"]},
    "0002": {"preferred_username": "bob", "roles": ["accounting"]},
    "0003": {"preferred_username": "carla", "roles": ["partners"], "customer": "ACME"},
    "0004": {"preferred_username": "dora", "roles": []},
}
ROLES = {"freight-desk": "clerk", "accounting": "viewer", "partners": "customer", "platform": "admin"}
CARGO = {"arrivalDeadline": "2100-01-01T00:00:00Z", "customerId": "ACME", "destination": "SESTO", "origin": "HKHKG", "trackingId": "ABC123"}


def status(server: Service, token: str, path: str = "/v1/cargos") -> tuple[int, str]:
    """What a token is answered: the status, and why."""
    found, headers, text = server.ask("GET", path, Authorization=f"Bearer {token}")
    code = json.loads(text).get("code", "") if text.startswith("{") else ""
    check(token not in text and token not in str(headers), f"an answer with status {found} doesn't repeat the token")
    return found, code


def bearers(server: Service, provider: Any) -> None:
    for algorithm in ("RS256", "ES256", "EdDSA"):
        check(status(server, provider.token("0001", algorithm)) == (200, ""), f"a token signed with {algorithm} is accepted")
    check(server.ask("POST", "/v1/cargos", json.dumps({**CARGO, "trackingId": "BEARER"}), Authorization=f"Bearer {provider.token('0001')}")[0] == 201,
          "a clerk of the provider books")
    check(server.ask("POST", "/v1/cargos", json.dumps(CARGO), Authorization=f"Bearer {provider.token('0002')}")[0] == 403, "a viewer of the provider doesn't")
    listed = json.loads(server.ask("GET", "/v1/cargos", Authorization=f"Bearer {provider.token('0003')}")[2])
    check({cargo["customerId"] for cargo in listed["cargos"]} == {"ACME"}, "a customer of the provider sees their own cargos")
    check(status(server, provider.token("0004"))[0] == 403, "one without a role is nobody here")
    check(status(server, provider.token("0003", customer=None)) == (401, "token_invalid"), "a customer needs a code")
    check(status(server, provider.token("0001", roles=["freight-desk", "platform"]), "/metrics")[0] == 200, "the strongest of several roles counts")
    check(status(server, TOKEN) == (200, ""), "tokens of the settings serve beside it")
    now = time.time()
    check(status(server, provider.token("0001", exp=now - 50)) == (200, ""), "clocks may differ by a minute")
    check(status(server, provider.token("0001", aud=["other", provider.audience])) == (200, ""), "a token may be for several audiences")


def attacks(server: Service, provider: Any, stranger: Any) -> None:
    """Each row is an attack that has worked somewhere."""
    from .provider import unsigned

    now = time.time()
    claims = {"iss": provider.issuer, "aud": provider.audience, "exp": now + 600, "sub": "0001", "roles": ["platform"]}
    public = json.dumps(provider.keys[0].as_dict(private=False))
    signed = unsigned({"alg": "HS256", "kid": provider.keys[0].kid}, claims)[:-1]
    confused = signed + "." + base64.urlsafe_b64encode(hmac.new(public.encode(), signed.encode(), hashlib.sha256).digest()).rstrip(b"=").decode()
    good = provider.token("0001")
    head, body, signature = good.split(".")
    forged = base64.urlsafe_b64encode(json.dumps(claims).encode()).rstrip(b"=").decode()
    own = stranger.keys[0].as_dict(private=False)
    rows = {
        "no algorithm": unsigned({"alg": "none"}, claims), "no algorithm, in capitals": unsigned({"alg": "NONE"}, claims),
        "a public key as an HMAC secret": confused,
        "other claims under a signature": ".".join((head, forged, signature)), "no signature": f"{head}.{body}.", "half a signature": good[:-100],
        "a key of another algorithm": unsigned({"alg": "ES256", "kid": provider.keys[0].kid}, claims, b"\1" * 64),
        "a zero ECDSA signature": unsigned({"alg": "ES256", "kid": provider.keys[1].kid}, claims, bytes(64)),
        "another provider's token": stranger.token("0001"),
        "another provider's signature": stranger.token("0001", iss=provider.issuer),
        "its key under our id": stranger.token("0001", header={"kid": provider.keys[0].kid}, iss=provider.issuer),
        "a key in the header": stranger.token("0001", header={"jwk": own, "kid": provider.keys[0].kid}, iss=provider.issuer),
        "the address of keys in the header": stranger.token("0001", header={"jku": stranger.issuer + "/keys"}, iss=provider.issuer),
        "a file as a key id": stranger.token("0001", header={"kid": "../../../../dev/null"}, iss=provider.issuer),
        "SQL as a key id": stranger.token("0001", header={"kid": "' OR 1=1 --"}, iss=provider.issuer),
        "an extension that must be understood": unsigned({"alg": "RS256", "crit": ["b64"], "b64": False}, claims),
        "a token for logging out": provider.token("0001", header={"typ": "logout+jwt"}),
        "an issuer that begins like ours": provider.token("0001", iss=provider.issuer + ".evil.example"),
        "no issuer": provider.token("0001", iss=None),
        "another audience": provider.token("0001", aud="other-api"), "no audience": provider.token("0001", aud=None),
        "the ID token of a page": provider.token("0001", aud="cargo"),
        "expired": provider.token("0001", exp=now - 70), "no expiry": provider.token("0001", exp=None), "an expiry as text": provider.token("0001", exp="never"),
        "not valid yet": provider.token("0001", nbf=now + 70), "issued tomorrow": provider.token("0001", iat=now + 86400),
        "no subject": provider.token("0001", sub=None), "a subject with a line break": provider.token("0001", sub="1\nroot"),
        "numbers beyond all bounds": unsigned({"alg": "RS256", "kid": provider.keys[0].kid, "x": 1e300}, {**claims, "exp": 1e300}, b"\1" * 256),
        "two thousand brackets": "e30." + base64.urlsafe_b64encode(b"[" * 2000).decode().rstrip("=") + ".AA",
        "dots": "..", "a long one": head + "." + "A" * 12_000 + "." + signature,
    }
    for name, token in rows.items():
        found = status(server, token)
        check(found == (401, "token_invalid"), f"attack: {name}: {found}")
    check(status(server, good) == (200, ""), "after the attacks, a sound token is accepted")
    check(server.process.poll() is None, "the service has survived the attacks")


def rotation(server: Service, provider: Any) -> None:
    old = provider.token("0001")
    time.sleep(10.5)  # reads of keys are ten seconds apart
    before = provider.requests.count("/keys")
    provider.rotate()
    check(status(server, provider.token("0001")) == (200, ""), "a token signed with a new key is accepted at once")
    check(status(server, old) == (200, ""), "a token signed with an old key is still accepted")
    for number in range(30):
        status(server, provider.token("0001", header={"kid": f"unknown-{number}"}))
    check(provider.requests.count("/keys") == before + 1, "unknown keys make the service read the keys once, not 31 times")


def outage(binary: str, store: str, server: Service, provider: Any, settings: dict[str, str]) -> None:
    known, new = provider.token("0001"), provider.token("0002")
    check(status(server, known) == (200, ""), "before the outage, a token is accepted")
    with provider.down():
        check(status(server, known) == (200, "") and status(server, new) == (200, ""), "while the provider is down, tokens signed with known keys serve")
        with Service(binary, store, **settings) as late:
            found, headers, text = late.ask("GET", "/v1/cargos", Authorization=f"Bearer {known}")
            check((found, json.loads(text)["code"]) == (503, "identity_provider_unavailable"), f"a service that has no keys yet says so: {found}")
            check("retry-after" in headers, "and when to try again")
            check(status(late, TOKEN) == (200, ""), "and tokens of the settings serve there")
            found, _, text = late.ask("GET", "/sign-in?to=/clerk", Accept="text/html")
            check(found == 503 and "identity provider" in text, "and a person who signs in there is told the reason")
            provider.start()
            check(until(lambda: status(late, known)[0] == 200, 30), "it reads the keys once the provider is back")
            provider.stop()


def streaming(server: Service, provider: Any) -> None:
    token = provider.token("0001", exp=time.time() - 55)  # a minute later, it has expired
    connection = server.connection()
    connection.request("GET", "/v1/events", headers={"Accept": "text/event-stream", "Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    check(answer.status == 200, "a stream of events opens")
    started = time.monotonic()
    answer.read()
    took = time.monotonic() - started
    check(took < 15, f"the stream ends when its token expires: after {took:.0f} s")


def pages(page: Any, first: Service, second: Service, stranger: Service, provider: Any) -> None:
    page.open(first.url + "/clerk/cargos/BEARER")
    check("/clerk/sign-in?to=" in page.page.url, "a page asks to sign in")
    page.page.click("text=Sign in with your company account")
    check(page.page.url.startswith(provider.issuer), "the browser is at the provider")
    asked = page.page.url
    for part in ("code_challenge_method=S256", "state=", "nonce=", "response_type=code", "scope=openid"):
        check(part in asked, f"the request has {part}")
    page.page.click("button[value='0001']")
    check(page.wait(lambda: page.page.url == first.url + "/clerk/cargos/BEARER", 20), "after the sign-in, the browser continues", page.page.url + page.text("body"))
    check("BEARER" in page.text("main"), "after the sign-in, the page that was asked for is there")
    cookies = {cookie["name"]: cookie for cookie in page.page.context.cookies() if cookie["domain"] == "127.0.0.1"}
    check(cookies["cargo-session"]["httpOnly"] and cookies["cargo-session"]["sameSite"] == "Strict", "the session's cookie is for this service alone")
    check("cargo-sign-in" not in cookies, "the cookie of the sign-in is gone")
    check(page.run("document.referrer") == "", "no page learned the code from a referrer")
    session = "cargo-session=" + cookies["cargo-session"]["value"]
    for name, found in (("the service", first), ("another process", second)):
        check(found.ask("GET", "/clerk", Cookie=session)[0] == 200, f"{name} knows the session")
    check(stranger.ask("GET", "/clerk", Cookie=session)[0] == 303, "a process with another key doesn't")
    check(first.ask("GET", "/customer", Cookie=session.replace("session", "customer"))[0] == 303, "it isn't a customer's session")
    check(all("eyJ" not in str(value) for value in (page.page.url, page.markup(), cookies)), "no token is in an address, a page or a cookie")


def signing_out(page: Any, server: Service, provider: Any) -> None:
    page.open(server.url + "/clerk")
    page.page.click("text=Sign out")
    page.page.wait_for_url(server.url + "/")
    check("/end_session" in provider.requests, "signing out signs out at the provider, too")
    page.open(server.url + "/clerk")
    check("/clerk/sign-in" in page.page.url, "after it, the pages ask to sign in")
    page.page.click("text=Sign in with your company account")
    check("button" in page.page.content() and page.page.url.startswith(provider.issuer), "and so does the provider")


def flows(server: Service, provider: Any) -> None:
    """Attacks on a sign-in, with requests as a browser sends them."""
    from .provider import query

    def begin(to: str = "/clerk") -> tuple[dict[str, str], str]:
        _, headers, _ = server.ask("GET", "/sign-in?to=" + to)
        return query(headers["location"]), headers["set-cookie"].split(";")[0]

    def code(asked: dict[str, str], user: str = "0001") -> str:
        connection = http.client.HTTPConnection("localhost", provider.port)
        _, headers, _ = exchange(connection, "POST", "/authorization?" + urlencode(asked), f"user={user}", "application/x-www-form-urlencoded")
        return query(headers["Location"])["code"]

    def back(cookie: str, **fields: str) -> tuple[int, dict[str, str], str]:
        found, headers, content = exchange(server.connection(), "GET", "/sign-in/callback?" + urlencode(fields), Cookie=cookie)
        return found, {**{name.lower(): value for name, value in headers.items()}, "set-cookie": str(headers.get_all("Set-Cookie"))}, content.decode()

    asked, cookie = begin()
    given = code(asked)
    found, headers, _ = back(cookie, code=given, state="A" * 43)
    check(found == 422 and "Max-Age=0" not in headers["set-cookie"], "flow: another state is refused, and doesn't end the sign-in that is under way")
    check(back("", code=given, state=asked["state"])[0] == 422, "flow: another browser is refused")
    other, foreign = begin()
    check(back(foreign, code=given, state=other["state"])[0] == 422, "flow: a code of another sign-in is refused (PKCE)")
    check("session" not in str(back(foreign, code=given, state=other["state"])[1]), "flow: and it gives no session")
    asked, cookie = begin()
    given = code(asked)
    found, headers, _ = back(cookie, code=given, state=asked["state"])
    check(found == 200 and "cargo-session=" in headers["set-cookie"], "flow: a sound response signs in")
    check(back(cookie, code=given, state=asked["state"])[0] == 422, "flow: a code serves once")
    for to in ("//evil.example", "https://evil.example/clerk", "/clerk/../../evil", "/clerk%0d%0aSet-Cookie:x=y", "/sign-in"):
        asked, cookie = begin(to)
        found, headers, _ = back(cookie, code=code(asked), state=asked["state"])
        check(headers.get("refresh", "").removeprefix("0; url=") == "/clerk", f"flow: it doesn't continue to {to}: {headers.get('refresh')}")
    asked, cookie = begin()
    found, _, text = back(cookie, error="access_denied", state=asked["state"])
    check(found == 422 and "access_denied" in text, "flow: a refusal of the provider is shown")
    found, _, text = back(cookie, error="<script>alert(1)</script>", state=asked["state"])
    check(found == 422 and "<script>alert" not in text, "flow: and nothing that isn't its code")
    check(back(cookie, code="x", state=asked["state"], iss="https://evil.example")[0] == 422, "flow: a response that names another provider is refused")
    for name, claims in {"another nonce": {"nonce": "other"}, "no nonce": {"nonce": None}, "another client": {"aud": "other"},
                         "several clients without a party": {"aud": ["cargo", "other"]}, "expired": {"exp": time.time() - 70}}.items():
        provider.id_claims = claims
        asked, cookie = begin()
        found, headers, _ = back(cookie, code=code(asked), state=asked["state"])
        check(found == 422 and "cargo-session=" not in str(headers), f"flow: an ID token with {name} is refused")
    provider.id_claims = {}
    asked, cookie = begin()
    found, headers, _ = back(cookie, code=code(asked, "0004"), state=asked["state"])
    check(found == 422 and "cargo-session=" not in str(headers), "flow: one without a role gets no session")
    asked, cookie = begin("/customer")
    found, headers, _ = back(cookie, code=code(asked, "0003"), state=asked["state"])
    check(found == 200 and "cargo-customer=" in str(headers), "flow: a customer gets a customer's session")
    asked, cookie = begin()
    with provider.down():
        found, _, text = back(cookie, code="x", state=asked["state"])
        check(found == 503, f"flow: while the provider is down, a sign-in is told so: {found}")


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, server=(str, "a cargo-server; built if not given"))
    libraries.require("pages", "identity")
    from ..pages.browser import Window, chromium
    from .provider import Client, Provider

    binary = os.path.abspath(options.server or built_with_all_traits("cargo-server"))
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="identity-") as directory, Provider(USERS) as provider, Provider(USERS) as stranger:
        store = f"json:{directory}/store"
        settings = {**provider.settings(f"http://127.0.0.1:{port}", ROLES), "CARGO_ACCESS_TOKENS": f"admin:{TOKEN}", "CARGO_LOG_LEVEL": "debug",
                    "CARGO_ACCESS_WRONG_TOKENS_PER_MINUTE": "0", "CARGO_ACCESS_SESSION_KEYS": base64.b64encode(os.urandom(32)).decode()}
        with Service(binary, store, CARGO_PORT=str(port), **settings) as server:
            server.add_ports("HKHKG", "SESTO", token=TOKEN)
            bearers(server, provider)
            attacks(server, provider, stranger)
            rotation(server, provider)
            streaming(server, provider)
            flows(server, provider)
            outage(binary, store, server, provider, settings)
            other = {**settings, "CARGO_ACCESS_SESSION_KEYS": ""}
            with chromium() as browser, Service(binary, store, **settings) as second, Service(binary, store, **other) as third:
                window = Window(browser)
                page = window.page()
                pages(page, server, second, third, provider)
                signing_out(page, server, provider)
                check(not window.complaints, f"the browser has nothing against the pages: {window.complaints}")
            log = server.log.read_text()
            shown = [line for line in log.splitlines() if "eyJ" in line or "?code=" in line or Client.secret in line]
            check(not shown, "no token, no code and no secret is in the log", shown[:1])
            check('"ann"' in log or "caller=ann" in log, "the log names who signed in")
    return tell("check-identity")
