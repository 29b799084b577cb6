"""Puts all mutations of a language into one build: each changed function holds its variants, and a number in the environment chooses one.

    func isLate() -> Bool { a < b }   →   func isLate() -> Bool { if mutation == 7 { a <= b } else { a < b } }

The copies lie in .build/mutants; the sources themselves are never touched.
"""

import json
import pathlib
import re
import shutil
import subprocess

from .. import inputs
from ..project import KOTLIN, QUICK, ROOT, output
from .constructs import Change, Misplaced, Sources
from .sources import Region, functions

SWIFT_SWITCH = """\
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The number of the mutation that is switched on, 0 for none; public since a default argument may ask for it.
public let mutation: Int = getenv("MUTATION").flatMap { Int(String(cString: $0)) } ?? 0
"""

KOTLIN_SWITCH = """\
package mutation

/** The number of the mutation that is switched on, 0 for none. */
public object Mutation {
    @JvmField
    public val number: Int = System.getenv("MUTATION")?.toInt() ?: 0
}
"""

KINDS = {"regular": "target", "executable": "executableTarget", "test": "testTarget"}


def manifest(names):
    """A manifest with some targets of the package, and with their dependencies among these."""
    features = re.findall(r'\.enableUpcomingFeature\("\w+"\)', (ROOT / "Package.swift").read_text(encoding="utf-8"))
    lines = []
    for name in names:
        kind, folder, dependencies = inputs.targets()[name]
        inner = ", ".join(f'"{one}"' for one in dependencies if one in names)
        settings = "" if (ROOT / folder / "include").exists() else ", swiftSettings: strict"
        folders = (inputs.targets()[other][1] for other in names)
        within = ", ".join(f'"{each.removeprefix(folder + "/")}"' for each in folders if each.startswith(folder + "/"))
        lines.append(f'        .{KINDS[kind]}(name: "{name}", dependencies: [{inner}], path: "{folder}", exclude: [{within}]{settings}),')
    return "\n".join([
        "// swift-tools-version: 6.1", "import PackageDescription", "",
        f"let strict: [SwiftSetting] = [{', '.join(dict.fromkeys(features))}]", "",
        'let package = Package(name: "cargo-kit", platforms: [.macOS(.v15)],', "    targets: [", *lines, "    ], swiftLanguageModes: [.v6])", ""])


def sources(parts, suffix):
    """The functions of all files below folders of the repository."""
    paths = sorted(path for part in parts for path in (ROOT / part).rglob("*" + suffix))
    return Sources(function for path in paths for function in functions(path.relative_to(ROOT), path.read_bytes()))


def faults(mutations, found):
    """What is wrong with the places of mutations."""
    for mutation in mutations:
        try:
            region_of(found.change(mutation))
        except Misplaced as fault:
            yield f"{mutation['rule']}: “{mutation['change']}”: {fault}"


def region_of(change):
    """The code that is copied for a change."""
    region = next((one for one in change.function.regions if one.start <= change.start and change.end <= one.end), None)
    if region is None:
        raise Misplaced(f"the change is in no body and no value of {change.function.name}")
    return region


def guarded(text, changes, is_kotlin):
    """A file's text (bytes) with all of its mutations in it, each behind its number; `changes` are numbers and changes."""
    variants: dict[Region, list[tuple[int, str]]] = {}  # region → [(number, text of the region with the mutation)]
    for number, change in changes:
        region = region_of(change)
        variant = text[region.start:change.start] + change.replacement + text[change.end:region.end]
        variants.setdefault(region, []).append((number, variant.decode()))
    for region, chosen in sorted(variants.items(), key=lambda item: -item[0].start):
        choice = kotlin_choice if is_kotlin else swift_choice
        original = text[region.start:region.end].decode()
        text = text[:region.start] + choice(region.kind, chosen, original).encode() + text[region.end:]
    result = text.decode()
    if is_kotlin:
        result = re.sub(r"\bconst val\b", "val", result)
        result = re.sub(r"^(package .*\n)", r"\1\nimport mutation.Mutation\n", result, count=1, flags=re.M)
    return result


def swift_choice(kind, variants, original):
    if kind == "body":
        return "".join(f"\nif mutation == {number} {{\n{variant}\n}} else " for number, variant in variants) + f"{{\n{original}\n}}\n"
    return "".join(f"mutation == {number} ? ({variant.strip()}) : " for number, variant in variants) + f"({original.strip()})"


def kotlin_choice(kind, variants, original):
    if kind == "body":
        return "".join(f"\nif (Mutation.number == {number}) {{\n{variant}\n}} else " for number, variant in variants) + f"{{\n{original}\n}}\n"
    return " " + "".join(f"if (Mutation.number == {number}) ({variant.strip()}\n) else " for number, variant in variants) + f"({original.strip()}\n)"


def link(folder, name):
    """Has a folder of the repository in a copy of it: spec/ is read by tests, C sources are never mutated."""
    place = folder / name
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(ROOT / name)


