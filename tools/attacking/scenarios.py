"""The attacks. Each takes an AttackSession, lasts about its seconds, and gives findings: (whether it holds, what was seen), with TIMED as a third member
where only time decides, so that a stall of the machine can break it."""

import asyncio
import base64
import collections
import contextlib
import hmac
import json
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from .victim import CARRIER, CLERK, FLOOD, SHOP, SHOPPER

AS_CLERK, JSON, FORM = f"Authorization: Bearer {CLERK}", "Content-Type: application/json", "Content-Type: application/x-www-form-urlencoded"
CHUNKED = "Transfer-Encoding: chunked"
# A signature that could be right, and the size of a body that it may be of.
WRONG, MIB = "Notification-Signature: sha256=" + "0" * 64, 1 << 20

# A connection that may have been closed at its deadline by now is given this much longer, in seconds.
SLACK = 20

TIMED = True
Answers = collections.Counter[int]
ALL: dict[str, Callable] = {}


def attack(work: Callable) -> Callable:
    """Lists an attack by its name."""
    ALL[work.__name__.replace("_", "-")] = work
    return work


def source(number: int) -> str:
    """One of 60,000 loopback addresses; the customer has 127.0.0.1."""
    return f"127.{1 + number // 62_500}.{number // 250 % 250}.{2 + number % 250}"


async def connect(session, address: str, buffer: int = 0) -> socket.socket | None:
    """A connection from an address, with a small buffer if one is given; None if the server, or this machine, has no room for it."""
    plug = socket.socket()
    plug.setblocking(False)
    if buffer:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    try:
        plug.bind((address, 0))
        await asyncio.wait_for(asyncio.get_running_loop().sock_connect(plug, session.address), 5)
        return plug
    except (OSError, asyncio.TimeoutError):
        plug.close()
        return None


def is_open(plug: socket.socket) -> bool:
    """Whether the other end has closed neither orderly nor with a reset; reads what has arrived."""
    try:
        while True:
            if not plug.recv(65536):
                return False
    except BlockingIOError:
        return True
    except OSError:
        return False


async def send(plug: socket.socket, data: bytes, limit: float = 30) -> bool:
    try:
        await asyncio.wait_for(asyncio.get_running_loop().sock_sendall(plug, data), limit)
        return True
    except (OSError, asyncio.TimeoutError):
        return False


async def status(plug: socket.socket, limit: float = 10) -> int:
    """The status of the next answer; 0 if the connection ends without one, -1 if none comes in time."""
    data = b""
    try:
        while b"\r\n" not in data:
            part = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(plug, 65536), limit)
            if not part:
                return 0
            data += part
        return int(data.split(b" ", 2)[1])
    except asyncio.TimeoutError:
        return -1
    except (OSError, ValueError, IndexError):
        return 0


async def ask(session, request: bytes, address: str, limit: float = 10) -> int:
    plug = await connect(session, address)
    if plug is None:
        return 0
    try:
        # An answer may come, and the connection close, before all has been sent.
        sending = asyncio.create_task(send(plug, request, limit))
        answer = await status(plug, limit)
        sending.cancel()
        return answer
    finally:
        plug.close()


def head(method: str, path: str, *fields: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *fields, "", ""]).encode("latin-1")


def sized(path: str, body: bytes, *fields: str) -> bytes:
    """A POST request with a body."""
    return head("POST", path, *fields, f"Content-Length: {len(body)}") + body


def lasting(session) -> Iterator[int]:
    """Numbers from 0 on, until the attack's time is over."""
    end, number = time.monotonic() + session.seconds, 0
    while time.monotonic() < end:
        yield number
        number += 1


async def volleys(session, requests: Sequence[bytes], at_once: int, limit: float, pause: float = 0) -> Answers:
    """Sends requests, so many at once and each from another address, in whole rounds until the attack's time is over; counts the answers."""
    answers: Answers = collections.Counter()
    for volley in lasting(session):
        for start in range(0, len(requests), at_once):
            first = volley * len(requests) + start
            sent = (ask(session, request, source(first + place), limit) for place, request in enumerate(requests[start:start + at_once]))
            answers.update(await asyncio.gather(*sent))
            await asyncio.sleep(pause)
    print(f"    answers: {dict(sorted(answers.items()))}", flush=True)
    return answers


