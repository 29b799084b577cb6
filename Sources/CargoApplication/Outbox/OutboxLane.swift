public import CargoDomain

/// How far a consumer is in one sixteenth of the outbox.
///
/// Every aggregate belongs to one lane, for ever. A lane is lent to one relay at a time, until a moment; so no two relays have the same aggregate.
/// It is stored as a whole, under compare-and-set on its version.
public struct OutboxLane: Hashable, Sendable {
    /// How many lanes there are, for ever: else events would get into another lane than their predecessors.
    public static let count = 16
    /// With so many aggregates held, a lane takes no new events until some are gone.
    public static let mostHeld = 100
    /// With so many events waiting behind others, a lane takes no new events either.
    public static let mostWaiting = 1000

    /// Who has a lane, and until when.
    public struct Lease: Hashable, Sendable {
        /// A name that no other relay has.
        public let owner: String
        /// From then on others may have it.
        public let until: Instant

        /// Joins both.
        public init(owner: String, until: Instant) {
            self.owner = owner
            self.until = until
        }
    }

    /// 0 to 15.
    public let number: Int
    /// The version that the store holds, 0 for none.
    public private(set) var version: Int64
    /// All events of the lane up to this place of the outbox are delivered, or held.
    public private(set) var position: Int64
    /// Who has it; nil where it is free.
    public private(set) var lease: Lease?
    /// The aggregates whose events are not taken at present, in the order in which they failed.
    public private(set) var held: [HeldAggregate]

    /// Brings a lane back as it was stored.
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

    /// A lane of which nothing has been delivered yet.
    init(fresh number: Int) {
        self.number = number
        version = 0
        position = 0
        held = []
    }

    /// All lanes, where the store has some of them.
    static func all(_ stored: [OutboxLane]) -> [OutboxLane] {
        (0..<count).map { number in stored.first { $0.number == number } ?? OutboxLane(fresh: number) }
    }

    /// The lane of an aggregate: FNV-1a over `Type:id`, 64 bits, mixed once more, modulo 16.
    package static func number(of event: DomainEvent) -> Int { number(of: event.aggregate) }

    static func number(of aggregate: String) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in aggregate.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // Ids that differ in their last places alone are far from spread by then.
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return Int((hash ^ hash >> 33) % UInt64(count))
    }

    // MARK: What is asked of it

    /// Whether a relay may take it.
    func isFree(at now: Instant) -> Bool { lease.map { $0.until <= now } ?? true }

    /// Whether it takes no new events.
    public var isFull: Bool { held.count >= Self.mostHeld || held.reduce(0) { $0 + $1.sequences.count } >= Self.mostWaiting }

    /// Those whose time has come, the first that failed first.
    func due(at now: Instant) -> [String] { held.filter { $0.isDue(at: now) }.map(\.aggregate) }

    /// What is held of an aggregate.
    func held(of aggregate: String) -> HeldAggregate? { held.first { $0.aggregate == aggregate } }

    /// When the next one that is held is tried again.
    var nextDue: Instant? { held.compactMap(\.notBefore).min() }

    // MARK: What becomes of it

    /// The lane as the store has it once it has been saved.
    var stored: OutboxLane {
        var next = self
        next.version += 1
        return next
    }

    /// Lends it.
    mutating func lend(to owner: String, until: Instant) { lease = Lease(owner: owner, until: until) }

    /// Gives it back.
    mutating func free() { lease = nil }

    /// Goes on to a place: everything up to it is delivered, held, or another lane's.
    mutating func pass(_ sequence: Int64) { position = max(position, sequence) }

    /// Keeps an event that failed.
    mutating func hold(_ failed: HeldAggregate) {
        held.append(failed)
        if let sequence = failed.sequences.first { pass(sequence) }
    }

    /// Has an event wait behind those of its aggregate that are held.
    mutating func wait(_ sequence: Int64, of aggregate: String) {
        change(aggregate) { $0.sequences.append(sequence) }
        pass(sequence)
    }

    /// The first event of a held aggregate is delivered, or given up; the next one, where there is one, has not been tried yet.
    mutating func letGo(_ sequence: Int64, of aggregate: String, at now: Instant) {
        change(aggregate) { held in
            guard held.sequences.first == sequence else { return }
            held.sequences.removeFirst()
            held.attempts = 0
            held.notBefore = now
            held.reason = ""
        }
        held.removeAll { $0.sequences.isEmpty }
    }

    /// The first event of a held aggregate failed again.
    mutating func failAgain(_ aggregate: String, attempts: Int, notBefore: Instant?, reason: String) {
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
