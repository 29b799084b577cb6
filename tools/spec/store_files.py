"""Writes the stores of spec/files/v1/ and the verdict on each, from one store that the command line once wrote.

    ./tool store-files             writes all of them anew
    ./tool store-files --check     tells whether the committed ones are what this would write

The source is spec/files/v1/whole-life/store, as version 1 of the command line wrote it. Every other store is that one after a change that its case
describes, and every verdict follows from what the case says is lost: documents are taken from the lines as they stand; a cargo of schema 1 is read by
tools/model. Neither Swift nor Kotlin is asked. Exit status: 0 done; 1 the committed files differ; 64 usage.
"""

import json
import struct

from ..model.cargo import reconstitute
from ..model.stored import index_entry, read_schema_1
from ..project import ROOT, generate

FOLDER = ROOT / "spec" / "files" / "v1"
BASE = FOLDER / "whole-life" / "store"
ACTIVE = "seg-000001.jsonl"

TABLE = []
for _byte in range(256):
    _entry = _byte
    for _ in range(8):
        _entry = _entry >> 1 ^ 0x82F63B78 if _entry & 1 else _entry >> 1
    TABLE.append(_entry)


def crc(data):
    register = 0xFFFFFFFF
    for byte in data:
        register = register >> 8 ^ TABLE[(register ^ byte) & 0xFF]
    return "%08x" % (register ^ 0xFFFFFFFF)


def seal(rest):
    """A line whose part under the checksum is given."""
    return b'{"~crc":"' + crc(rest).encode() + b'",' + rest


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def line(fields):
    """The line of a record, its fields in the order in which they stand in the dictionary."""
    fields = dict(fields)
    if "doc" in fields:
        fields["n"] = len(fields["doc"] if isinstance(fields["doc"], bytes) else compact(fields["doc"]))
    parts = []
    for name in ("s", "t", "id", "v", "d", "cu", "vo", "ne", "at", "re", "du", "tx", "n", "e", "doc", "ev"):
        if name in fields:
            value = fields[name] if isinstance(fields[name], bytes) else compact(fields[name])
            parts.append(b'"' + name.encode() + b'":' + value)
    return seal(b",".join(parts) + b"}\n")


def read(data):
    """The lines of a segment that was written whole; `begins` is where each one does."""
    records, start = [], 0
    for text in data.split(b"\n"):
        if text:
            records.append(dict(json.loads(text), begins=start))
        start += len(text) + 1
    return records


def manifest(parts, **fields):
    """`parts`: of each but the last (number, bytes), of the last its number; `fields` overrides what follows from that."""
    listed = [{"name": "seg-%06d.jsonl" % number, "length": len(data), "crc": crc(data), "count": data.count(b"\n")} for number, data in parts[:-1]]
    listed.append({"name": "seg-%06d.jsonl" % parts[-1]})
    values = {"format": 1, "minWriter": 1, "generation": len(parts), **({"trimmed": 0} if "trimmed" in fields else {}), "segments": listed}
    values.update(fields)
    return seal(compact(values)[1:] + b"\n")


def state_file(segment=1, generation=0, durable=0, appended=0, flags=0, sequence=6):
    """A STATE in which both slots have written their first copy last."""
    def slot(mark, flags, generation, offset):
        copy = mark + struct.pack("<IQQI4xQ", flags, sequence, generation, segment, offset)
        copy = copy.ljust(60, b"\0")
        return (copy + struct.pack("<I", int(crc(copy), 16))).ljust(128, b"\0")
    return (slot(b"CJA1", 0, 0, appended) + slot(b"CJS1", flags, generation, durable)).ljust(4096, b"\0")


# The model: what a store answers.

# The schema of a record that says that its id was removed.
REMOVED = 255
ORDER = ["RECEIVE", "UNLOAD", "CUSTOMS", "LOAD", "CLAIM"]
ASK = {"cargos": ["ABC123", "DEF456", "GHI789", "ZZZ999"], "customers": ["ACME", "NOBODY", "OTHER"],
       "locations": ["DEHAM", "SESTO", "USNYC", "XXXXX"], "voyages": ["V100", "V300", "V999"]}


def err(code, tier="technical", **params):
    return {"err": {"code": code, "params": params, "tier": tier}}


def corrupt(rule="journal", **params):
    return err("corrupt_record", rule=rule, **params)


