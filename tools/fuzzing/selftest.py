"""Shows that the fuzzer finds what it is for: one runner is wrapped by a proxy that spoils some of its answers."""

import json
import os
import re
import shlex
import subprocess
import sys
import time

from ..parity.runner import Runner
from ..project import ROOT, TOOL
from ..spec.canonical import canonical
from .hunt import TRULY, Hunt, line_of

FUZZ = [*TOOL, "fuzz"]
SEED = 7
CASES = 1_500  # without a fault
ENOUGH = 20_000  # to find one


# The proxy: reads a line, lets the runner answer, spoils the answer, passes it on.

def spoil(fault, line, answer):
    """The spoilt answer; None to end without one."""
    if b'"steps":[' not in answer:
        return answer
    request, value = json.loads(line), json.loads(answer)
    if fault == "white-space":
        return answer.replace(b'"steps":', b'"steps": ') if b"instant.parse" in line else answer
    for step, then in zip(request["when"], value["steps"]):
        result, args = then["result"], step["args"]
        if fault == "element" and step["op"] == "itinerary.plan" and len(result.get("ok", [])) > 4:
            result["ok"].pop()
        elif fault == "forecast" and step["op"] == "voyage.forecast" and len(result.get("ok", [])) > 1 and "reports" in args["voyage"]:
            result["ok"][-1]["arrivalTime"] = args["voyage"]["schedule"][-1]["arrivalTime"].replace("2026", "2027")
        elif fault == "roll-over" and step["op"] == "useCase.rollOver" and result.get("ok", {}).get("affectedCargos"):
            then["events"].pop()
        elif fault == "flag" and step["op"] == "routeSpecification.isSatisfiedBy" and result.get("ok") is False and len(args["itinerary"]["legs"]) > 1:
            result["ok"] = True
        elif fault == "code" and step["op"] == "handlingEvent.create" and result.get("err", {}).get("code") == "handling_voyage_required":
            result["err"]["code"] = "handling_voyage_prohibited"
        elif fault == "event" and step["op"] == "useCase.registerHandlingEvent" and len(then["events"]) > 1:
            then["events"].pop()
        elif fault == "end" and step["op"] == "unLocode.parse" and "\U0001f600" in str(args):
            return None
        elif fault == "silence" and step["op"] == "customerId.parse" and len(str(args)) > 60:
            time.sleep(3600)
    if fault == "final-state" and len(value.get("finalState", {}).get("handlingEvents", [])) > 1:
        value["finalState"]["handlingEvents"].reverse()
    return canonical(value).encode("utf-8", "surrogatepass") + b"\n"


def proxy(fault, command):
    runner = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert runner.stdin and runner.stdout
    for line in sys.stdin.buffer:
        runner.stdin.write(line)
        runner.stdin.flush()
        answer = runner.stdout.readline()
        if answer:
            answer = spoil(fault, line, answer)
            if answer is None:
                return 70
            sys.stdout.buffer.write(answer)
            sys.stdout.buffer.flush()
    runner.stdin.close()
    return runner.wait()


# The tests: a fault, the difference that has to be found, and what the shrunk line has to be.

def one_step(line, bound):
    return len(line.get("when", [])) == 1 and not line.get("given") and len(json.dumps(line)) <= bound


def small_journey(line, steps):
    return len(line["when"]) <= steps and {step["op"] for step in line["when"]} <= {
        "useCase.registerVoyage", "useCase.bookCargo", "useCase.assignRoute", "useCase.registerHandlingEvent",
    }


FAULTS = {
    "element": (("itinerary.plan", "ok", "ok", "result.ok[]"), lambda line: one_step(line, 900) and len(line["when"][0]["args"]["itinerary"]["legs"]) == 2),
    "flag": (("routeSpecification.isSatisfiedBy", "ok", "ok", "result.ok"), lambda line: one_step(line, 900) and len(line["when"][0]["args"]["itinerary"]["legs"]) == 2),
    "forecast": (("voyage.forecast", "ok", "ok", "result.ok[].arrivalTime"), lambda line: one_step(line, 1_000) and len(line["when"][0]["args"]["voyage"]["reports"]) == 1),
    "roll-over": (("useCase.rollOver", "ok", "ok", "events[]"), lambda line: len(line["when"]) <= 3),
    "code": (("handlingEvent.create", "handling_voyage_required", "handling_voyage_prohibited"), lambda line: one_step(line, 450)),
    "event": (("useCase.registerHandlingEvent", "ok", "ok", "events[]"), lambda line: small_journey(line, 5)),
    "final-state": (("line", "finalState.handlingEvents[].completionTime"), lambda line: small_journey(line, 3)),
    "white-space": (("bytes", "the same value", "written in another way"), lambda line: one_step(line, 200)),
    "end": (("answer", "one", "none"), lambda line: one_step(line, 200) and len(line["when"][0]["args"]) == 1),
    "silence": (("answer", "one", "none"), lambda line: "customerId.parse" in [step["op"] for step in line["when"]]),  # each try costs the patience
}


