"""What the runners answered: as a table, in words, and as JUnit's XML."""

import dataclasses
import pathlib
import xml.etree.ElementTree as xml
from typing import Any

from ..spec.files import Spec
from .comparison import Difference

SHOWN = 5  # differences shown of one fixture
Result = tuple[str, str, list[Difference]]  # area, id, differences


@dataclasses.dataclass
class Outcome:
    """The results of one runner."""

    name: str
    description: Any = None
    results: list[Result] = dataclasses.field(default_factory=list)
    seconds: float = 0.0

    def failed(self) -> list[Result]:
        return [result for result in self.results if result[2]]


def word(bad: int) -> str:
    return f"{f'{bad} failed' if bad else 'all passed':>14}"


def table(spec: Spec, outcomes: list[Outcome]) -> None:
    print(f"{'area':<14}{'cases':>7}" + "".join(f"{outcome.name:>14}" for outcome in outcomes))
    total = 0
    for area in sorted({area for outcome in outcomes for area, _, _ in outcome.results}):
        in_area = [[result for result in outcome.results if result[0] == area] for outcome in outcomes]
        count = max(map(len, in_area))
        total += count
        print(f"{area:<14}{count:>7}" + "".join(word(sum(bool(found) for _, _, found in results)) for results in in_area))
    print(f"{'together':<14}{total:>7}" + "".join(word(len(outcome.failed())) for outcome in outcomes))
    for outcome in outcomes:
        implementation = outcome.description["implementation"]
        count = len(outcome.results)
        print(f"{outcome.name}: {implementation['language']} {implementation['version']}, {count} cases, {count / outcome.seconds:.0f} a second"
              f", spec {spec.hash[:16]}")


def explain(outcomes: list[Outcome], limit: int) -> None:
    for outcome in outcomes:
        failed = outcome.failed()
        for area, identity, found in failed[:limit]:
            print(f"\n{outcome.name}: {area}/{identity}")
            for path, want, got in found[:SHOWN]:
                print(f"  at {path or 'the whole answer'}\n    expected {want}\n    actual   {got}")
            if len(found) > SHOWN:
                print(f"  and {len(found) - SHOWN} more differences")
        if len(failed) > limit:
            print(f"\n{outcome.name}: {len(failed) - limit} more failed (--show N)")


def admissible(text: str) -> str:
    """Text without the characters that XML does not admit."""
    return "".join(c if c in "\t\n" or 0x20 <= ord(c) < 0xD800 or 0xE000 <= ord(c) <= 0xFFFD or ord(c) >= 0x10000 else "\ufffd" for c in text)


def junit(path: pathlib.Path, spec: Spec, outcomes: list[Outcome]) -> None:
    root = xml.Element("testsuites", name="parity")
    for outcome in outcomes:
        suite = xml.SubElement(root, "testsuite", name=outcome.name, tests=str(len(outcome.results)), failures=str(len(outcome.failed())),
                               time=f"{outcome.seconds:.3f}")
        xml.SubElement(xml.SubElement(suite, "properties"), "property", name="spec", value=spec.hash)
        for area, identity, found in outcome.results:
            case = xml.SubElement(suite, "testcase", classname=f"{outcome.name}.{area}", name=admissible(identity))
            if found:
                failure = xml.SubElement(case, "failure", message=admissible(found[0][0] or "the whole answer"))
                failure.text = admissible("\n".join(f"at {p or 'the whole answer'}\n  expected {a}\n  actual   {b}" for p, a, b in found[:SHOWN]))
    xml.indent(root)
    path.absolute().parent.mkdir(parents=True, exist_ok=True)
    xml.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
