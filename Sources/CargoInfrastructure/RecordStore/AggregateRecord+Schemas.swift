import CargoDomain
import CargoWire

/// Converts a document to the next schema version.
///
/// Depends on nothing but the document, so its result never changes.
typealias Upcaster = @Sendable (Input) throws(DomainError) -> Input

extension AggregateRecord {
    /// Passes the document's bytes to `body`, upcast to the newest schema of its kind.
    /// - Throws: `corrupt_record` if an older document doesn't match its schema; any error thrown by `body`.
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
            guard error.code != .corruptRecord else { throw error }
            throw .corruptRecord(rule: error.code.rawValue, id: id, cause: "\(kind.name) of schema \(schema)")
        }
    }
}
