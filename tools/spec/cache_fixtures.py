"""Writes spec/fixtures/cache, the calls through a cache and the results of the model (tools/model/cache.py) by the rules CCH-1 to CCH-11.

    ./tool cache-fixtures            writes the files
    ./tool cache-fixtures --check    fails where one differs, is missing or is too many

Each call also says, in a few words, what its author expects of it, so that the model can't be wrong alone: `R2` is version 2 from the remote, `C1` version
1 from the cache and fresh, `C1!` the same and stale, `ok` a save, and a code is a failure; for lists the versions follow one another (`R1,1`). After `|`
come the entries that the cache then holds, as `ID:version`, with `?` where one is in doubt.
"""

from ..model import cache
from ..model.errors import Failure
from ..model.values import instant
from ..model.world import World
from ..project import ROOT, generate
from .layout import written

FOLDER = ROOT / "spec" / "fixtures" / "cache"
UNAVAILABLE = ("remote_timeout", "remote_unavailable", "store_locked", "store_unavailable")
OTHERS = ("protocol_malformed", "remote_rejected", "store_full", "store_outcome_unknown", "store_schema_unsupported", "tracking_ids_exhausted")


def at(millisecond):
    """So many milliseconds after the beginning, less than a minute."""
    return f"2026-01-01T00:00:{millisecond // 1000:02d}.{millisecond % 1000:03d}Z"


def cargo(tracking_id="ABC123", version=1, customer="CUST-1", destination="SESTO"):
    return {
        "customerId": customer, "origin": "CNHKG", "trackingId": tracking_id, "version": version,
        "delivery": {"isMisdirected": False, "isUnloadedAtDestination": False, "routingStatus": "NOT_ROUTED", "transportStatus": "NOT_RECEIVED"},
        "routeSpecification": {"arrivalDeadline": "2026-03-01T00:00:00.000Z", "destination": destination, "origin": "CNHKG"},
    }


def entry(tracking_id="ABC123", version=1, as_of=0, in_doubt=False, **others):
    return {"asOf": at(as_of), "cargo": cargo(tracking_id, version, **others), "isInDoubt": in_doubt}


def said(answer, entries):
    """An answer and a cache in the words of this file."""
    result = answer["answer"]
    if "err" in result:
        text = result["err"]["code"]
    elif result["ok"] == {}:
        text = "ok"
    else:
        found = result["ok"]
        source = {"REMOTE": "R", "CACHE": "C", None: "P"}[found.get("source") if isinstance(found, dict) else None]
        value = found["value"] if source != "P" else found
        items = value if isinstance(value, list) else value.get("items", [value])
        more = "+" if isinstance(value, dict) and "next" in value else ""
        text = source + ",".join(str(item["version"]) for item in items) + more + ("!" if source != "P" and found["isStale"] else "")
    kept = " ".join(f"{key}:{found.cargo.version}{'?' if found.is_in_doubt else ''}" for key, found in sorted(entries.items()))
    return f"{text} | {kept}".rstrip()


def made(slug, polarity, title, args, world, given, result):
    return {
        "clock": at(0), "departsFromDddSample": False, "given": {"cargos": given} if given else {}, "id": slug, "ids": [], "polarity": polarity,
        "finalState": world.final_state(), "rules": [slug.split("--")[0]], "title": title,
        "then": [{"events": [], "result": result}], "when": [{"args": args, "op": "cache.run"}],
    }


def fixture(slug, polarity, title, calls, policy="LOCAL_FIRST", entries=(), world=(), time_to_live=1000):
    """A fixture of one step; each call comes with what its author says of it."""
    args = {"calls": [call for call, _ in calls], "entries": list(entries), "policy": policy, "timeToLive": time_to_live}
    remote = World(instant(at(0)), [], [], [], list(world), [])
    cached, read = cache.read(remote, args)
    answers = []
    for call, (given, expected) in zip(read, calls):
        answers.append(cached.run(call))
        found = said(answers[-1], cached.entries)
        if found != expected:
            raise SystemExit(f"{slug}: the model says {found!r} of {given}, its author {expected!r}")
    return made(slug, polarity, title, args, remote, list(world), {"ok": {"cache": cached.wire(), "calls": answers}})