def close(plugs: Iterable[socket.socket | None]) -> None:
    for plug in plugs:
        if plug is not None:
            plug.close()


async def waves(count: int, make) -> list:
    """So many at once that the machine keeps up."""
    made = []
    for start in range(0, count, 100):
        made += await asyncio.gather(*(make(number) for number in range(start, min(start + 100, count))))
    return made


@attack
async def silence(session):
    """10,000 connections from 250 addresses that send nothing."""
    end = time.monotonic() + session.seconds
    plugs = [plug for plug in await waves(session.options.connections, lambda number: connect(session, source(number % 250))) if plug]
    opened = time.monotonic()
    await asyncio.sleep(1)
    most = sum(is_open(plug) for plug in plugs)
    await asyncio.sleep(max(0, end - time.monotonic()))
    # The last of them have been open for less than the attack has lasted.
    end = max(end, opened + session.limits["limits-idle-seconds"] + SLACK)
    while (last := sum(is_open(plug) for plug in plugs)) and time.monotonic() < end:
        await asyncio.sleep(0.5)
    close(plugs)
    print(f"    {most} of {session.options.connections} connections open at once, {last} at the end", flush=True)
    return [(last == 0, f"{last} connections are still open after the idle limit of {session.limits['limits-idle-seconds']} s", TIMED)]


TRICKLES = [
    head("GET", "/livez", "X-Slow: " + "a" * 4000),
    head("GET", "/livez", "Content-Length: 4000") + b"a" * 4000,
    head("GET", "/openapi.json", "Content-Length: 4000") + b"a" * 4000,
    head("POST", "/nothing-here", "Content-Length: 4000") + b"a" * 4000,
    head("POST", "/v1/cargos", AS_CLERK, "Content-Type: text/none", "Content-Length: 4000") + b"a" * 4000,
    head("POST", "/v1/cargos", AS_CLERK, JSON, "Content-Length: 4000") + b"{" * 4000,
    head("POST", "/clerk/sign-in", FORM, CHUNKED) + b"1\r\na\r\n" * 800,
]


@attack
async def trickle(session):
    """10,000 connections that send a head or a body byte by byte, to routes that read a body and to routes that don't."""
    limits = session.limits
    deadline = limits["limits-idle-seconds"] + limits["limits-body-seconds"] + SLACK
    started = time.monotonic()
    plugs = await waves(session.options.connections, lambda number: connect(session, source(number)))
    alive = {number: plug for number, plug in enumerate(plugs) if plug}
    place = {}
    for number in alive:
        text = TRICKLES[number % len(TRICKLES)]
        place[number] = 0 if number % len(TRICKLES) == 0 else text.index(b"\r\n\r\n") + 4
        await send(alive[number], text[: place[number]])
    # Long enough to see whether they are closed in time, even in a short run.
    while time.monotonic() < started + max(session.seconds, deadline) and alive:
        for number, plug in list(alive.items()):
            text = TRICKLES[number % len(TRICKLES)]
            with contextlib.suppress(BlockingIOError):
                try:
                    plug.send(text[place[number] : place[number] + 1])
                    place[number] = min(place[number] + 1, len(text) - 1)
                except OSError:
                    pass
            if not is_open(plug):
                plug.close()
                del alive[number]
        await asyncio.sleep(0.25)
    kinds = sorted({TRICKLES[number % len(TRICKLES)].split(b"\r\n", 1)[0].decode() for number in alive})
    count = len(alive)
    close(alive.values())
    return [(count == 0, f"{count} trickling connections are still open after {deadline} s: {', '.join(kinds)}", TIMED)]


