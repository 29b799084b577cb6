"""Random values of the wire: mostly valid, on a coarse grid so that equal times and places are common; now and then hostile."""

import datetime
import json

PORTS = ["CNHKG", "SESTO", "USNYC", "DEHAM", "FIHEL", "JPTYO", "USCHI"]
VOYAGES = ["V100", "V200", "V300"]
TRACKING_IDS = ["ABC123", "AAA", "BBB", "ZZZ-1"]
TYPES = ["RECEIVE", "LOAD", "UNLOAD", "CUSTOMS", "CLAIM"]
# In the order of REF-2. Some values are the same text, or nearly; some look like another type's.
REFERENCES = [
    ("CONTAINER", "CSQU3054383"), ("CONTAINER", "MSKU1234565"), ("BILL_OF_LADING", "!~"), ("BILL_OF_LADING", "ABC709951"), ("BILL_OF_LADING", "APLU-0042 7"),
    ("BOOKING", "ABC709951"), ("BOOKING", "ABC7099510"), ("CUSTOMER", " 17 "), ("CUSTOMER", "CSQU3054384"), ("CUSTOMER", "Go\u0308teborg"),
    ("CUSTOMER", "G\u00f6teborg"), ("CUSTOMER", "\uff5e"), ("CUSTOMER", "\U0001f600"), ("EQUIPMENT", "ABC709951"), ("EQUIPMENT", "BOX 7/1"), ("EQUIPMENT", "MSKU1234565"),
]
REFERENCE_TYPES = ["CONTAINER", "BILL_OF_LADING", "BOOKING", "CUSTOMER", "EQUIPMENT", "container", "BILL OF LADING", "INVOICE", ""]
REFERENCE_TEXTS = ["CSQU3054384", "csqu3054383", "CSQU 305438 3", "CSQU305438", "CSQU30543833", "A" * 15, "A" * 16, "A" * 20, "A" * 21, "A" * 35, "A" * 36, "x" * 100, "x" * 101, " A", "A ", "A\u007f"]

CARRIERS = ["MAEU", "HL", "MSC1234567"]
# Sorted by scalars; by code units, the last two change places. Some are the same text in two normal forms.
CARRIER_NUMBERS = ["052W", "2103N", "2103S", "Go\u0308 1", "G\u00f6 1", "\uff5e", "\U0001f600"]
MODES = ["VESSEL", "BARGE", "RAIL", "TRUCK", "AIR"]
IMO_NUMBERS = ["9074729", "9321483", "1000019"]
VESSELS = ["Ever Given", "Gr\u00f6nland", "\U0001f600"]
HOLD_TYPES = ["CARRIER", "CUSTOMS", "FREIGHT", "OTHER", "TERMINAL"]
ENDS, STATUSES = ["DEPARTURE", "ARRIVAL"], ["ESTIMATED", "ACTUAL"]
DETAIL_TEXTS = ["M", "MAEUMAEUMAE", "maeu", "MAE\uff35", "9074728", "907472", "90747290", "\u0669074729", "Vessel", "SHIP", "052W ", "\u3000052W", "x" * 50, "x" * 51, "\U0001f600" * 50,
                "a\tb", "\u0085"]
EARLIEST, LATEST = "1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"

