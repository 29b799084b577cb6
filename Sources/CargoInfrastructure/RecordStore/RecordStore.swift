package import CargoDomain

/// Stores records under compare-and-set.
///
/// A durable backend implements this protocol, and all backends share the repositories over it.
///
/// Reads are consistent: an answer reflects every commit that was acknowledged to any caller before the call.
package protocol RecordStore: Sendable {
    /// A record as the backend returns it.
    associatedtype Record: AggregateRecord

    /// Stores records together with their domain events: all of them or none.
    func commit(_ writes: [RecordWrite]) async -> CommitOutcome

    /// Reads the newest record of an id; `nil` if there is none, or if it was removed. Of a removed cargo, the record that says so.
    /// - Throws: `corrupt_record` if the record is damaged; `store_schema_unsupported`.
    func read(_ kind: RecordKind, _ id: String) async throws(DomainError) -> Record?

    /// Returns the newest cargo of an id if the store can do so without waiting, and `nil` if it can't, or if the cargo isn't there or is
    /// broken: then `read` tells.
    func cargoAtOnce(_ id: String) -> Cargo?

    /// Reads the newest records of some ids, in the given order; `nil` for an id without a record. Each result can fail on its own.
    func read(_ kind: RecordKind, _ ids: [String]) async throws(DomainError) -> [Result<Record?, DomainError>]

    /// Returns the newest version of each id without reading the records; 0 for one that isn't there.
    func versions(_ ids: [(kind: RecordKind, id: String)]) async throws(DomainError) -> [Int64]

    /// Returns the same without waiting; nil if that isn't possible now, or fails.
    func versionsWithoutWaiting(_ ids: [(kind: RecordKind, id: String)]) -> [Int64]?

    /// Reads all records of an id in order, and returns how many have been stored in total.
    /// - Throws: `corrupt_record` if one of them is damaged or missing.
    func links(_ kind: RecordKind, _ id: String) async throws(DomainError) -> (records: [Record], count: Int64)

    /// Returns the ids of a kind after `id`, in ASCII order. Includes the ids of damaged records.
    func ids(_ kind: RecordKind, after id: String?, limit: Int) async throws(DomainError) -> [String]

    /// Returns the ids of removed cargos after `id`, in ASCII order.
    func removedIds(after id: String?, limit: Int) async throws(DomainError) -> [String]

    /// Returns the ids of a customer's records, in ASCII order. Includes the ids of damaged records.
    func ids(_ kind: RecordKind, customer: String) async throws(DomainError) -> [String]

    /// Returns the ids after `id` of the cargos that have all keys, at least one, in ASCII order, and perhaps some that don't have them: cargos
    /// that had them before, and those whose records are too old to tell. Includes the ids of damaged records.
    func ids(having keys: [CargoKey], after id: String?, limit: Int) async throws(DomainError) -> [String]

    /// Returns the ids in this status after `id` and before `end`, in ASCII order, and perhaps some that left it. Includes the ids of damaged
    /// records.
    /// - Parameters:
    ///   - kind: a kind whose writes say their status.
    ///   - status: the status.
    ///   - id: the id to start after; `nil` for the first ids.
    ///   - end: the id before which to end; `nil` for the last ids.
    ///   - limit: the maximum number of ids.
    func ids(
        _ kind: RecordKind,
        in status: String,
        after id: String?,
        before end: String?,
        limit: Int
    ) async throws(DomainError) -> [String]

    /// Returns the ids that changed after a position, without duplicates, and the position to continue from. Position 0 is the start of the
    /// store.
    func changes(_ kind: RecordKind, after position: Int64) async throws(DomainError) -> (ids: [String], position: Int64)

    /// Returns the sequence number of the first domain event that is there, or will be (REP-10).
    func firstSequence() async throws(DomainError) -> Int64

    /// Removes the domain events up to a sequence number, and frees the room of records that were removed or replaced.
    func trim(eventsUpTo sequence: Int64) async throws(DomainError)

    /// Replaces documents and domain events in all versions of records, physically: what they said before is in no file of the store afterwards.
    ///
    /// Frees the room of removed and superseded records in the same way.
    /// - Returns: how many records and events were replaced.
    func rewrite(_ rewriting: RecordRewriting) async throws(DomainError) -> Int

    /// Returns the domain events after a sequence number, in order. Includes damaged ones.
    func entries(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEntry]

    /// Returns domain events of a cargo after a sequence number, in order, and the sequence number to continue after; nil at the end.
    func entries(ofCargo id: String, after sequence: Int64, limit: Int) async throws(DomainError) -> Page<RecordedEntry, Int64>
}

