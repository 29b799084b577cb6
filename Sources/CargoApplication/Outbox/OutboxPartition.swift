public import CargoDomain

/// A consumer's progress in one partition, which holds one sixteenth of the aggregates.
///
/// Every aggregate always belongs to the same partition. One relay at a time leases a partition, so no two relays work on the same aggregate. A partition is
/// stored as a whole, with compare-and-set on its version.
public struct OutboxPartition: Hashable, Sendable {
    /// The number of partitions.
    ///
    /// It never changes, because an aggregate's events would otherwise move to another partition.
    public static let count = 16
    /// A partition with this many held aggregates takes no new events.
    public static let maximumHeldAggregates = 100
    /// A partition with this many events waiting behind others takes no new events.
    public static let maximumHeldEvents = 1000

    /// A lease: the owner of a partition, and when the lease expires.
    public struct Lease: Hashable, Sendable {
        /// The unique name of a relay.
        public let owner: String
        /// From this instant on, others may take the partition.
        public let until: Instant

        /// Creates a lease.
        public init(owner: String, until: Instant) {
            self.owner = owner
            self.until = until
        }
    }

    /// 0 to 15.
    public let number: Int
    /// The stored version; 0 if none is stored.
    public private(set) var version: Int64
    /// All events of the partition up to this sequence number are delivered or held.
    public private(set) var position: Int64
    /// The lease; nil if the partition is free.
    public private(set) var lease: Lease?
    /// The held aggregates, in the order in which they failed.
    public private(set) var held: [HeldAggregate]

    /// Reconstitutes a stored partition.
    /// - Throws: `shape_invalid`.
    public init(number: Int, version: Int64, position: Int64, lease: Lease?, held: [HeldAggregate]) throws(DomainError) {
        guard (0..<Self.count).contains(number) else { throw .shapeInvalid(path: "number") }
        guard position >= 0 else { throw .shapeInvalid(path: "position") }
        guard Set(held.map(\.aggregate)).count == held.count, held.allSatisfy({ $0.sequences.last.map { $0 <= position } ?? false }) else {
            throw .shapeInvalid(path: "held")
        }
        self.number = number
        self.version = version
        self.position = position
        self.lease = lease
        self.held = held
    }

    /// Creates a partition without deliveries.
    init(fresh number: Int) {
        self.number = number
        version = 0
        position = 0
        held = []
    }

    /// Returns all partitions, given the stored ones.
    static func all(_ stored: [OutboxPartition]) -> [OutboxPartition] {
        (0..<count).map { number in stored.first { $0.number == number } ?? OutboxPartition(fresh: number) }
    }

    /// Returns the partition of an aggregate: 64-bit FNV-1a over `Type:id`, mixed once more, modulo 16.
    package static func number(of event: DomainEvent) -> Int { number(of: event.aggregate) }

    static func number(of aggregate: String) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in aggregate.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // FNV-1a alone spreads ids badly that differ only in their last characters.
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return Int((hash ^ hash >> 33) % UInt64(count))
    }

    // MARK: What is asked of it

    /// Whether a relay may lease it.
    func isAvailable(at now: Instant) -> Bool { lease.map { $0.until <= now } ?? true }

    /// Whether it takes no new events.
    public var isFull: Bool {
        held.count >= Self.maximumHeldAggregates || held.reduce(0) { $0 + $1.sequences.count } >= Self.maximumHeldEvents
    }

    /// The aggregates due for a retry, in the order in which they failed.
    func due(at now: Instant) -> [String] { held.filter { $0.isDue(at: now) }.map(\.aggregate) }

    /// Returns the held events of an aggregate.
    func held(of aggregate: String) -> HeldAggregate? { held.first { $0.aggregate == aggregate } }

    /// The time of the next retry.
    var nextDue: Instant? { held.compactMap(\.notBefore).min() }

    // MARK: What becomes of it

    /// Returns the partition with its version after a save.
    var stored: OutboxPartition {
        var next = self
        next.version += 1
        return next
    }

    /// Leases the partition.
    mutating func grantLease(to owner: String, until: Instant) { lease = Lease(owner: owner, until: until) }

    /// Releases the partition.
    mutating func releaseLease() { lease = nil }

    /// Advances to a sequence number: every event up to it is delivered, held, or in another partition.
    mutating func advance(to sequence: Int64) { position = max(position, sequence) }

    /// Holds an event that failed.
    mutating func hold(_ failed: HeldAggregate) {
        held.append(failed)
        if let sequence = failed.sequences.first { advance(to: sequence) }
    }

    /// Holds an event behind the held events of its aggregate.
    mutating func enqueue(_ sequence: Int64, of aggregate: String) {
        change(aggregate) { $0.sequences.append(sequence) }
        advance(to: sequence)
    }

    /// Removes the first event of a held aggregate, which is delivered or discarded.
    ///
    /// The next one, if any, has had no attempts yet.
    mutating func removeFirst(_ sequence: Int64, of aggregate: String, at now: Instant) {
        change(aggregate) { held in
            guard held.sequences.first == sequence else { return }
            held.sequences.removeFirst()
            held.attempts = 0
            held.notBefore = now
            held.reason = ""
        }
        held.removeAll { $0.sequences.isEmpty }
    }

    /// Records another failure of the first event of a held aggregate.
    mutating func recordFailure(_ aggregate: String, attempts: Int, notBefore: Instant?, reason: String) {
        change(aggregate) { held in
            held.attempts = attempts
            held.notBefore = notBefore
            held.reason = reason
        }
    }

    private mutating func change(_ aggregate: String, _ change: (inout HeldAggregate) -> Void) {
        if let place = held.firstIndex(where: { $0.aggregate == aggregate }) { change(&held[place]) }
    }
}

/// Stores the progress of each consumer, partition by partition, beside the outbox.
public protocol OutboxPartitionStore: Sendable {
    /// Returns the saved partitions of a consumer.
    @concurrent
    func partitions(of consumer: ConsumerName) async -> Result<[OutboxPartition], DomainError>

    /// Durably stores a partition as the next version if the store holds the version that the partition names.
    /// - Returns: whether it was stored; false if another relay was faster.
    @concurrent
    func save(_ partition: OutboxPartition, of consumer: ConsumerName) async -> Result<Bool, DomainError>
}
