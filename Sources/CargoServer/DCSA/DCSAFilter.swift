#if Server
import CargoDomain
import CargoWire

/// The filters of an events query, as defined by DCSA Track and Trace 2.2.
///
/// A comma-separated list matches any of its values. Several filters must all match, even if no event can satisfy them all.
struct DCSAFilter: Sendable {
    /// The start of the page.
    struct Position: Sendable {
        /// The cargo that the page starts with, or after which it starts.
        var trackingId: TrackingId?
        /// How many of that cargo's matching events were on earlier pages; nil if all were.
        var seen: Int?
    }

    private(set) var trackingId: TrackingId?
    private(set) var limit = 100
    private(set) var position = Position()
    private var values: [String: Set<String>] = [:]
    private var created: [(comparison: Comparison, instant: Instant)] = []

    private enum Comparison: String, CaseIterable {
        case equal = "eq"
        case atLeast = "gte"
        case after = "gt"
        case atMost = "lte"
        case before = "lt"
    }

    private static let codes: KeyValuePairs<String, [String]> = [
        "eventType": ["SHIPMENT", "TRANSPORT", "EQUIPMENT"],
        "shipmentEventTypeCode": [
            "RECE", "DRFT", "PENA", "PENU", "REJE", "APPR", "ISSU", "SURR", "SUBM", "VOID", "CONF", "REQS", "CMPL", "HOLD", "RELS",
        ],
        "documentTypeCode": ["CBR", "BKG", "SHI", "SRM", "TRD", "ARN", "VGM", "CAS", "CUS", "DGD", "OOG"],
        "transportEventTypeCode": ["ARRI", "DEPA"],
        "equipmentEventTypeCode": ["LOAD", "DISC", "GTIN", "GTOT", "STUF", "STRP", "PICK", "DROP", "INSP", "RSEA", "RMVD"],
    ]
    /// The filters that compare a text, with an example and what the text is.
    private static let texts: KeyValuePairs<String, (example: String, explanation: String)> = [
        "transportCallID": ("HKHKG-V100", "The id of a voyage's call at a port."), "exportVoyageNumber": ("V100", "The voyage."),
        "carrierVoyageNumber": ("V100", "The voyage number; the standard deprecates this parameter."),
        "UNLocationCode": ("HKHKG", "The location."),
        "transportDocumentReference": ("T1", "Matches no events, because the service has no transport documents."),
        "vesselIMONumber": ("9321483", "Matches no events, because the service doesn't record vessels."),
        "carrierServiceCode": ("FE1", "Matches no events, because the service doesn't record carrier services."),
        "equipmentReference": ("APZU4812090", "Matches no events, because the service doesn't record containers."),
    ]

    /// The parameters that the filter reads.
    static var parameters: [Operation.Parameter] {
        let kinds = [
            "eventType": "The event types", "transportEventTypeCode": "Codes of transport events",
            "equipmentEventTypeCode": "Codes of equipment events",
        ]
        let times = [
            ("", "at this time"), (":eq", "at this time"), (":gte", "at this time or later"), (":gt", "after this time"),
            (":lte", "at this time or earlier"), (":lt", "before this time"),
        ]
        var parameters: [Operation.Parameter] = []
        for (name, words) in codes {
            let text = (kinds[name] ?? "Codes of shipment events") + ", separated by commas."
            let schema = Schema.list(of: .words(nil, words), count: 1...Version.maximum)
            parameters.append(.query(name, schema, text).commaSeparated)
        }
        parameters.append(.query("carrierBookingReference", TrackingId.schema, "The tracking id."))
        for (name, text) in texts {
            let schema: Schema = name == "UNLocationCode" ? UnLocode.schema : .text()
            parameters.append(.query(name, schema, text.explanation, example: .text(text.example)))
        }
        for (suffix, text) in times {
            parameters.append(.query("eventCreatedDateTime" + suffix, Instant.schema, "Created \(text)."))
        }
        let cursor = Operation.Parameter.query(
            "cursor",
            .text(pattern: "^[A-Z0-9][A-Z0-9-]{1,34}[A-Z0-9](:[0-9]{1,9})?$"),
            "The start of the page: the Next-Page value of the previous response.",
            example: "7K3M9QX2R5TB:4"
        )
        return parameters + [.limit, cursor]
    }