def refused(slug, title, args, error):
    """A fixture of args that are no args, with the failure that its author expects."""
    remote = World(instant(at(0)), [], [], [], [], [])
    try:
        cache.run(remote, args)
    except Failure as failure:
        if failure.wire() == error:
            return made(slug, "reject", title, args, remote, [], {"err": error})
    raise SystemExit(f"{slug}: the model doesn't refuse it as its author expects")


def find(millisecond=None, tracking_id="ABC123", **others):
    return {"find": tracking_id, **({} if millisecond is None else {"at": at(millisecond)}), **others}


OFFLINE = {"remoteFails": "remote_unavailable"}
SAVE = {"save": cargo(destination="USNYC")}
ELSEWHERE = {"saveElsewhere": cargo(destination="USNYC")}
BROKEN = cargo("BROKEN", destination="CNHKG")
FOUR = [cargo("AAA"), cargo("BBB"), cargo("CCC", customer="CUST-2"), cargo("DDD", 3)]
SOME = [entry("AAA", as_of=500), entry("BBB", as_of=200), entry("CCC", as_of=100, customer="CUST-2")]


def fixtures():
    known, here = [entry()], [cargo()]
    yield fixture("CCH-1--fresh", "accept", "A fresh entry is the answer, and the remote is not asked", [(find(1), "C1 | ABC123:1")], entries=known, world=[cargo(version=2)])
    yield fixture("CCH-1--miss", "accept", "If nothing is cached the remote is asked, once", [(find(), "R1 | ABC123:1"), (find(), "C1 | ABC123:1")], world=here)
    yield fixture("CCH-1--stale", "accept", "A stale entry is asked for anew", [(find(1000), "R2 | ABC123:2"), (find(1999), "C2 | ABC123:2")], entries=known, world=[cargo(version=2)])
    yield fixture("CCH-1--nowhere", "reject", "A cargo that neither the cache nor the remote has isn't found", [(find(), "cargo_not_found |")])
    yield fixture("CCH-1--policy-of-a-call", "boundary", "A call may take another policy than the repository's",
                  [(find(policy="NO_CACHE"), "R2 | ABC123:1"), (find(), "C1 | ABC123:1"), (find(policy="REMOTE_FIRST"), "R2 | ABC123:2"), (find(), "C2 | ABC123:2")],
                  entries=known, world=[cargo(version=2)])
    yield fixture("CCH-1--plain", "accept", "The methods of the repository protocol give the same answer", [(find(isPlain=True), "P1 | ABC123:1"), (find(1000, isPlain=True), "P2 | ABC123:2")],
                  entries=known, world=[cargo(version=2)])
    yield fixture("CCH-1--plain-takes-no-policy", "boundary", "A find without a policy follows the repository's policy", [(find(isPlain=True, policy="NO_CACHE"), "P1 | ABC123:1")],
                  entries=known, world=[cargo(version=2)])
    yield fixture("CCH-2--remote-first", "accept", "remoteFirst asks each time and keeps the answer", [(find(), "R2 | ABC123:2"), (find(), "R2 | ABC123:2")],
                  "REMOTE_FIRST", known, [cargo(version=2)])
    yield fixture("CCH-2--no-cache", "accept", "noCache neither reads nor changes an entry, whatever it does",
                  [(find(), "R1 | ABC123:9"), (SAVE, "ok | ABC123:9"), (find(), "R2 | ABC123:9"), ({"findForCustomer": "CUST-1"}, "R2 | ABC123:9"),
                   ({"findPage": {"limit": 5}, "isPlain": True}, "P2 | ABC123:9"), ({**SAVE, **OFFLINE}, "remote_unavailable | ABC123:9")],
                  "NO_CACHE", [entry(version=9)], here)
    yield fixture("CCH-2--no-cache-offline", "reject", "noCache has nothing to fall back to", [(find(**OFFLINE), "remote_unavailable | ABC123:1"),
                  ({"findForCustomer": "CUST-1", **OFFLINE}, "remote_unavailable | ABC123:1")], "NO_CACHE", known, here)
    yield fixture("CCH-2--no-cache-of-nothing", "boundary", "noCache leaves an entry of a cargo that does not exist", [(find(), "cargo_not_found | ABC123:1")], "NO_CACHE", known)
    for age, words, slug in ((999, "C1 | ABC123:1", "just-fresh"), (1000, "R2 | ABC123:2", "just-stale"), (1001, "R2 | ABC123:2", "stale")):
        yield fixture(f"CCH-3--{slug}", "boundary", f"An entry of {age} milliseconds with a time to live of 1000", [(find(age), words)], entries=known, world=[cargo(version=2)])
    yield fixture("CCH-3--from-the-future", "boundary", "An entry from the future is stale", [(find(999), "R2 | ABC123:2")], entries=[entry(as_of=1000)], world=[cargo(version=2)])
    yield fixture("CCH-3--of-now", "accept", "An entry of the present instant is fresh", [(find(1000), "C1 | ABC123:1")], entries=[entry(as_of=1000)], world=[cargo(version=2)])
    yield fixture("CCH-3--no-time", "boundary", "With a time to live of 0, no entry is fresh", [(find(), "R2 | ABC123:2"), (find(), "R2 | ABC123:2")],
                  entries=known, world=[cargo(version=2)], time_to_live=0)
    yield fixture("CCH-3--longest-time", "boundary", "The longest time to live", [(find(59_999), "C1 | ABC123:1")], entries=known, world=[cargo(version=2)], time_to_live=2**53 - 1)
    args = {"calls": [], "entries": [], "policy": "LOCAL_FIRST", "timeToLive": 0}
    for number, slug in ((-1, "negative-time"), (2**53, "time-too-long")):
        yield refused(f"CCH-3--{slug}", f"A time to live of {number}", {**args, "timeToLive": number},
                      {"code": "integer_out_of_range", "params": {"text": str(number)}, "tier": "validation"})
    for code in UNAVAILABLE:
        yield fixture(f"CCH-4--{code.replace('_', '-')}", "accept", f"After {code} the cached cargo is the answer, and says whether it is stale",
                      [(find(999, remoteFails=code), "C1 | ABC123:1"), (find(1000, remoteFails=code), "C1! | ABC123:1"),
                       (find(tracking_id="OTHER", remoteFails=code), f"{code} | ABC123:1")], "REMOTE_FIRST", known, [cargo(version=2)])
    for code in OTHERS:
        yield fixture(f"CCH-4--{code.replace('_', '-')}", "reject", f"{code} is reported, whatever is cached", [(find(5000, remoteFails=code), f"{code} | ABC123:1")], entries=known, world=here)
    yield fixture("CCH-4--nothing-cached", "reject", "If nothing is cached unavailability is reported", [(find(**OFFLINE), "remote_unavailable |")], world=here)
    yield fixture("CCH-4--local-first", "accept", "localFirst gives a stale entry if the remote is unavailable, and asks again next time",
                  [(find(1000, **OFFLINE), "C1! | ABC123:1"), (find(), "R2 | ABC123:2")], entries=known, world=[cargo(version=2)])
    yield fixture("CCH-4--corrupt", "reject", "A corrupt answer is reported and leaves the entry as it was", [(find(tracking_id="BROKEN"), "corrupt_record | BROKEN:7")],
                  "REMOTE_FIRST", [entry("BROKEN", 7)], [BROKEN])
    for slug, title, version in (("skipped-versions", "A cache accepts a version that skips some", 9), ("lower-version", "A lower version from a restored remote replaces the entry", 1)):
        yield fixture(
            f"CCH-5--{slug}", "boundary", title, [(find(5), f"R{version} | ABC123:{version}"), (find(6, **OFFLINE), f"C{version} | ABC123:{version}")],
            "REMOTE_FIRST", [entry(version=4)], [cargo(version=version)])
    yield fixture("CCH-5--as-of-the-question", "accept", "An entry dates from when the remote was asked", [(find(7), "R1 | ABC123:1"), (find(1006), "C1 | ABC123:1"),
                  (find(1007, **OFFLINE), "C1! | ABC123:1")], world=here)
    yield fixture("CCH-5--only-what-is-sound", "reject", "A corrupt answer isn't kept", [(find(tracking_id="BROKEN"), "corrupt_record |"), (find(tracking_id="BROKEN", **OFFLINE), "remote_unavailable |")],
                  world=[BROKEN])
    yield refused("CCH-5--broken-entry", "A corrupt cargo isn't kept as an entry", {**args, "entries": [{"asOf": at(0), "cargo": BROKEN, "isInDoubt": False}]},
                  {"code": "corrupt_record", "params": {"id": "BROKEN", "rule": "route_origin_is_destination"}, "tier": "technical"})
    yield fixture("CCH-6--gone", "accept", "A cargo that the remote no longer has is removed, and no other", [(find(1000), "cargo_not_found | OTHER:1"),
                  (find(**OFFLINE), "remote_unavailable | OTHER:1")], entries=[entry(), entry("OTHER")])
    yield fixture("CCH-6--while-fresh", "boundary", "A fresh entry is answered without asking whether the cargo still exists", [(find(999), "C1 | ABC123:1")], entries=known)
    yield fixture("CCH-6--never-there", "reject", "A cargo that neither side ever had isn't found", [(find(), "cargo_not_found |")], "REMOTE_FIRST")
    yield fixture("CCH-7--saved", "accept", "A saved cargo is cached at the version that the remote now has", [({**SAVE, "at": at(3)}, "ok | ABC123:2"), (find(1002), "C2 | ABC123:2")],
                  entries=known, world=here)
    yield fixture("CCH-7--new", "accept", "A new cargo is cached as version 1", [({"save": cargo(version=0)}, "ok | ABC123:1"), (find(), "C1 | ABC123:1")])
    yield fixture("CCH-7--remote-first", "accept", "remoteFirst keeps what was saved for when it is needed", [(SAVE, "ok | ABC123:2"), (find(**OFFLINE), "C2 | ABC123:2")], "REMOTE_FIRST", known, here)
    yield fixture("CCH-7--offline", "reject", "An offline save is a failure, and nothing is saved, not even later",
                  [({"save": cargo(version=0), **OFFLINE}, "remote_unavailable |"), (find(), "cargo_not_found |")])
    yield fixture("CCH-7--later-version-cached", "boundary", "A save does not put its version over a later one", [({"save": cargo(version=1)}, "ok | ABC123:5")], entries=[entry(version=5)], world=here)
    yield fixture("CCH-7--same-version-cached", "boundary", "A save puts its version over the same one", [(SAVE, "ok | ABC123:2"), (find(), "C2 | ABC123:2")], entries=[entry(version=2)], world=here)
    yield fixture(
        "CCH-7--nothing-was-cached", "accept", "A save brings a cargo into the cache that was not there", [(SAVE, "ok | ABC123:2"), (find(), "C2 | ABC123:2")], world=here)
    yield fixture("CCH-8--conflict", "accept", "After a conflict the entry is stale whatever its age, and the remote is asked",
                  [(ELSEWHERE, "ok | ABC123:1"), (SAVE, "concurrency_conflict | ABC123:1?"), (find(), "R2 | ABC123:2"), (find(), "C2 | ABC123:2")], entries=known, world=here)
    yield fixture("CCH-8--conflict-offline", "accept", "An entry in doubt is still there if the remote is unavailable",
                  [(ELSEWHERE, "ok | ABC123:1"), (SAVE, "concurrency_conflict | ABC123:1?"), (find(**OFFLINE), "C1! | ABC123:1?")], entries=known, world=here)
    for code in ("remote_timeout", "remote_rejected", "store_full", "store_outcome_unknown"):
        yield fixture(f"CCH-8--{code.replace('_', '-')}", "accept", f"After {code}, the entry is in doubt", [({**SAVE, "remoteFails": code}, f"{code} | ABC123:1?"),
                      (find(), "R1 | ABC123:1")], entries=known, world=here)
    yield fixture("CCH-8--corrupt", "accept", "A save that meets a corrupt record leaves a doubt as well", [({"save": cargo("BROKEN")}, "corrupt_record | BROKEN:1?")], entries=[entry("BROKEN")], world=[BROKEN])
    yield fixture("CCH-8--nothing-cached", "boundary", "A failed save of a cargo that isn't cached leaves no entry in doubt", [(SAVE, "concurrency_conflict |"), (find(), "R5 | ABC123:5")], world=[cargo(version=5)])
    yield fixture("CCH-8--doubt-given", "boundary", "Doubt outlives the program that had it", [(find(), "R1 | ABC123:1")], entries=[entry(in_doubt=True)], world=here)
    yield fixture("CCH-8--nothing-new", "reject", "A conflict on a cargo that no longer exists", [(SAVE, "concurrency_conflict | ABC123:1?"), (find(), "cargo_not_found |")], entries=known)
    customer, page = {"findForCustomer": "CUST-1"}, {"findPage": {"limit": 2}}
    yield fixture("CCH-9--customer", "accept", "A customer's list comes from the remote though all is cached, and is kept", [({**customer, "at": at(600)}, "R1,1,3 | AAA:1 BBB:1 CCC:1 DDD:3"),
                  (find(1599, "DDD"), "C3 | AAA:1 BBB:1 CCC:1 DDD:3")], entries=SOME, world=FOUR)
    yield fixture("CCH-9--customer-offline", "accept", "A list of what is cached is stale, and as old as its oldest entry", [({**customer, **OFFLINE, "at": at(600)}, "C1,1! | AAA:1 BBB:1 CCC:1")],
                  entries=SOME, world=FOUR)
    yield fixture("CCH-9--page", "accept", "A page comes from the remote, and is kept", [(page, "R1,1+ | AAA:1 BBB:1"), ({"findPage": {"after": "BBB", "limit": 2}}, "R1,3 | AAA:1 BBB:1 CCC:1 DDD:3")],
                  "REMOTE_FIRST", world=FOUR)
    yield fixture("CCH-9--page-offline", "boundary", "Pages of what is cached are stale, and end where it ends", [({**page, **OFFLINE, "at": at(600)}, "C1,1+! | AAA:1 BBB:1 CCC:1"),
                  ({"findPage": {"after": "BBB", "limit": 1}, **OFFLINE}, "C1! | AAA:1 BBB:1 CCC:1")], entries=SOME, world=FOUR)
    yield fixture("CCH-9--nothing-cached", "reject", "If nothing of a list is cached the failure is reported",
                  [({"findForCustomer": "CUST-3", **OFFLINE}, "remote_unavailable | AAA:1 BBB:1 CCC:1"), ({"findPage": {"after": "CCC", "limit": 9}, **OFFLINE}, "remote_unavailable | AAA:1 BBB:1 CCC:1")],
                  entries=SOME, world=FOUR)
    yield fixture("CCH-9--plain", "reject", "Plain lists promise to be whole, and so never come from the cache",
                  [({**customer, **OFFLINE, "isPlain": True}, "remote_unavailable | AAA:1 BBB:1 CCC:1"), ({**page, **OFFLINE, "isPlain": True}, "remote_unavailable | AAA:1 BBB:1 CCC:1"),
                   ({**customer, "isPlain": True}, "P1,1,3 | AAA:1 BBB:1 CCC:1 DDD:3")], entries=SOME, world=FOUR)
    yield fixture("CCH-9--refused", "reject", "A list with a corrupt cargo is an error, even if others are cached", [({"findForCustomer": "CUST-1"}, "corrupt_record | AAA:1 BBB:1 CCC:1")],
                  entries=SOME, world=FOUR + [BROKEN])
    yield fixture("CCH-9--empty", "boundary", "An empty list is an answer", [({"findForCustomer": "CUST-3"}, "R | AAA:1 BBB:1 CCC:1")], entries=SOME, world=FOUR)
    yield fixture("CCH-10--unreadable", "accept", "A cache that cannot be read is passed over", [(find(cacheFails=True), "R2 | ABC123:1"), ({"findForCustomer": "CUST-1", "cacheFails": True}, "R2 | ABC123:1")],
                  entries=known, world=[cargo(version=2)])
    yield fixture("CCH-10--offline", "reject", "Without remote and cache the remote's failure is reported", [(find(cacheFails=True, **OFFLINE), "remote_unavailable | ABC123:1"),
                  ({"findForCustomer": "CUST-1", "cacheFails": True, **OFFLINE}, "remote_unavailable | ABC123:1")], entries=known, world=here)
    yield fixture("CCH-10--missed-save", "boundary", "An entry that a save could not bring up to date is not fresh, until the remote has answered",
                  [({**SAVE, "cacheFails": True}, "ok | ABC123:1"), (find(**OFFLINE), "C1! | ABC123:1"), (find(), "R2 | ABC123:2"), (find(), "C2 | ABC123:2")], entries=known, world=here)
    yield fixture("CCH-10--missed-conflict", "boundary", "An entry that a conflict couldn't put in doubt is stale until the remote answers",
                  [(ELSEWHERE, "ok | ABC123:1"), ({**SAVE, "cacheFails": True}, "concurrency_conflict | ABC123:1"), (find(), "R2 | ABC123:2")], entries=known, world=here)
    yield refused("READ-1--cache-policy", "An unknown policy of the repository is unsupported", {**args, "policy": "LOCAL"}, {"code": "shape_invalid", "params": {"path": "policy"}, "tier": "validation"})
    for slug, title, call, path in (
            ("cache-call-policy", "An unknown policy of a call is unsupported", find(policy="no"), "calls[0].policy"), ("cache-call-without-a-question", "A call that asks nothing", {"at": at(0)}, "calls[0]"),
            ("cache-call-with-two-questions", "A call that asks twice", find(findForCustomer="CUST-1"), "calls[0]"),
            ("cache-fault-with-params", "A failure that would need params", find(remoteFails="corrupt_record"), "calls[0].remoteFails"),
            ("cache-fault-of-the-domain", "A failure that is not technical", find(remoteFails="cargo_not_found"), "calls[0].remoteFails"),
            ("cache-fault-unknown", "An unknown failure", find(remoteFails="tired"), "calls[0].remoteFails"),
            ("cache-call-unknown-member", "A call with an unknown member", find(zzz=1), "calls[0].zzz")):
        yield refused(f"READ-1--{slug}", title, {**args, "calls": [call]}, {"code": "shape_invalid", "params": {"path": path}, "tier": "validation"})
    yield refused("READ-1--cache-limit", "A page of no cargos", {**args, "calls": [{"findPage": {"limit": 0}}]}, {"code": "integer_out_of_range", "params": {"text": "0"}, "tier": "validation"})


def main(arguments: list[str]) -> int:
    return generate(__doc__, arguments, {FOLDER / f"{made['id']}.json": written(made) for made in fixtures()}, FOLDER)
