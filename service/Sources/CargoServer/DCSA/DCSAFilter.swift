import CargoApplication
import CargoDomain
import CargoWire

/// The parameters of an events query, as DCSA Track and Trace 2.2 defines them.
///
/// A comma-separated list matches any of its values. Several filters must all match, even if no event can satisfy them all.
struct DCSAFilter: Sendable {
    /// A filter that compares one text.
    enum Text: String, CaseIterable, Sendable {
        case carrierBookingReference, bookingReference, transportDocumentReference, transportDocumentID, equipmentReference
        case transportCallID, carrierVoyageNumber, exportVoyageNumber, UNLocationCode
        case vesselIMONumber, carrierServiceCode, scheduleID
    }

    /// The maximum number of events on a page.
    static let maximumPerPage = 1000

    private(set) var limit = 100
    private(set) var position = DCSACursor.Position.first
    /// The kinds of event that match, as a set of their bits.
    private(set) var kinds = UInt32.max
    private(set) var texts: [Text: String] = [:]
    /// The first and the last time of creation that match, in epoch milliseconds.
    private(set) var created = Int64.min...Int64.max
    private(set) var order: [DCSASortKey] = []
    /// The filters and the order as they were given, for the cursors of other pages.
    private var given: [EncodedFields.Field] = []

    /// The lists of codes that filter, and what an event has for each.
    private static let codes: [(member: DCSAEventFilter.Member, value: @Sendable (DCSAKind) -> String?)] = [
        (.eventType, { $0.type.rawValue }), (.shipmentEventTypeCode, { $0.type == .shipment ? $0.code : nil }),
        (.documentTypeCode, { $0.document }), (.transportEventTypeCode, { $0.type == .transport ? $0.code : nil }),
        (.equipmentEventTypeCode, { $0.type == .equipment ? $0.code : nil }),
    ]

    /// The parameters that the filter reads.
    static var parameters: [Operation.Parameter] {
        let times = [
            ("", "at this time"), (":eq", "at this time"), (":gte", "at this time or later"), (":gt", "after this time"),
            (":lte", "at this time or earlier"), (":lt", "before this time"),
        ]
        let lists = codes.map { member, _ in
            let schema = Schema.list(of: .words(nil, member.codes ?? []), count: 1...Version.maximum)
            return Operation.Parameter.query(member.rawValue, schema, "Any of these, separated by commas.").commaSeparated
        }
        let created = times.map { suffix, text in
            Operation.Parameter.query("eventCreatedDateTime" + suffix, Instant.schema, "Created \(text).")
        }
        return lists + Text.allCases.map(\.parameter) + created
            + paging(sortedBy: DCSASortKey.pattern, example: "eventDateTime:DESC", else: "The order of creation if absent.")
    }

    /// The parameters of every list of the standard.
    static func paging(sortedBy key: String, example: String, else order: String) -> [Operation.Parameter] {
        [
            .query(
                "limit",
                .integer(in: 1...Int64(Int32.max)),
                "The maximum number of items; 100 if absent. A page has at most \(maximumPerPage).",
                example: 100
            ),
            .query(
                "sort",
                .text(pattern: "^\(key)(,\(key))*$"),
                "Field names, separated by commas, each with :ASC or :DESC. \(order)",
                example: .text(example)
            ),
            .query(
                "cursor",
                .text(pattern: DCSACursor.pattern),
                "A page: the value of a paging header. It has the filters and the order, which need not be repeated.",
                example: .text(DCSACursor(position: .first, query: []).text)
            ),
        ]
    }

