public import CargoDomain

/// Reads domain events from the outbox, in the order in which they were stored (REP-3).
public struct ReadEvents: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The range to read.
    public struct Request: Sendable {
        /// The sequence number of the last event seen; 0 for the start.
        public let after: Int64
        /// The maximum number of events, 1 to 1000.
        public let limit: Int

        /// Creates a request.
        public init(after: Int64 = 0, limit: Int = 100) {
            self.after = after
            self.limit = limit
        }
    }

    /// Reads events; returns an empty list at the end.
    ///
    /// The list ends before an event that can't be read.
    /// - Returns: the events, or one of the errors `integer_out_of_range` and, if the first event can't be read, `corrupt_record`.
    public func execute(_ request: Request) async -> Result<[DomainEvent], DomainError> {
        await outcome { () async throws(DomainError) in
            try await kit.store.events.events(after: request.after, limit: try PageSize.of(request.limit)).get()
        }
    }

    /// Reads events, with an entry for each event that can't be read.
    /// - Returns: the entries, or the error `integer_out_of_range`.
    public func entries(_ request: Request) async -> Result<[FeedEntry], DomainError> {
        await outcome { () async throws(DomainError) in
            try await kit.store.events.entries(after: request.after, limit: try PageSize.of(request.limit)).get()
        }
    }
}
