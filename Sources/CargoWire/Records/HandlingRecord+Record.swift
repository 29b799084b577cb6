package import CargoApplication
package import CargoDomain

/// The stored form of a record of a cargo's handling: the registration of an event (schema 1) or its retraction (schema 2).
extension HandlingRecord {
    /// The schema of the record of a retraction.
    package static let schemaOfRetractions = 2

    /// The schema of the record.
    package var schema: Int {
        switch self {
        case .registration: 1
        case .retraction: Self.schemaOfRetractions
        }
    }

    /// The bytes to store.
    package var document: [UInt8] {
        switch self {
        case .registration(let event): HandlingEventRecord.encode(event)
        case .retraction(let retraction): RetractedEventRecord.encode(retraction)
        }
    }

    /// Reads a record of an export or an archive: a retraction has `reason` and `retractedAt`.
    package static func read(_ input: Input) throws(DomainError) -> HandlingRecord {
        guard case .object = input, input["retractedAt"] != nil else { return .registration(try HandlingEvent(checking: input)) }
        return .retraction(try RetractedEventRecord.read(input))
    }
}
