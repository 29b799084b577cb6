public import CargoDomain

extension JSONFileStore {
    /// Writes everything as one JSON document, piece by piece.
    ///
    /// It shows one state of the store if nobody saves meanwhile.
    /// - Parameter emit: takes the next piece of the document; what it throws ends the export.
    /// - Throws: `corrupt_record` for the first record that is broken; nothing is left out in silence.
    public func export(_ emit: (UnsafeRawBufferPointer) throws(DomainError) -> Void) async throws(DomainError) {
        // Damage that nobody can put a name to would leave out a record that nobody misses.
        if let damage = try await engine.statistics().damage.first { throw .corruptRecord(rule: "journal", cause: damage) }
        try await repositories.export(emit)
    }

    /// Fills an empty store with what another one exported, versions and the order of the domain events included: all of it, or nothing.
    ///
    /// The document is held in memory as a whole.
    /// - Throws: `json_invalid`, `shape_invalid`, `integer_out_of_range` where it is no such document; the rule's code where a value in it
    ///   is bad; `store_unavailable` where the store holds something of it already.
    public func restore(_ document: [UInt8]) async throws(DomainError) { try await repositories.restore(document) }

    /// Judges a document as `restore` does, and stores nothing.
    public static func checkDocument(_ document: [UInt8]) throws(DomainError) {
        try RecordRepositories<JournalEngine>.checkDocument(document)
    }

    /// All that is stored, for copies.
    package var records: any RecordStore { engine }
}
