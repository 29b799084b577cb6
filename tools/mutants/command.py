"""Disables each rule in turn, in Swift and in Kotlin, and requires a fixture of that rule to fail.

    ./tool mutants                           all mutations of both languages; a table by rule, and the score
    ./tool mutants --language kotlin         one language
    ./tool mutants HND-6 'DLV-*'             some rules
    ./tool mutants --sample 20 [--seed 7]    so many of each language, chosen by a seed that is printed
    ./tool mutants --tests                   by Swift's own tests instead, for the rules of the domain
    ./tool mutants --check                   only whether every construct is there and every rule has a mutation

Tests/Mutations/swift.json and kotlin.json list the mutations: a rule, what changes, and the function and construct that change, by name and
without a file (see constructs.py). All mutations of a language are compiled into one copy of the sources (.build/mutants), each behind a number
that a process gets in its environment; with number 0 all fixtures have to pass. A mutation is killed by a fixture that is about its rule and is answered otherwise than
expected, or not at all; red fixtures of other rules kill nothing. Two members say otherwise:

    seenBy: "tests"    no runner can see it, for the reason given as `because`; a test that names the rule has to turn red
    survives           why nothing can see it: the mutated program does the same. Killed after all, it is a mistake in the list

Exit status: 0 every survivor explained and, of all mutations of a language, 95 % or more killed; 1 otherwise; 64 usage; 65 the list is wrong;
69 a build failed.
"""

import collections
import concurrent.futures
import fnmatch
import json
import os
import random
import sys
import time

from ..project import BUILD, DATA, UNAVAILABLE, USAGE, fail, options_of
from ..spec.files import Spec
from . import schemata
from .killing import Fixtures, Tests

BUILDS: dict[str, type[schemata.SwiftBuild] | type[schemata.KotlinBuild]] = {"swift": schemata.SwiftBuild, "kotlin": schemata.KotlinBuild}
MEMBERS = {"rule", "change", "in", "at", "to", "nth", "number", "seenBy", "because", "survives"}
TESTED = {"value", "aggregate", "service"}  # the levels whose rules have domain tests of their own
ENOUGH = 95


def faults(language, mutations, rules):
    """What is wrong with a list of mutations."""
    for mutation in mutations:
        name = f"{language}.json: {mutation['rule']}: “{mutation['change']}”"
        if set(mutation) - MEMBERS or ("seenBy" in mutation) != ("because" in mutation):
            yield f"{name} has members that are not known, or seenBy without because"
        if mutation["rule"] not in rules:
            yield f"{name}: there is no such rule"
    found = schemata.sources(BUILDS[language].parts, BUILDS[language].suffix)
    yield from (f"{language}.json: {fault}" for fault in schemata.faults(mutations, found))
    mutated = {mutation["rule"] for mutation in mutations}
    yield from (f"{language}.json: {rule} has no mutation" for rule in rules if rule not in mutated)


class Result:
    def __init__(self, mutation, killers, how):
        self.mutation, self.killers, self.how = mutation, killers, how

    @property
    def is_wrong(self):
        return bool(self.killers) == ("survives" in self.mutation)


def by_fixtures(language, mutations, fixtures, is_hasty):
    """The results of all mutations that fixtures can see, after a look at the unchanged program."""
    build = BUILDS[language](schemata.mutations_of(language))
    started = time.monotonic()
    build.prepare()
    command = build.runner()
    print(f"{language}: {len(build.mutations)} mutations in one build, {time.monotonic() - started:.0f} s", flush=True)
    checked = sorted({mutation["rule"] for mutation in mutations}) if is_hasty else sorted(set(fixtures.by_rule) | set(fixtures.protocol))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for rule, red in zip(checked, pool.map(lambda rule: fixtures.red(command, 0, rule), checked)):
            if red:
                raise schemata.Failed(f"{language}: without a mutation {len(red)} fixtures of {rule} are red: {red[0]}")
        seen = [mutation for mutation in mutations if "seenBy" not in mutation]
        found = pool.map(lambda mutation: fixtures.red(command, mutation["number"], mutation["rule"], is_hasty=True), seen)
        results = [Result(mutation, red, "fixtures") for mutation, red in zip(seen, found)]
    print(f"{language}: {sum(1 for result in results if result.killers)} of {len(results)} killed by fixtures", flush=True)
    rest = [mutation for mutation in mutations if "seenBy" in mutation]
    return build, results + ([] if is_hasty or not rest else by_tests(build, rest))


