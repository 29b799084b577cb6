public import CargoDomain

/// Reads in pages who changed what: the domain events with their actors, of one cargo or of the whole store.
///
/// The trail of a cargo in an archive is read there, if the archive is at hand (`CargoKit.reading`), together with what the store has of it. Events that
/// were trimmed from the outbox are in no trail but that of an archive.
public struct ReadAuditTrail: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// Which events to read, and the page.
    public struct Request: Sendable {
        /// Only the events of this cargo.
        public let trackingId: TrackingId?
        /// Only the events of the actors that this text stands for (`EventActor.isMeant`).
        public let actor: String?
        /// Only events from this time on.
        public let from: Instant?
        /// Only events before this time.
        public let until: Instant?
        /// The sequence number to start after; 0 for the start.
        public let after: Int64
        /// The maximum number of events, 1 to 1000.
        public let limit: Int

        /// Creates a request.
        public init(
            trackingId: TrackingId? = nil,
            actor: String? = nil,
            from: Instant? = nil,
            until: Instant? = nil,
            after: Int64 = 0,
            limit: Int = 100
        ) {
            self.trackingId = trackingId
            self.actor = actor
            self.from = from
            self.until = until
            self.after = after
            self.limit = limit
        }
    }

    /// A page of the trail.
    public struct Response: Hashable, Sendable {
        /// The events, in the order in which they were stored.
        public let events: [DomainEvent]
        /// The sequence numbers of events that can't be read, on this stretch of the outbox.
        public let unreadable: [Int64]
        /// The `after` of the next page; nil on the last page.
        ///
        /// A page may have fewer events than the limit although more follow.
        public let next: Int64?

        /// Creates a response, for a fake in a test.
        public init(events: [DomainEvent], unreadable: [Int64] = [], next: Int64?) {
            self.events = events
            self.unreadable = unreadable
            self.next = next
        }
    }

    /// How many pages of events are read for one page of the trail.
    private static let maximumPages = 10

    /// Reads a page.
    /// - Returns: the page, or one of the errors `integer_out_of_range` and `events_trimmed`; of a cargo's trail, `cargo_not_found`, and
    ///   `cargo_archived` if the archive isn't at hand.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let limit = try PageSize.of(request.limit)
            var found = Found(request)
            var last = request.after
            if let trackingId = request.trackingId {
                for event in try await archivedEvents(of: trackingId) where event.sequence > last {
                    found.take(.event(event))
                    last = event.sequence
                    if found.events.count == limit { return found.page(next: last) }
                }
            }
            // A page of a cargo's events may have taken reading thousands of others.
            for _ in 0..<(request.trackingId == nil ? Self.maximumPages : 1) {
                let page = try await page(request.trackingId, after: last)
                for entry in page.items {
                    found.take(entry)
                    if found.events.count == limit { return found.page(next: entry.sequence) }
                }
                guard let next = page.next else { return found.page(next: nil) }
                last = next
            }
            return found.page(next: last)
        }
    }

    /// The events that were found so far.
    private struct Found {
        let request: Request
        var events: [DomainEvent] = []
        var unreadable: [Int64] = []

        init(_ request: Request) { self.request = request }

        mutating func take(_ entry: FeedEntry) {
            switch entry {
            case .event(let event): if isWanted(event) { events.append(event) }
            case .unreadable(let event): unreadable.append(event.sequence)
            }
        }

        func isWanted(_ event: DomainEvent) -> Bool {
            if let actor = request.actor, !(event.actor?.isMeant(by: actor) ?? false) { return false }
            if let from = request.from, event.occurredAt < from { return false }
            if let until = request.until, event.occurredAt >= until { return false }
            return true
        }

        func page(next: Int64?) -> Response { Response(events: events, unreadable: unreadable, next: next) }
    }

    private func page(_ trackingId: TrackingId?, after sequence: Int64) async throws(DomainError) -> Page<FeedEntry, Int64> {
        let limit = PageLimit.range.upperBound
        if let trackingId { return try await kit.store.events.page(of: trackingId, after: sequence, limit: limit).get() }
        let entries = try await kit.store.events.entries(after: sequence, limit: limit).get()
        return Page(items: entries, next: entries.count == limit ? entries.last?.sequence : nil)
    }

    /// The events of a cargo that its archive has; none of a cargo that is in the store.
    /// - Throws: `cargo_not_found`; `cargo_archived` if the archive isn't at hand.
    private func archivedEvents(of trackingId: TrackingId) async throws(DomainError) -> [DomainEvent] {
        switch await kit.store.cargos.findByTrackingId(trackingId) {
        case .success: return []
        case .failure(let error):
            // What happened to a cargo whose record is damaged is of all the more interest.
            if error.code == .corruptRecord { return [] }
            guard error.code == .cargoArchived, let archived = try await kit.archives?.cargo(trackingId) else { throw error }
            return archived.events
        }
    }
}
