import CargoDomain
import CargoInfrastructure
import CargoWire
import Testing

@Suite("Mappings of columns")
struct ImportMappingTests {
    @Test(arguments: [
        ("un_locode,name\nsegot,a\n", #"{}"#),
        ("Place,Port\na,segot\n", #"{"columns":{"name":"Place","un_locode":"Port"}}"#),
        ("\u{FEFF} PORT ;Name;Remark\r\nsegot;a;x\r\n", #"{"columns":{"un_locode":" port "},"separator":";"}"#),
        ("name\tun_locode\na\tsegot", #"{"separator":"\t"}"#),
        ("un_locode|\"the|name\"|x|x\nsegot|a|1|2\n", #"{"columns":{"name":"the|name"},"separator":"|"}"#),
        ("name,un_locode\nsegot,a\n", #"{"columns":{"name":"un_locode","un_locode":"name"}}"#),
    ])
    func `a mapping names the columns and the separator, and other columns are ignored`(csv: String, mapping: String) throws {
        let rows = try read(csv, mapping)
        #expect(rows.count == 1)
        guard case .fields(let fields) = try #require(rows.first).content else {
            Issue.record("\(rows)")
            return
        }
        #expect(fields == ["name": "a", "un_locode": "SEGOT"])
    }

    @Test(arguments: [
        ("01.02.2026 08:00", "HKHKG", "2026-02-01T00:00:00.000Z"), ("01.02.2026 08:00", "deham", "2026-02-01T07:00:00.000Z"),
        ("01.07.2026 08:00", "DEHAM", "2026-07-01T06:00:00.000Z"), ("1 Jul 26 12:05 am", "DEHAM", "2026-06-30T22:05:00.000Z"),
        ("20260701 0800+0200", "HKHKG", "2026-07-01T06:00:00.000Z"), ("2026-07-01T08:00:00+05:00", "DEHAM", "2026-07-01T08:00:00+05:00"),
        // Clocks go back: the first of the two. Clocks go forward: there is no such time.
        ("25.10.2026 02:30", "DEHAM", "2026-10-25T00:30:00.000Z"), ("29.03.2026 02:30", "DEHAM", "29.03.2026 02:30"),
        ("31.02.2026 08:00", "DEHAM", "31.02.2026 08:00"), ("01.02.2026 08:00 ", "DEHAM", "2026-02-01T07:00:00.000Z"),
    ])
    func `local times are those of their port, or of the default zone`(text: String, place: String, time: String) throws {
        let rows = try read(
            "completion_time,tracking_id,type,un_locode\n\(text),a,vl,\(place)\n",
            #"""
            {"constants":{"voyage_number":"V1"},"values":{"type":{"VL":"LOAD"}},
             "times":{"formats":["dd.MM.yyyy HH:mm","d MMM yy hh:mm a","yyyyMMdd HHmmXXX"],"zone":"Europe/Berlin",
             "zones":{"HKHKG":"HKT-8"}}}
            """#,
            .handlingEvents
        )
        guard case .fields(let fields) = try #require(rows.first).content else {
            Issue.record("\(rows)")
            return
        }
        #expect(
            fields == [
                "completion_time": .text(time), "tracking_id": "A", "type": "LOAD", "un_locode": .text(place.uppercased()),
                "voyage_number": "V1",
            ]
        )
    }

    @Test func `a column of a constant may not be in the file`() {
        let error = #expect(throws: ImportReaderFailure.self) {
            try read(
                "completion_time,tracking_id,type,un_locode,VOYAGE_number\n",
                #"{"constants":{"voyage_number":"V1"}}"#,
                .handlingEvents
            )
        }
        guard case .header(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.unexpected == ["VOYAGE_number"])
    }

    @Test(arguments: [
        "un_locode,name\nSEGOT,a\n", "un_locode;name\r\nSEGOT;a\r\n", "un_locode\tname\nSEGOT\ta", "un_locode|name\nSEGOT|a\n",
        "sep=;\r\nun_locode;name\r\nSEGOT;a\r\n", "\"SEP=^\"\nun_locode^name\nSEGOT^a\n", "\n\nun_locode;\"name\"\nSEGOT;a\n",
    ])
    func `the separator and the encoding are found in the file`(csv: String) throws {
        let units: [UInt8] = csv.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let swapped: [UInt8] = csv.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [Array(csv.utf8), [0xEF, 0xBB, 0xBF] + Array(csv.utf8), [0xFE, 0xFF] + units, [0xFF, 0xFE] + swapped] {
            for size in [1, 2, 5, .max] {
                var reader = ImportReader(csv: ArrayByteSource(bytes, pieceSize: size), .locations)
                let rows = try reader.next(10)
                guard rows.count == 1, case .fields(let fields) = try #require(rows.first).content else {
                    Issue.record("\(rows)")
                    continue
                }
                #expect(fields == ["name": "a", "un_locode": "SEGOT"])
            }
        }
    }

    @Test func `an unpaired surrogate rejects its row only`() throws {
        let text: [UInt16] = Array("un_locode,name\nSEGOT,".utf16) + [0xD83D] + Array("\nSEMMA,\u{1F6A2}\n".utf16)
        let units: [UInt8] = text.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let bytes: [UInt8] = [0xFF, 0xFE] + units
        var reader = ImportReader(csv: ArrayByteSource(bytes, pieceSize: 3), .locations)
        let rows = try reader.next(10)
        #expect(rows.map(\.line) == [2, 3])
        guard case .malformed("encoding_invalid") = try #require(rows.first).content, case .fields(let fields) = rows[1].content else {
            Issue.record("\(rows)")
            return
        }
        #expect(fields["name"] == "\u{1F6A2}")
    }

    @Test(arguments: [
        "yyyy-MM", "MM-dd", "yyyy-MM-dd hh:mm", "yyyy-MM-dd HH:mm a", "yyy-MM-dd", "yyyy-MM-dd'T", "yyyy-MM-ddTHH:mm", "", "yyyy-MM-dd dd",
    ])
    func `an invalid format is refused`(format: String) throws {
        let mapping = try JSONParser.parse("{\"times\":{\"formats\":[\"dd.MM.yyyy\",\"\(format)\"]}}")
        let error = #expect(throws: MappingFailure.self) { try ImportMapping(mapping, for: .handlingEvents) { _ in nil } }
        #expect(error?.path == "times.formats[1]")
        #expect(error?.problem == .format)
    }

    @Test(arguments: [
        ("Port,name\n", ["Hafen"], []),
        ("Hafen,name,HAFEN\n", [], ["HAFEN"]),
        ("Hafen,name,x,x,name\n", [], ["name"]),
        ("un_locode,name\n", ["Hafen"], []),
    ])
    func `a header that lacks or repeats a mapped column is invalid`(csv: String, missing: [String], unexpected: [String]) {
        let error = #expect(throws: ImportReaderFailure.self) { try read(csv, #"{"columns":{"un_locode":"Hafen"}}"#) }
        guard case .header(let failure) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.expected == ["Hafen", "name"])
        #expect(failure.missing == missing)
        #expect(failure.unexpected == unexpected)
    }

    @Test(arguments: [
        ("[]", ""), (#"{"sep":";"}"#, "sep"),
        (#"{"separator":""}"#, "separator"), (#"{"separator":";;"}"#, "separator"), (#"{"separator":"a"}"#, "separator"),
        (#"{"separator":"0"}"#, "separator"), (#"{"separator":"\""}"#, "separator"), (#"{"separator":" "}"#, "separator"),
        (#"{"separator":"\n"}"#, "separator"), (#"{"separator":"§"}"#, "separator"), (#"{"separator":1}"#, "separator"),
        (#"{"columns":[]}"#, "columns"), (#"{"columns":{"port":"X"}}"#, "columns.port"), (#"{"columns":{"name":" "}}"#, "columns.name"),
        (#"{"columns":{"name":1}}"#, "columns.name"), (#"{"columns":{"name":"X","un_locode":"x "}}"#, "columns"),
        (#"{"columns":{"name":"UN_LOCODE"}}"#, "columns"), (#"{"constants":{"port":"X"}}"#, "constants.port"),
        (#"{"columns":{"name":"X"},"constants":{"name":"X"}}"#, "constants.name"), (#"{"values":{"port":{}}}"#, "values.port"),
        (#"{"values":{"name":{"a":"X","A":"Y"}}}"#, "values.name.a"), (#"{"times":{"zone":"Nowhere"}}"#, "times.zone"),
        (#"{"times":{"zones":{"SEGOT":"Nowhere"}}}"#, "times.zones.SEGOT"), (#"{"times":{"zones":{"x":"Y"}}}"#, "times.zones.x"),
        (#"{"times":{"formats":[]}}"#, "times.formats"), (#"{"times":{"format":"x"}}"#, "times.format"), (#"{"times":[]}"#, "times"),
    ])
    func `an invalid mapping is refused with the place`(mapping: String, path: String) throws {
        let input = try JSONParser.parse(mapping)
        let error = #expect(throws: MappingFailure.self) { try ImportMapping(input, for: .locations) { _ in nil } }
        #expect(error?.path == path)
    }

    /// A file of the zone database: an empty block for old programs, then one with a single kind of local time, and a rule.
    private static func tzif(_ rule: String) -> [UInt8] {
        let header: [UInt8] = Array("TZif2".utf8) + Array(repeating: 0, count: 15)
        let counts: [UInt8] = [0, 0, 0, 0, 1, 4].flatMap { [0, 0, 0, $0] }
        let block: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
        return header + counts + block + header + counts + block + Array("\n\(rule)\n".utf8)
    }

    @Test func `a damaged file of a time zone is refused`() {
        let whole = Self.tzif("CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(TimeZoneRules(tzif: whole) != nil)
        for count in 0..<whole.count { #expect(TimeZoneRules(tzif: Array(whole.prefix(count))) == nil) }
        for rule in ["CET", "CE-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,J60,J300", "CET-25"] {
            #expect(TimeZoneRules(tzif: Self.tzif(rule)) == nil, "\(rule)")
        }
    }

    @Test func `summer in the south is around the new year`() throws {
        let rules = try #require(TimeZoneRules(tzif: Self.tzif("AEST-10AEDT,M10.1.0,M4.1.0/3")))
        // 2026-01-01, 2026-07-01 and 2026-12-31, each at 00:00 UTC
        #expect([1_767_225_600, 1_782_864_000, 1_798_675_200].map { rules.offset(at: $0) } == [39_600, 36_000, 39_600])
    }

    private func read(_ csv: String, _ mapping: String, _ columns: ImportColumns = .locations) throws -> [ImportRow] {
        let mapping = try ImportMapping(try JSONParser.parse(mapping), for: columns) { name in
            TimeZoneRules(tzif: Self.tzif(name == "Europe/Berlin" ? "CET-1CEST,M3.5.0,M10.5.0/3" : name))
        }
        var reader = ImportReader(csv: ArrayByteSource(Array(csv.utf8)), columns, mapping)
        return try reader.next(10)
    }
}
