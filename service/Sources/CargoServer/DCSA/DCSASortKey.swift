import CargoDomain

/// A field that a list of events is sorted by, and the direction.
struct DCSASortKey: Hashable, Sendable {
    let field: Field
    let isDescending: Bool

    /// A field of an event that events can be sorted by.
    enum Field: String, CaseIterable, Sendable {
        case eventID, eventType, eventClassifierCode, eventCreatedDateTime, eventDateTime
        case shipmentEventTypeCode, documentTypeCode, transportEventTypeCode, equipmentEventTypeCode
        case carrierBookingReference, equipmentReference
        case transportCallID, carrierVoyageNumber, exportVoyageNumber, UNLocationCode
    }

    /// One key as a regular expression.
    static let pattern = pattern(of: Field.allCases.map(\.rawValue))

    /// One key of these fields as a regular expression.
    static func pattern(of fields: [String]) -> String { "(\(fields.joined(separator: "|")))(:(ASC|DESC))?" }

    /// Parses the parameter `sort`.
    /// - Throws: `shape_invalid` if it isn't a list of different fields, each with `:ASC`, `:DESC` or neither.
    static func keys(_ text: String) throws(DomainError) -> [DCSASortKey] {
        try parse(text) { Field(rawValue: $0) }.map { DCSASortKey(field: $0.field, isDescending: $0.isDescending) }
    }

    /// Parses a list of different fields, each with `:ASC`, `:DESC` or neither.
    /// - Parameter known: returns the field with this name, or nil if the name is unknown.
    /// - Throws: `shape_invalid`.
    static func parse<Known: Equatable>(
        _ text: String,
        _ known: (String) -> Known?
    ) throws(DomainError) -> [(field: Known, isDescending: Bool)] {
        var keys: [(field: Known, isDescending: Bool)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: ":", omittingEmptySubsequences: false)
            let direction = sides.dropFirst().first ?? "ASC"
            guard sides.count <= 2, direction == "ASC" || direction == "DESC",
                let field = sides.first.flatMap({ known(String($0)) }), !keys.contains(where: { $0.field == field })
            else { throw .shapeInvalid(path: "sort") }
            keys.append((field, direction == "DESC"))
        }
        return keys
    }
}
