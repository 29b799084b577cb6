"""Runs the fixtures in Turkish, whose upper-case i isn't I, and in German, each in New York: neither locale nor time zone matters.

    ./tool locales             the fixtures
    ./tool locales --suites    and the Swift suites that need no server, and Kotlin's own tests

The locales are made where they are missing, so that a program that asks for them gets them; `./tool install proofs` installs what that takes.
"""

import os
import subprocess

from ..project import KOTLIN, ROOT, TOOL, fail, options_of, output, run, without

ZONE = "America/New_York"
SUITES = ("CargoDomainTests", "CargoLocalizationTests", "CargoFoundationTests", "CargoRoutingTests", "CargoApplicationTests", "CargoWireTests", "CargoMapsTests",
          "CargoInfrastructureTests", "SpecTests")


def make(locale: str) -> None:
    # `locale -a` spells the encoding its own way.
    if f"{locale}.utf8" in output("locale", "-a").replace("UTF-8", "utf8").split():
        return
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    run(*as_root, "localedef", "-i", locale, "-f", "UTF-8", f"{locale}.UTF-8")


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, suites=False)
    if "locales" in without():
        fail("there are no locales to try: WITHOUT declines them")
    failed = 0
    for locale in ("tr_TR", "de_DE"):
        make(locale)
        language, country = locale.split("_")
        environment = {**os.environ, "LC_ALL": f"{locale}.UTF-8", "LANG": f"{locale}.UTF-8", "TZ": ZONE,
                       "JAVA_TOOL_OPTIONS": f"-Duser.language={language} -Duser.country={country} -Duser.timezone={ZONE}"}
        commands = [[*TOOL, "parity", "--junit", f".build/parity-{locale}.xml"]]
        if options.suites:
            commands += [["swift", "test", "--filter", "|".join(SUITES)], [str(KOTLIN / "build.sh"), "test"]]
        for command in commands:
            print(f"── {locale}.UTF-8, {ZONE}: {os.path.basename(command[0])} {command[1]}", flush=True)
            failed += subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0
    return 1 if failed else 0
