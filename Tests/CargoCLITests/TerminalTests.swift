import CargoDomain
import CargoLocalization
import Testing

@testable import cargo_cli

@Suite("Output is laid out for terminals")
struct TerminalTests {
    @Test(arguments: [
        ("", 0), ("Tokyo", 5), ("Göteborg", 8), ("Go\u{308}teborg", 8), ("香港", 4), ("東京 Tokyo", 10), ("ﾄｳｷｮｳ", 5), ("ＡＢ", 4),
        ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("🚢", 2), ("👩‍🚀", 2), ("🇸🇪", 2), ("✌️", 2), ("✌", 1), ("☔", 2), ("a\u{200B}b", 2),
        ("e\u{301}\u{323}", 1),
        ("𠀀", 2), ("é", 1), ("→", 1), ("\u{AD}", 0), ("ｶﾞ", 2), ("กำ", 1 + 1),
    ])
    func `a text is as wide as its grapheme clusters on a terminal`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test func `columns line up by display width, numbers align right, and no line ends in spaces`() {
        var table = Table([.init("PORT"), .init("N", isNumeric: true), .init("LAST")])
        table.rows = [["香港", "7", "x"], ["Göteborg", "1234", ""], ["", "", "y"]]
        #expect(
            table.render(.plain) == """
                PORT         N  LAST
                香港         7  x
                Göteborg  1234
                                y

                """
        )
    }

    @Test func `styles apply to the text, not to its padding`() {
        var table = Table([.init("A"), .init("B")])
        table.rows = [[.init("x", .bad), "y"]]
        #expect(table.render(Palette(isColored: true)) == "\u{1B}[1mA\u{1B}[0m  \u{1B}[1mB\u{1B}[0m\n\u{1B}[31mx\u{1B}[0m  y\n")
    }

    @Test func `data cannot control a terminal`() {
        #expect("a\u{1B}[31mb\n\u{202E}c\u{9B}".visible == #"a\u{1b}[31mb\u{a}\u{202e}c\u{9b}"#)
        #expect("Göteborg 香港".visible == "Göteborg 香港")
    }

    struct Policy: Sendable {
        let noColor: Bool
        let isTerminal: Bool
        let environment: [String: String]
        let isColored: Bool
    }

    @Test(arguments: [
        Policy(noColor: false, isTerminal: true, environment: [:], isColored: true),
        Policy(noColor: false, isTerminal: false, environment: [:], isColored: false),
        Policy(noColor: true, isTerminal: true, environment: ["CLICOLOR_FORCE": "1"], isColored: false),
        Policy(noColor: false, isTerminal: true, environment: ["NO_COLOR": "1"], isColored: false),
        Policy(noColor: false, isTerminal: true, environment: ["NO_COLOR": ""], isColored: true),
        Policy(noColor: false, isTerminal: true, environment: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], isColored: false),
        Policy(noColor: false, isTerminal: false, environment: ["CLICOLOR_FORCE": "1"], isColored: true),
        Policy(noColor: false, isTerminal: false, environment: ["CLICOLOR_FORCE": "0"], isColored: false),
        Policy(noColor: false, isTerminal: true, environment: ["TERM": "dumb"], isColored: false),
    ])
    func `colours follow the flag, then the environment, then the terminal`(policy: Policy) {
        let allows = ColorPolicy.allows(noColorFlag: policy.noColor, isTerminal: policy.isTerminal, environment: policy.environment)
        #expect(allows == policy.isColored)
    }

    @Test(arguments: [
        ("trak", "track"), ("tarck", "track"), ("lst", "list"), ("locaton", "location"), ("BOOK", "book"), ("rout", "route"),
        ("loc", "location"), ("demmo", "demo"),
    ])
    func `a mistyped word gets the intended suggestion`(word: String, meant: String) {
        let words = ["demo", "book", "track", "list", "route", "handle", "voyage", "location", "events", "store", "completions"]
        #expect(Suggestion.nearest(to: word, among: words) == meant)
    }

    @Test(arguments: ["xyz", "q", "launch", ""])
    func `a word that is near no candidate gets no suggestion`(word: String) {
        #expect(Suggestion.nearest(to: word, among: ["demo", "book", "track", "list"]) == nil)
    }

    @Test(arguments: [("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("ab", "ba", 1), ("kitten", "sitting", 3), ("ca", "abc", 3)])
    func `distances count insertions, deletions, replacements and swaps`(left: String, right: String, distance: Int) {
        #expect(Suggestion.distance(left, right) == distance)
        #expect(Suggestion.distance(right, left) == distance)
    }

    @Test func `progress shows a bar, rows, rate and the time left`() {
        let line = ProgressBar.line(done: 25, total: 100, rows: 12_345, milliseconds: 5000)
        #expect(line == "██████░░░░░░░░░░░░░░░░░░  25%  12,345 rows  2,469/s  0:15 left")
        #expect(ProgressBar.line(done: 25, total: nil, rows: 1000, milliseconds: 0) == "1,000 rows  0/s")
        #expect(ProgressBar.line(done: 0, total: 9, rows: 0, milliseconds: 10) == "░░░░░░░░░░░░░░░░░░░░░░░░   0%  0 rows  0/s")
        #expect(ProgressBar.line(done: 9, total: 9, rows: 1, milliseconds: 1000).hasSuffix("100%  1 rows  1/s  0:00 left"))
    }

    @Test func `a summary tells the pace of a long job, and says nothing of a short one or of a few rows`() {
        #expect(ProgressBar.pace(rows: 12_345, milliseconds: 5_250) == "; 5.2 s, 2,351 rows/s")
        #expect(ProgressBar.pace(rows: 12_345, milliseconds: 999).isEmpty)
        #expect(ProgressBar.pace(rows: 999, milliseconds: 5_250).isEmpty)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
    func `digits are grouped by three`(number: Int, text: String) {
        #expect(number.grouped == text)
    }
}