    /// Parses the query.
    /// - Throws: `validation_failed`, naming every invalid parameter.
    init(_ query: [(name: String, value: String)]) throws(Problem) {
        var failures: [DomainError.FieldError] = []
        var seen: Set<String> = []
        for (name, value) in query {
            guard seen.insert(name).inserted else {
                failures.append(.init(path: name, code: .shapeInvalid))
                continue
            }
            do throws(DomainError) {
                try take(name, value)
            } catch {
                failures.append(.init(path: name, code: error.code))
            }
        }
        if !failures.isEmpty { throw Problem(.validationFailed(failures), reading: .query) }
    }

    private mutating func take(_ name: String, _ value: String) throws(DomainError) {
        if let known = Self.codes.first(where: { $0.key == name })?.value {
            let wanted = Set(value.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
            guard wanted.isSubset(of: known) else { throw .shapeInvalid(path: name) }
            values[name] = wanted
        } else if Self.texts.contains(where: { $0.key == name }) {
            values[name] = [name == "UNLocationCode" ? try UnLocode(value).text : value]
        } else if name == "carrierBookingReference" {
            trackingId = try TrackingId(value)
        } else if name == "limit" {
            guard case .integer(let number) = Input(digits: value), (1...1000).contains(number) else {
                throw .invalid(.integerOutOfRange, text: value)
            }
            limit = Int(number)
        } else if name == "cursor" {
            position = try Self.position(value)
        } else if name == "eventCreatedDateTime" {
            created.append((.equal, try Instant(value)))
        } else if name.hasPrefix("eventCreatedDateTime:"), let comparison = Comparison(rawValue: String(name.dropFirst(21))) {
            created.append((comparison, try Instant(value)))
        } else {
            throw .shapeInvalid(path: name)
        }
    }

    /// Formats a position as a cursor, such as `ABC123` (after all of its events) or `ABC123:7`.
    static func cursor(_ trackingId: TrackingId, seen: Int?) -> String { trackingId.text + (seen.map { ":\($0)" } ?? "") }

    private static func position(_ cursor: String) throws(DomainError) -> Position {
        let parts = cursor.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // safe: split gives at least one part here
        let trackingId = try TrackingId(String(parts[0]))
        guard parts.count == 2 else { return Position(trackingId: trackingId, seen: nil) }
        // safe: the guard above demands two parts
        guard let seen = Int(parts[1]), seen >= 0 else { throw .shapeInvalid(path: "cursor") }
        return Position(trackingId: trackingId, seen: seen)
    }

    /// Whether an event matches all filters.
    func accepts(_ event: DCSAEvent) -> Bool {
        let fits = values.allSatisfy { name, wanted in Self.value(name, of: event).map(wanted.contains) ?? false }
        return fits
            && created.allSatisfy { comparison, instant in
                switch comparison {
                case .equal: event.created == instant
                case .atLeast: event.created >= instant
                case .after: event.created > instant
                case .atMost: event.created <= instant
                case .before: event.created < instant
                }
            }
    }

    /// The event's value for a filter; nil if it has none.
    ///
    /// Vessels and equipment are always nil because the domain doesn't model them.
    private static func value(_ name: String, of event: DCSAEvent) -> String? {
        switch (name, event.kind) {
        case ("eventType", _): event.type
        case ("shipmentEventTypeCode", .shipment(let status, _)): status.rawValue
        case ("documentTypeCode", .shipment(_, let document)): document.rawValue
        case ("transportEventTypeCode", .transport(let change, _)): change.rawValue
        case ("equipmentEventTypeCode", .equipment(let change, _)): change.rawValue
        case ("transportCallID", _): event.call?.id
        case ("exportVoyageNumber", _), ("carrierVoyageNumber", _): event.call?.voyageNumber?.text
        case ("UNLocationCode", _): event.call?.location.text
        case (_, .shipment), (_, .transport), (_, .equipment): nil
        }
    }
}
#endif
