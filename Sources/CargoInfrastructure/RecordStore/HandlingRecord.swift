import CargoApplication
import CargoDomain
import CargoWire

/// A record of a cargo's handling as it is stored: the registration of an event (schema 1) or its retraction (schema 2).
extension HandlingRecord {
    /// Reads a record of an export: a retraction has `reason` and `retractedAt`.
    static func read(_ input: Input) throws(DomainError) -> HandlingRecord {
        guard case .object = input, input["retractedAt"] != nil else { return .registration(try HandlingEvent(checking: input)) }
        return .retraction(try RetractedEventRecord.read(input))
    }

    /// Returns the record to store as a cargo's next one.
    /// - Parameter count: the number of records that the cargo's handling has.
    func write(after count: Int64) -> RecordWrite {
        var write = RecordWrite(kind: .handling, id: event.trackingId.text, expectedVersion: count, document: document)
        write.schema = schema
        return write
    }

    /// The bytes to store.
    var document: [UInt8] {
        switch self {
        case .registration(let event): HandlingEventRecord.encode(event)
        case .retraction(let retraction): RetractedEventRecord.encode(retraction)
        }
    }

    /// The schema of the record of a retraction.
    static let schemaOfRetractions = 2

    private var schema: Int {
        switch self {
        case .registration: 1
        case .retraction: Self.schemaOfRetractions
        }
    }
}

extension Array where Element: AggregateRecord {
    /// Decodes the records of a cargo's handling.
    func handling() throws(DomainError) -> [HandlingRecord] {
        var handling: [HandlingRecord] = []
        for record in self { handling.append(try record.handlingRecord()) }
        return handling
    }
}
