"""Feeds libFuzzer's inputs, under AddressSanitizer, to every parser of bytes from outside.

    ./tool fuzz-parsers [SECONDS] [TARGET]...      60 seconds each, as many at a time as there are processors
    ./tool fuzz-parsers list                       the names of the targets
    ./tool fuzz-parsers check                      only compiles them, against the modules of .build/all

Each target first reads its seeds and Tests/Fuzz/corpus/TARGET, then inputs of its greatest length (Tests/Fuzz/Growth.swift), then what
libFuzzer makes. An input that ends the process, takes more than 5 seconds or breaks an oracle is printed as escaped text and kept in
.build/fuzz/crashes; fix the parser and add the input to the corpus. Linux alone, with clang's runtime.
"""

import concurrent.futures
import dataclasses
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from ..project import ALL, BUILD, ROOT, USAGE, Word, fail, group, options_of, run

OUT = BUILD / "fuzz"
CHECKED = BUILD / "fuzz-check"
FUZZ = ROOT / "Tests" / "Fuzz"
# The C files that the modules need.
C_FILES = ("Sources/CCRC32C/crc32c.c", "Sources/CargoLocalization/Languages/languages.c")
HEADERS = [word for name in C_FILES for word in ("-I", f"{pathlib.PurePath(name).parent}/include")]
# The compiler (6.3.1) trips over its own copy propagation when tests are enabled.
OPTIMISED = ("-O", "-g", "-wmo", "-sanitize=fuzzer,address", "-package-name", "cargo-kit", "-Xfrontend", "-enable-copy-propagation=false")
GROWING = 1200  # seconds
ENVIRONMENT = {
    # Leaks are not looked for: static values of the runtime are reported as such.
    "ASAN_OPTIONS": "detect_leaks=0",
    # The backtrace of a trap would itself be reported; libFuzzer prints the input.
    "SWIFT_BACKTRACE": "enable=no",
}


@dataclasses.dataclass
class Module:
    name: str
    definition: list[str]
    sources: list[pathlib.Path] = dataclasses.field(default_factory=list)

    def flags(self, out: pathlib.Path) -> list[Word]:
        features = sorted(set(re.findall(r'enableUpcomingFeature\("([A-Za-z]*)"\)', (ROOT / "Package.swift").read_text(encoding="utf-8"))))
        return ["-swift-version", "6", "-parse-as-library", "-enable-testing", "-I", out, *HEADERS, *self.definition,
                *(word for feature in features for word in ("-enable-upcoming-feature", feature)),
                "-module-name", self.name, "-emit-module", "-emit-module-path", out / f"{self.name}.swiftmodule"]


def modules(text: str) -> list[Module]:
    """The modules that lines such as those of Tests/Fuzz/modules.txt name, in their order."""
    found: dict[str, Module] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        name, trait, *paths = line.split()
        module = found.setdefault(name, Module(name, [] if trait == "-" else ["-D", trait]))
        for path in paths:
            if not (ROOT / path).exists():
                fail(f"Tests/Fuzz/modules.txt names {path}, which doesn't exist")
            module.sources += sorted((ROOT / path).rglob("*.swift")) if (ROOT / path).is_dir() else [ROOT / path]
    return list(found.values())


def check(listed: list[Module]) -> None:
    """Compiles what .build/all does not have, against its modules."""
    CHECKED.mkdir(parents=True, exist_ok=True)
    package = group(r'"-module-name","CargoDomain".*"-package-name","([^"]*)"', (ALL / "debug.yaml").read_text(encoding="utf-8"))
    shims = [word for path in (ALL / "checkouts").glob("**/include/module.modulemap") for word in ("-I", path.parent)]
    shims += [word for path in (ALL / "debug").glob("*/module.modulemap") for word in ("-Xcc", f"-fmodule-map-file={path}")]
    for module in listed:
        if not (ALL / f"debug/Modules/{module.name}.swiftmodule").exists():
            run("swiftc", *module.flags(CHECKED), "-I", ALL / "debug/Modules", *shims, "-package-name", package, "-typecheck", *module.sources)
    print("the fuzz targets compile")