@attack
async def unread(session):
    """10,000 connections that pipeline requests for a large document and never read the answers."""
    before = session.victim.descriptors
    deadline = session.limits["limits-stall-seconds"] + SLACK
    started = time.monotonic()

    async def deaf(number):
        plug = await connect(session, source(number), 4096)
        if plug:
            with contextlib.suppress(OSError):
                plug.send(head("GET", "/openapi.json") * 400)
        return plug

    plugs = await waves(session.options.connections, deaf)
    await asyncio.sleep(2)
    held = session.victim.descriptors - before
    # The deadline is that of a response, and a busy machine takes its time to write those before it.
    while time.monotonic() < started + max(session.seconds, deadline + 30):
        left = session.victim.descriptors - before
        if left <= 10 and time.monotonic() >= started + session.seconds:
            break
        await asyncio.sleep(0.5)
    took = time.monotonic() - started
    close(plugs)
    print(f"    {held} connections held after 2 s, {left} after {took:.0f} s", flush=True)
    return [(left <= 10, f"{left} unread connections are open after {took:.0f} s; a response has {deadline - SLACK} s to be read", TIMED)]


@attack
async def header_bombs(session):
    """Heads of 100,000 fields, fields of 16 MiB, and lines that never end."""
    bombs = [
        head("GET", "/livez", *(f"X-{number}: {number}" for number in range(100_000))),
        head("GET", "/livez", "X-Bomb: " + "a" * (16 << 20)),
        head("GET", "/livez", "a" * (1 << 20) + ": 1"),
        b"GET /" + b"a" * (16 << 20) + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        head("GET", "/livez", "Cookie: " + "; ".join(f"c{number}=1" for number in range(100_000))),
        head("GET", "/livez", "Accept: " + ",".join(f"a/{number};q=0.5" for number in range(1000))),
        head("GET", "/livez", "Host: a", "Host: b", "Content-Length: 1", "Content-Length: 2"),
        b"A" * (16 << 20),
    ]
    answers = await volleys(session, bombs, 1, 10, 0.02)
    return [
        (not [answer for answer in answers if answer >= 500], f"heads were answered with {sorted(answers)}"),
        (-1 not in answers, "heads had no answer within 10 s", TIMED),
    ]


async def unfinished(session, number: int) -> socket.socket | None:
    """A connection from one of six addresses that has sent a body, with a signature that could be right, but for the last byte."""
    plug = await connect(session, source(number % 6))
    if plug:
        await send(plug, sized("/v2/events", b" " * MIB, WRONG, JSON)[:-1], 5)
    return plug


@attack
async def unfinished_bodies(session):
    """600 bodies of 1 MiB from six addresses, with a signature that could be right, that never end."""
    peak = before = session.victim.memory
    for _ in lasting(session):
        plugs = await waves(600, lambda number: unfinished(session, number))
        peak = max(peak, session.victim.memory)
        await asyncio.sleep(min(5, session.seconds / 2))
        peak = max(peak, session.victim.memory)
        close(plugs)
    print(f"    memory from {before:.0f} to {peak:.0f} MiB", flush=True)
    return [(peak - before <= 96, f"unfinished bodies took {peak - before:.0f} MiB; their budget is 16 MiB")]


@attack
async def wrong_signatures(session):
    """100 bodies of 1 MiB at once with a wrong signature, each from another address."""
    answers = await volleys(session, [sized("/v2/events", b" " * MIB, WRONG, JSON)] * 100, 100, 30)
    # A body that is given up for a newer one has no answer, and one that waits too long for its digest gets 408.
    return [(set(answers) <= {0, 401, 408, 429, 503}, f"wrong signatures were answered with {dict(answers)}", TIMED)]


@attack
async def closed_signatures(session):
    """Bodies of 1 MiB with a signature that could be right, closed before their last byte, again and again from six addresses, while a carrier
    pushes."""
    signature = hmac.new(base64.b64decode(CARRIER), b"[]", "sha256").hexdigest()
    push = sized("/v2/events", b"[]", f"Notification-Signature: sha256={signature}", JSON)
    before = session.victim.memory
    peak, slowest, answers = before, 0.0, set()

    async def work(number):
        for _ in lasting(session):
            if plug := await unfinished(session, number):
                plug.close()
            else:
                await asyncio.sleep(0.1)

    async def carrier():
        nonlocal peak, slowest
        for _ in lasting(session):
            started = time.monotonic()
            answers.add(await ask(session, push, source(60), 30))
            slowest = max(slowest, time.monotonic() - started)
            peak = max(peak, session.victim.memory)
            await asyncio.sleep(0.2)

    await asyncio.gather(carrier(), *(work(number) for number in range(60)))
    print(f"    memory from {before:.0f} to {peak:.0f} MiB; a carrier's push took at most {slowest * 1000:.0f} ms: {answers}", flush=True)
    return [
        (peak - before <= 96, f"closed bodies took {peak - before:.0f} MiB; their budget is 16 MiB"),
        (answers == {204}, f"a carrier's pushes were answered with {answers}"),
        (slowest <= 2, f"a carrier's push took {slowest:.1f} s", TIMED),
    ]