def put(path, text):
    """Writes a file only where it changes, so that builds stay incremental."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def copy(folder, parts, suffix, mutations, switches):
    """Fills a folder with the sources below `parts`, mutations in them, and with the files of `switches`."""
    found = sources(parts, suffix)
    by_file: dict[pathlib.Path, list[tuple[int, Change]]] = {}
    for mutation in mutations:
        change = found.change(mutation)
        by_file.setdefault(change.function.path, []).append((mutation["number"], change))
    wanted = {}
    for part in parts:
        for path in (ROOT / part).rglob("*" + suffix):
            name = path.relative_to(ROOT)
            changes = by_file.get(name)
            wanted[name.as_posix()] = guarded(path.read_bytes(), changes, suffix == ".kt") if changes else path.read_text(encoding="utf-8")
    wanted.update(switches)
    for old in folder.rglob("*" + suffix):
        name = old.relative_to(folder).as_posix()
        if name not in wanted and not name.startswith(".build/") and name != "Package.swift":
            old.unlink()
    for name, text in wanted.items():
        put(folder / name, text)


class Failed(Exception):
    """A build that did not work out."""


def build(command, folder, log):
    with open(log, "wb") as file:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=file)
    if done.returncode != 0:
        said = log.read_text(encoding="utf-8", errors="replace") + done.stdout.decode("utf-8", "replace")
        lines = dict.fromkeys(line for line in said.splitlines() if re.match(r"\S.*: error: ", line))
        raise Failed("\n".join(list(lines)[:40]) or f"see {log}")
    return done.stdout.decode()


class SwiftBuild:
    language, suffix = "swift", ".swift"
    targets = ["CargoDomain", "CargoRouting", "CargoApplication", "CargoWire", "RecordJournal", "CargoInfrastructure", "CargoTesting", "cargo-parity"]
    parts = [f"Sources/{name}" for name in targets]

    def __init__(self, mutations):
        self.folder = ROOT / ".build" / "mutants" / "swift" / "cargo-kit"
        self.mutations = mutations

    def prepare(self):
        tests = ["CargoDomainTests", "CargoRoutingTests", "CargoApplicationTests", "CargoWireTests", "CargoInfrastructureTests"]
        link(self.folder, "spec")
        for name in ("CCRC32C", "CargoLocalization/Languages"):
            link(self.folder, f"Sources/{name}")
        put(self.folder / "Package.swift", manifest([*self.targets, "CCRC32C", "CargoLocalization", "CLanguages", *tests]))
        copied = ["Sources/CargoLocalization", *(f"Tests/{name}" for name in tests)]
        copy(self.folder, self.parts + copied, ".swift", self.mutations,
             {f"Sources/{name}/Mutation.swift": SWIFT_SWITCH for name in self.targets})

    def _swift(self, *words):
        return ["swift", "build", "-Xswiftc", "-suppress-warnings", *QUICK, *words]

    def runner(self):
        build(self._swift("--product", "cargo-parity"), self.folder, self.folder.parent / "build.log")
        return [self.folder / ".build" / "debug" / "cargo-parity"]

    def tests(self):
        build(self._swift("--build-tests"), self.folder, self.folder.parent / "build.log")


class KotlinBuild:
    language, suffix = "kotlin", ".kt"
    parts = sorted(path.parent.relative_to(ROOT).as_posix() for path in KOTLIN.glob("*/src/main/kotlin"))

    def __init__(self, mutations):
        self.folder = ROOT / ".build" / "mutants" / "kotlin"
        self.mutations = mutations

    def prepare(self):
        link(self.folder, "spec")
        tests = [part.replace("/src/main", "/src/test") for part in self.parts]
        copy(self.folder, [*self.parts, *tests], ".kt", self.mutations, {"kotlin-parity/cargo-domain/src/main/kotlin/Mutation.kt": KOTLIN_SWITCH})
        for name in output("git", "ls-files", "--cached", "--others", "--exclude-standard", "kotlin-parity").splitlines():
            if not name.endswith(".kt") and (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)
        copied = self.folder / "kotlin-parity"
        put(copied / "build.sh", (KOTLIN / "build.sh").read_text(encoding="utf-8").replace("(-Werror)", "(-nowarn)").replace("    run ApiDump check\n", ""))
        if (KOTLIN / ".tools").exists() and not (copied / ".tools").exists():
            (copied / ".tools").symlink_to(KOTLIN / ".tools")

    def runner(self):
        build(["./build.sh"], self.folder / "kotlin-parity", self.folder / "build.log")
        return [self.folder / "kotlin-parity" / "bin" / "cargo-parity"]

    def tests(self):
        build(["./build.sh", "test"], self.folder / "kotlin-parity", self.folder / "build.log")


def mutations_of(language):
    """The mutations listed for a language, numbered from 1."""
    listed = json.loads((ROOT / "Tests" / "Mutations" / f"{language}.json").read_text(encoding="utf-8"))
    for number, mutation in enumerate(listed, 1):
        mutation["number"] = number
    return listed
