"""The hunt itself: cases go to all runners in lockstep, answers are compared, what differs is shrunk and written down."""

import collections
import gc
import json
import os
import re
import time
import zlib
from typing import Any

from ..parity.runner import Runner
from ..project import BUILD
from ..spec.canonical import load
from ..spec.files import Spec
from ..spec.layout import written
from .cases import Case, Cases
from .outcomes import Signature, difference, is_canonical, strict
from .reach import Reach
from .shrink import shrink

BATCH = 250
BLOCK = 1000  # cases whose answers have a digest together
AHEAD = 3  # batches on their way
SAMPLE = 24  # of so many answers one is read: is it canonical, does it hold a cargo to go on from
KINDS = 12  # kinds of differences after which a hunt is over
TRULY = 60, 40_000  # seconds that bring as many cases at least; so many cases have to reach everything
FOLDER = BUILD / "fuzz"
NOT_CANONICAL = ("bytes", "equal", "not canonical")


class Find:
    def __init__(self, signature: Signature, case: Case, pair: tuple[int, int]) -> None:
        self.signature, self.case, self.times = signature, case, 1
        self.pair = pair  # the indexes of the two runners that differ
        self.line, self.path = case.line, ""
        self.answers: tuple[bytes | None, ...] = ()

    def title(self) -> str:
        return " / ".join(str(part) for part in self.signature)


class Hunt:
    def __init__(self, spec: Spec, runners: list[Runner], seed: int) -> None:
        self.runners = runners
        self.seed = seed
        self.cases = Cases(seed, spec, runners[0].description["ops"])
        self.reach = Reach([fixture for _, fixture in self.cases.fixtures], spec.ops["ops"])
        self.finds: dict[Signature, Find] = {}
        self.count = 0
        self.digest = 0  # of all lines: two hunts that sent the same have the same
        self.answers: list[int] = []  # the digest of each block's lines and the first runner's answers
        self.seconds = 0.0
        self.families: collections.Counter[str] = collections.Counter()
        for runner in runners:
            runner.peers = runners
        gc.freeze()  # what stands now stands to the end; and what cases are made of has no cycles
        gc.set_threshold(100_000)

    def run(self, seconds: float | None = None, limit: int | None = None, wanted: Signature | None = None) -> None:
        """Until so many seconds or cases are over, too many kinds of differences are found, or the one that is wanted.

        A minute or more has to reach everything, so on a busy machine it goes on until it had the cases for that.
        """
        began = time.monotonic()
        self.processor = time.process_time()
        flying: collections.deque[list[Case]] = collections.deque()
        made = 0
        while True:
            spent = (limit is not None and made >= limit) or (seconds is not None and time.monotonic() - began >= seconds and not self._lacks(seconds, made))
            over = spent or len(self.finds) >= KINDS or wanted in self.finds
            if not over:
                batch = [self.cases.next(number) for number in range(made, min(made + BATCH, limit or made + BATCH))]
                made += len(batch)
                lines = [case.line for case in batch]
                self.digest = zlib.crc32(b"\n".join(lines), self.digest)
                for runner in self.runners:
                    runner.put(lines)
                flying.append(batch)
            if flying and (over or len(flying) == AHEAD):
                batch = flying.popleft()
                self._settle(batch, *(runner.take(len(batch)) for runner in self.runners))
            if over and not flying:
                break
        self.seconds = time.monotonic() - began
        self.processor = time.process_time() - self.processor

    def _lacks(self, seconds: float, made: int) -> bool:
        """Whether a run of so many seconds has to go on: it had too few cases yet, or it still misses something and may find it in twice as many more."""
        return seconds >= TRULY[0] and (made < TRULY[1] or (made < 3 * TRULY[1] and bool(self.reach.missing())))

    def _settle(self, batch: list[Case], ones: list[bytes | None], *others: list[bytes | None]) -> None:
        """Compares the first runner's answers with those of each other runner."""
        for case, one, *rest in zip(batch, ones, *others):
            self.families[case.family] += 1
            if case.number % BLOCK == 0:
                self.answers.append(0)
            self.answers[-1] = zlib.crc32(case.line + (one or b""), self.answers[-1])
            if one is None or any(other != one for other in rest):
                index, other = next(((index, other) for index, other in enumerate(rest, 1) if other != one), (1, rest[0]))
                self._found(difference(case.line, one, other), case, (0, index))
                continue
            self.reach.add(case, one)
            if case.number % SAMPLE == 0:
                if not is_canonical(one):
                    self._found(NOT_CANONICAL, case, (0, 1))
                self._learn(case, one)
        self.count += len(batch)
        if self.count // BATCH % 16 == 0:
            missing = self.reach.missing()
            self.cases.aim([index for pair in missing for index in self.reach.due[pair]], [op for op, _ in missing])

    def _learn(self, case: Case, answer: bytes) -> None:
        if not case.ops or b'"customerId"' not in answer:
            return
        for step in strict(answer).get("steps", []):
            self.cases.learn(step["result"].get("ok"))

    def _found(self, signature: Signature | None, case: Case, pair: tuple[int, int]) -> None:
        assert signature, "what differs has a signature"
        if signature in self.finds:
            self.finds[signature].times += 1
        elif len(self.finds) < KINDS:
            self.finds[signature] = Find(signature, case, pair)

    def ask(self, lines: list[bytes]) -> list[tuple[bytes | None, ...]]:
        """The answers of all runners to each line."""
        for runner in self.runners:
            runner.put(lines)
        return list(zip(*(runner.take(len(lines)) for runner in self.runners)))

    def shrink(self, seconds: float = 20.0) -> None:
        """Shrinks each kind of difference and writes it to .build/fuzz/."""
        for number, find in enumerate(self.finds.values(), 1):
            if find.signature != NOT_CANONICAL:
                find.line = shrink(find.case.line, find.signature, lambda lines: self._pairs(lines, find.pair), seconds)
            find.answers = self.ask([find.line])[0]
            find.path = write(find, number, self.seed, [runner.name for runner in self.runners])

    def _pairs(self, lines: list[bytes], pair: tuple[int, int]) -> list[Any]:
        return [tuple(answers[index] for index in pair) for answers in self.ask(lines)]

    def missing(self) -> list[tuple[str, str]]:
        """What was never reached, if the hunt was long enough to reach it."""
        return self.reach.missing() if self.count >= TRULY[1] else []

    def end(self) -> list[int]:
        return [runner.end() for runner in self.runners]