# Normal forms, lengths in scalars and in code units, case folding beyond ASCII, digits of other scripts, invisible characters, line ends, control characters.
TEXTS = [
    "", " ", "a", "A", "AB", "ABC", "abc", "A-B", "-AB", "AB-", "a.b_c-d", "_a", "A" * 36, "A" * 37, "sesto", "SEST1", "SEST2", "S2STO", "\u017fESTO", "s\u0131sto",
    "\u0130", "\u00df", "\u03a3\u03c2", "G\u00f6teborg", "Go\u0308teborg", "A\u0301", "\U0001f600", "\U0001f1f8\U0001f1ea", "\u200d\u200b", "\uff5e", "\uff21\uff22\uff23",
    "\u0662026", "\u0000", "\u0001", "\u007f", "\u0085", "\u00a0", "\u1680", "\u3000", "\u2028", "\ufeff", "\ud7ff", "\ue000", "\U0010ffff", "a\n", "\r\n", "\ta", "a b",
    "ABC123\n", "SESTO\n", "V100\r\n", "\ufeffABC123", "fihel", "f\u0131hel", "SES\uff12\uff13", "SEST\u0662", "V\u0661\u0660\u0660", "\u212b", "\u00c5", "A\u030a",
    "x" * 200, "x" * 201, "\U0001f600" * 200, "\U0001f600" * 201, "o\u0308" * 100, "null", "0", "/", "\"", "\\",
]
INSTANTS = [
    "2026-02-29T00:00:00Z", "2024-02-29T00:00:00Z", "2026-01-01T24:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
    "9999-12-31T23:59:59.999-00:01", "9999-12-31T23:59:59.9999Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00+18:00",
    "2026-01-01T00:00:00+18:01", "2026-01-01T00:00:00.1234567891Z", "2026-01-01T00:00:00.0005Z", "2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00z",
    "2026-01-01t00:00:00Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00Z", "2026-01-01T00:00:00Z\n", "2026-01-01T00:00:00,5Z", "\u0662026-01-01T00:00:00Z",
    "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00+0100", "2026-00-10T00:00:00Z", "2026-1-10T00:00:00Z", "2026-01-01T00:00:00",
    "2026-01-01T12:00:00+02:00", "2026-01-02T23:30:00-05:30", "",
    "2026-02-30T00:00:00Z", "2026-04-31T00:00:00Z", "2100-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2016-12-31T23:59:60Z", "1500-01-01T00:00:00Z", "1582-10-10T00:00:00Z",
    "1970-01-01T00:00:00+00:01", "1969-12-31T23:59:59.999-00:01", "2026-01-01T00:00:00Zjunk", "2026-01-01T00:00:00.9995Z", "2026-01-01T00:00:00.999999999Z",
    "2026-01-01T0\uff10:00:00Z", "2026-01-01T00:00:00+18:60", "2026-01-01T00:00:00+19:00", "2026-W01-4T00:00:00Z", "-2026-01-01T00:00:00Z", "+12026-01-01T00:00:00Z",
]
NUMBERS = [0, 1, -1, 2, 5, 100, 101, 999, 1000, 1001, 2**31 - 1, 2**31, -(2**31) - 1, 2**53 - 2, 2**53 - 1, 2**53, -(2**53) + 1, -(2**53), 2**63 - 1, 2**63, -(2**63) - 1, 2**64,
           10**30, 86_400_000, 86_400_001]
DAYS = 150
START = datetime.datetime(2026, 1, 1)
GRID = [(START + datetime.timedelta(hours=12 * n)).strftime("%Y-%m-%dT%H:%M:%S.000Z") for n in range(DAYS)]
BESIDE = [text[:-4] + "001Z" for text in GRID]
JSON_TEXTS = [
    '{"a":1,"a":2}', '{"\\u0061":1,"a":2}', "[1,]", '{"a":1,}', "01", "-01", "+1", "1.0", "1e2", "[1e400]", "-0", "-", "9007199254740991", "9007199254740992", "-9007199254740992",
    "[123456789012345678901234567890]", "null", "[null]", '"\\ud800"', '"\\uDE00\\uD83D"', '"\\ud83dx"', '"\\ud83d\\ude00"', '"\\u00e9\\/\\b\\f\\n\\r\\t\\u0001\\u007f"', '"\\x"',
    '"\\u12G4"', "\ufeff{}", " {} ", "{} x", "\u00a0{}", "[" * 64 + "]" * 64, "[" * 65 + "]" * 65, '"\t"', "true", "tru", "falsey", "", '{"a":1 "b":2}', "[1 2]", '"a', '{"":1}',
    '{"b":1,"a":{"d":1,"c":[]}}', '{"\U0001f600":1,"\uff5e":2}', '"\u007f\u0080\u2028"', '{"a":}', "[]]", '{1:2}', "'a'", "[\r\n\t1 ]", "/**/1", "NaN", "Infinity",
]
GARBLE = ['"', "\\", "{", "}", "[", "]", ",", ":", "1", "-", ".", "e", " ", "\u00e9", "\U0001f600", "null", "1.5", "\ufeff", "\\ud800", "\\u0000", "\t"]


