"""What kills a mutation: fixtures of its own rule through the runner, or tests that name the rule."""

import os
import re
import resource
import subprocess

from ..parity.comparison import expected
from ..parity.runner import exchanged, run_line
from ..spec.canonical import encoded
from ..spec.files import Case, Spec

PATIENCE = 60  # seconds for all fixtures of a rule; a mutation that never ends is red like one that answers wrongly
MEMORY = 6 << 30  # bytes of address space for one process
SWIFT_FAILED = re.compile(r'^✘ Test (?:"(.*?)"|(\S+?\(.*?\))) .*(?:recorded an issue|failed after)', re.M)
KOTLIN_FAILED = re.compile(r"^ *JUnit Jupiter:\w+:(.*?)(?:\(\))?$", re.M)


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Fixtures:
    """The fixtures and protocol cases of spec/, by each rule that they are about."""

    def __init__(self, spec: Spec) -> None:
        self.by_rule: dict[str, list[tuple[str, bytes, bytes]]] = {}
        self.protocol: dict[str, list[Case]] = {}
        for fixture in spec.fixtures:
            for rule in fixture["rules"]:
                self.by_rule.setdefault(rule, []).append((fixture["id"], run_line(fixture, 1), encoded(expected(fixture, 1))))
        for case in spec.protocol:
            for rule in case["rules"]:
                self.protocol.setdefault(rule, []).append(case)

    def red(self, command, number, rule, is_hasty=False):
        """The ids of the rule's fixtures that do not pass under a mutation; `is_hasty` leaves protocol cases out once one is red."""
        cases = self.by_rule.get(rule, [])
        answers = ask(command, number, [line for _, line, _ in cases])
        found = []
        for (name, _, right), answer in zip(cases, answers + [None] * len(cases)):
            if answer is None:
                found.append(name)
                break  # the one it ended at, or never came back from
            if answer != right:
                found.append(name)
        for case in self.protocol.get(rule, []):
            if found and is_hasty:
                break
            if exchanged(command, case, PATIENCE, subprocess.DEVNULL, MUTATION=str(number)) != (0, [*map(encoded, case["answers"]), b""]):
                found.append(case["id"])
        return found


def ask(command, number, lines):
    """The answers of a process of its own; fewer than lines if it ended, or was ended, before."""
    environment = {**os.environ, "MUTATION": str(number)}
    is_java = "kotlin" in str(command[0])
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               env=environment, preexec_fn=None if is_java else limit_memory)
    try:
        output, _ = process.communicate(b"".join(line + b"\n" for line in lines), timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        output, _ = process.communicate()
    answers = output.split(b"\n")
    is_good_end = process.returncode == 0 and answers.pop() == b""
    return answers[:len(lines)] if is_good_end and len(answers) == len(lines) else answers[:max(0, min(len(answers), len(lines)) - 1)]


class Tests:
    """The tests of a build with mutations in it."""

    def __init__(self, build):
        self.build = build

    def red(self, number, rule):
        """The titles of the rule's tests that fail under a mutation."""
        return [title for title in (self._swift(number) if self.build.language == "swift" else self._kotlin(number)) if names(rule, title)]

    def _run(self, command, number):
        environment = {**os.environ, "MUTATION": str(number)}
        folder = self.build.folder if self.build.language == "swift" else self.build.folder / "kotlin-parity"
        try:
            done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
        except subprocess.TimeoutExpired:
            return ""
        return done.stdout.decode("utf-8", "replace")

    def _swift(self, number):
        # One step for each target, so that one that breaks off does not hide the others.
        titles = set()
        for target in ("CargoDomainTests", "CargoRoutingTests", "CargoWireTests", "CargoInfrastructureTests.*(InMemory|SingleFlight)", "CargoApplicationTests"):
            output = self._run(["swift", "test", "--skip-build", "--filter", target], number)
            titles |= {name or other for name, other in SWIFT_FAILED.findall(output)}
        return sorted(titles)

    def _kotlin(self, number):
        return sorted(set(KOTLIN_FAILED.findall(self._run(["./build.sh", "test"], number))))


def names(rule, title):
    """Whether a test's title names a rule, in a range too."""
    prefix, number = rule.rsplit("-", 1)
    for first, last in re.findall(r"\b" + re.escape(prefix) + r"-(\d+)(?:\s+to\s+" + re.escape(prefix) + r"-(\d+))?\b", title):
        if int(first) <= int(number) <= int(last or first):
            return True
    return False
