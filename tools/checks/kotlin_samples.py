"""Compiles and runs the samples of the Kotlin twin, against the libraries as they are published and against a real service.

    ./tool kotlin-samples                the debug cargo-server
    ./tool kotlin-samples --server PATH  another build

`kotlin-parity/build.sh samples` publishes the libraries into a local Maven repository and compiles the samples against it. Each has at most 60
lines and must print what this check expects.
"""

import os
import re
import subprocess
import tempfile

from ..project import KOTLIN, built_with_all_traits, fail, options_of, run
from ..services import Service

LONGEST = 60
TOKEN = "token-of-the-kotlin-samples-0123456789"
NEXT = "Next: Load onto voyage V100 in Hong Kong"


def printed(sample: str, *arguments: str, **settings: str) -> list[str]:
    """The lines that a sample prints; its failure ends the check."""
    build = KOTLIN / "build"
    class_path = (build / "samples" / sample / "classpath").read_text(encoding="utf-8").strip()
    command = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", class_path, "MainKt", *arguments]
    done = subprocess.run(command, cwd=build, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        fail(f"the sample `{sample}` ended with status {done.returncode}")
    return done.stdout.splitlines()


def expect(sample: str, lines: list[str], *expected: str) -> None:
    """Compares lines with patterns."""
    if len(lines) != len(expected) or not all(map(re.fullmatch, expected, lines)):
        fail(f"the sample `{sample}` printed {lines}, expected {list(expected)}")


def too_long(sources: dict[str, str]) -> list[str]:
    """The samples that have more lines than allowed."""
    return [name for name, text in sources.items() if len(text.splitlines()) > LONGEST]


def main(words: list[str]) -> int:
    arguments = options_of(__doc__, words, server=str)
    samples = sorted((KOTLIN / "samples").glob("*/src/main/kotlin/Main.kt"))
    if long := too_long({path.parts[-5]: path.read_text(encoding="utf-8") for path in samples}):
        fail(f"more than {LONGEST} lines: {' '.join(long)}")
    run(KOTLIN / "build.sh", "samples")
    with tempfile.TemporaryDirectory(prefix="kotlin-samples.") as directory:
        for stored in (1, 2):
            expect("embedded", printed("embedded", directory), "In port Hong Kong", NEXT, f"Cargos in the store: {stored}")
    server = arguments.server or str(built_with_all_traits("cargo-server"))
    clerk, viewer = f"clerk-{TOKEN}", f"viewer-{TOKEN}"
    tokens = f"service:{TOKEN},clerk:{clerk},viewer:{viewer}"
    with Service(server, "memory:", "--log-level", "notice", CARGO_ACCESS_TOKENS=tokens) as service:
        lines = printed("remote", CARGO_URL=service.url, CARGO_TOKEN=TOKEN)
        expect("remote", lines, "[0-9A-Z]{12}", "Not received", "Next: Receive in Hong Kong", "Found again in: CACHE")
        told = printed("client", CARGO_URL=service.url, CARGO_CLERK=clerk, CARGO_VIEWER=viewer)
        expect("client", told, "[0-9A-Z]{12}", "Not received", "The same cargo: true", "A viewer is refused: true")
        view = service.api("GET", f"/v1/cargos/{lines[0]}/tracking", token=TOKEN)
    if view["routingStatus"] != "ROUTED":
        fail(f"the service has the sample's cargo as {view['routingStatus']}")
    print(f"kotlin samples: {len(samples)} samples of at most {LONGEST} lines compile against the published libraries and print what they should")
    return 0