class Model:
    """Answers from the records that count; `lost` maps (kind, id) to the answer that takes the place of a sound one."""

    def __init__(self, records, lost=None, unexplained=None):
        self.records = [r for r in records if r["t"] != "~mark"]
        self.lost = lost or {}
        self.unexplained = unexplained  # how many of the records come before damage that nobody can put a name to

    def newest(self, kind, id):
        found = [(place, r) for place, r in enumerate(self.records) if r["t"] == kind and r["id"] == id]
        return found[-1] if found else None

    def lookup(self, kind, id, name):
        if (kind, id) in self.lost:
            return self.lost[kind, id]
        newest = self.newest(kind, id)
        if self.unexplained is not None and (newest is None or newest[0] < self.unexplained):
            return corrupt(id=id)
        if newest is None or newest[1]["d"] == REMOVED and kind != "cargo":
            return err(name[0], "domain", **{name[1]: id})
        if newest[1]["d"] == REMOVED:
            return err("cargo_archived", "domain", archive=newest[1]["doc"]["archive"], trackingId=id)
        return {"ok": newest[1]["doc"]}

    def history(self, id):
        if ("handling", id) in self.lost:
            return self.lost["handling", id]
        newest = self.newest("handling", id)
        if self.unexplained is not None and (newest is None or newest[0] < self.unexplained):
            return corrupt(id=id)
        identity = lambda event: {name: event[name] for name in event if name not in ("reason", "registrationTime", "retractedAt")}
        events = []
        for r in self.records:
            if r["t"] == "handling" and r["id"] == id:
                if r["d"] == 1:
                    events.append(r["doc"])
                elif r["d"] == REMOVED:
                    events = []
                else:
                    events = [event for event in events if identity(event) != identity(r["doc"])]
        return {"ok": sorted(events, key=lambda e: (e["completionTime"], ORDER.index(e["type"]), e["location"], e.get("voyageNumber", "")))}

    def cargos(self):
        known = {r["id"] for r in self.records if r["t"] == "cargo" and self.newest("cargo", r["id"])[1]["d"] != REMOVED}
        return sorted(known | {id for kind, id in self.lost if kind == "cargo"})

    def cargo(self, id):
        answer = self.lookup("cargo", id, ("cargo_not_found", "trackingId"))
        is_old = "ok" in answer and self.newest("cargo", id)[1]["d"] == 1
        return {"ok": read_schema_1(answer["ok"]).wire()} if is_old else answer

    def customer(self, customer):
        if self.unexplained is not None:
            return corrupt()
        ids = []
        for id in self.cargos():
            newest = self.newest("cargo", id)
            owner = newest[1]["cu"] if newest else self.lost["cargo", id].get("customer")
            if owner != customer:
                continue
            answer = self.cargo(id)
            if "err" in answer:
                return {"err": answer["err"]}
            ids.append(id)
        return {"ok": ids}

    def doubts(self):
        """An id whose newest record comes before damage without a name may have had a newer one."""
        if self.unexplained is None:
            return []
        ids = sorted({(r["t"], r["id"]) for r in self.records if self.newest(r["t"], r["id"])[0] < self.unexplained})
        return [finding("document", self.newest(kind, id)[1]["begins"], f"{kind} {id}") for kind, id in ids]

    def events(self):
        return {"ok": [dict(event, sequence=r["e"][0] + place) for r in self.records for place, event in enumerate(r.get("ev", []))]}

    def verdict(self, findings=(), save=None, events=None, listed=None):
        strip = lambda answer: {key: value for key, value in answer.items() if key in ("ok", "err")}
        answers = lambda ids, find: [{"answer": strip(find(id)), "id": id} for id in ids]
        order = lambda f: (f["file"], f.get("offset", -1), f["problem"], f.get("record", ""))
        return {
            "cargos": answers(ASK["cargos"], self.cargo),
            "cargosListed": listed or {"ok": [id for id in self.cargos() if "ok" in self.cargo(id)]},
            "customers": answers(ASK["customers"], self.customer),
            "events": events or self.events(),
            "findings": {"ok": sorted([*findings, *self.doubts()], key=order)},
            "histories": answers(ASK["cargos"], self.history),
            "locations": answers(ASK["locations"], lambda id: self.lookup("location", id, ("location_not_found", "unLocode"))),
            "save": save or {"ok": {"quarantined": []}},
            "voyages": answers(ASK["voyages"], lambda id: self.lookup("voyage", id, ("voyage_not_found", "voyageNumber"))),
        }


def finding(problem, offset=None, record=None, file=ACTIVE):
    return {"file": file, "problem": problem, **({} if offset is None else {"offset": offset}), **({} if record is None else {"record": record})}


def torn(start, end, file=ACTIVE):
    return {"ok": {"quarantined": [{"end": end, "file": file, "start": start}]}}


# The cases.

class Case:
    def __init__(self, title, files, verdict):
        self.title, self.files, self.verdict = title, files, verdict


def flip(data, place, bit=0):
    return flips(data, place, 1 << bit)


def flips(data, place, bits):
    return data[:place] + bytes([data[place] ^ bits]) + data[place + 1:]