    /// Parses the query.
    /// - Throws: `validation_failed`, naming every invalid parameter.
    init(_ query: [EncodedFields.Field]) throws(Problem) {
        var failures: [DomainError.FieldError] = []
        var fields = query
        let cursors = query.filter { $0.name == "cursor" }
        if let text = cursors.first?.value {
            if cursors.count == 1, let cursor = DCSACursor(text), Self.mayFollow(cursor.query, query) {
                position = cursor.position
                let limit = query.filter { $0.name == "limit" }
                fields = cursor.query.filter { $0.name != "limit" || limit.isEmpty } + limit
            } else {
                failures.append(.init(path: "cursor", code: .shapeInvalid))
                fields.removeAll { $0.name == "cursor" }
            }
        }
        var seen: Set<String> = []
        for (name, value) in fields {
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

    /// Creates the filter of a subscription.
    init(_ filter: DCSAEventFilter) {
        for (member, values) in filter.values {
            if member.codes != nil {
                if !values.isEmpty { keep(member, Set(values)) }
            } else if let text = Text(rawValue: member.rawValue), let value = values.first {
                texts[text] = text.folded(value)
            }
        }
    }

    /// Whether a request with a cursor repeats either all of the cursor's filters or none.
    static func mayFollow(_ own: [EncodedFields.Field], _ query: [EncodedFields.Field]) -> Bool {
        func filters(_ fields: [EncodedFields.Field]) -> [String] {
            fields.filter { $0.name != "cursor" && $0.name != "limit" }.map { $0.name + "=" + $0.value }.sorted()
        }
        let repeated = filters(query)
        return repeated.isEmpty || repeated.elementsEqual(filters(own)) { $0.hasSameScalars(as: $1) }
    }

    private mutating func take(_ name: String, _ value: String) throws(DomainError) {
        if let (member, _) = Self.codes.first(where: { $0.member.rawValue == name }) {
            keep(member, Set(try member.check(value.split(separator: ",", omittingEmptySubsequences: false).map(String.init))))
        } else if let text = Text(rawValue: name) {
            texts[text] = try text.read(value)
        } else if name == "limit" {
            limit = try Self.limit(value)
        } else if name == "sort" {
            order = try DCSASortKey.keys(value)
        } else if name.hasPrefix("eventCreatedDateTime") {
            try limitCreation(String(name.dropFirst(20)), value)
        } else {
            throw .shapeInvalid(path: name)
        }
        given.append((name, value))
    }

    /// Parses the parameter `limit` of any list.
    static func limit(_ value: String) throws(DomainError) -> Int {
        guard case .integer(let number) = Input(digits: value), (1...Int64(Int32.max)).contains(number) else {
            throw .invalid(.integerOutOfRange, text: value)
        }
        return min(Int(number), maximumPerPage)
    }

    /// Keeps the kinds that have one of the codes; none if no event has any.
    private mutating func keep(_ member: DCSAEventFilter.Member, _ wanted: Set<String>) {
        let code = Self.codes.first { $0.member == member }?.value
        kinds &= DCSAKind.set { code?($0).map(wanted.contains) ?? false }
    }

    private mutating func limitCreation(_ comparison: String, _ value: String) throws(DomainError) {
        // A plus sign that wasn't encoded was read as a space.
        let time = try Instant(value.replacing(" ", with: "+")).epochMilliseconds
        let range: ClosedRange<Int64>
        switch comparison {
        case "", ":eq": range = time...time
        case ":gte": range = time...Int64.max
        case ":gt": range = time + 1...Int64.max
        case ":lte": range = Int64.min...time
        case ":lt": range = Int64.min...time - 1
        default: throw .shapeInvalid(path: "eventCreatedDateTime" + comparison)
        }
        let (low, high) = (max(created.lowerBound, range.lowerBound), min(created.upperBound, range.upperBound))
        if low <= high { created = low...high } else { kinds = 0 }
    }

    /// The cursor of another page with the same filters, order and size.
    func cursor(_ position: DCSACursor.Position) -> String { DCSACursor(position: position, query: given).text }
}

extension DCSAFilter.Text {
    /// Parses the value of the parameter.
    fileprivate func read(_ value: String) throws(DomainError) -> String {
        _ = try member?.check([value])
        return folded(value)
    }

    /// The value as events have it: a location code in upper case.
    fileprivate func folded(_ value: String) -> String {
        self == .UNLocationCode
            ? String(decoding: value.utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 }, as: UTF8.self) : value
    }

    /// The same member of a subscription.
    private var member: DCSAEventFilter.Member? { DCSAEventFilter.Member(rawValue: rawValue) }

    fileprivate var parameter: Operation.Parameter {
        let (example, explanation) = documentation
        let uuid = #"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"#
        let parameter = Operation.Parameter.query(
            rawValue,
            member?.isUUID ?? false ? .text(pattern: uuid) : .text(length: 0...Int64(member?.longest ?? 0)),
            explanation,
            example: .text(example)
        )
        switch self {
        case .bookingReference, .carrierVoyageNumber, .transportDocumentID, .scheduleID: return parameter.deprecated
        case .carrierBookingReference, .transportDocumentReference, .equipmentReference, .transportCallID, .exportVoyageNumber,
            .UNLocationCode, .vesselIMONumber, .carrierServiceCode:
            return parameter
        }
    }

    private var documentation: (example: String, explanation: String) {
        switch self {
        case .carrierBookingReference: ("7K3M9QX2R5TB", "The tracking id, or a reference of the type BOOKING.")
        case .bookingReference: ("7K3M9QX2R5TB", "The same as carrierBookingReference.")
        case .transportDocumentReference: ("MAEU123456789", "A reference of the type BILL_OF_LADING.")
        case .equipmentReference: ("MSKU1234565", "A reference of the type CONTAINER or EQUIPMENT.")
        case .transportCallID: ("HKHKG-V100", "A voyage's call at a location, or the gate of a location.")
        case .exportVoyageNumber: ("V100", "The voyage.")
        case .carrierVoyageNumber: ("V100", "The same as exportVoyageNumber.")
        case .UNLocationCode: ("HKHKG", "The location.")
        case .transportDocumentID:
            ("123e4567-e89b-12d3-a456-426614174000", "Matches no events, because transport documents have no ids of this form.")
        case .scheduleID: ("9679a405-3316-42a5-8533-aba000f5689c", "Matches no events, because schedules have no ids.")
        case .vesselIMONumber: ("9321483", "Matches no events, because the service doesn't record vessels.")
        case .carrierServiceCode: ("FE1", "Matches no events, because the service doesn't record carrier services.")
        }
    }
}
