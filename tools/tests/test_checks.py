"""What checks of sources, documents and pages find, and what is generated from sources."""

import pathlib

import pytest

from tools import inputs
from tools.checks import darwin, languages, traits
from tools.checks.fuzz_parsers import FUZZ, modules
from tools.checks.links import faults, with_folders
from tools.pages.german import english
from tools.project import ROOT, Failure
from tools.spec.rules import abbreviated, ids, kotlin_docs, sentence


def test_lines_of_one_module_belong_together():
    first, second = modules("# a comment\nFuzz - Tests/Fuzz/Growth.swift Tests/Fuzz/Fuzz.swift\nRouting Postgres Sources/CargoRouting\nFuzz - Tests/Fuzz/StandIns\n")
    assert first.sources == [FUZZ / "Growth.swift", FUZZ / "Fuzz.swift", *sorted((FUZZ / "StandIns").rglob("*.swift"))]
    assert (first.definition, second.definition) == ([], ["-D", "Postgres"])
    assert second.sources and all(path.is_relative_to(ROOT / "Sources/CargoRouting") for path in second.sources)


def test_a_file_that_is_gone_is_named():
    with pytest.raises(Failure, match="Gone.swift"):
        modules("Fuzz - Tests/Fuzz/Gone.swift")


SOURCE = r'''
import CargoLocalization
/// Not localized("a comment").
note(localized("Event \(event.name(of: "x")) was \"lost\"."))
localized(count, one: "\(count) cargo", other: "\(count) cargos")
let noun: Phrase = "rows"
static let months: [Phrase] = ["Jan", "Feb"]
static let done: [String: Phrase] = [
    "booked": "Cargo booked.", "route": "Route assigned.",
]
localized(
    """
    One line, \
    continued \(here).
    """
)
.init("FROM", "origin") { $0.text }
localized(given)
'''


def test_finds_literals_with_their_places() -> None:
    assert list(languages.texts(SOURCE.replace("/// Not localized(\"a comment\").", ""))) == [
        ('Event {1} was "lost".', None), ("{1} cargo", "{1} cargos"), ("One line, continued {1}.", None), ("rows", None), ("Jan", None), ("Feb", None),
        ("Cargo booked.", None), ("Route assigned.", None), ("FROM", None),
    ]


def test_finds_words_of_a_template_without_brackets() -> None:
    assert languages.bare('<p class="x" aria-label="[[Main]]">[[Sign in]] {{name}}</p>') == []
    assert languages.bare('<p aria-label="Main">Sign in {{name}}</p>') != []


