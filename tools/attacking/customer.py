"""A customer who books at a steady rate, and a balancer that asks /livez: in a process of their own, so that attackers don't slow them down."""

import asyncio
import json
import multiprocessing
import time
from multiprocessing.connection import Connection

from .victim import CLERK

# How long a booking or a probe may take before it counts as this long.
PATIENCE = 10.0


class Customer:
    """What the other process does, and what it saw since it was last asked."""

    def __init__(self, port: int, rate: float):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=_run, args=(port, rate, other), daemon=True)
        self.process.start()

    def ask(self) -> dict:
        """Bookings and probes since the last time: seconds each, failures, and at the end what was booked."""
        self.pipe.send("report")
        return self.pipe.recv()

    def end(self) -> dict:
        self.pipe.send("end")
        report = self.pipe.recv()
        self.process.join(20)
        return report


def _run(port: int, rate: float, pipe: Connection) -> None:
    asyncio.run(_Work(port, rate, pipe).run())


class _Work:
    def __init__(self, port: int, rate: float, pipe: Connection):
        self.port, self.rate, self.pipe = port, rate, pipe
        self.bookings: list[float] = []
        self.probes: list[float] = []
        self.failures: list[str] = []
        # When the booking and the probe under way began; 0 if there is none.
        self.booking = self.probing = 0.0
        # Customer id to tracking id, and those whose outcome is unknown.
        self.booked: dict[str, str] = {}
        self.unknown: list[str] = []
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def run(self) -> None:
        stop = asyncio.Event()
        work = [asyncio.create_task(self._book(stop)), asyncio.create_task(self._probe(stop))]
        while True:
            while not self.pipe.poll():
                await asyncio.sleep(0.02)
            order = self.pipe.recv()
            if order == "end":
                stop.set()
                await asyncio.wait(work)
            # What is still under way counts, too: it may be what hangs.
            now = time.monotonic()
            bookings, probes = ([*done, now - since] if since else done for done, since in ((self.bookings, self.booking), (self.probes, self.probing)))
            self.pipe.send(
                {"bookings": bookings, "probes": probes, "failures": self.failures, "booked": self.booked, "unknown": self.unknown}
            )
            self.bookings, self.probes, self.failures = [], [], []
            if order == "end":
                return

    async def _book(self, stop: asyncio.Event) -> None:
        due, number = time.monotonic(), 0
        while not stop.is_set():
            await asyncio.sleep(max(0, due - time.monotonic()))
            due = max(due + 1 / self.rate, time.monotonic() - 1)
            number += 1
            started = self.booking = time.monotonic()
            await self._book_once(number, started)
            self.bookings.append(time.monotonic() - started)
            self.booking = 0.0

    async def _book_once(self, number: int, started: float) -> None:
        """One booking, sent again under the same key until it is answered."""
        customer = f"ATTACK-{number:06d}"
        body = json.dumps({"origin": "SESTO", "destination": "USNYC", "arrivalDeadline": "2030-01-01T00:00:00Z", "customerId": customer}).encode()
        head = (
            f"POST /v1/cargos HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {CLERK}\r\nIdempotency-Key: key-{number}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode()
        problem = ""
        while (left := started + PATIENCE - time.monotonic()) > 0:
            try:
                status, answer = await asyncio.wait_for(self._exchange(head + body), left)
                if status == 201:
                    self.booked[customer] = json.loads(answer)["trackingId"]
                    return
                problem = f"{status} {answer[:200]!r}"
            except (OSError, EOFError, ValueError, asyncio.TimeoutError) as error:
                problem = repr(error)
            self._hang_up()
            await asyncio.sleep(0.05)
        self.unknown.append(customer)
        self.failures.append(f"booking {number}: {problem}")

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        writer.write(request)
        await writer.drain()
        return await self._answer(reader)

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.split("content-length:")[1].split("\r\n")[0]) if "content-length:" in head else 0
        body = await reader.readexactly(length)
        if "connection: close" in head:
            self._hang_up()
        return int(head.split()[1]), body

    def _hang_up(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None

    async def _probe(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            started = self.probing = time.monotonic()
            try:
                status = await asyncio.wait_for(self._livez(), PATIENCE)
                if status != 200:
                    self.failures.append(f"/livez: {status}")
            except (OSError, EOFError, ValueError, asyncio.TimeoutError) as error:
                self.failures.append(f"/livez: {error!r}")
            self.probes.append(time.monotonic() - started)
            self.probing = 0.0
            await asyncio.sleep(max(0, started + 0.5 - time.monotonic()))

    async def _livez(self) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET /livez HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode())
            return int((await reader.readline()).split()[1])
        except IndexError:
            raise EOFError("closed without an answer") from None
        finally:
            writer.close()
