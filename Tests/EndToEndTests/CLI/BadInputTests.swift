import Foundation
import Testing

@testable import RecordJournal

@Suite("Bad input fails with a clear message and the right status, and nothing is written", .waitsForProcesses)
struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let words: String
        let status: Int32
        let code: String
        let says: String
        var input: String?
        var testDescription: String { words }
    }

    static let book = "--origin HKHKG --destination SESTO --deadline 2026-06-01T00:00:00Z --customer ACME"

    static let cases: [Case] = [
        // Usage
        Case(words: "trak ABC", status: 64, code: "usage", says: "Did you mean cargo-cli track?"),
        Case(words: "route candidate ABC", status: 64, code: "usage", says: "Did you mean cargo-cli route candidates?"),
        Case(words: "--store json:cargo-data locaton list", status: 64, code: "usage", says: "Did you mean cargo-cli location?"),
        Case(words: "book --orign HKHKG", status: 64, code: "usage", says: "Did you mean --origin?"),
        Case(words: "track ABC --wacth", status: 64, code: "usage", says: "Did you mean --watch?"),
        Case(words: "track", status: 64, code: "usage", says: "Missing expected argument"),
        Case(words: "book --origin HKHKG", status: 64, code: "usage", says: "Missing expected argument '--destination <locode>'"),
        Case(words: "track ABC -o yaml", status: 64, code: "usage", says: "'yaml' is invalid"),
        Case(words: "list --limit 0", status: 64, code: "usage", says: "--limit must be at least 1"),
        Case(words: "list --limit x", status: 64, code: "usage", says: "'x' is invalid"),
        Case(words: "list --routing-status routd", status: 64, code: "usage", says: "Did you mean ROUTED?"),
        Case(words: "list --transport-status x", status: 64, code: "usage", says: "NOT_RECEIVED, IN_PORT"),
        Case(words: "events --after -1", status: 64, code: "usage", says: "--after"),
        Case(words: "route assign ABC", status: 64, code: "usage", says: "either --candidate or --itinerary"),
        Case(words: "route assign ABC --candidate 1 --itinerary -", status: 64, code: "usage", says: "either --candidate or --itinerary"),
        Case(words: "route assign ABC --candidate 0", status: 64, code: "usage", says: "--candidate must be at least 1"),
        Case(words: "route candidates ABC --min-connection 6h", status: 64, code: "usage", says: "PT6H"),
        Case(words: "completions bahs", status: 64, code: "usage", says: "Did you mean bash?"),
        Case(words: "store info --store memory:", status: 64, code: "usage", says: "json:PATH"),
        Case(words: "route substitute ABC --leg 0 --voyage V200", status: 64, code: "usage", says: "--leg must be at least 1"),
        Case(words: "hold place ABC customs", status: 64, code: "usage", says: "Missing expected argument '--reason <text>'"),
        Case(words: "hold plac ABC customs", status: 64, code: "usage", says: "Did you mean cargo-cli hold place?"),
        Case(words: "voyage report V100 --at SESTO", status: 64, code: "usage", says: "Missing expected argument '--end <end>'"),
        Case(words: "location import ports.csv --format xml", status: 64, code: "usage", says: "'xml' is invalid"),

        // Configuration
        Case(words: "list --store cargo-data", status: 78, code: "configuration_invalid", says: "Did you mean json:cargo-data?"),
        Case(words: "list --store http:x", status: 78, code: "configuration_invalid", says: "http"),
        Case(words: "list --now yesterday", status: 65, code: "instant_invalid", says: "2026-03-01T12:00:00Z"),

        // Values
        Case(words: "book \(book) --deadline soon", status: 65, code: "validation_failed", says: "--deadline: ‘soon’ is not a valid time."),
        Case(words: "book \(book) --origin XX", status: 65, code: "validation_failed", says: "--origin: ‘XX’ is not a valid UN/LOCODE."),
        Case(words: "book \(book) --customer -x", status: 64, code: "usage", says: "--customer"),
        Case(
            words: "book \(book) --customer=-x",
            status: 65,
            code: "validation_failed",
            says: "--customer: ‘-x’ is not a valid customer id."
        ),
        Case(words: "book \(book) --tracking-id -", status: 65, code: "validation_failed", says: "tracking id"),
        Case(words: "book \(book) --tracking-id A_B", status: 65, code: "validation_failed", says: "‘A_B’ is not a valid tracking id."),
        Case(words: "track a", status: 65, code: "validation_failed", says: "‘A’ is not a valid tracking id."),
        Case(words: "location add X Name", status: 65, code: "validation_failed", says: "‘X’ is not a valid UN/LOCODE."),
        Case(words: "location show 12345", status: 65, code: "validation_failed", says: "‘12345’ is not a valid UN/LOCODE."),
        Case(words: "voyage show ?", status: 65, code: "validation_failed", says: "‘?’ is not a valid voyage number."),
        Case(words: "handle receive ABC --at X", status: 65, code: "validation_failed", says: "--at: ‘X’"),
        Case(words: "handle receive ABC --at HKHKG --completed x", status: 65, code: "validation_failed", says: "--completed: ‘x’"),
        Case(words: "route candidates ABC --limit 101", status: 65, code: "validation_failed", says: "--limit"),
        Case(words: "route candidates ABC --max-legs 17", status: 65, code: "validation_failed", says: "--max-legs"),
        Case(words: "route change-deadline ABC x", status: 65, code: "validation_failed", says: "‘x’ is not a valid time."),
        Case(words: "route assign ABC --itinerary -", status: 65, code: "json_invalid", says: "Standard input: Invalid JSON.", input: "{"),
        Case(words: "route assign ABC --itinerary -", status: 65, code: "validation_failed", says: "itinerary", input: #"{"legs":[]}"#),
        Case(words: "voyage add V9 -", status: 65, code: "validation_failed", says: "schedule", input: "{}"),
        Case(words: "voyage add V9 -", status: 65, code: "json_invalid", says: "JSON", input: "[1.5]"),

        Case(
            words: "voyage report V100 --at USNYC --end landing --status sure --time soon --reported late",
            status: 65,
            code: "validation_failed",
            says: "--end: ‘LANDING’ is not an end of a port call."
        ),
        Case(
            words: "voyage report V100 --at USNYC --end arrival --status sure --time 2026-03-28T00:00:00Z",
            status: 65,
            code: "validation_failed",
            says: "--status: ‘SURE’ is not the status of a port call report."
        ),
        Case(words: "voyage describe V100 --carrier M", status: 65, code: "validation_failed", says: "--carrier: ‘M’ is not"),
        Case(
            words: "voyage describe V100 --vessel-imo 9074728",
            status: 65,
            code: "validation_failed",
            says: "--vessel-imo: ‘9074728’ is not a valid IMO number."
        ),
        Case(
            words: "voyage describe V100 --vessel-name Star --mode ship",
            status: 65,
            code: "validation_failed",
            says: "--mode: ‘SHIP’ is not a mode of transport."
        ),
        Case(
            words: "hold place ABC lunch --reason x",
            status: 65,
            code: "validation_failed",
            says: "type: ‘LUNCH’ is not a type of hold. Use CUSTOMS"
        ),
        Case(words: "hold release ABC lunch", status: 65, code: "validation_failed", says: "‘LUNCH’ is not a type of hold."),
        Case(words: "pickup-deadline ABC soon", status: 65, code: "validation_failed", says: "‘soon’ is not a valid time."),

        // Files
        Case(words: "location import missing.csv", status: 66, code: "input_not_found", says: "‘missing.csv’"),
        Case(words: "voyage add V9 missing.json", status: 66, code: "input_not_found", says: "‘missing.json’"),
        Case(words: "route assign ABC --itinerary missing.json", status: 66, code: "input_not_found", says: "‘missing.json’"),
        Case(words: "location import .", status: 74, code: "input_output_error", says: "Cannot read"),
        Case(words: "location import ports.csv --rejects no/such/dir", status: 74, code: "input_output_error", says: "Cannot write"),
        Case(words: "location import -", status: 65, code: "header_invalid", says: "is empty: it has no header", input: ""),
        Case(words: "location import -", status: 65, code: "header_invalid", says: "missing: name", input: "un_locode,nmae\nSESTO,x\n"),
        Case(
            words: "handle import -",
            status: 65,
            code: "header_invalid",
            says: "‘voyage’",
            input: "completion_time,tracking_id,type,un_locode,voyage\n"
        ),
        Case(words: "voyage import -", status: 65, code: "header_invalid", says: "departure_time", input: "un_locode,name\n"),

        // Not found
        Case(words: "track NOBODY", status: 3, code: "cargo_not_found", says: "There is no cargo"),
        Case(words: "route candidates NOBODY", status: 3, code: "cargo_not_found", says: "There is no cargo"),
        Case(words: "route change-destination NOBODY SESTO", status: 3, code: "cargo_not_found", says: "There is no cargo"),
        Case(words: "route change-deadline NOBODY 2026-07-01T00:00:00Z", status: 3, code: "cargo_not_found", says: "There is no cargo"),
        Case(words: "route specify NOBODY", status: 3, code: "cargo_not_found", says: "There is no cargo"),
        Case(words: "handle receive NOBODY --at HKHKG", status: 3, code: "cargo_not_found", says: "There is no cargo"),
        Case(words: "handle load ABC --at HKHKG --voyage V9", status: 3, code: "voyage_not_found", says: "There is no voyage"),
        Case(words: "handle receive ABC --at XXXXX", status: 3, code: "location_not_found", says: "There is no location"),
        Case(words: "location show XXXXX", status: 3, code: "location_not_found", says: "There is no location"),
        Case(words: "voyage show V9", status: 3, code: "voyage_not_found", says: "There is no voyage"),
        Case(words: "voyage reschedule V9 -", status: 3, code: "voyage_not_found", says: "There is no voyage", input: schedule),
        Case(words: "book \(book) --origin XXXXX", status: 3, code: "location_not_found", says: "There is no location"),

        Case(
            words: "voyage report V9 --at USNYC --end arrival --status estimated --time 2026-03-28T00:00:00Z",
            status: 3,
            code: "voyage_not_found",
            says: "There is no voyage"
        ),
        Case(
            words: "voyage report V100 --at XXXXX --end arrival --status estimated --time 2026-03-28T00:00:00Z",
            status: 3,
            code: "location_not_found",
            says: "There is no location"
        ),
        Case(words: "voyage describe V9", status: 3, code: "voyage_not_found", says: "There is no voyage"),
        Case(words: "voyage roll-over V9 --at USNYC --to V200", status: 3, code: "voyage_not_found", says: "There is no voyage"),
        Case(words: "voyage roll-over V200 --at USNYC --to V9", status: 3, code: "voyage_not_found", says: "There is no voyage"),
        Case(words: "hold place NOBODY customs --reason x", status: 3, code: "cargo_not_found", says: "There is no cargo"),
        Case(words: "pickup-deadline NOBODY", status: 3, code: "cargo_not_found", says: "There is no cargo"),

        // Rules
        Case(
            words: "voyage report V100 --at SESTO --end arrival --status estimated --time 2026-03-28T00:00:00Z",
            status: 1,
            code: "voyage_does_not_call",
            says: "The voyage does not call at ‘SESTO’."
        ),
        Case(
            words: "voyage report V100 --at USNYC --end arrival --status actual --time 2026-03-01T08:00:00.001Z",
            status: 1,
            code: "port_call_in_future",
            says: "The actual time ‘2026-03-01T08:00:00.001Z’ is in the future."
        ),
        Case(words: "route substitute ABC --leg 1 --voyage V200", status: 1, code: "cargo_not_routed", says: "route candidates ABC"),
        Case(words: "book \(book) --destination HKHKG", status: 1, code: "route_origin_is_destination", says: "are the same"),
        Case(
            words: "book \(book) --deadline 2026-01-01T00:00:00Z",
            status: 1,
            code: "deadline_not_in_future",
            says: "‘2026-01-01T00:00:00Z’ is not in the future"
        ),
        Case(words: "book \(book) --tracking-id abc", status: 1, code: "tracking_id_in_use", says: "already has the tracking id ‘ABC’"),
        Case(words: "handle load ABC --at HKHKG", status: 1, code: "handling_voyage_required", says: "--voyage NUMBER"),
        Case(words: "handle receive ABC --at HKHKG --voyage V100", status: 1, code: "handling_voyage_prohibited", says: "Leave out"),
        Case(
            words: "handle receive ABC --at HKHKG --completed 2026-03-02T00:00:00Z",
            status: 1,
            code: "handling_completed_after_registration",
            says: "‘2026-03-02T00:00:00Z’ is in the future"
        ),
        Case(words: "route change-destination ABC HKHKG", status: 1, code: "route_origin_is_destination", says: "are the same"),
        Case(
            words: "route change-deadline ABC 2026-01-01T00:00:00Z",
            status: 1,
            code: "deadline_not_in_future",
            says: "‘2026-01-01T00:00:00Z’ is not in the future"
        ),
        Case(words: "voyage add V100 -", status: 1, code: "voyage_already_exists", says: "reschedule", input: schedule),
    ]

    static let schedule = """
        [{"arrivalLocation":"SESTO","arrivalTime":"2026-03-05T00:00:00Z","departureLocation":"HKHKG","departureTime":"2026-03-02T00:00:00Z"}]
        """

    @Test func `every command reports what is wrong, as text and as JSON, and writes nothing`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let before = try cli.records()
        for bad in Self.cases {
            let words = bad.words.split(separator: " ").map { String($0) }
            let input = bad.input.map { Data($0.utf8) }
            let plain = try cli.run(words, input: input)
            #expect(plain.status == bad.status, "\(bad.words): \(plain.notes)")
            #expect(plain.notes.hasPrefix("error: "), "\(bad.words): \(plain.notes)")
            #expect(plain.notes.contains(bad.says), "\(bad.words): \(plain.notes)")
            #expect(plain.output.isEmpty, "\(bad.words): \(plain.output)")

            // `-o json` goes last, so skip the case in which -o itself is invalid.
            guard !bad.words.contains("-o yaml") else { continue }
            let json = try cli.run(words + ["-o", "json"], input: input)
            #expect(json.status == bad.status, "\(bad.words): \(json.notes)")
            #expect(json.notes.hasPrefix(#"{"error":{"code":"\#(bad.code)","#), "\(bad.words): \(json.notes)")
            #expect(json.notes.hasSuffix("}}\n") && json.notes.split(separator: "\n").count == 1, "\(bad.words): \(json.notes)")
        }
        #expect(try cli.records() == before)
    }

    @Test func `a store that cannot be used is reported with the cause and left unchanged`() throws {
        let cli = try CommandLineTool()
        try cli.file("plain", "text")
        for (store, status) in [("json:plain", Int32(69)), ("json:plain/below", 69), ("json:/proc/nothing", 69), ("json:/dev/null", 69)] {
            let run = try cli("location", "add", "SESTO", "Stockholm", "--store", store, "-v")
            #expect(run.status == status, "\(store): \(run.notes)")
            #expect(run.notes.contains("error: The store cannot be used."), "\(store): \(run.notes)")
            #expect(run.notes.contains("cause: "), "\(store): \(run.notes)")
        }
        #expect(try cli.text("plain") == "text")
    }

    @Test func `a store of a newer version is left unchanged`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let manifest = try cli.text("cargo-data/MANIFEST.json")
        let format = try #require(manifest.firstMatch(of: /"format":[0-9]+/))
        var newer: [UInt8] = []
        RecordLine.appendPrefix(to: &newer)
        newer += Array((#""format":999"# + manifest[format.range.upperBound...]).utf8)
        RecordLine.seal(from: 0, in: &newer)
        try cli.file("cargo-data/MANIFEST.json", String(decoding: newer, as: UTF8.self))
        let before = try cli.records()
        for words in [["list"], ["location", "add", "SEGOT", "Göteborg"], ["store", "verify"], ["store", "info"], ["store", "init"]] {
            let run = try cli.run(words + ["-o", "json"])
            #expect(run.status == 78, "\(words): \(run.status) \(run.notes)")
            #expect(run.notes.hasPrefix(#"{"error":{"code":"store_schema_unsupported""#), "\(words): \(run.notes)")
        }
        #expect(try cli.records() == before)
    }
}
