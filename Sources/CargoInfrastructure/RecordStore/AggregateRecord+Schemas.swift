import CargoApplication
import CargoDomain
import CargoWire

extension AggregateRecord {
    /// Decodes the cargo of a document of schema 1, or of a newer one.
    /// - Throws: `corrupt_record`; `store_schema_unsupported`.
    func decodedCargo() throws(DomainError) -> Cargo {
        switch schema {
        case 1: try withDocument(CargoRecord.decodeSchema1)
        case CargoKeys.oldestSchema...RecordKind.cargo.schema: try withDocument(CargoRecord.decode)
        default: throw unsupportedSchema(of: .cargo)
        }
    }

    /// Decodes the registration (schema 1) or retraction (schema 2) of a handling event.
    /// - Throws: `corrupt_record`; `store_schema_unsupported`.
    func decodedHandlingRecord() throws(DomainError) -> HandlingRecord {
        switch schema {
        case 1: .registration(try withDocument(HandlingEventRecord.decode))
        case 2: .retraction(try withDocument(RetractedEventRecord.decode))
        default: throw unsupportedSchema(of: .handling)
        }
    }

    /// Passes the document's bytes to `body` if they are of a kind's only schema.
    /// - Throws: `store_schema_unsupported`; any error thrown by `body`.
    func withDocument<Value>(
        of kind: RecordKind,
        _ body: (UnsafeRawBufferPointer) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        guard schema == kind.schema else { throw unsupportedSchema(of: kind) }
        return try withDocument(body)
    }

    /// The schema of the newest version, which a copy of the record has as well.
    /// - Throws: `corrupt_record`; `store_schema_unsupported`.
    func schemaOfCopy(_ kind: RecordKind) throws(DomainError) -> Int {
        if isRemoved { return RecordKind.removedSchema }
        return switch kind {
        case .subscription: try subscription().documentSchema
        case .voyage: try voyage().documentSchema
        default: kind.schema
        }
    }

    func unsupportedSchema(of kind: RecordKind) -> DomainError {
        .technical(.storeSchemaUnsupported, cause: "\(kind.name) \(id) has schema \(schema)")
    }
}

extension Subscription {
    /// The schema of the subscription's document.
    var documentSchema: Int { hasSealedSecrets ? RecordKind.subscription.schema : 1 }
}

extension Voyage {
    /// The schema of the voyage's document.
    var documentSchema: Int { details == nil && reports.isEmpty ? 1 : RecordKind.voyage.schema }
}
