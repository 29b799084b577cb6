package import CargoDomain
import CargoWire

/// The export of a whole store as one JSON document.
///
/// It is sorted and has one item on each line, so that you can compare two exports.
///
/// Its shape is
/// `{"bookingKeys":[{"key","reservation"}],"cargos":[Cargo],"domainEvents":[DomainEvent],"format":1,"handlingEvents":[HandlingEvent],`
/// `"locations":[Location],"voyages":[Voyage]}`.
enum StoreDocument {
    /// The version of the export format that this kit writes and reads.
    static let format: Int64 = 1
}

extension RecordRepositories {
    /// Writes everything as one JSON document, piece by piece: reads and encodes each piece off the caller's actor, then calls `emit` on it.
    ///
    /// The document shows a single state of the store only if nothing is saved during the export.
    /// - Parameter emit: receives the next piece of the document. If it throws, the export ends.
    /// - Throws: `corrupt_record` at the first broken record, so the export never leaves one out silently; `store_schema_unsupported` if cargos
    ///   were archived or domain events trimmed, because the document has no place for either. `StoreCopy` copies such a store.
    package func export(_ emit: (UnsafeRawBufferPointer) throws(DomainError) -> Void) async throws(DomainError) {
        guard try await isWhole() else {
            throw .technical(
                .storeSchemaUnsupported,
                cause: "an export holds no archived cargos and all domain events from the first one on; copy the store instead"
            )
        }
        var writer = JSONWriter(capacity: 1 << 16)
        writer.raw("{\"bookingKeys\":[")
        try await export(.bookingKey, &writer, emit) { (record, writer) throws(DomainError) in
            writer.raw("{\"key\":")
            writer.text(BookingKeyId.key(of: record.id))
            writer.raw(",\"reservation\":")
            try record.reservation().write(to: &writer)
            writer.raw("}")
        }
        writer.raw(",\"cargos\":[")
        try await export(.cargo, &writer, emit) { (record, writer) throws(DomainError) in try record.cargo().write(to: &writer) }
        writer.raw(",\"domainEvents\":[")
        try await exportEvents(&writer, emit)
        writer.raw(",\"format\":")
        writer.integer(StoreDocument.format)
        writer.raw(",\"handlingEvents\":[")
        try await export(.handling, &writer, emit) { (record, writer) throws(DomainError) in
            try record.handlingRecord().document.withUnsafeBytes { writer.raw($0) }
        }
        writer.raw(",\"locations\":[")
        try await export(.location, &writer, emit) { (record, writer) throws(DomainError) in try record.location().write(to: &writer) }
        writer.raw(",\"voyages\":[")
        try await export(.voyage, &writer, emit) { (record, writer) throws(DomainError) in try record.voyage().write(to: &writer) }
        writer.raw("}\n")
        try writer.withBytes(emit)
    }

    /// Writes all items of a kind, and the bracket that closes their list.
    private func export(
        _ kind: RecordKind,
        _ writer: inout JSONWriter,
        _ emit: (UnsafeRawBufferPointer) throws(DomainError) -> Void,
        _ write: @Sendable (Store.Record, inout JSONWriter) throws(DomainError) -> Void
    ) async throws(DomainError) {
        var isFirst = true
        var last: String?
        while let end = try await writePage(kind, after: last, &isFirst, &writer, write) {
            last = end
            try writer.withBytes(emit)
            writer.removeAll()
        }
        writer.raw(isFirst ? "]" : "\n]")
    }

    /// Writes the next items of a kind, off the caller's actor.
    /// - Returns: the last id; nil if there was none.
    @concurrent
    private func writePage(
        _ kind: RecordKind,
        after last: String?,
        _ isFirst: inout Bool,
        _ writer: inout JSONWriter,
        _ write: @Sendable (Store.Record, inout JSONWriter) throws(DomainError) -> Void
    ) async throws(DomainError) -> String? {
        let ids = try await store.ids(kind, after: last, limit: 1000)
        for id in ids {
            let records = kind.history == .all ? try await store.links(kind, id).records : try await store.read(kind, id).map { [$0] } ?? []
            for record in records {
                writer.raw(isFirst ? "\n" : ",\n")
                isFirst = false
                try write(record, &writer)
            }
        }
        return ids.last
    }

    private func exportEvents(
        _ writer: inout JSONWriter,
        _ emit: (UnsafeRawBufferPointer) throws(DomainError) -> Void
    ) async throws(DomainError) {
        var position: Int64 = 0
        while let end = try await writeEvents(after: position, &writer) {
            position = end
            try writer.withBytes(emit)
            writer.removeAll()
        }
        writer.raw(position == 0 ? "]" : "\n]")
    }

    /// Writes the next domain events, off the caller's actor.
    /// - Returns: the last sequence number; nil if there was none.
    @concurrent
    private func writeEvents(after position: Int64, _ writer: inout JSONWriter) async throws(DomainError) -> Int64? {
        let page = try await RecordDomainEventFeed(store: store).events(after: position, limit: 1000).get()
        for event in page {
            writer.raw(position == 0 && event.sequence == page.first?.sequence ? "\n" : ",\n")
            event.write(to: &writer)
        }
        return page.last?.sequence
    }
}

extension RecordRepositories {
    /// Returns whether nothing has left the store: no cargo was removed, no domain event trimmed.
    func isWhole() async throws(DomainError) -> Bool {
        try await Result.awaiting { () throws(DomainError) in
            guard try await store.firstSequence() == 1 else { return false }
            return try await store.removedIds(after: nil, limit: 1).isEmpty
        }.get()
    }
}