class Values:
    """Draws values from one source of randomness; `wild` is the chance that a single value is hostile."""

    def __init__(self, random):
        self.random = random  # the source: a random.Random
        self.draw = random.random
        self.wild = 0.01
        self.large = 0.001  # the chance of a list at its greatest length, or one longer
        self.ports = PORTS  # fewer of them, and journeys meet more often

    def chance(self, probability):
        return self.draw() < probability

    def one(self, things):
        return things[int(self.draw() * len(things))]

    def below(self, bound):
        return int(self.draw() * bound)

    def odd(self):
        return self.draw() < self.wild

    def text(self):
        text = self.one(TEXTS)
        if self.chance(0.15):
            text += self.one(TEXTS)
        return text

    def port(self):
        return self.one(["cnhkg", "fihel", "XXXXX", "SEST1", "SESTO ", self.text()]) if self.odd() else self.one(self.ports)

    def voyage_number(self):
        return self.one(["v100", "V-1", "V900", self.text()]) if self.odd() else self.one(VOYAGES)

    def tracking_id(self):
        return self.one(["ab", "XYZ", self.text()]) if self.odd() else "ABC123" if self.chance(0.75) else self.one(TRACKING_IDS)

    def customer_id(self):
        return self.text() if self.odd() else self.one(["C1", "c1", "C2"])

    def reference(self):
        if self.odd():
            return {"type": self.one(REFERENCE_TYPES), "value": self.one(REFERENCE_TEXTS) if self.chance(0.5) else self.text()}
        type_, value = self.one(REFERENCES)
        return {"type": type_, "value": value}

    def word(self, usual, others=()):
        """One of the usual texts, seldom another one."""
        return self.one([*others, *DETAIL_TEXTS, self.text()]) if self.chance(2 * self.wild) else self.one(usual)

    def hold_type(self):
        return self.word(HOLD_TYPES, ["Customs", ""])

    def details(self):
        """Of a voyage; seldom without a member."""
        made = {}
        if self.chance(0.5):
            made["carrier"] = self.word(CARRIERS)
        if self.chance(0.5):
            numbers = [self.word([number]) for number in CARRIER_NUMBERS if self.chance(0.3)] or [CARRIER_NUMBERS[0]]
            made["carrierVoyageNumbers"] = self.one([[], numbers[::-1], numbers * 2, [f"{n:02d}" for n in range(self.one((20, 21)))]]) if self.chance(3 * self.wild) else numbers
        if self.chance(0.5):
            made["mode"] = self.word(MODES)
        if self.chance(0.6) or not made and not self.odd():
            parts = {"imoNumber": self.word(IMO_NUMBERS), "name": self.word(VESSELS, ["", " ", "a\n", "x" * 200, "x" * 201] * 4)}
            kept = self.one((["imoNumber"], ["name"], ["imoNumber", "name"]))
            made["vessel"] = {name: part for name, part in parts.items() if name in kept and not self.odd()}
        return made

    def at(self, day):
        """The instant of a half day, seldom a millisecond beside it."""
        if day >= DAYS:
            day = DAYS - 1
        if self.odd():
            return self.one(INSTANTS)
        return (BESIDE if self.draw() < 0.02 else GRID)[day]

    def option(self):
        return self.one(NUMBERS)

    def json_text(self):
        text = self.one(JSON_TEXTS)
        if self.chance(0.4):
            text = json.dumps({self.text(): self.text(), self.text(): [self.option(), {"b": self.chance(0.5), "a": self.text()}]}, ensure_ascii=self.chance(0.5))
        return self.garbled(text) if self.chance(0.35) else text

    def garbled(self, text):
        place = self.below(len(text) + 1)
        return text[:place] + self.one(GARBLE) + text[place + self.below(2):]
