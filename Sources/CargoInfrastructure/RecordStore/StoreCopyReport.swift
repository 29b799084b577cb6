import CargoDomain

/// What two stores hold after one was copied into the other.
package struct StoreCopyReport: Hashable, Sendable {
    /// How many records there are of a kind.
    package struct Count: Hashable, Sendable {
        /// The kind, such as `cargo`.
        package let kind: String
        /// Its records; of handling events each one.
        package let count: Int
    }

    /// How many records there are of each kind.
    package let counts: [Count]
    /// How many domain events there are.
    package let events: Int
    /// CRC-32C over all documents and domain events, in the order of kinds, ids and numbers.
    package let checksum: UInt32
    /// How many records this run has written.
    package let written: Int

    /// The checksum as 8 hexadecimal digits.
    package var checksumText: String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// Counts and a checksum over all that a store holds.
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

    mutating func addEvents(of store: some RecordStore) async throws(DomainError) {
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
    /// The document in today's schema, having passed reconstitution.
    /// - Parameter version: what the document shall say of an aggregate's version; the record's own by default.
    /// - Throws: `corrupt_record`.
    func canonicalDocument(_ kind: RecordKind, version: Int64? = nil) throws(DomainError) -> [UInt8] {
        var writer = JSONWriter()
        switch kind {
        case .cargo: try cargo().write(to: &writer, version: version ?? self.version)
        case .voyage: try voyage().write(to: &writer, version: version ?? self.version)
        case .location: try location().write(to: &writer)
        case .bookingKey: try reservation().write(to: &writer)
        case .relay: try outboxLane().write(to: &writer)
        default: try handlingEvent().write(to: &writer)
        }
        return writer.bytes
    }
}
