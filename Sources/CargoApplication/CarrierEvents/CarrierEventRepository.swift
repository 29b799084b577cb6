public import CargoDomain

/// Stores the events that carriers sent and that wait for something, and which handling came from which event.
public protocol CarrierEventRepository: Sendable {
    /// Returns an event; nil if none has this id, or if it was removed.
    @concurrent
    func find(_ id: CarrierEventId) async -> Result<CarrierEvent?, DomainError>

    /// Reads a page of the events in a state, ordered by id. Broken records are left out.
    ///
    /// A page may have fewer items than the limit although more follow: `next` tells.
    /// - Parameters:
    ///   - status: the state; not REMOVED.
    ///   - carrier: the carrier whose events to read; nil for all.
    ///   - id: the id to start after; nil for the first page.
    ///   - limit: 1 to 1000, see `PageLimit`.
    /// - Returns: `integer_out_of_range` if the limit is out of range.
    @concurrent
    func findPage(
        _ status: CarrierEvent.Status,
        of carrier: String?,
        after id: CarrierEventId?,
        limit: Int
    ) async -> Result<Page<CarrierEvent, CarrierEventId>, DomainError>

    /// Returns the ids of the events in a state, in order, without reading the events. Includes those of broken records.
    /// - Parameters:
    ///   - status: the state; not REMOVED.
    ///   - carrier: the carrier whose events to list; nil for all.
    ///   - id: the id to start after; nil for the first ones.
    ///   - limit: the maximum number of ids, at least 1.
    @concurrent
    func ids(
        _ status: CarrierEvent.Status,
        of carrier: String?,
        after id: CarrierEventId?,
        limit: Int
    ) async -> Result<[CarrierEventId], DomainError>

    /// Durably stores events, each as its next version, if the store holds the versions that they name; all of them or none.
    /// - Parameter events: events with different ids.
    /// - Returns: whether they were stored; false if another writer was faster with one of them.
    @concurrent
    func save(_ events: [CarrierEvent]) async -> Result<Bool, DomainError>

    /// Returns what is known of the origin of a cargo's handling; an empty log if nothing is.
    @concurrent
    func log(of trackingId: TrackingId) async -> Result<CarrierLog, DomainError>

    /// Durably stores a log as its next version if the store holds the version that it names.
    /// - Returns: whether it was stored; false if another writer was faster.
    @concurrent
    func save(_ log: CarrierLog) async -> Result<Bool, DomainError>
}

/// Which handling of a cargo came from which event of a carrier, so that a later event can correct an earlier one.
public struct CarrierLog: Hashable, Sendable {
    /// The handling that an event led to.
    public struct Entry: Hashable, Sendable {
        /// The name of the carrier.
        public let carrier: String
        /// The carrier's id of the event; nil if it had none.
        public let eventId: String?
        /// When the carrier made the event; nil if it didn't say.
        public let createdAt: Instant?
        /// What was done, and when; nil if the event was withdrawn before it came.
        public let handled: CompletedActivity?

        /// Creates an entry.
        public init(carrier: String, eventId: String?, createdAt: Instant?, handled: CompletedActivity?) {
            self.carrier = carrier
            self.eventId = eventId
            self.createdAt = createdAt
            self.handled = handled
        }
    }

    /// The maximum number of entries; the oldest are forgotten.
    public static let maximumEntries = 500

    /// The cargo.
    public let trackingId: TrackingId
    /// The stored version; 0 if none is stored.
    public let version: Int64
    /// The entries, in the order in which their events came.
    public let entries: [Entry]

    /// Creates a log, or reconstitutes a stored one; only the newest entries are kept.
    public init(trackingId: TrackingId, version: Int64 = 0, entries: [Entry] = []) {
        self.trackingId = trackingId
        self.version = version
        self.entries = entries.suffix(Self.maximumEntries)
    }

    /// Returns the log as stored in this version.
    public func stored(as version: Int64) -> CarrierLog { CarrierLog(trackingId: trackingId, version: version, entries: entries) }

    /// Returns the log with an entry in the place of another one, or at the end.
    package func noting(_ entry: Entry, inPlaceOf old: Entry?) -> CarrierLog {
        CarrierLog(trackingId: trackingId, version: version, entries: entries.filter { $0 != old && $0 != entry } + [entry])
    }
}
