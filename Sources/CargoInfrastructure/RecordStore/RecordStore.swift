package import CargoDomain

/// Records under compare-and-set: all that a durable backend has to offer.
///
/// The repositories over it are the same for every backend.
/// Each answer holds all that was acknowledged, to whomever, before the question was asked.
package protocol RecordStore: Sendable {
    /// A record as the backend gives it back.
    associatedtype Record: AggregateRecord

    /// Stores records and the domain events with them: all of it, or nothing.
    func commit(_ writes: [RecordWrite]) async -> CommitOutcome

    /// The newest record of an id; nil where there is none.
    /// - Throws: `corrupt_record` where it is damaged, `store_schema_unsupported`.
    func read(_ kind: RecordKind, _ id: String) async throws(DomainError) -> Record?

    /// The newest records of some ids, each with its own failure, in the order asked for; nil where there is none.
    func read(_ kind: RecordKind, _ ids: [String]) async throws(DomainError) -> [Result<Record?, DomainError>]

    /// The newest version of an id, 0 where there is none, without reading it.
    func version(_ kind: RecordKind, _ id: String) async throws(DomainError) -> Int64

    /// All records of an id, in order, and how many there ever were.
    /// - Throws: `corrupt_record` where one of them is damaged or missing.
    func links(_ kind: RecordKind, _ id: String) async throws(DomainError) -> (records: [Record], count: Int64)

    /// Ids of a kind in ASCII order after an id, those of damaged records too.
    func ids(_ kind: RecordKind, after id: String?, limit: Int) async throws(DomainError) -> [String]

    /// The ids of a customer, in ASCII order, those of damaged records too.
    func ids(_ kind: RecordKind, customer: String) async throws(DomainError) -> [String]

    /// The ids that have changed since a position, 0 being the start, each once, and the position to go on from.
    func changes(_ kind: RecordKind, after position: Int64) async throws(DomainError) -> (ids: [String], position: Int64)

    /// Domain events after a sequence number, in order, damaged ones included.
    func entries(after sequence: Int64, limit: Int) async throws(DomainError) -> [RecordedEntry]
}

extension RecordStore {
    /// Domain events after a sequence number, in order, up to the first damaged one.
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
