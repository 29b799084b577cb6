"""Runs the model of the rules as a parity runner: a line of JSON in, a line of canonical JSON out (RUN-1)."""

import sys
from typing import Any, BinaryIO

from . import codec, shapes
from .errors import SPEC, TIERS, Failure
from .handling import HandlingEvent
from .operations import OPERATIONS
from .shapes import Anything, Integer, List, Object, Text
from .values import GREATEST, instant, integer, tracking_id
from .voyages import Location, Voyage
from .world import World

START = Object(cmd=Text, protocol=Integer)
STOP = Object(cmd=Text)
GIVEN = Object().maybe(locations=List(shapes.LOCATION), voyages=List(shapes.VOYAGE), cargos=List(Anything), handlingEvents=List(shapes.EVENT))
RUN = Object(clock=Text, cmd=Text, seq=Integer, when=List(Object(args=Anything, op=Text).maybe(at=Text))).maybe(given=GIVEN, ids=List(Text))


class Malformed(Exception):
    """A malformed line, with its `seq` if that can be read."""

    def __init__(self, seq: int | None = None) -> None:
        super().__init__()
        self.seq = seq


def serve(lines: BinaryIO, answers: BinaryIO) -> None:
    """Answers each line until `stop` or the end of input."""
    for line in lines:
        try:
            answer = answer_to(line)
        except Malformed as malformed:
            answer = {"err": Failure("protocol_malformed").wire(), **({} if malformed.seq is None else {"seq": malformed.seq})}
        if answer is None:
            return
        answers.write(codec.write(answer).encode() + b"\n")
        answers.flush()


def answer_to(line: bytes) -> dict[str, Any] | None:
    try:
        message = codec.parse(line.removesuffix(b"\n").decode("utf-8"))
    except (codec.NotJSON, UnicodeDecodeError):
        raise Malformed from None
    if not isinstance(message, dict):
        raise Malformed
    seq = message.get("seq")
    seq = seq if isinstance(seq, int) and not isinstance(seq, bool) else None
    try:
        if message.get("cmd") == "start":
            return start(message)
        if message.get("cmd") == "stop":
            shapes.check(message, STOP)
            return None
        if message.get("cmd") == "run":
            return run(message)
    except Failure:
        pass
    raise Malformed(seq)


def start(message: dict[str, Any]) -> dict[str, Any]:
    shapes.check(message, START)
    if message["protocol"] != 1:
        raise Malformed
    version = (SPEC / "VERSION").read_text(encoding="utf-8").strip()
    implementation = {"language": "python", "version": version}
    return {"errorCodes": sorted(TIERS), "implementation": implementation, "ops": sorted(OPERATIONS), "protocol": 1, "ready": True}


def run(message: dict[str, Any]) -> dict[str, Any]:
    """Runs the steps in a fresh world. Raises Failure if the line is malformed; failures of steps are their results."""
    shapes.check(message, RUN)
    given = message.get("given", {})
    seq = integer(message["seq"], -GREATEST)
    world = World(
        instant(message["clock"]), [tracking_id(identity) for identity in message.get("ids", [])],
        [Location.read(location) for location in given.get("locations", [])], [Voyage.read(voyage) for voyage in given.get("voyages", [])],
        given.get("cargos", []), [HandlingEvent.read(event) for event in given.get("handlingEvents", [])],
    )
    times = [instant(step["at"]) if "at" in step else None for step in message["when"]]
    steps = []
    for step, time in zip(message["when"], times):
        world.now = world.now if time is None else time
        steps.append(step_of(world, step))
    return {"finalState": world.final_state(), "seq": seq, "steps": steps}


def step_of(world: World, step: dict[str, Any]) -> dict[str, Any]:
    operation = OPERATIONS.get(step["op"])
    if operation is None:
        return {"events": [], "result": {"unsupported": True}}
    world.raised = []
    try:
        result = {"ok": operation(world, step["args"])}
    except Failure as failure:
        return {"events": [], "result": {"err": failure.wire()}}
    return {"events": world.raised, "result": result}


def main(_: list[str]) -> int:
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