def hunt(spec, command, fault):
    spoilt = command if fault is None else [*FUZZ, "--proxy", fault, *command]
    runners = [Runner("sound", command, 30), Runner("spoilt", spoilt, 1 if fault == "silence" else 30)]
    hunted = Hunt(spec, runners, SEED)
    hunted.run(limit=ENOUGH if fault else CASES, wanted=FAULTS[fault][0] if fault else None)
    hunted.shrink(10 if fault == "silence" else 60)  # each silent try costs the patience
    problems = []
    if fault is None:
        problems = [f"differs from itself: {find.title()}" for find in hunted.finds.values()]
    else:
        signature, fits = FAULTS[fault]
        find = hunted.finds.get(signature)
        if find is None:
            problems.append(f"did not find {signature}, but {sorted(hunted.finds, key=str)}")
        elif not fits(json.loads(find.line)):
            problems.append(f"is not small: {find.line.decode()[:600]}")
        else:
            again = hunted.ask([line_of(find.path)])[0]
            if again[0] == again[1] and again[0] is not None:
                problems.append(f"{find.path} does not show it again")
            os.remove(find.path)
    for find in hunted.finds.values():
        if os.path.exists(find.path):
            os.remove(find.path)
    hunted.end()
    return hunted, problems


def program(*arguments):
    """What ./tool fuzz itself prints and how it ends."""
    run = subprocess.run([*FUZZ, *arguments], capture_output=True, encoding="utf-8", check=False)
    return run.returncode, run.stdout


def reported(command):
    """A difference ends the program with status 1, and it tells the seed, the case, both answers and the file."""
    spoilt = [*FUZZ, "--proxy", "code", *command]
    status, printed = program("--cases", "6000", "--seed", str(SEED), "--runner", "sound=" + shlex.join(command), "--runner", "spoilt=" + shlex.join(spoilt))
    kept = re.findall(r"^  kept   (.+)$", printed, re.MULTILINE)
    told = [f"seed {SEED}", "difference: handlingEvent.create / handling_voyage_required / handling_voyage_prohibited", '  line   {"clock"', "  sound  {", "  spoilt {"]
    problems = [f"does not tell {text!r}" for text in told if text not in printed] + ([] if status == 1 else [f"ended with status {status}"])
    for path in kept:
        path = os.path.join(ROOT, path)
        problems += [] if os.path.exists(path) else [f"{path} is not there"]
        os.remove(path)
    return problems + ([] if kept else ["kept nothing"])


def run(spec, command):
    """Prints a line for each test; gives how many passed and failed."""
    failed = 0
    results = []
    for fault in (None, *FAULTS):
        hunted, problems = hunt(spec, command, fault)
        results.append((f"a runner with a fault in its answers: {fault}" if fault else "a runner against itself", problems))
        if fault is None:
            again, _ = hunt(spec, command, None)
            results.append(("the same seed gives the same cases", [] if again.digest == hunted.digest else [f"{hunted.digest:08x}, then {again.digest:08x}"]))
            hunted.reach.due["no.such", "ok"] = [0]
            hunted.count = TRULY[1]
            results.append(("what was never reached fails a long hunt", [] if ("no.such", "ok") in hunted.missing() else ["was not missed"]))
            hunted.count = 0
            results.append(("a short hunt has to reach nothing", [str(pair) for pair in hunted.missing()]))
    results.append(("a difference is told with seed, case, answers and file", reported(command)))
    for name, problems in results:
        failed += bool(problems)
        print(f"{'failed' if problems else 'passed'}  {name}" + "".join(f"\n        {problem}" for problem in problems))
    return len(results) - failed, failed
