package import CargoDomain
import CargoWire
import RecordJournal

/// The outbox of a record store.
struct RecordDomainEventFeed<Store: RecordStore>: DomainEventFeed {
    let store: Store

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        await .awaiting { () throws(DomainError) in try await entries(after: sequence, limit: limit).get().readableEvents() }
    }

    func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        await .awaiting { () throws(DomainError) in
            try PageLimit.check(limit)
            let found = try await store.entries(after: max(sequence, 0), limit: limit)
            // The first event that is there follows, unless some were trimmed.
            if sequence > 0, found.first.map({ $0.sequence > sequence + 1 }) ?? true {
                try OutboxStart.check(sequence, first: try await store.firstSequence())
            }
            return found.map(Self.entry)
        }
    }

    func page(of trackingId: TrackingId, after sequence: Int64, limit: Int) async -> Result<Page<FeedEntry, Int64>, DomainError> {
        await .awaiting { () throws(DomainError) in
            try PageLimit.check(limit)
            let page = try await store.entries(ofCargo: trackingId.text, after: max(sequence, 0), limit: limit)
            return Page(items: page.items.map(Self.entry), next: page.next)
        }
    }

    private static func entry(_ stored: RecordedEntry) -> FeedEntry {
        let bytes: [UInt8]
        switch stored.bytes {
        case .success(let intact): bytes = Array(intact)
        case .failure(let error): return .unreadable(UnreadableEvent(sequence: stored.sequence, error: error))
        }
        do throws(DomainError) {
            let event = try bytes.withRawBytes { (bytes) throws(DomainError) in try DomainEventRecord.decode(bytes) }
            return .event(event.stored(as: stored.sequence))
        } catch {
            return .unreadable(unreadable(bytes, at: stored.sequence, error))
        }
    }

    /// Returns what can be read of an event whose form is unknown to this program.
    private static func unreadable(_ bytes: [UInt8], at sequence: Int64, _ error: DomainError) -> UnreadableEvent {
        do throws(DomainError) {
            let tree = try bytes.withRawBytes { (bytes) throws(DomainError) in try JSONParser.parse(bytes, hugeIntegers: .kept) }
            let aggregate: String? =
                if case .text(let type) = tree["aggregateType"], case .text(let id) = tree["aggregateId"] { "\(type):\(id)" } else { nil }
            return UnreadableEvent(sequence: sequence, eventId: tree["eventId"]?.asText, aggregate: aggregate, error: error)
        } catch {
            return UnreadableEvent(sequence: sequence, error: error)
        }
    }
}

/// A stored domain event and its position in the store.
package struct RecordedEvent: Sendable {
    /// The position, counted from 1 in the order of the commits.
    package let sequence: Int64
    /// The event as a JSON object, without the sequence number.
    package let bytes: ArraySlice<UInt8>

    /// Creates an event.
    package init(sequence: Int64, bytes: ArraySlice<UInt8>) {
        self.sequence = sequence
        self.bytes = bytes
    }
}

/// An entry of a store's outbox: a stored domain event, or a placeholder for a damaged record.
package struct RecordedEntry: Sendable {
    /// The position, counted from 1 in the order of the commits.
    package let sequence: Int64
    /// The event's bytes; `corrupt_record` if its record is damaged.
    package let bytes: Result<ArraySlice<UInt8>, DomainError>

    /// Creates an entry.
    package init(sequence: Int64, bytes: Result<ArraySlice<UInt8>, DomainError>) {
        self.sequence = sequence
        self.bytes = bytes
    }
}

/// The first domain event of an outbox that may have been trimmed (REP-10).
enum OutboxStart {
    /// Checks that no event is gone that follows a position.
    /// - Parameters:
    ///   - position: where a reader goes on; 0 for the start of what is there.
    ///   - first: the position of the first event.
    /// - Throws: `events_trimmed`.
    static func check(_ position: Int64, first: Int64) throws(DomainError) {
        guard position <= 0 || position >= first - 1 else { throw .eventsTrimmed(first: first) }
    }
}