@attack
async def tiny_chunks(session):
    """Bodies in chunks of 1 to 16 bytes on 16 connections of one address, to routes that read a body and to routes that don't."""
    requests = [
        head("GET", "/", CHUNKED),
        head("POST", "/livez", CHUNKED),
        head("POST", "/clerk/sign-in", FORM, CHUNKED),
        head("POST", "/v1/cargos", f"Authorization: Bearer {SHOP}", JSON, CHUNKED),
    ]
    sent, end = 0, time.monotonic() + session.seconds

    async def work(number):
        nonlocal sent
        size = 1 + number % 16
        chunks = (f"{size:x}\r\n" + " " * size + "\r\n").encode() * 2000
        while time.monotonic() < end:
            plug = await connect(session, source(70))
            if plug is None:
                await asyncio.sleep(0.1)
                continue
            more = await send(plug, requests[number % len(requests)], 5)
            while more and time.monotonic() < end:
                more = await send(plug, chunks, 5)
                sent += 2000
            plug.close()

    await asyncio.gather(*(work(number) for number in range(16)))
    print(f"    {sent} chunks were sent", flush=True)
    return [(sent > 0, "no chunk was sent")]


@attack
async def customer_lists(session):
    """Filtered lists of a customer with 3,000 cargos, 64 at once."""
    booking = json.dumps({"origin": "SESTO", "destination": "USNYC", "arrivalDeadline": "2030-01-01T00:00:00Z", "customerId": SHOPPER}).encode()
    book = sized("/v1/cargos", booking, AS_CLERK, JSON)
    booked = await waves(3000, lambda number: ask(session, book, source(number), 60))
    answers: Answers = collections.Counter()

    async def work(number):
        query = ("late=true", "transportStatus=CLAIMED", "at=SESTO", "overdue=PT1H")[number % 4]
        for _ in lasting(session):
            answers[await ask(session, head("GET", f"/v1/cargos?{query}&limit=1", f"Authorization: Bearer {SHOP}"), source(number), 60)] += 1
            await asyncio.sleep(0.01)

    await asyncio.gather(*(work(number) for number in range(64)))
    print(f"    {booked.count(201)} cargos; answers: {dict(sorted(answers.items()))}", flush=True)
    return [
        (booked.count(201) == 3000, f"only {booked.count(201)} of 3000 cargos were booked", TIMED),
        (answers[200] > 0 and set(answers) <= {200, 429}, f"lists were answered with {dict(answers)}", TIMED),
    ]


@attack
async def customer_flood(session):
    """Bookings of a customer who may make 300 requests a minute and makes a hundred times as many."""
    booking = json.dumps({"origin": "SESTO", "destination": "USNYC", "arrivalDeadline": "2030-01-01T00:00:00Z"}).encode()
    book = sized("/v1/cargos", booking, f"Authorization: Bearer {FLOOD}", JSON)
    answers: Answers = collections.Counter()

    async def work(number):
        for _ in lasting(session):
            answers[await ask(session, book, source(number), 60)] += 1
            await asyncio.sleep(16 / 500)

    await asyncio.gather(*(work(number) for number in range(16)))
    allowed = 300 * (1 + session.seconds / 60)
    print(f"    answers: {dict(sorted(answers.items()))}", flush=True)
    return [
        (0 < answers[201] <= allowed + 1, f"{answers[201]} bookings were made, of {allowed:.0f}"),
        (set(answers) <= {201, 429} and answers[429] > 0, f"bookings were answered with {dict(answers)}"),
    ]
