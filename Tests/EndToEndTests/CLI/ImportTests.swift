import Foundation
import Testing

@Suite("Files are imported row by row", .waitsForProcesses)
struct ImportTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: String
        let input: String
        let status: Int32
        let summary: String
        /// The line, code and verdict of each reported row.
        var issues: [String] = []
    }

    static func summary(
        _ read: Int,
        added: Int = 0,
        renamed: Int = 0,
        unchanged: Int = 0,
        skipped: Int = 0,
        rejected: Int = 0,
        warnings: Int = 0
    ) -> String {
        """
        {"added":\(added),"read":\(read),"rejected":\(rejected),"renamed":\(renamed),"skipped":\(skipped),"unchanged":\(unchanged),\
        "warnings":\(warnings)}

        """
    }

    static let scans = "completion_time,tracking_id,type,un_locode,voyage_number\n"

    static let cases: [Case] = [
        Case(
            testDescription: "CRLF and a byte order mark",
            kind: "location",
            input: "\u{FEFF}un_locode,name\r\nSEGOT,Göteborg\r\n",
            status: 0,
            summary: summary(1, added: 1)
        ),
        Case(
            testDescription: "a lone CR",
            kind: "location",
            input: "un_locode,name\rSEGOT,Göteborg\rSEMMA,Malmö",
            status: 0,
            summary: summary(2, added: 2)
        ),
        Case(testDescription: "a header alone", kind: "location", input: "un_locode,name\n", status: 0, summary: summary(0)),
        Case(
            testDescription: "columns in another order and case",
            kind: "location",
            input: "NAME, Un_Locode\n Göteborg , segot \n",
            status: 0,
            summary: summary(1, added: 1)
        ),
        Case(
            testDescription: "quotes, commas and line ends in a name",
            kind: "location",
            input: "un_locode,name\nSEGOT,\"Göte\"\"borg, Sweden\"\n",
            status: 0,
            summary: summary(1, added: 1)
        ),
        Case(
            testDescription: "short and long rows",
            kind: "location",
            input: "un_locode,name\nSEGOT\nSEMMA,Malmö,x\nSEHEL,Helsingborg\n",
            status: 4,
            summary: summary(3, added: 1, rejected: 2),
            issues: ["2 row_too_short rejected", "3 row_too_wide rejected"]
        ),
        Case(
            testDescription: "an open quote",
            kind: "location",
            input: "un_locode,name\nSEGOT,Göteborg\nSEMMA,\"Malmö\nSEHEL,Helsingborg\n",
            status: 4,
            summary: summary(2, added: 1, rejected: 1),
            issues: ["3 quote_not_closed rejected"]
        ),
        Case(
            testDescription: "all rows bad",
            kind: "location",
            input: "un_locode,name\nX,Göteborg\nSEGOT,\nSE\"OT,a\n",
            status: 65,
            summary: summary(3, rejected: 3),
            issues: ["2 un_locode_invalid rejected", "3 field_required rejected", "4 quote_misplaced rejected"]
        ),
        Case(
            testDescription: "a code list",
            kind: "location",
            input: """
                Change,Country,Location,Name,NameWoDiacritics,Subdivision,Status,Function,Date,IATA,Coordinates,Remarks
                ,SE,,.SWEDEN,,,,,,,,
                ,SE,GOT,Göteborg,Goteborg,,,1,,,5743N 01158E,
                ,SE,GOT,Gothenburg,,,,1,,,,
                X,SE,MMA,Malmö,,,,1,,,,
                ,SE,HEL,Helsingborg,,,,1,,,9999N 01242E,

                """,
            status: 0,
            summary: summary(5, added: 2, skipped: 3, warnings: 1),
            issues: [
                "2 row_without_location skipped", "4 row_repeated skipped", "5 row_marked_for_removal skipped",
                "6 coordinates_invalid warning",
            ]
        ),
        Case(
            testDescription: "handling events",
            kind: "handle",
            input: scans
                + "2026-02-01T00:00:00Z,abc,receive,hkhkg,\n2026-02-01T00:00:00Z,ABC,RECEIVE,HKHKG,\n2026-02-02T00:00:00Z,ABC,LOAD,HKHKG,\n"
                + "2026-02-02T00:00:00Z,NOBODY,RECEIVE,HKHKG,\n2026-02-02T00:00:00Z,ABC,LOAD,HKHKG,V9\nyesterday,ABC,LOAD,HKHKG,V100\n",
            status: 4,
            summary: summary(6, added: 1, unchanged: 1, rejected: 4),
            issues: [
                "4 handling_voyage_required rejected", "5 cargo_not_found rejected", "6 voyage_not_found rejected",
                "7 instant_invalid rejected",
            ]
        ),
        Case(
            testDescription: "voyages, one with a bad row",
            kind: "voyage",
            input: """
                voyage_number,departure_location,departure_time,arrival_location,arrival_time
                W1,HKHKG,2026-03-05T06:00:00Z,JPTYO,2026-03-09T18:00:00Z
                W1,JPTYO,2026-03-10T06:00:00Z,XXX,2026-03-26T12:00:00Z
                W2,HKHKG,2026-03-05T06:00:00Z,JPTYO,2026-03-09T18:00:00Z
                V300,JPTYO,2026-03-14T08:00:00Z,DEHAM,2026-04-05T20:00:00Z

                """,
            status: 4,
            summary: summary(4, added: 1, rejected: 3),
            issues: ["2 voyage_rejected rejected", "3 un_locode_invalid rejected", "5 voyage_already_exists rejected"]
        ),
        Case(
            testDescription: "lines of JSON",
            kind: "location --format ndjson",
            input:
                "{\"name\":\"Göteborg\",\"unLocode\":\"SEGOT\"}\n\n{\"name\":\"Malmö\"}\n[]\n{,}\n{\"name\":\"a\",\"unLocode\":\"SEMMA\",\"x\":1}\n",
            status: 4,
            summary: summary(5, added: 1, rejected: 4),
            issues: ["3 field_required rejected", "4 shape_invalid rejected", "5 json_invalid rejected", "6 shape_invalid rejected"]
        ),
    ]

    @Test(arguments: cases)
    func `valid rows are kept, invalid rows are reported, and importing the same file again changes nothing`(example: Case) throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        try cli.file("input", example.input)
        let words = example.kind.split(separator: " ").map { String($0) }
        let arguments = [words[0], "import", "input"] + words.dropFirst() + ["-o", "json", "--rejects", "rejects"]

        let before = try cli.records()
        let dry = try cli.run(arguments + ["--dry-run"])
        #expect(dry.status == example.status, "\(dry.notes)")
        #expect(dry.output == example.summary)
        #expect(try cli.records() == before)

        let run = try cli.run(arguments)
        #expect(run.status == example.status, "\(run.notes)")
        #expect(run.output == example.summary)
        #expect(try issues(cli) == example.issues)

        let after = try cli.records()
        _ = try cli.run(arguments)
        #expect(try cli.records() == after)
    }

    @Test func `bytes that are not UTF-8 reject only their row`() throws {
        let cli = try CommandLineTool()
        try Data(Array("un_locode,name\nSEGOT,G".utf8) + [0xF6] + Array("teborg\nSEMMA,Malm\u{F6}\n".utf8)).write(
            to: cli.directory.appending(path: "latin1.csv")
        )
        let run = try cli("location", "import", "latin1.csv", "-o", "json", "--rejects", "rejects")
        #expect(run.status == 4)
        #expect(run.output == Self.summary(2, added: 1, rejected: 1))
        #expect(try issues(cli) == ["2 encoding_invalid rejected"])
    }

    @Test func `the parts of UNECE's code list are imported in one command, with exit status 0`() throws {
        let cli = try CommandLineTool()
        let parts = [
            ",\"AX\",,\".ÅLAND\",,,,,,,,\r\n,\"AX\",\"MHQ\",\"Maarianhamina\",\"Maarianhamina\",,\"1--4----\",\"AI\",\"1207\",,\"6006N 01957E\",\r\n"
                + ",\"AX\",\"MHQ\",\"Mariehamn\",\"Mariehamn\",,\"1--4----\",\"AI\",\"1207\",,\"6006N 01957E\",\r\n"
                + "\"+\",\"BT\",\"SMR\",\"Samrang\u{A0}\",\"Samrang\",\"45\",\"--3-----\",,\"2307\",,\"26.8779N 91.8276E\",\r\n",
            "\"=\",\"CN\",,\"Peking = Beijing\"\r\n"
                + "\"¦\",\"CN\",\"SHA\",\"Shànghai, \"\"Pudong\"\"\",\"Shanghai\",,\"1-------\",\"AI\",\"0001\",,,\"two\r\nlines\"\r\n",
            "\"x\",\"SE\",\"OLD\",\"Old\",\"Old\",,\"1-------\",\"XX\",\"0001\",,,\r\n"
                + "Change,Country,Location,NameWoDiacritics,Name,Function,Status,Distance\r\n,SE,GOT,Goteborg,Göteborg,1-------,AI,7\r\n",
        ]
        for (number, text) in parts.enumerated() {
            // Every scalar is one of Latin-1.
            try Data(text.unicodeScalars.map { UInt8($0.value) }).write(to: cli.directory.appending(path: "part\(number).csv"))
        }
        let run = try cli("location", "import", "part0.csv", "part1.csv", "part2.csv", "-o", "json", "--rejects", "rejects")
        #expect(run.status == 0, "\(run.notes)")
        #expect(run.output == Self.summary(8, added: 4, skipped: 4))
        #expect(
            try issues(cli) == [
                "1 row_without_location skipped", "3 row_repeated skipped", "1 row_without_location skipped",
                "1 row_marked_for_removal skipped",
            ]
        )
        #expect(try cli.text("rejects").split(separator: "\n").map { $0.contains(#""file":"part"#) } == [true, true, true, true])
        for (code, name) in [("SEGOT", "Göteborg"), ("CNSHA", "Shànghai, \"Pudong\""), ("BTSMR", "Samrang"), ("AXMHQ", "Maarianhamina")] {
            #expect(try cli("location", "show", code).output == "\(name) (\(code))\n")
        }
        let again = try cli("location", "import", "part0.csv", "part1.csv", "part2.csv", "missing.csv", "-o", "json")
        #expect(again.status == 66)
        #expect(again.notes.contains("‘missing.csv’"))
    }

    @Test func `without --rejects, the first invalid rows are printed, and the number of others`() throws {
        let cli = try CommandLineTool()
        let run = try cli("location", "import", "-", input: "un_locode,name\n" + String(repeating: "X,\u{1B}[31my\n", count: 12))
        #expect(run.status == 65)
        let lines = run.notes.split(separator: "\n")
        #expect(lines.count == 12)
        #expect(lines[0] == #"line 2: rejected location_name_invalid at name: X,\u{1b}[31my"#)
        #expect(lines[10] == "… and 2 more. Use --rejects FILE to record all of them.")
        #expect(lines[11].hasPrefix("Imported locations: 12 rows (12 rejected)"))
    }

    // MARK: Sample files

    /// The path of a sample file, in `CARGO_SAMPLES` or next to the package; nil if it isn't there.
    static func sample(_ name: String) -> String? {
        let folder = ProcessInfo.processInfo.environment["CARGO_SAMPLES"].map { URL(filePath: $0) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let candidates = [folder, package.deletingLastPathComponent().appending(path: "shared/data")].compactMap(\.self)
        return candidates.map { $0.appending(path: name).path }.first { FileManager.default.fileExists(atPath: $0) }
    }

    @Test(.enabled(if: sample("sea-ports.csv") != nil, "set CARGO_SAMPLES to the folder that has sea-ports.csv"))
    func `all 1,634 sea ports are imported, and importing them again changes nothing`() throws {
        let cli = try CommandLineTool()
        let file = try #require(Self.sample("sea-ports.csv"))
        #expect(try cli("location", "import", file, "-o", "json").output == Self.summary(1634, added: 1634))
        let records = try cli.records()
        let again = try cli("location", "import", file, "-o", "json")
        #expect(again.status == 0)
        #expect(again.output == Self.summary(1634, unchanged: 1634))
        #expect(try cli.records() == records)
        #expect(try cli("location", "show", "HKHKG").output == "Hong Kong (HKHKG)\n")
    }

    @Test(.enabled(if: sample("un-locode-rows.csv") != nil, "set CARGO_SAMPLES to the folder that has un-locode-rows.csv"))
    func `of the dirty rows every location is kept once, with warnings for wrong coordinates`() throws {
        let cli = try CommandLineTool()
        let file = try #require(Self.sample("un-locode-rows.csv"))
        let run = try cli("location", "import", file, "-o", "json", "--rejects", "rejects")
        #expect(run.status == 0)
        #expect(run.output == Self.summary(19, added: 18, skipped: 1, warnings: 6))
        #expect(
            try issues(cli) == [
                "6 coordinates_invalid warning", "8 row_repeated skipped", "10 coordinates_invalid warning",
                "11 coordinates_invalid warning",
                "14 coordinates_invalid warning", "15 coordinates_invalid warning", "17 coordinates_invalid warning",
            ]
        )
        #expect(try cli("location", "show", "AXMHQ").output == "Maarianhamina (Mariehamn) (AXMHQ)\n")
    }

    private func issues(_ cli: CommandLineTool) throws -> [String] {
        try cli.text("rejects").split(separator: "\n").map { line in
            let issue = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return "\(issue["line"] ?? "") \(issue["code"] ?? "") \(issue["verdict"] ?? "")"
        }
    }
}
