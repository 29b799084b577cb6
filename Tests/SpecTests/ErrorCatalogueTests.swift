import CargoDomain
import CargoWire
import Testing

@Suite("The catalogue of errors")
struct ErrorCatalogueTests {
    let entries: [String: Input]

    init() throws {
        entries = Dictionary(
            try Specification.list("errors", in: "errors.json").map { (try $0.text("code"), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    @Test("each code has the tier, the statuses and the texts that spec/errors.json lists", arguments: DomainError.Code.allCases)
    func entry(code: DomainError.Code) throws {
        #expect(entries.count == DomainError.Code.allCases.count)
        let listed = try #require(entries[code.rawValue])
        #expect(try listed.text("tier") == code.tier.rawValue)
        #expect(try listed.integer("cliExit") == Int64(code.entry.exit))
        #expect(try listed.integer("httpStatus") == Int64(code.entry.status))
        #expect(try listed.text("message") == code.title)
        #expect(try listed.text("detail") == code.entry.detail)
        #expect(listed["advice"]?.asText == code.entry.advice)
    }

    @Test("each code's tier follows from its name, with listed exceptions", arguments: DomainError.Code.allCases)
    func tierByName(code: DomainError.Code) {
        let requests: Set<String> = ["field_required", "validation_failed"]
        let technical: Set<String> = [
            "tracking_ids_exhausted", "protocol_malformed", "corrupt_record", "store_unavailable", "store_full", "store_locked",
            "store_outcome_unknown", "store_schema_unsupported", "remote_unavailable", "remote_timeout", "remote_rejected",
            "removal_unsupported",
        ]
        let name = code.rawValue
        let isValidation = name.hasSuffix("_invalid") || name.hasSuffix("_out_of_range") || requests.contains(name)
        #expect(code.tier == (technical.contains(name) ? .technical : isValidation ? .validation : .domain))
    }

    @Test(
        "each code has a title, and an exit status and an HTTP status that fit its tier",
        arguments: DomainError.Code.allCases
    )
    func statuses(code: DomainError.Code) throws {
        let entry = try #require(entries[code.rawValue])
        let exit = try entry.integer("cliExit")
        let status = try entry.integer("httpStatus")
        switch code.tier {
        case .validation:
            #expect(exit == 65)
            #expect([400, 422].contains(status))
        case .domain:
            let isGone = code == .cargoArchived || code == .eventsTrimmed
            let isMissing = code.rawValue.hasSuffix("_not_found") || isGone
            #expect(exit == (isMissing ? 3 : code == .concurrencyConflict ? 75 : 1))
            #expect(isMissing ? status == (isGone ? 410 : 404) : [409, 422].contains(status))
        case .technical:
            #expect([65, 69, 70, 74, 75, 78].contains(exit))
            #expect(status >= 500 || code == .protocolMalformed)
        }
        #expect(code.title.hasSuffix("."))
    }

    @Test("each error has the parameters that spec/errors.json lists for its code, with those types")
    func parameters() throws {
        var tried: Set<DomainError.Code> = []
        for error in Self.samples + DomainError.Code.allCases.filter(Self.isBare).map({ .rule($0) }) {
            tried.insert(error.code)
            let listed = try #require(entries[error.code.rawValue]).items("params")
            let required = try listed.filter { try !$0.flag("optional") }.map { try $0.text("name") }
            let types = Dictionary(try listed.map { (try $0.text("name"), try $0.text("type")) }, uniquingKeysWith: { first, _ in first })
            #expect(error.params.map(\.name) == error.params.map(\.name).sorted())
            #expect(Set(error.params.map(\.name)).isSuperset(of: required), "\(error.code)")
            for parameter in error.params {
                switch parameter.value {
                case .text: #expect(types[parameter.name] == "text", "\(error.code)")
                case .integer: #expect(types[parameter.name] == "integer", "\(error.code)")
                }
            }
        }
        #expect(tried.count == DomainError.Code.allCases.count)
    }

    /// Codes whose errors say all without a parameter.
    private static func isBare(_ code: DomainError.Code) -> Bool { !samples.contains { $0.code == code } }

    private static let samples: [DomainError] = {
        let texts: [DomainError.Code] = [
            .trackingIdInvalid, .customerIdInvalid, .voyageNumberInvalid, .unLocodeInvalid, .locationNameInvalid, .instantInvalid,
            .instantOutOfRange, .integerOutOfRange, .idempotencyKeyInvalid, .handlingTypeInvalid, .jsonInvalid, .reasonInvalid,
            .referenceInvalid, .referenceTypeInvalid, .carrierCodeInvalid, .carrierVoyageNumberInvalid, .transportModeInvalid,
            .imoNumberInvalid, .vesselNameInvalid, .portCallEndInvalid, .portCallStatusInvalid, .holdTypeInvalid,
            .archiveNameInvalid,
        ]
        let named: [DomainError] = [
            .shapeInvalid(path: "legs[0]"), .legNotOnSchedule(index: 1), .corruptRecord(rule: "DLV-10"),
            .corruptRecord(rule: "DLV-10", id: "ABC123"), .eventsTrimmed(first: 2),
        ]
        guard let id = try? TrackingId("ABC123"), let archive = try? ArchiveName("2026-01"), let number = try? VoyageNumber("V100"),
            let place = try? UnLocode("SESTO")
        else {
            return named
        }
        return named + texts.map { .invalid($0, text: "?") } + [
            .handlingEventNotFound(id), .itineraryStartsElsewhere(actual: place, expected: place, aboard: number),
            .itineraryStartsElsewhere(actual: place, expected: place, aboard: nil), .cargoNotFound(id), .cargoArchived(id, in: archive),
            .voyageNotFound(number),
            .locationNotFound(place), .voyageDoesNotCall(at: place), .voyageAlreadyExists(number), .trackingIdInUse(id),
            .idempotencyKeyReused(id), .concurrencyConflict(id, expected: 1, actual: 2),
            .concurrencyConflict(number, expected: 1, actual: 2),
        ]
    }()
}
