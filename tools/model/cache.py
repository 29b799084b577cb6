"""A cache in front of a repository (CCH-*), for one caller at a time. CCH-11 is about several and has no fixtures."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable

from . import shapes
from .cargo import Cargo, reconstitute
from .errors import TECHNICAL_WITHOUT_PARAMS, Failure
from .shapes import Anything, Flag, Integer, List, Object, Text
from .values import customer_id, instant, instant_text, integer, present, tracking_id
from .world import World

UNAVAILABLE = ("remote_timeout", "remote_unavailable", "store_locked", "store_unavailable")
POLICIES = ("LOCAL_FIRST", "NO_CACHE", "REMOTE_FIRST")
QUESTIONS = ("find", "findForCustomer", "findPage", "save", "saveElsewhere")
CALL = Object().maybe(
    at=Text, cacheFails=Flag, find=Text, findForCustomer=Text, findPage=Object(limit=Integer).maybe(after=Text), isPlain=Flag, policy=Text,
    remoteFails=Text, save=Anything, saveElsewhere=Anything,
)
ARGS = Object(calls=List(CALL), entries=List(Object(asOf=Text, cargo=Anything, isInDoubt=Flag)), policy=Text, timeToLive=Integer)


@dataclasses.dataclass(frozen=True)
class Entry:
    as_of: int
    cargo: Cargo
    is_in_doubt: bool

    @staticmethod
    def read(value: dict[str, Any]) -> Entry:
        as_of = instant(value["asOf"])
        return Entry(as_of, reconstitute(value["cargo"]), value["isInDoubt"])

    def wire(self) -> dict[str, Any]:
        return {"asOf": instant_text(self.as_of), "cargo": self.cargo.wire(), "isInDoubt": self.is_in_doubt}


def read_word(text: str, words: Any, path: str) -> str:
    if text not in words:
        raise Failure("shape_invalid", path=path)
    return text


def read_call(value: dict[str, Any], path: str) -> dict[str, Any]:
    """Member by member in the order of their names, then that there is one question."""
    readers: dict[str, Callable[[Any], Any]] = {
        "at": instant, "find": tracking_id, "findForCustomer": customer_id, "findPage": read_page,
        "save": reconstitute, "saveElsewhere": reconstitute,
        "policy": lambda text: read_word(text, POLICIES, f"{path}.policy"),
        "remoteFails": lambda text: read_word(text, TECHNICAL_WITHOUT_PARAMS, f"{path}.remoteFails"),
    }
    call = {name: readers[name](value[name]) if name in readers else value[name] for name in sorted(value)}
    if sum(name in call for name in QUESTIONS) != 1:
        raise Failure("shape_invalid", path=path)
    return call


def read_page(value: dict[str, Any]) -> tuple[str, int]:
    after = tracking_id(value["after"]) if "after" in value else ""
    return after, integer(value["limit"], 1, 1000)


def read(world: World, args: Any) -> tuple[Cached, list[dict[str, Any]]]:
    """The cache and the calls to it."""
    shapes.check(args, ARGS)
    calls = [read_call(call, f"calls[{index}]") for index, call in enumerate(args["calls"])]
    entries = [Entry.read(entry) for entry in args["entries"]]
    policy = read_word(args["policy"], POLICIES, "policy")
    return Cached(world, entries, policy, integer(args["timeToLive"], 0)), calls


def run(world: World, args: Any) -> dict[str, Any]:
    cached, calls = read(world, args)
    return {"calls": [cached.run(call) for call in calls], "cache": cached.wire()}


class Cached:
    def __init__(self, world: World, entries: list[Entry], policy: str, time_to_live: int) -> None:
        self.world, self.policy, self.time_to_live = world, policy, time_to_live
        self.entries = {entry.cargo.id: entry for entry in entries}
        self.distrusted: set[str] = set()  # entries that couldn't be brought up to date (CCH-10)
        self.call: dict[str, Any] = {}
        self.asked: list[str] = []

    def wire(self) -> list[dict[str, Any]]:
        return [self.entries[identity].wire() for identity in sorted(self.entries)]

    def run(self, call: dict[str, Any]) -> dict[str, Any]:
        self.call, self.asked = call, []
        self.world.now = call.get("at", self.world.now)
        try:
            answer = {"ok": self.answer()}
        except Failure as failure:
            answer = {"err": failure.wire()}
        return {"answer": answer, "remote": self.asked}

    def answer(self) -> Any:
        call = self.call
        if "save" in call:
            return self.save(call["save"])
        if "saveElsewhere" in call:
            self.world.save(call["saveElsewhere"], [])
            return {}
        is_plain = call.get("isPlain", False)
        policy = self.policy if is_plain else call.get("policy", self.policy)
        if "find" in call:
            answer = self.find(call["find"], policy)
        elif "findForCustomer" in call:
            answer = self.customer(call["findForCustomer"], policy, is_plain)
        else:
            after, limit = call["findPage"]
            answer = self.page(after, limit, policy, is_plain)
        return answer["value"] if is_plain else answer

    def ask(self, method: str, question: Callable[[], Any]) -> Any:
        self.asked.append(method)
        if "remoteFails" in self.call:
            raise Failure(self.call["remoteFails"])
        return question()

    @property
    def is_working(self) -> bool:
        return not self.call.get("cacheFails", False)

    def change(self, identity: str, entry: Entry | None) -> None:
        """Brings an entry up to date, or removes it (None)."""
        if not self.is_working:
            self.distrusted.add(identity)
            return
        self.distrusted.discard(identity)
        if entry:
            self.entries[identity] = entry
        else:
            self.entries.pop(identity, None)

    def keep(self, cargo: Cargo) -> None:
        """CCH-5."""
        self.change(cargo.id, Entry(self.world.now, cargo, False))

    def is_fresh(self, entry: Entry) -> bool:
        """CCH-3, CCH-8, CCH-10."""
        return 0 <= self.world.now - entry.as_of < self.time_to_live and not entry.is_in_doubt and entry.cargo.id not in self.distrusted

    def from_remote(self, value: Any) -> dict[str, Any]:
        return {"asOf": instant_text(self.world.now), "isStale": False, "source": "REMOTE", "value": value}

    def find(self, identity: str, policy: str) -> dict[str, Any]:
        known = None
        entry = self.entries.get(identity) if self.is_working and policy != "NO_CACHE" else None
        if entry:
            known = {"asOf": instant_text(entry.as_of), "isStale": not self.is_fresh(entry), "source": "CACHE", "value": entry.cargo.wire()}
            if policy == "LOCAL_FIRST" and self.is_fresh(entry):  # CCH-1
                return known
        try:
            cargo = self.ask("findByTrackingId", lambda: self.world.find(identity))
        except Failure as failure:
            if failure.code == "cargo_not_found" and policy != "NO_CACHE":  # CCH-6
                self.change(identity, None)
            if known and failure.code in UNAVAILABLE:  # CCH-4
                return known
            raise
        if policy != "NO_CACHE":
            self.keep(cargo)
        return self.from_remote(cargo.wire())

    def customer(self, customer: str, policy: str, is_plain: bool) -> dict[str, Any]:
        try:
            cargos = self.ask("findForCustomer", lambda: self.world.of_customer(customer))
        except Failure as failure:
            known = self.known_list(failure, policy, is_plain, lambda cargo: cargo.customer == customer)
            return self.from_cache(known, [entry.cargo.wire() for entry in known])
        self.keep_all(cargos, policy)
        return self.from_remote([cargo.wire() for cargo in cargos])

    def page(self, after: str, limit: int, policy: str, is_plain: bool) -> dict[str, Any]:
        def shown(cargos: list[Cargo]) -> dict[str, Any]:
            return present(items=[cargo.wire() for cargo in cargos[:limit]], next=cargos[limit - 1].id if len(cargos) > limit else None)

        try:
            cargos = self.ask("findPage", lambda: [cargo for cargo in self.world.sound() if cargo.id > after])
        except Failure as failure:
            known = self.known_list(failure, policy, is_plain, lambda cargo: cargo.id > after)
            return self.from_cache(known[:limit], shown([entry.cargo for entry in known]))
        self.keep_all(cargos[:limit], policy)
        return self.from_remote(shown(cargos))

    def keep_all(self, cargos: list[Cargo], policy: str) -> None:
        if policy != "NO_CACHE":
            for cargo in cargos:
                self.keep(cargo)

    def known_list(self, failure: Failure, policy: str, is_plain: bool, belongs: Callable[[Cargo], bool]) -> list[Entry]:
        """CCH-9: the cached part of a list; raises the failure if that isn't allowed or is empty."""
        known = [self.entries[identity] for identity in sorted(self.entries) if belongs(self.entries[identity].cargo)]
        if is_plain or policy == "NO_CACHE" or failure.code not in UNAVAILABLE or not self.is_working or not known:
            raise failure
        return known

    def from_cache(self, shown: list[Entry], value: Any) -> dict[str, Any]:
        return {"asOf": instant_text(min(entry.as_of for entry in shown)), "isStale": True, "source": "CACHE", "value": value}

    def save(self, cargo: Cargo) -> dict[str, Any]:
        old = self.entries.get(cargo.id)
        try:
            self.ask("save", lambda: self.world.save(cargo, []))
        except Failure as failure:
            is_in_doubt = failure.tier == "technical" or failure.code == "concurrency_conflict"
            if self.policy != "NO_CACHE" and is_in_doubt and (old or not self.is_working):  # CCH-8
                self.change(cargo.id, dataclasses.replace(old, is_in_doubt=True) if old else None)
            raise
        if self.policy != "NO_CACHE":  # CCH-7
            saved = Entry(self.world.now, cargo.with_(version=cargo.version + 1), False)
            self.change(cargo.id, old if old and self.is_working and old.cargo.version > saved.cargo.version else saved)
        return {}
