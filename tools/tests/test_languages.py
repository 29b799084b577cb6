"""Tests the search for texts, and the comparison with a language's file."""

import pathlib

from tools.checks import languages

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


def test_the_languages_are_complete() -> None:
    assert languages.main([]) == 0
