public import CargoDomain

extension JSONFileStore {
    /// Exports the whole store as one JSON document, piece by piece.
    ///
    /// The document shows one consistent state only if nothing is saved meanwhile. Reads and encodes off the caller's actor; calls `emit` on it.
    /// - Parameter emit: receives the next piece of the document. If it throws, the export stops.
    /// - Throws: `corrupt_record` for the first broken record. Nothing is left out silently.
    public func export(_ emit: (UnsafeRawBufferPointer) throws(DomainError) -> Void) async throws(DomainError) {
        // Damage without a known id could silently leave out a record.
        if let damage = try await statistics().get().damage.first { throw .corruptRecord(rule: "journal", cause: damage) }
        try await base.export(emit)
    }

    /// Fills an empty store from an exported document, including versions and the order of the domain events.
    ///
    /// Either everything is stored or nothing is.
    ///
    /// Keeps the whole document in memory.
    /// - Throws: `json_invalid`, `shape_invalid` or `integer_out_of_range` if it isn't an export document; the code of the broken rule if a
    ///   value in it is invalid; `store_unavailable` if the store already contains some of it.
    @concurrent
    public func restore(_ document: [UInt8]) async throws(DomainError) { try await base.restore(document) }

    /// Validates a document as `restore` does, without storing anything.
    public static func checkDocument(_ document: [UInt8]) throws(DomainError) {
        try RecordRepositories<JournalRecordStore>.checkDocument(document)
    }

    /// The store's records, for copying it.
    package var records: any RecordStore { recordStore }
}
