package import CargoDomain
import RecordJournal

/// A record read from a database: its columns and the document's bytes.
package struct DocumentRecord: AggregateRecord {
    package let id: String
    package let version: Int64
    package let schema: Int
    package let customer: String?
    private let document: [UInt8]

    /// Creates a record from the columns of a row.
    /// - Throws: `store_schema_unsupported` if a newer program wrote the row.
    package init(_ kind: RecordKind, id: String, version: Int64, schema: Int, customer: String?, document: [UInt8]) throws(DomainError) {
        guard schema <= kind.schema || schema == RecordKind.removedSchema && kind.remembersRemoved else {
            throw .technical(.storeSchemaUnsupported, cause: "\(kind.name) \(id) has schema \(schema); this program reads \(kind.schema)")
        }
        self.id = id
        self.version = version
        self.schema = schema
        self.customer = customer
        self.document = document
    }

    package func has(_ keys: CargoKeys) -> Bool { true }
    package func has(status: String) -> Bool { true }

    package func withDocument<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value {
        try document.withRawBytes(body)
    }
}
