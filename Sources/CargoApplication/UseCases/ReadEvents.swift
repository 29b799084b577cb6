public import CargoDomain

/// Reads the outbox: what happened, in the order in which it was stored (REP-3).
public struct ReadEvents: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// Which stretch.
    public struct Request: Sendable {
        /// The sequence number of the last event seen; 0 or absent for the start.
        public let after: Int64?
        /// The most events to give, 1 to 1000; 100 if absent.
        public let limit: Int64?

        /// Asks for events.
        public init(after: Int64? = nil, limit: Int64? = nil) {
            self.after = after
            self.limit = limit
        }
    }

    /// Reads; an empty list at the end.
    ///
    /// The list ends before an event that cannot be read.
    /// - Returns: `integer_out_of_range`; `corrupt_record` if the first event cannot be read.
    public func execute(_ request: Request) async -> Result<[DomainEvent], DomainError> {
        await outcome { () async throws(DomainError) in
            try await environment.events.events(after: request.after ?? 0, limit: try PageSize.of(request.limit)).get()
        }
    }

    /// Reads, with an entry for each event that cannot be read.
    /// - Returns: `integer_out_of_range`.
    public func entries(_ request: Request) async -> Result<[FeedEntry], DomainError> {
        await outcome { () async throws(DomainError) in
            try await environment.events.entries(after: request.after ?? 0, limit: try PageSize.of(request.limit)).get()
        }
    }
}
