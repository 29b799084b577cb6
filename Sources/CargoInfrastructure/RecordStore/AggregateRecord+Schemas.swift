import CargoApplication
import CargoDomain

/// Changes a document of one schema to the next one; it looks at nothing else, and gives the same answer for ever.
typealias Upcaster = @Sendable (Input) throws(DomainError) -> Input

extension AggregateRecord {
    /// Lends the document's bytes in the newest schema of a kind; one of an older schema is brought up to date first.
    /// - Throws: `corrupt_record` where an older document is not what its schema says; what the body throws.
    func withDocument<Value>(
        of kind: RecordKind,
        _ body: (UnsafeRawBufferPointer) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        if schema == kind.schema { return try withDocument(body) }
        return try upcastDocument(to: kind).withRawBytes(body)
    }

    private func upcastDocument(to kind: RecordKind) throws(DomainError) -> [UInt8] {
        guard schema >= 1, schema < kind.schema, kind.upcasters.count == kind.schema - 1 else {
            throw .technical(.storeSchemaUnsupported, cause: "\(kind.name) \(id) has schema \(schema)")
        }
        do throws(DomainError) {
            var document = try withDocument { (bytes) throws(DomainError) in try JSONParser.parse(bytes, hugeIntegers: .kept) }
            for upcaster in kind.upcasters[(schema - 1)...] { document = try upcaster(document) }
            var writer = JSONWriter()
            writer.input(document)
            return writer.bytes
        } catch {
            throw .corruptRecord(rule: error.code.rawValue, id: id, cause: "\(kind.name) of schema \(schema)")
        }
    }
}