def test_names_what_is_wrong_with_a_file(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "xx.po"
    file.write_text(
        'msgid "Say \\"a\\" "\n"of {1}"\nmsgstr "Sag \\"a\\""\n\nmsgid "old"\nmsgstr "alt"\n\n'
        'msgid "one"\nmsgid_plural "{1} things"\nmsgstr[0] "eins"\nmsgstr[1] "{1} Dinge"\n',
        encoding="utf-8",
    )
    needed: dict[str, str | None] = {'Say "a" of {1}': None, "one": "{1} things", "new": None}
    found = list(languages.faults(needed, file))
    assert len(found) == 3
    assert any("lacks 'new'" in fault for fault in found)
    assert any("no source uses 'old'" in fault for fault in found)
    assert any("other values" in fault for fault in found)


BROKEN = ["[a](gone.md)", "[a](b.md#nowhere)", "![a](images/gone.png)", "[a](#nowhere)", "[a]: gone.md", "[over\ntwo lines](gone.md)", "[a](../outside.md)",
          '<img src="gone.png">', '[a](gone.md "title")', "[a](b.md#twice-2)", "[`a`](gone.md)", "[a](/gone.md)", "[![a](b.md)](gone.md)",
          "| a |\n| - |\n| [a](gone.md) |", "- > [a](gone.md)"]
WHOLE = ["[a](b.md)", "[a](b.md#a-heading-of-b)", "[a](b.md#twice-1)", "[a](#here-it-is)", "[a](folder)", "[a](folder/)", "[a](https://example.com/gone.md)",
         "`[a](gone.md)`", "```\n[a](gone.md)\n```", "[a]: b.md", '<a href="b.md">', "[a](<b.md>)", "[a](folder/my%20file.txt)", "[a](/b.md)",
         "[a](doc:Gone)", "[a](b.md#named)", "``[a](gone.md) ` ``", "````\n```\n[a](gone.md)\n````"]


@pytest.mark.parametrize("text", BROKEN + WHOLE)
def test_broken_links_are_found(tmp_path, text):
    root = tmp_path / "repository"
    files = {"folder/my file.txt": "", "../outside.md": "", "page.md": f"# Here it is\n{text}\n",
             "b.md": '# A `heading`, of B\n## Twice\n## Twice\n```\n# Nowhere\n```\n<a id="named"></a>\n'}
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    known = with_folders([root / name for name in files if not name.startswith(".")], root)
    assert len(list(faults(root / "page.md", root, known))) == (text in BROKEN)


@pytest.mark.parametrize("text", ["paused by its owner", "the endpoint must use https", "Enter a reason", "Cargo booked. Choose a route next.", "Last delivery"])
def test_english_on_a_german_page_is_found(text):
    assert len(english(f"Zustand Angehalten {text} – Kunde")) == 1


def test_german_is_not_taken_for_english():
    assert not english("Dorthin können keine Ereignisse gesendet werden. Sendung in New York, Filtern, was an Bord war, 3. Dez. 2026, Kunde ACME, /customer")


def test_a_range_names_all_of_its_rules():
    assert ids("REP-1 to REP-3, and HND-6") == ["REP-1", "REP-2", "REP-3", "HND-6"]


def test_a_title_without_its_rules():
    assert sentence("HND-6, HND-7: a claim ends the journey") == "a claim ends the journey"


def test_a_long_title_is_cut_between_words_and_its_code_closed():
    short = abbreviated("HND-6: `" + "word " * 60 + "`")
    assert len(short) < 130 and short.endswith("…`") and short.count("`") == 2


def test_comments_in_kotlin_name_rules():
    assert {"DLV-1", "REP-8", "JSON-1"} <= kotlin_docs()


@pytest.mark.parametrize(("condition", "own", "count"), [("SQLite && !canImport(Darwin)", ["SQLite"], 0), ("Remote", ["SQLite"], 1), ("SQLite", [], 1), ("CLI", ["CLI", "SQLite"], 1)])
def test_a_library_names_its_own_trait_only(tmp_path, monkeypatch, condition, own, count):
    dependencies = [{"product": [trait, "other", None, {"platformNames": [], "traits": [trait]}]} for trait in own] + [{"byName": ["CargoDomain", None]}]
    manifest = {"traits": [{"name": name} for name in ("CLI", "Remote", "SQLite", "default")], "products": [{"type": {"library": ["automatic"]}, "targets": ["A"]}],
                "targets": [{"name": "A", "type": "regular", "dependencies": dependencies}]}
    monkeypatch.setattr(inputs, "manifest", lambda _: manifest)
    monkeypatch.setattr(traits, "ROOT", tmp_path)
    (tmp_path / "Sources/A").mkdir(parents=True)
    (tmp_path / "Sources/A/A.swift").write_text(f"  #if {condition}\n#endif\n")
    assert len(list(traits.strange(tmp_path))) == count


@pytest.mark.parametrize(("line", "count"), [("#if canImport(Darwin)", 0), ("#elseif canImport(Glibc)", 0), ("    #if !canImport(Darwin)", 0), ("#if Remote && canImport(NIOPosix)", 0),
                                             ("#if canImport(Glibc) && !canImport(Darwin)", 0), ("#if canImport(Glibc)", 1), ("    #if os(Linux)", 1), ("#elseif Remote && os(macOS)", 1)])
def test_conditions_that_no_stand_in_turns_over_are_found(line, count):
    assert len(darwin.stuck(f"{line}\n#endif\n")) == count


def test_a_module_is_compiled_without_code():
    assert list(darwin.without_code(["swiftc", "-module-name", "A", "-emit-module", "-emit-module-path", "A.swiftmodule", "-c", "@sources", "-DSQLite"])) == [
        "swiftc", "-module-name", "A", "-emit-module", "@sources", "-DSQLite"]