def build(listed: list[Module]) -> None:
    """Compiles the modules directly, each only if its sources or those of a module before it have changed."""
    OUT.mkdir(parents=True, exist_ok=True)
    program, objects = OUT / "fuzz", []
    for name in C_FILES:
        objects.append(OUT / f"{pathlib.PurePath(name).stem}.o")
        run("clang", "-O2", "-g", "-fsanitize=fuzzer-no-link,address", *HEADERS, "-c", "-o", objects[-1], name)
    stamp = hashlib.sha256()
    for module in listed:
        compiled, known = OUT / f"{module.name}.o", OUT / f"{module.name}.sum"
        objects.append(compiled)
        command: list[Word] = ["swiftc", *module.flags(OUT), *OPTIMISED, "-c", "-o", compiled, *module.sources]
        stamp.update(b"\0".join([repr(command).encode(), *(path.read_bytes() for path in module.sources)]))
        if compiled.exists() and known.exists() and known.read_text() == stamp.hexdigest():
            continue
        print(f"compiling {module.name}", file=sys.stderr)
        program.unlink(missing_ok=True)
        run(*command)
        known.write_text(stamp.hexdigest())
    if not program.exists():
        linked = subprocess.run(["swiftc", "-sanitize=fuzzer,address", "-parse-as-library", "-o", program, *objects], cwd=ROOT, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        if linked.returncode:
            # The linker warns of every symbol of AddressSanitizer that it cannot export.
            fail("\n".join(line for line in linked.stdout.splitlines() if "Cannot export local symbol" not in line))


class Target:
    def __init__(self, name: str, longest: int, seconds: int) -> None:
        self.name, self.longest, self.seconds = name, longest, seconds
        self.crashes, self.log = OUT / "crashes" / name, OUT / f"{name}.log"

    def passes(self, *arguments: Word, timeout: int | None = None, **settings: str) -> bool:
        """Runs the target; what it prints is added to its log."""
        with open(self.log, "ab") as log:
            try:
                return subprocess.run([OUT / "fuzz", *arguments], cwd=ROOT, env={**os.environ, **ENVIRONMENT, "CARGO_FUZZ": self.name, **settings},
                                      stdout=log, stderr=log, timeout=timeout, check=False).returncode == 0
            except subprocess.TimeoutExpired:
                return False

    def logged(self, pattern: str) -> list[str]:
        return re.findall(pattern, self.log.read_text(encoding="utf-8", errors="replace"), re.M)

    def fuzz(self) -> str:
        """Prints how it went; gives that again if the target failed."""
        started = time.monotonic()
        shutil.rmtree(self.crashes, ignore_errors=True)
        self.log.write_text("")
        found, corpus, seeds = OUT / "found" / self.name, FUZZ / "corpus" / self.name, OUT / "seeds" / self.name
        for folder in (self.crashes, found, corpus, seeds):
            folder.mkdir(parents=True, exist_ok=True)
        if not self.passes(timeout=GROWING, CARGO_FUZZ_GROWTH=str(corpus)):
            said = self.logged(r"^growth.*$|^.*(?:Fatal error|ERROR).*$") or self.logged("^.+$")[-5:]
            return self.told(*said, f"fuzz-parsers {self.name}: FAILED on a long input")
        options: list[Word] = [f"-max_len={min(self.longest, 65536)}", "-timeout=5", "-rss_limit_mb=3000", f"-dict={FUZZ / 'words.dict'}",
                               f"-artifact_prefix={self.crashes}/", "-print_final_stats=1"]
        limit = f"-max_total_time={self.seconds}" if self.seconds > 0 else "-runs=0"
        if self.passes(found, corpus, seeds, limit, *options):
            verdict = "clean"
        elif self.stalled(options):
            verdict = "clean; the machine stalled once: the input that took more than 5 seconds doesn't when it is run again"
        else:
            inputs = [f"input {repr(path.read_bytes())[1:]} in {path}"[:2000] for path in sorted(self.crashes.iterdir())]
            return self.told(*self.logged("^.*(?:Fatal error|ERROR|runtime error|SUMMARY).*$")[:5], *inputs,
                             f"fuzz-parsers {self.name}: FAILED after {time.monotonic() - started:.0f} s; the log is {self.log}")
        executions, coverage = self.logged(r"^stat::number_of_executed_units: *(.*)")[-1:], self.logged(r"cov: \d+")[-1:]
        self.told(f"fuzz-parsers {self.name}: {''.join(executions)} executions in {time.monotonic() - started:.0f} s, {''.join(coverage)}, "
                  f"{' '.join(self.logged(r'^growth [^:]*: (.*)'))}, {verdict}")
        return ""

    def stalled(self, options: list[Word]) -> bool:
        """Whether the target failed on time alone, which a busy machine can run out of, and holds on the same input now, twice."""
        files = list(self.crashes.iterdir())
        return len(files) == 1 and files[0].name.startswith("timeout-") and all(self.passes(*options, files[0]) for _ in range(2))

    def told(self, *lines: str) -> str:
        text = "\n".join(lines)
        print(text, flush=True)
        return text


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments or ["60"], "seconds", "target*")
    if options.seconds not in ("list", "check") and not options.seconds.isdecimal():
        fail(f"{options.seconds} is no number of seconds", USAGE)
    listed = modules((FUZZ / "modules.txt").read_text(encoding="utf-8"))
    if options.seconds == "check":
        check(listed)
        return 0
    build(listed)
    told = subprocess.run([OUT / "fuzz"], env={**os.environ, **ENVIRONMENT, "CARGO_FUZZ": "list"}, stdout=subprocess.PIPE, text=True, check=True).stdout
    longest = {name: int(length) for name, length in (line.split() for line in told.splitlines())}
    if options.seconds == "list":
        print(*longest, sep="\n")
        return 0
    names = options.target or list(longest)
    for name in names:
        if name not in longest:
            fail(f"There is no fuzz target '{name}'. Run './tool fuzz-parsers list'.", USAGE)
    run(sys.executable, FUZZ / "seeds.py", OUT)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        failures = list(filter(None, pool.map(lambda name: Target(name, longest[name], int(options.seconds)).fuzz(), names)))
    # What fails is shown again, after hundreds of lines of others.
    print(*failures, f"{len(names) - len(failures)} passed, {len(failures)} failed", sep="\n")
    return 1 if failures else 0