extension RecordStore {
    /// Looks for the cargo's events among up to 10,000 events, without decoding the others.
    ///
    /// Leaves out damaged ones, which could be of any cargo.
    package func entries(ofCargo id: String, after sequence: Int64, limit: Int) async throws(DomainError) -> Page<RecordedEntry, Int64> {
        let name = Array("\"eventId\":\"Cargo:\(id):".utf8)
        var found: [RecordedEntry] = []
        var last = sequence
        for _ in 0..<10 {
            let entries = try await entries(after: last, limit: PageLimit.range.upperBound)
            for entry in entries {
                guard case .success(let bytes) = entry.bytes, bytes.hasPart(name) else { continue }
                found.append(entry)
                if found.count == limit { return Page(items: found, next: entry.sequence) }
            }
            guard entries.count == PageLimit.range.upperBound, let end = entries.last else { return Page(items: found, next: nil) }
            last = end.sequence
        }
        return Page(items: found, next: last)
    }

    /// Returns `nil`: most stores have to wait.
    package func cargoAtOnce(_ id: String) -> Cargo? { nil }
    package func versionsWithoutWaiting(_ ids: [(kind: RecordKind, id: String)]) -> [Int64]? { nil }

    /// Returns the newest version of an id without reading the record; 0 if there is none.
    package func version(_ kind: RecordKind, _ id: String) async throws(DomainError) -> Int64 {
        try await versions([(kind, id)]).first ?? 0
    }

    /// Returns the domain events after a sequence number, in order, up to the first damaged one.
    /// - Throws: `corrupt_record` if the next event is damaged.
    package func events(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        for entry in try await entries(after: sequence, limit: limit) {
            switch entry.bytes {
            case .success(let bytes): events.append(RecordedEvent(sequence: entry.sequence, bytes: bytes))
            case .failure(let error):
                if events.isEmpty { throw error }
                return events
            }
        }
        return events
    }
}

/// What to put in the place of documents and domain events that are stored already.
package struct RecordRewriting: Sendable {
    /// The cargos whose records and events are to be replaced.
    package let cargos: Set<String>
    /// Returns the document of a record of one of the cargos as it is to be; nil to leave it.
    package let document: @Sendable (_ kind: RecordKind, _ schema: Int, _ document: [UInt8]) -> [UInt8]?
    /// Returns a domain event of one of the cargos as it is to be; nil to leave it.
    package let event: @Sendable (_ event: [UInt8]) -> [UInt8]?
}

/// The result of a commit.
package enum CommitOutcome: Sendable, Equatable {
    /// All writes are stored, with the durability that the store was opened with.
    case committed
    /// The write at this index expected a different version than the stored one (`actual`); nothing is stored.
    case conflict(write: Int, actual: Int64)
    /// The commit failed; nothing is stored.
    case failed(DomainError)
}

extension Result where Failure == DomainError, Success: Sendable {
    /// Converts typed throws, used inside the store, into a `Result`, used at the repository seam, and runs the body off the caller's actor.
    ///
    /// The closure's type is `@concurrent`, so the closure itself leaves the actor. Marking this function instead isn't enough: a closure that
    /// inherits its isolation still runs on the actor where it was formed (Swift 6.3).
    static func awaiting(_ body: @concurrent @Sendable () async throws(DomainError) -> Success) async -> Result {
        do throws(DomainError) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether other bytes occur among these.
    fileprivate func hasPart(_ part: [UInt8]) -> Bool {
        withUnsafeBytes { all in
            part.withUnsafeBytes { part in
                guard all.count >= part.count, let first = part.first else { return false }
                for start in 0...(all.count - part.count) where all[start] == first {
                    if UnsafeRawBufferPointer(rebasing: all[start..<start + part.count]).elementsEqual(part) { return true }
                }
                return false
            }
        }
    }
}
