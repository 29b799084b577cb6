import CargoDomain
import CargoInfrastructure
import CargoWire
import Testing

@Suite("Mappings of columns")
struct ImportMappingTests {
    private static let known = ["un_locode", "name"]

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
        (#"{"columns":{"name":"UN_LOCODE"}}"#, "columns"),
    ])
    func `an invalid mapping is refused with the place`(mapping: String, path: String) throws {
        let input = try JSONParser.parse(mapping)
        let error = #expect(throws: DomainError.self) { try ImportMapping(input, known: Self.known) }
        #expect(error?.code == .validationFailed)
        #expect(error?.fields.map(\.path) == [path])
    }

    private func read(_ csv: String, _ mapping: String) throws -> [ImportRow] {
        let mapping = try ImportMapping(try JSONParser.parse(mapping), known: ImportColumns.locations.mappable)
        var reader = ImportReader(csv: ArrayByteSource(Array(csv.utf8)), .locations, mapping)
        return try reader.next(10)
    }
}