def by_tests(build, mutations):
    started = time.monotonic()
    build.tests()
    print(f"{build.language}: tests built, {time.monotonic() - started:.0f} s", flush=True)
    tests = Tests(build)
    clean = {rule: tests.red(0, rule) for rule in sorted({mutation["rule"] for mutation in mutations})[:1]}
    if any(clean.values()):
        raise schemata.Failed(f"{build.language}: tests are red without a mutation: {clean}")
    return [Result(mutation, tests.red(mutation["number"], mutation["rule"]), "tests") for mutation in mutations]


def report(language, results, rules, enough):
    per_rule = collections.OrderedDict((rule, []) for rule in rules)
    for result in sorted(results, key=lambda result: result.mutation["number"]):
        per_rule[result.mutation["rule"]].append(result)
    print(f"\n{language:<11}mutations  killed  by")
    for rule, found in per_rule.items():
        if not found:
            continue
        killers = collections.Counter(killer for result in found for killer in result.killers)
        fewest = min((len(result.killers) for result in found if result.killers), default=0)
        first = killers.most_common(1)[0][0] if killers else ""
        killed = sum(1 for result in found if result.killers)
        kind = "/".join(sorted({result.how for result in found}))
        print(f"{rule:<11}{len(found):>9}{killed:>8}  {len(killers)} {kind}, at least {fewest} each: {first[:70]}")
    for result in results:
        if "survives" in result.mutation and not result.killers:
            print(f"explained  {result.mutation['rule']}: {result.mutation['change']}: {result.mutation['survives']}")
    for result in results:
        if result.is_wrong:
            what = "killed, though said to survive" if result.killers else "SURVIVED"
            print(f"{what}  {result.mutation['rule']}: {result.mutation['change']} ({result.mutation['in']})")
    killed = sum(1 for result in results if result.killers)
    by_test = sum(1 for result in results if result.killers and result.how == "tests")
    score = 100 * killed / max(1, len(results))
    print(f"{language}: {len(results)} mutations of {len([found for found in per_rule.values() if found])} rules, {killed} killed"
          f" ({killed - by_test} by fixtures, {by_test} by tests), {len(results) - killed} survived: {score:.1f} %")
    write(language, results, score)
    return score >= enough and not any(result.is_wrong for result in results)


def write(language, results, score):
    """All of it, for whoever asks which fixture kills what: .build/mutants/LANGUAGE.json."""
    rows = [{**{key: value for key, value in result.mutation.items() if key != "number"}, "how": result.how, "killers": result.killers}
            for result in results]
    path = BUILD / "mutants" / f"{language}.json"
    path.write_text(json.dumps({"score": round(score, 2), "mutations": rows}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    options = options_of(__doc__, arguments, "rules*", language=[], sample=int, seed=int, tests=False, check=False)
    if unknown := set(options.language) - set(BUILDS):
        fail(f"there is no language {' or '.join(unknown)}", USAGE)
    spec = Spec()
    levels = {rule["id"]: rule["level"] for rule in spec.rules["rules"]}
    lists = {language: schemata.mutations_of(language) for language in ("swift", "kotlin")}
    wrong = [fault for language, mutations in lists.items() for fault in faults(language, mutations, levels)]
    for fault in wrong:
        print(f"error: Tests/Mutations/{fault}", file=sys.stderr)
    if wrong:
        return DATA
    if options.check:
        print("mutants: " + ", ".join(f"{len(mutations)} in {language}" for language, mutations in lists.items()) + ", every construct is there")
        return 0

    languages = ["swift"] if options.tests else options.language or ["swift", "kotlin"]
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    if options.sample:
        print(f"mutants: {options.sample} of each language, seed {seed}")
    is_good = True
    fixtures = Fixtures(spec)
    for language in languages:
        chosen = [m for m in lists[language] if not options.rules or any(fnmatch.fnmatchcase(m["rule"], pattern) for pattern in options.rules)]
        if options.sample:
            visible = [m for m in chosen if "seenBy" not in m]
            chosen = random.Random(f"{seed} {language}").sample(visible, min(options.sample, len(visible)))
        if not chosen:
            print("no rule is so named", file=sys.stderr)
            return USAGE
        try:
            if options.tests:
                build = BUILDS[language](lists[language])
                build.prepare()
                results = by_tests(build, [m for m in chosen if levels[m["rule"]] in TESTED])
            else:
                _, results = by_fixtures(language, chosen, fixtures, is_hasty=bool(options.sample))
        except (schemata.Failed, schemata.Misplaced) as failure:
            print(f"error: {failure}", file=sys.stderr)
            return UNAVAILABLE
        # A share of all says nothing of a few: one explained survivor among twenty is no failure.
        enough = ENOUGH if len(chosen) == len(lists[language]) else 0
        is_good = report(language, results, levels, enough) and is_good
    return 0 if is_good else 1