def cases():
    whole = (BASE / ACTIVE).read_bytes()
    records = read(whole)
    lines = [text + b"\n" for text in whole.split(b"\n") if text]
    starts = [sum(map(len, lines[:place])) for place in range(len(lines) + 1)]

    def where(kind, id, version=None):
        """The place of a record among the lines."""
        found = [place for place, r in enumerate(records) if r["t"] == kind and r.get("id") == id and version in (None, r["v"])]
        return found[-1]

    def store(segment=whole, manifest_bytes=manifest([1]), **more):
        return {"LOCK": b"", "MANIFEST.json": manifest_bytes, ACTIVE: segment, **more}

    def joined(parts):
        return b"".join(parts)

    def counted(place):
        """How many records that are not marks come before a line."""
        return len([r for r in records[:place] if r["t"] != "~mark"])

    def without(*places):
        return [r for place, r in enumerate(records) if place not in places]

    last = max(place for place, r in enumerate(records) if r["t"] != "~mark")
    made = {}

    def case(name, title, files, verdict):
        made[name] = Case(title, files, verdict)

    def appended(name, title, *more):
        """The whole store, and some records after it."""
        case(name, title, store(whole + joined(map(line, more))), Model([*records, *more]).verdict())

    def misfit(name, title, record, answer=None, problem="document"):
        """The whole store, and a record of a cargo that can't be read or doesn't fit."""
        id = record["id"]
        case(name, title, store(whole + line(record)), Model(records, {("cargo", id): dict(answer or corrupt(id=id), customer="ACME")}).verdict(
            [finding(problem, len(whole), f"cargo {id}")], corrupt(id=id) if problem == "order" else None))

    def torn_off(name, title, segment, place, end):
        """Nothing counts from a record on, which nobody was promised."""
        case(name, title, store(segment), Model(records[:place]).verdict([finding("torn_tail", starts[place])], torn(starts[place], end)))

    def damaged(name, title, segment, place, lost, *more):
        """A record that is still identified is damaged; with `lost`, the answers that take its place. More findings may follow."""
        record = records[place]
        case(name, title, store(segment), Model(without(place), lost).verdict(
            [finding("damage", starts[place], f"{record['t']} {record['id']}"), *more], corrupt(id=record["id"]), lost_events(place)))

    def unnamed(name, title, segment, place):
        """A record is damaged that nothing can put a name to."""
        case(name, title, store(segment), Model(without(place), {}, unexplained=counted(place)).verdict(
            [finding("damage", starts[place]), gap(place)], corrupt(), lost_events(place)))

    def quiet(record, **changes):
        """A record without domain events, as of another commit."""
        return {**{name: value for name, value in record.items() if name not in ("e", "ev")}, "s": 0, **changes}

    def lost_events(place):
        """The events before those of a record that is lost; the rest is not given out."""
        if "e" not in records[place]:
            return None
        before = [event for event in Model(records).events()["ok"] if event["sequence"] < records[place]["e"][0]]
        return {"ok": before} if before else corrupt()

    def gap(place):
        """The finding that tells of a damaged record's events, at the next record that has some."""
        after = next(p for p in range(place + 1, len(records)) if "e" in records[p])
        return finding("events", starts[after])

    # Whole stores.
    case("whole-life", "A cargo's life, two bookings, an import and a reschedule, written by the command line, which closed the store after each command",
         store(), Model(records).verdict())
    case("fresh", "A store that was created and never written to", store(b""), Model([]).verdict())
    case("lock-alone", "A directory with nothing but the lock file, from a program that was killed early: an empty store", {"LOCK": b""}, Model([]).verdict())
    case("no-lock-file", "A copy of a store without the lock file", {k: v for k, v in store().items() if k != "LOCK"}, Model(records).verdict())
    case("left-behind", "An unfinished manifest and a segment that no manifest names don't belong to the store",
         store(**{"MANIFEST.json.tmp": b'{"~crc":"', "seg-000002.jsonl": b"half a li"}), Model(records).verdict())
    case("snapshot-of-an-index", "A snapshot of an index is private to a program, whatever it contains",
         store(**{"index-000001.idx": b"nothing that anybody knows\n"}), Model(records).verdict())
    split = where("cargo", "DEF456")
    first = joined(lines[:split])

    def moved(tail):
        """Lines in a segment of their own: their watermarks count from its start."""
        return joined(line(dict(r, s=0)) for r in tail)

    second = moved(records[split:])
    two = [(1, first), 2]
    in_two = lambda **fields: {
        "LOCK": b"", "MANIFEST.json": manifest(two, **fields), ACTIVE: first, "seg-000002.jsonl": second}
    case("two-segments", "A sealed segment and an active one", in_two(), Model(records).verdict())
    case("sealed-and-longer", "A sealed segment is longer than its manifest says: the rest doesn't count",
         dict(in_two(), **{ACTIVE: first + lines[split]}), Model(records).verdict())
    compacted = []
    for place, r in enumerate(records[:split + 4]):
        if r["t"] == "~mark":
            continue
        r = {key: value for key, value in r.items() if key != "tx"}
        if r["t"] != "handling" and where(r["t"], r["id"]) != place:
            r = {key: value for key, value in dict(r, d=0, doc={}).items() if key != "cu"}
        compacted.append(r)
    compacted = moved(compacted)
    case("compacted", "After compaction: superseded records have no documents, commits have gaps, segment numbers are skipped",
         {"COMPACT.lock": b"", "LOCK": b"", "MANIFEST.json": manifest([(2, compacted), 5]), ACTIVE: whole, "seg-000002.jsonl": compacted,
          "seg-000005.jsonl": moved(records[split + 4:])}, Model(records).verdict())
    gone = dict(records[split], s=0, d=0, doc={"gone": "lost"}, ev=[])
    gone.pop("cu")
    repaired = moved(records[:split] + [gone] + records[split + 1:])
    case("repaired", "A damaged record was replaced by one without document and events: only its id is broken, and everything can be written",
         store(repaired), Model(without(split), {("cargo", "DEF456"): corrupt(id="DEF456")}).verdict(
             [finding("document", len(moved(records[:split])), "cargo DEF456")]))
    accepted = {"s": 0, "t": "cargo", "id": "DEF456", "v": 2, "d": 0, "doc": {"gone": "accepted"}}
    case("accepted-loss", "The loss of a damaged record was accepted: that cargo doesn't exist",
         store(repaired + line(accepted)),
         Model(without(split), {("cargo", "DEF456"): err("cargo_not_found", "domain", trackingId="DEF456")}).verdict())
    case("unknown-kind", "A record of an unknown kind in the middle: kept and skipped",
         store(joined(lines[:split]) + line({"s": 0, "t": "invoice", "id": "I-1", "v": 1, "d": 7, "doc": {"sum": 1}}) + joined(lines[split:])),
         Model(records).verdict())

    # Torn tails: nobody was promised these bytes.
    half = starts[last] + len(lines[last]) // 2
    torn_off("torn-tail", "The last record is truncated", whole[:half], last, half)
    torn_off("torn-at-the-newline", "The last record lacks only its newline", whole[:starts[last + 1] - 1], last, starts[last + 1] - 1)
    torn_off("damaged-last-without-mark", "A flipped bit in the last record; nothing after it says that it was acknowledged", flip(whole[:starts[last + 1]], half),
             last, starts[last + 1])
    group = [place for place, r in enumerate(records) if "tx" in r][:5]
    torn_off("half-a-commit-at-the-end", "Three of the last commit's five records reached the disk: none counts", joined(lines[:group[3]]),
             group[0], starts[group[3]])
    torn_off("garbage-alone", "A first commit of which only garbage reached the disk", b"\0" * 700, 0, 700)
    good_after_bad = joined(lines[:last]) + flip(lines[last], 60) + line({
        "s": starts[last], "t": "location", "id": "XXXXX", "v": 1, "d": 1, "doc": {"name": "Nowhere", "unLocode": "XXXXX"}})
    torn_off("whole-record-behind-a-torn-one", "Two commits at once, of which only the second reached the disk: neither was acknowledged, neither counts",
             good_after_bad, last, len(good_after_bad))

    # Padding.
    blank = b"\n" * 5000
    case("padded", "The active segment is padded with newlines", store(whole + blank), Model(records).verdict())
    case("padding-alone", "A new segment with nothing but padding", store(blank), Model([]).verdict())
    torn_off("padded-behind-a-torn-tail", "The last record is truncated and followed by newlines, one of which may be its own", whole[:half] + blank, last, half + 1)
    torn_off("padded-behind-half-a-commit", "Three of five records reached the disk, followed by newlines", joined(lines[:group[3]]) + blank, 0, starts[group[3]])
    case("padding-for-a-newline", "The last record's newline is the first one of the padding", store(whole[:-1] + blank), Model(records).verdict())

    # Damage: acknowledged bytes that are not what was written.
    place = routed = where("cargo", "DEF456")
    lost_def = {("cargo", "DEF456"): dict(corrupt(id="DEF456"), customer="ACME")}
    for name, title, segment in (
            ("damaged-middle", "One flipped bit in a document in the middle: the record is still identified, and only it is lost", flip(whole, starts[place] + 300)),
            ("damaged-checksum", "One flipped bit in the digits of a checksum", flip(whole, starts[place] + 12)),
            ("damaged-byte", "One wrong byte in an id in the middle: the record is still identified, and only it is lost",
             flips(whole, starts[place] + lines[place].index(b'"id":"DEF456"') + 7, 0x5A)),
            ("damaged-newline", "One flipped bit in a newline, so that two records look like one", flip(whole, starts[place + 1] - 1))):
        damaged(name, title, segment, place, lost_def, gap(place))
    old = where("cargo", "ABC123", 1)
    damaged("damaged-and-superseded", "One flipped bit in a record that a newer one of the same cargo supersedes: the cargo is intact, but nothing is written",
            flip(whole, starts[old] + 300), old, {}, gap(old))
    link = where("handling", "ABC123", 1)
    damaged("damaged-link", "One flipped bit in the first of a cargo's handling events: newer ones can't replace it", flip(whole, starts[link] + 200), link,
            {("handling", "ABC123"): corrupt(id="ABC123")})
    id = records[last]["id"]
    damaged("damaged-last-with-mark", "One flipped bit in the last record; a mark after it says that it had reached the disk", flip(whole, starts[last] + 300), last,
            {("cargo", id): dict(corrupt(id=id), customer="ACME")})
    unnamed("two-flipped-bits", "Two damaged bytes in one record: it can't be identified, so every id without a later record is in doubt",
            flip(flip(whole, starts[place] + 300), starts[place] + 310), place)
    unnamed("zeros-in-the-middle", "A record that reads as zeros", whole[:starts[place]] + b"\0" * len(lines[place]) + whole[starts[place + 1]:], place)
    kept = joined(lines[:group[3]])
    behind = [dict(r, s=len(kept)) for r in records[group[4] + 1:]]
    case("half-a-commit-in-the-middle", "A commit of five records lacks the last two, and later records prove that it was acknowledged",
         store(kept + joined(line(r) for r in behind)),
         Model(records[:group[3]] + behind, {}, unexplained=counted(group[3])).verdict([finding("damage", len(kept))], corrupt()))

    # Order.
    version = dict(records[routed]["doc"], version=3)
    misfit("version-gap", "Version 3 of a cargo after version 1", quiet(records[routed], v=3, doc=version), problem="order")
    misfit("version-twice", "Version 1 of a cargo twice", quiet(records[routed]), problem="order")

    # Documents.
    def changed(doc, **fields):
        return {key: value for key, value in sorted({**doc, **fields}.items()) if value is not None}

    def resaved(doc):
        return quiet(records[routed], v=2, doc=doc)

    doc = dict(records[routed]["doc"], version=2)
    misfit("bad-delivery", "An intact record whose document breaks a rule: its delivery doesn't follow from the rest",
           resaved(changed(doc, delivery=changed(doc["delivery"], isMisdirected=True))), corrupt("DLV-10", id="DEF456"))
    misfit("bad-shape", "An intact record whose document lacks a member", resaved(changed(doc, origin=None)), corrupt("shape_invalid", id="DEF456"))
    misfit("bad-json", "An intact record whose document isn't JSON", resaved(b'{"trackingId":DEF456}'), corrupt("json_invalid"))
    misfit("other-id-in-document", "An intact record with the document of another cargo", resaved(changed(doc, trackingId="DEF457")))
    misfit("newer-document", "A document of schema 2 that isn't a cargo", quiet(records[routed], v=2, d=2, doc={"anything": True}), corrupt("shape_invalid"))
    unsupported = err("store_schema_unsupported")
    case("schema-6", "A document of a newer schema: this cargo can't be read, everything else can",
         store(whole + line(quiet(records[routed], v=2, d=6, doc={"anything": True}))),
         Model(records, {("cargo", "DEF456"): dict(unsupported, customer="ACME")}).verdict([finding("document", len(whole), "cargo DEF456")], listed=unsupported))
    key = dict(records[where("key", "order-%257")], s=0, id="order-8", doc={"trackingId": "GHI789"})
    case("bad-reservation", "An intact record of a booking key that reserves nothing", store(whole + line(key)),
         Model(records).verdict([finding("document", len(whole), "key order-8")]))

    # Events.
    number = max(r["e"][0] + r["e"][1] for r in records if "e" in r)
    event = next(r["ev"][0] for r in records if "ev" in r)
    voyage = dict(records[where("voyage", "V300")], s=0, v=2)
    voyage["doc"] = dict(voyage["doc"], version=2)
    rescheduled = {"aggregateId": "V300", "aggregateType": "Voyage", "aggregateVersion": 2, "data": {"voyageNumber": "V300"}, "eventId": "Voyage:V300:2:0",
                   "occurredAt": event["occurredAt"], "schemaVersion": 1, "type": "VoyageRescheduled"}
    skipping = dict(voyage, e=[number + 3, 1], ev=[rescheduled])
    case("events-missing", "The outbox skips three numbers: nothing after the gap is returned", store(whole + line(skipping)),
         Model(records + [skipping]).verdict([finding("events", len(whole))], None, Model(records).events()))
    bad = dict(voyage, e=[number, 1], ev=[dict(rescheduled, type="VoyageForgotten")])
    case("bad-event", "An event of an unknown type: only the events before it are returned", store(whole + line(bad)),
         Model(records + [bad]).verdict([], None, Model(records).events()))

    bad = dict(voyage, e=[number, 1], ev=[{"actor": "nobody", **rescheduled}])
    case("bad-actor", "An event whose actor isn't a kind, a colon and a name: only the events before it are returned", store(whole + line(bad)),
         Model(records + [bad]).verdict([], None, Model(records).events()))
    said = dict(voyage, e=[number, 1], ev=[{"actor": "person:a \"b\" c", **rescheduled}])
    appended("actor", "A reschedule that says who made it: it is returned with its actor", said)

    said = dict(voyage, e=[number, 1], ev=[rescheduled])
    appended("event-of-schema-1", "A reschedule announced in schema 1, without the schedule: it is returned as it is", said)

    # Schema 2.
    indexed = lambda cargo: index_entry(reconstitute(cargo))
    leg = {"loadLocation": "CNHKG", "loadTime": "2026-03-06T06:00:00.000Z", "unloadLocation": "DEHAM", "unloadTime": "2026-04-01T06:00:00.000Z",
           "voyageNumber": "V300"}
    cleared = resaved(doc)
    cleared["doc"] = changed(
        cleared["doc"], version=2, itinerary={"legs": [leg]},
        routingStart={"completionTime": "2026-03-05T08:00:00.000Z", "location": "CNHKG", "type": "CUSTOMS"},
        delivery={
            "estimatedArrival": "2026-04-01T06:00:00.000Z", "isMisdirected": False, "isUnloadedAtDestination": True,
            "lastHandled": {"completionTime": "2026-04-01T09:00:00.000Z", "location": "DEHAM", "type": "CUSTOMS"}, "lastKnownLocation": "DEHAM",
            "nextExpectedActivity": {"location": "DEHAM", "type": "CLAIM"}, "planPosition": 3, "routingStatus": "ROUTED", "transportStatus": "IN_PORT",
            "unloadedAt": "DEHAM"})
    appended("customs-of-schema-1",
             "A cargo of schema 1 whose route starts with CUSTOMS and whose last event is CUSTOMS: each becomes a RECEIVE at its time and place", cleared)
    loading = records[where("handling", "ABC123", 2)]["doc"]
    receiving = records[where("handling", "ABC123", 1)]["doc"]
    at = "2026-03-05T07:00:00.000Z"
    before = read_schema_1(records[where("cargo", "ABC123")]["doc"]).wire()
    receipt = {name: receiving[name] for name in ("completionTime", "location", "type")}
    waiting = changed(before["delivery"], currentVoyage=None, lastHandled=receipt, lastMove=receipt, planPosition=1, transportStatus="IN_PORT",
                      nextExpectedActivity={"location": "CNHKG", "type": "LOAD", "voyageNumber": "V100"})
    fact = lambda index, type, data: {
        "aggregateId": "ABC123", "aggregateType": "Cargo", "aggregateVersion": 5, "data": data, "eventId": f"Cargo:ABC123:5:{index}", "occurredAt": at,
        "schemaVersion": 2, "type": type}
    retraction = {"s": 0, "t": "handling", "id": "ABC123", "v": 3, "d": 2, "tx": [0, 2],
                  "doc": changed(loading, reason="Wrong container", retractedAt=at)}
    inspected_cargo = changed(before, delivery=waiting, version=5)
    inspected = {"s": 0, "t": "cargo", "id": "ABC123", "v": 5, "d": 2, "cu": "ACME", **indexed(inspected_cargo), "tx": [1, 2],
                 "e": [number, 2], "doc": inspected_cargo,
                 "ev": [fact(0, "HandlingEventRetracted", {"event": loading, "reason": "Wrong container"}), fact(1, "CargoHandled", {"lastHandled": receipt})]}
    retracted = [retraction, inspected]
    appended("retracted", "A handling event was retracted, in one commit with its cargo of schema 2", *retracted)
    again = dict(records[where("handling", "ABC123", 2)], s=0, v=4)
    again["doc"] = dict(loading, registrationTime="2026-03-05T09:00:00.000Z")
    appended("retracted-and-registered-again", "An event that was retracted and registered again, with its new registration time", *retracted, again)
    elsewhere = {name: member for name, member in dict(inspected, vo=["V300"]).items() if name not in ("tx", "e", "ev")}
    misfit("header-of-other-voyages", "A cargo's header names other voyages than its document", elsewhere)
    loaded = {"completionTime": "2026-03-05T08:00:00.000Z", "location": "CNHKG", "type": "LOAD", "voyageNumber": "V100"}
    astray_cargo = changed(
        records[routed]["doc"], version=2, itinerary={"legs": [leg]}, estimate={"estimatedArrival": "2100-01-01T00:00:00.000Z"},
        delivery={"currentVoyage": "V100", "isMisdirected": True, "isUnloadedAtDestination": False, "lastHandled": loaded, "lastKnownLocation": "CNHKG",
                  "lastMove": loaded, "planPosition": 1, "routingStatus": "ROUTED", "transportStatus": "ONBOARD_CARRIER"})
    astray = {"s": 0, "t": "cargo", "id": "DEF456", "v": 2, "d": 2, "cu": "ACME", **indexed(astray_cargo), "doc": astray_cargo}
    appended("needs-in-the-header", "A misdirected cargo that was announced as late", astray)
    misfit("header-of-other-needs", "A cargo's header has other needs than its document", dict(astray, ne=["LATE"]))
    unplaced = {name: member for name, member in inspected.items() if name not in ("at", "tx", "e", "ev")}
    appended("no-place-in-the-header", "A cargo in a port whose header doesn't say where: an early record of schema 2", unplaced)
    misfit("header-of-another-place", "A cargo's header names another place than its document", {**unplaced, "at": ["DEHAM"]})

    own = [{"type": "CONTAINER", "value": "MSKU1234565"}, {"type": "CUSTOMER", "value": "Order 17, G\u00f6teborg"}]
    referred_cargo = changed(astray_cargo, references=own)
    referred = dict(astray, d=3, **indexed(referred_cargo), doc=referred_cargo)
    appended("references", "A cargo with references, of schema 3", referred)
    misfit("references-in-schema-2", "A cargo of schema 2 with references", dict(referred, d=2))
    misfit("schema-3-without-references", "A cargo of schema 3 without references", dict(astray, d=3))
    misfit("header-of-other-references", "A cargo's header has other references than its document", dict(referred, re=referred["re"][:1]))

    promised_cargo = changed(
        astray_cargo, holds=[{"at": "2026-03-05T09:00:00.000Z", "reason": "Inspection", "type": "CUSTOMS"}], pickUpBy="2026-04-04T00:00:00.000Z",
        promisedArrival="2026-04-01T06:00:00.000Z")
    promised = dict(astray, d=4, **indexed(promised_cargo), doc=promised_cargo)
    appended("promise-and-hold", "A cargo with a promise, a hold and a time of collection, of schema 4", promised)
    misfit("promise-in-schema-3", "A cargo of schema 3 with a promise", dict(promised, d=3))
    misfit("schema-4-without-its-members", "A cargo of schema 4 that schema 2 has room for", dict(astray, d=4))
    boxed_cargo = changed(astray_cargo, references=[{"type": "CUSTOMER", "value": "Order 17"}, {"type": "EQUIPMENT", "value": "BOX 7/1"}])
    boxed = dict(astray, d=5, **indexed(boxed_cargo), doc=boxed_cargo)
    appended("equipment", "A cargo in a box without a container number, of schema 5", boxed)
    misfit("equipment-in-schema-3", "A cargo of schema 3 with equipment", dict(boxed, d=3))
    misfit("schema-5-without-equipment", "A cargo of schema 5 that schema 3 has room for", dict(referred, d=5))
    several_cargo = changed(astray_cargo, references=[{"type": "CONTAINER", "value": "CSQU3054383"}, {"type": "CONTAINER", "value": "MSKU1234565"}])
    appended("several-containers", "A cargo in two containers, from before REF-3 refused that",
             dict(astray, d=3, **indexed(several_cargo), doc=several_cargo))
    misfit("holds-out-of-order", "A cargo whose list of holds is empty", dict(promised, doc=changed(promised_cargo, holds=[])),
           corrupt("holds_invalid", id="DEF456"))
    reported = dict(voyage, d=2, doc=changed(
        voyage["doc"], details={"carrier": "MAEU", "carrierVoyageNumbers": ["052W"]},
        reports=[{"end": "DEPARTURE", "movement": 0, "reportedAt": "2026-03-01T00:00:00.000Z", "status": "ESTIMATED", "time": "2026-03-06T12:00:00.000Z"}]))
    appended("voyage-with-reports", "A voyage with details and a report, of schema 2", reported)

    # Removed ids.
    def removing(kind, id, version, **fields):
        return {"s": 0, "t": kind, "id": id, "v": version, "d": REMOVED, **fields}

    away = {"archive": "2026-03", "offset": 4096}
    archived = dict(fact(0, "CargoArchived", {"archive": "2026-03"}), schemaVersion=3)
    leaving = [removing("cargo", "ABC123", 5, tx=[0, 2], e=[number, 1], doc=away, ev=[archived]), removing("handling", "ABC123", 3, tx=[1, 2], doc={})]
    appended("removed", "A cargo was removed into an archive, with its handling: its id is in use, and no list leads to it", *leaving)
    restored_cargo = changed(before, version=6)
    restored_fact = dict(fact(0, "CargoRestored", {"archive": "2026-03"}), aggregateVersion=6, eventId="Cargo:ABC123:6:0", schemaVersion=3)
    returning = [{"s": 0, "t": "cargo", "id": "ABC123", "v": 6, "d": 2, "cu": "ACME", **indexed(restored_cargo), "tx": [0, 3], "e": [number + 1, 1],
                  "doc": restored_cargo, "ev": [restored_fact]},
                 {"s": 0, "t": "handling", "id": "ABC123", "v": 4, "d": 1, "tx": [1, 3], "doc": receiving},
                 {"s": 0, "t": "handling", "id": "ABC123", "v": 5, "d": 1, "tx": [2, 3], "doc": loading}]
    appended("removed-and-restored", "A cargo came back from its archive: its handling is that since its removal", *leaving, *returning)
    appended("removed-others", "A voyage, a location and a booking key were removed: they aren't there, and the next record of a location is",
             removing("voyage", "V300", 2, doc={}), removing("location", "DEHAM", 2, doc={}), removing("location", "USNYC", 2, doc={}),
             removing("key", "order-%257", 2, doc={}), {k: v for k, v in quiet(records[where("location", "USNYC")], v=3).items() if k != "tx"})

    # Format 2.
    def trimmed(name, title, kept, position, active=()):
        """A store after a compaction that dropped the domain events up to a position."""
        sealed = []
        for r in kept:
            r = {key: value for key, value in r.items() if key != "tx"}
            if "e" in r:
                gone = min(max(position - r["e"][0] + 1, 0), r["e"][1])
                left = {"e": [r["e"][0] + gone, r["e"][1] - gone], "ev": r["ev"][gone:]}
                r = {key: value for key, value in {**r, **left}.items() if key not in ("e", "ev") or left["ev"]}
            sealed.append(r)
        data, rest = moved(sealed), moved(active)
        case(name, title, {
            "LOCK": b"", "MANIFEST.json": manifest([(2, data), 3], format=2, minWriter=2, trimmed=position),
            "seg-000002.jsonl": data, "seg-000003.jsonl": rest}, Model([*sealed, *active]).verdict())

    unmarked = [r for r in records if r["t"] != "~mark"]
    trimmed("trimmed", "A compaction dropped domain events, of the last record only the first: the other keeps its number", [*unmarked, *retracted], number)
    trimmed("trimmed-to-the-end", "A compaction dropped all domain events", unmarked, number - 1)
    trimmed("trimmed-with-removed-records",
            "A compaction dropped the records of a removed cargo and the first of a history: the next ones may have any version",
            [*(r for r in unmarked if r["id"] not in ("ABC123", "GHI789")), leaving[0], removing("cargo", "GHI789", 9, doc=away)], number, returning)

    # The manifest and sealed segments.
    unopened = lambda answer: {"open": answer}
    case("manifest-damaged", "A flipped bit in the manifest", store(manifest_bytes=flip(manifest([1]), 60)), unopened(corrupt("manifest")))
    case("manifest-cut", "A truncated manifest", store(manifest_bytes=manifest([1])[:40]), unopened(corrupt("manifest")))
    case("manifest-missing", "Records without a manifest are a damaged store, never an empty one", {"LOCK": b"", ACTIVE: whole}, unopened(corrupt("manifest")))
    case("newer-format", "A store in a newer format", store(manifest_bytes=manifest([1], format=3)), unopened(err("store_schema_unsupported")))
    case("newer-writer", "A store that requires a newer writer: it is read but not written", store(manifest_bytes=manifest([1], minWriter=3)),
         Model(records).verdict([], err("store_schema_unsupported")))

    # What is left of a state file when the last program that had the store open has died, or its machine has.
    def state(**values):
        return {"STATE": state_file(**values)}
    case("state-of-old", "A state file that is older than the last records, restored by a crash",
         dict(store(), **state(generation=1, durable=starts[routed], appended=starts[routed])), Model(records).verdict())
    case("state-ahead", "A state file that describes more than the segment holds, and a sync in progress",
         dict(store(whole[:half]), **state(generation=9, durable=len(whole), appended=len(whole) + 500, flags=1)),
         Model(without(last)).verdict([finding("torn_tail", starts[last])], torn(starts[last], half)))
    case("state-of-another-segment", "A state file that names a segment that isn't in the manifest",
         dict(store(), **state(segment=7, generation=3, durable=100, appended=200)), Model(records).verdict())
    case("state-of-garbage", "A state file of garbage", dict(store(), STATE=bytes(n * 37 & 255 for n in range(4096))), Model(records).verdict())
    case("state-cut", "A truncated state file", dict(store(), STATE=state_file(generation=1, durable=len(whole))[:100]), Model(records).verdict())
    case("segment-missing", "A sealed segment is missing", {k: v for k, v in in_two().items() if k != ACTIVE}, unopened(corrupt("manifest")))
    case("active-segment-missing", "The active segment is missing", {k: v for k, v in in_two().items() if k != "seg-000002.jsonl"}, unopened(corrupt("manifest")))
    sealed_at = max(place for place, r in enumerate(records[:split]) if r["t"] != "~mark")
    short = first[:starts[sealed_at] + 100]
    case("sealed-segment-short", "A sealed segment is truncated in its last record", dict(in_two(), **{ACTIVE: short}),
         Model(without(sealed_at), {}, unexplained=counted(sealed_at)).verdict(
             [finding("damage"), finding("damage"), finding("damage", starts[sealed_at]), finding("events", 0, file="seg-000002.jsonl")],
             corrupt(), lost_events(sealed_at)))
    listed = json.loads(manifest(two))["segments"]
    case("sealed-segment-checksum", "The manifest has another checksum for a sealed segment, although every record is intact",
         in_two(segments=[dict(listed[0], crc="00000000"), listed[1]]), Model(records).verdict([finding("damage")]))
    case("sealed-segment-count", "The manifest counts one more record in a sealed segment than there is: nothing tells whose is missing",
         in_two(segments=[dict(listed[0], count=listed[0]["count"] + 1), listed[1]]),
         Model(records, {}, unexplained=counted(split)).verdict([finding("damage")], corrupt()))

    return made


# Files.

def content(case):
    return (json.dumps({"ask": ASK, "title": case.title, "verdict": case.verdict}, indent=2, sort_keys=True) + "\n").encode()


def wanted():
    files = {}
    for name, case in cases().items():
        files[FOLDER / name / "case.json"] = content(case)
        files |= {FOLDER / name / "store" / file: data for file, data in case.files.items()}
    return files


def main(arguments: list[str]) -> int:
    return generate(__doc__, arguments, wanted(), FOLDER)
