import CargoDomain
import CargoWire
import RecordJournal

/// The contents of two equal stores after one was copied into the other.
package struct StoreCopyReport: Hashable, Sendable {
    /// The number of records of a kind.
    package struct Count: Hashable, Sendable {
        /// The kind, such as `cargo`; `removed` for cargos that were removed.
        package let kind: String
        /// The number of records; each handling event counts as one.
        package let count: Int
    }

    /// The number of records of each kind.
    package let counts: [Count]
    /// The number of domain events.
    package let events: Int
    /// CRC-32C over all documents and domain events, ordered by kind, id and sequence number.
    package let checksum: UInt32
    /// The number of records that this run wrote.
    package let written: Int

    /// The checksum as 8 hexadecimal digits.
    package var checksumText: String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// Counts and checksums the contents of a store.
struct StoreDigest: Equatable {
    var counts: [StoreCopyReport.Count] = []
    var events = 0
    private var register: UInt32 = 0xFFFF_FFFF

    var checksum: UInt32 { ~register }

    mutating func add(_ kind: RecordKind, of store: some RecordStore) async throws(DomainError) {
        var count = 0
        var last: String?
        while true {
            let ids = try await store.ids(kind, after: last, limit: 1000)
            guard let end = ids.last else { break }
            last = end
            if kind.history == .all {
                for id in ids {
                    for record in try await store.links(kind, id).records {
                        take(try record.canonicalDocument(kind))
                        count += 1
                    }
                }
            } else {
                for result in try await store.read(kind, ids) {
                    guard let record = try result.get() else { continue }
                    take(Array(record.id.utf8))
                    take(try record.canonicalDocument(kind))
                    count += 1
                }
            }
        }
        counts.append(StoreCopyReport.Count(kind: kind.name, count: count))
    }

    /// Adds the cargos that were removed.
    mutating func addRemovedCargos(of store: some RecordStore) async throws(DomainError) {
        var count = 0
        var last: String?
        while true {
            let ids = try await store.removedIds(after: last, limit: 1000)
            guard let end = ids.last else { break }
            last = end
            for result in try await store.read(.cargo, ids) {
                guard let record = try result.get(), record.isRemoved else { continue }
                take(Array("\(record.id) \(record.version)".utf8))
                take(record.withDocument { Array($0) })
                count += 1
            }
        }
        if count > 0 { counts.append(StoreCopyReport.Count(kind: "removed", count: count)) }
    }

    /// Adds the domain events, and where they begin.
    mutating func addEvents(of store: some RecordStore) async throws(DomainError) {
        let first = try await store.firstSequence()
        // An outbox that was never trimmed keeps its checksum.
        if first > 1 { take(Array(String(first).utf8)) }
        var position: Int64 = 0
        while true {
            let page = try await store.events(after: position, limit: 1000)
            guard let last = page.last else { return }
            for event in page { take(Array(event.bytes)) }
            events += page.count
            position = last.sequence
        }
    }

    private mutating func take(_ bytes: [UInt8]) { register = bytes.withUnsafeBytes { CRC32C.update(register, with: $0) } }
}

extension AggregateRecord {
    /// Returns the document in the current schema, after reconstitution.
    /// - Parameter version: the aggregate's version to write; `nil` for the record's own.
    /// - Throws: `corrupt_record` if the aggregate is invalid.
    func canonicalDocument(_ kind: RecordKind, version: Int64? = nil) throws(DomainError) -> [UInt8] {
        var writer = JSONWriter()
        switch kind {
        case .cargo: try cargo().write(to: &writer, version: version ?? self.version)
        case .voyage: try voyage().write(to: &writer, version: version ?? self.version)
        case .location: try location().write(to: &writer)
        case .bookingKey: try reservation().write(to: &writer)
        case .relay: try outboxPartition().write(to: &writer)
        case .subscription: try subscription().write(to: &writer)
        case .delivery: try subscriptionProgress().write(to: &writer)
        case .carrierEvent: try carrierEvent().write(to: &writer)
        case .carrierLog: try carrierLog().write(to: &writer)
        case .access: return AccessEntryRecord.encode(try accessEntry())
        default: return try handlingRecord().document
        }
        return writer.bytes
    }
}
