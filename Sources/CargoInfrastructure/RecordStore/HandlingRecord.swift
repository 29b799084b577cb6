import CargoApplication
import CargoDomain
import CargoWire

extension HandlingRecord {
    /// Returns the record to store as a cargo's next one.
    /// - Parameter count: the number of records that the cargo's handling has.
    func write(after count: Int64) -> RecordWrite {
        var write = RecordWrite(kind: .handling, id: event.trackingId.text, expectedVersion: count, document: document)
        write.schema = schema
        return write
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