# Files

def write(find: Find, number: int, seed: int, names: list[str]) -> str:
    """A file like a fixture, but that it has the answers of all runners in place of what is expected."""
    value = strict(find.line)
    found: dict[str, Any] = {"difference": [str(part) for part in find.signature], "origin": f"Found by ./tool fuzz, seed {seed}, case {find.case.number} ({find.case.family})"}
    if isinstance(value, dict) and isinstance(value.get("when"), list):
        found.update(departsFromDddSample=False, **{key: member for key, member in value.items() if key not in ("cmd", "seq")})
    else:
        found["lines"] = [[{"hex": find.line.hex()}]]
    found["answers"] = {name: answer_shown(answer) for name, answer in zip(names, find.answers)}
    os.makedirs(FOLDER, exist_ok=True)
    slug = re.sub(r"[^a-z0-9]+", "-", "-".join(str(part) for part in find.signature[:3]).lower()).strip("-")
    path = os.path.join(FOLDER, f"{seed}-{number}-{slug}.json")
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.write(written(found))
    return path


def answer_shown(answer: bytes | None) -> Any:
    if answer is None:
        return "none"
    value = strict(answer)
    if not isinstance(value, dict):
        return answer.decode("utf-8", "backslashreplace")
    shown = {"then" if key == "steps" else key: member for key, member in value.items() if key != "seq"}
    return shown if is_canonical(answer) else {"bytes": answer.decode("utf-8", "backslashreplace"), **shown}


def line_of(path: str) -> bytes:
    """The line that a written find was, to send it again."""
    found = load(path)
    if "lines" in found:
        return bytes.fromhex(found["lines"][0][0]["hex"])
    line = {key: found[key] for key in ("clock", "given", "ids", "when") if key in found}
    return json.dumps({**line, "cmd": "run", "seq": 1}).encode()
