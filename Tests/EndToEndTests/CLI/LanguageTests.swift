import Foundation
import Testing

@Suite("The command line in German", .waitsForProcesses)
struct CommandLineLanguageTests {
    private static let german = ["LANG": "de_DE.UTF-8"]

    @Test(arguments: OutputTests.cases.filter { $0.words.contains("json") || $0.words.contains("csv") })
    func `data for programs is the same in every language`(printed: OutputTests.Case) throws {
        let runs = try [[:], Self.german].map { environment in
            let cli = try CommandLineTool()
            try cli.givenCargo()
            let words = printed.words.split(separator: " ").map { String($0) }
            return try cli.run(words, input: printed.input.map { Data($0.utf8) }, environment: environment)
        }
        #expect(runs[0].output == runs[1].output)
        #expect(runs[0].status == runs[1].status)
    }

    @Test func `errors for programs are English, errors for people German`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let words = ["track", "NOBODY"]
        let json = try cli.run(words + ["-o", "json"], environment: Self.german)
        #expect(try json.notes == cli.run(words + ["-o", "json"]).notes)
        #expect(json.notes.contains("There is no cargo ‘NOBODY’."))
        let text = try cli.run(words, environment: Self.german)
        #expect(text.notes == "Fehler: Es gibt keine Sendung „NOBODY“.\nHinweis: 'cargo-cli list' zeigt alle Sendungen.\n")
        #expect(text.status == json.status)
        let chosen = try cli.run(words, environment: Self.german.merging(["CARGO_OUTPUT": "ndjson"]) { $1 })
        #expect(chosen.notes == json.notes)
    }

    @Test func `what a cargo does is told in German`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let assigned = try cli("route", "assign", "ABC", "--candidate", "1", environment: Self.german)
        #expect(assigned.notes == "Die Route ist zugewiesen. Die Sendung zeigt: cargo-cli track ABC\n")
        #expect(try cli("handle", "receive", "ABC", "--at", "HKHKG", environment: Self.german).status == 0)
        let tracked = try cli("track", "ABC", environment: Self.german)
        #expect(
            tracked.output.hasPrefix(
                """
                ABC  Im Hafen Hong Kong  planmäßig
                  Kunde        ACME
                  Weg          Hong Kong (HKHKG) → Stockholm (SESTO)
                  Frist        2026-06-01 00:00 UTC
                  Ankunft      2026-04-07 16:00 UTC, wie geplant
                  Als Nächstes Laden auf Reise V100 in Hong Kong

                """
            ),
            "\(tracked.output)"
        )
        #expect(tracked.output.contains("Angenommen in Hong Kong"))
        let listed = try cli("list", environment: Self.german)
        #expect(
            listed.output.hasPrefix("SENDUNG  KUNDE  VON    NACH   FRIST             TRANSPORT  ROUTING      ANKUNFT           ZUSTAND\n")
        )
        let usage = try cli("trak", environment: Self.german)
        #expect(usage.notes == "Fehler: Unbekannter Befehl „trak“.\nHinweis: Meinten Sie cargo-cli track?\n")
        let field = try cli.run(
            ["book", "--origin", "nowhere", "--destination", "SESTO", "--deadline", "2026-06-01T00:00:00Z", "--customer", "ACME"],
            environment: Self.german
        )
        #expect(field.notes.hasPrefix("Fehler: Eine Angabe ist ungültig.\n  --origin: „NOWHERE“ ist kein gültiger UN/LOCODE."))
    }

    @Test(arguments: [
        (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], "error:"), (["LC_MESSAGES": "de_AT.UTF-8", "LANG": "C"], "Fehler:"),
        (["LANG": "tr_TR.UTF-8"], "error:"), ([:], "error:"),
    ])
    func `LC_ALL precedes LC_MESSAGES, which precedes LANG`(environment: [String: String], start: String) throws {
        #expect(try CommandLineTool()("track", "NOBODY", environment: environment).notes.hasPrefix(start))
    }
}
