import CargoDomain

/// All DCSA events of a store, made from the domain events of its outbox alone.
///
/// A column holds one value of every event; all columns take 37 bytes per event, beside what each cargo takes. A query reads the columns
/// that it filters by, so it never reads a cargo from the store. The same outbox always makes the same index, whenever it is read and in
/// how many parts.
struct DCSAIndex: Sendable {
    /// A cargo with events.
    struct CargoEntry: Sendable {
        let trackingId: TrackingId
        /// The first bytes of the tracking id, to sort by.
        let leadingBytes: UInt64
        /// The customer who booked the cargo; nil if the outbox doesn't have the booking.
        var customerId: CustomerId?
        /// Whether the booking is cancelled.
        var isCancelled = false
        /// The cargo's newest event, or `none`.
        fileprivate(set) var newest = DCSAIndex.none
        /// In the order of REF-2.
        var references: [CargoReference] = []

        fileprivate init(_ trackingId: TrackingId) {
            self.trackingId = trackingId
            leadingBytes = trackingId.text.leadingBytes
        }

        /// The container, or the box without a container number; nil if the cargo has none or several.
        var container: String? {
            let containers = references.prefix(2).filter { $0.type == .container }
            let boxes = containers.isEmpty ? references.suffix(2).filter { $0.type == .equipment } : containers
            return boxes.count == 1 ? boxes.first?.value : nil
        }
    }

    /// What a group of neighbouring events has, so that a query can pass over all of them.
    struct Block: Sendable {
        static let size = 1024
        var earliest = Int64.max
        var latest = Int64.min
        var kinds: UInt32 = 0
    }

    /// A report of a port call, and where that is (VOY-6).
    struct Report: Sendable {
        let location: UnLocode
        let report: PortCallReport
    }

    static let none = UInt32.max
    /// Marks an event that was withdrawn in the column of kinds.
    static let withdrawn: UInt8 = 0x80

    // One value for each event, in the order of the outbox.
    private(set) var sequences: [Int64] = []
    private(set) var kinds: [UInt8] = []
    private(set) var cargoNumbers: [UInt32] = []
    private(set) var callNumbers: [UInt32] = []
    /// When each event happens; for a customs release, when customs released the cargo.
    private(set) var times: [Int64] = []
    private(set) var creations: [Int64] = []
    /// The event before each event of the same cargo, or `none`.
    private(set) var previous: [UInt32] = []
    private(set) var blocks: [Block] = []

    private(set) var cargos: [CargoEntry] = []
    private(set) var calls: [DCSAEvent.TransportCall] = []
    private var cargoByText: [String: UInt32] = [:]
    private var callByValue: [DCSAEvent.TransportCall: UInt32] = [:]
    private(set) var cargosByReference: [CargoReference: [UInt32]] = [:]

    /// The newest schedule of each voyage that was rescheduled.
    var schedules: [VoyageNumber: Schedule] = [:]
    /// What was reported of each voyage since its newest schedule, newest last.
    var reports: [VoyageNumber: [Report]] = [:]
    /// The planned departures with each voyage.
    ///
    /// The planned arrival of the same leg is the next event.
    var departures: [VoyageNumber: [UInt32]] = [:]

    /// The number of events, with those that were withdrawn.
    var count: Int { kinds.count }

    // MARK: Reading

    /// The kind of an event; nil if the event was withdrawn.
    func kind(_ entry: Int) -> DCSAKind? { DCSAKind(rawValue: kinds[entry]) }

    /// Where the event happens.
    func call(_ entry: Int) -> DCSAEvent.TransportCall? {
        let number = callNumbers[entry]
        return number == Self.none ? nil : calls[number]
    }

    /// The events of a cargo, from the newest on, without those that were withdrawn.
    func live(of cargo: UInt32) -> some Sequence<Int> {
        sequence(state: cargos[cargo].newest) { next in
            while next != Self.none {
                let entry = Int(next)
                next = previous[entry]
                if kinds[entry] < Self.withdrawn { return entry }
            }
            return nil
        }
    }

    /// The id of an event.
    func id(_ entry: Int) -> DCSAEventID {
        DCSAEventID(
            sequence: sequences[entry],
            ordinal: entry - first(from: sequences[entry]),
            trackingId: cargo(of: entry).trackingId.text,
            created: creations[entry]
        )
    }

    /// The event with an id; nil if there is none, or if it was withdrawn.
    func entry(_ id: DCSAEventID) -> Int? {
        let entry = first(from: id.sequence) + id.ordinal
        return entry < count && kinds[entry] < Self.withdrawn && self.id(entry) == id ? entry : nil
    }

    /// The first event that comes from a position of the outbox or a later one; `count` if there is none.
    func first(from sequence: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if sequences[middle] < sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The cargo of an event.
    func cargo(of entry: Int) -> CargoEntry { cargos[cargoNumbers[entry]] }

    /// Whether an event is said to happen somewhere, which shipment events aren't.
    func hasCall(_ entry: Int) -> Bool { DCSAKind.shipments & (1 << UInt32(kinds[entry] & ~Self.withdrawn)) == 0 }

    /// The number of a cargo; nil if it has no events.
    func cargo(_ text: String) -> UInt32? { cargoByText[text] }

    /// The time of an event as the standard has it: a document changes its status when that is recorded.
    func time(_ entry: Int) -> Int64 {
        hasCall(entry) ? times[entry] : creations[entry]
    }

    /// The event as it is sent; nil if it was withdrawn.
    func event(_ entry: Int) -> DCSAEvent? {
        guard let kind = kind(entry), let time = Self.instant(time(entry)), let created = Self.instant(creations[entry]) else { return nil }
        let cargo = cargo(of: entry)
        return DCSAEvent(
            id: id(entry),
            kind: kind,
            trackingId: cargo.trackingId,
            container: cargo.container,
            references: cargo.references,
            call: hasCall(entry) ? call(entry) : nil,
            time: time,
            created: created
        )
    }

    static func instant(_ milliseconds: Int64) -> Instant? { try? Instant(epochMilliseconds: milliseconds) }

    // MARK: Writing

    /// Adds an event that comes from a domain event.
    mutating func append(_ kind: DCSAKind, of cargo: UInt32, at call: DCSAEvent.TransportCall?, time: Int64, from event: DomainEvent) {
        let sequence = event.sequence
        // An event id has no room for more; no domain event concerns so many legs.
        if let last = sequences.last, last == sequence, count - first(from: sequence) >= DCSAEventID.maximumPerSequence { return }
        let created = event.occurredAt.epochMilliseconds
        if count.isMultiple(of: Block.size) { blocks.append(Block()) }
        let entry = UInt32(truncatingIfNeeded: count)
        sequences.append(sequence)
        kinds.append(kind.rawValue)
        cargoNumbers.append(cargo)
        callNumbers.append(call.map { number(of: $0) } ?? Self.none)
        times.append(time)
        creations.append(created)
        previous.append(cargos[cargo].newest)
        cargos[cargo].newest = entry
        let block = blocks.count - 1
        blocks[block].earliest = min(blocks[block].earliest, created)
        blocks[block].latest = max(blocks[block].latest, created)
        blocks[block].kinds |= kind.bit
    }

    /// Takes an event back: no query finds it any more.
    mutating func withdraw(_ entry: Int) { kinds[entry] |= Self.withdrawn }

    /// The number of a cargo, which is new if it has no events.
    mutating func number(of trackingId: TrackingId) -> UInt32 {
        if let number = cargoByText[trackingId.text] { return number }
        let number = UInt32(truncatingIfNeeded: cargos.count)
        cargos.append(CargoEntry(trackingId))
        cargoByText[trackingId.text] = number
        return number
    }

    private mutating func number(of call: DCSAEvent.TransportCall) -> UInt32 {
        if let number = callByValue[call] { return number }
        let number = UInt32(truncatingIfNeeded: calls.count)
        calls.append(call)
        callByValue[call] = number
        return number
    }

    /// Changes what is known of a cargo.
    mutating func change(_ cargo: UInt32, _ change: (inout CargoEntry) -> Void) { change(&cargos[cargo]) }

    /// Adds or removes a reference of a cargo.
    mutating func refer(_ reference: CargoReference, to cargo: UInt32, isAdded: Bool) {
        var numbers = cargosByReference[reference] ?? []
        var references = cargos[cargo].references
        numbers.removeAll { $0 == cargo }
        references.removeAll { $0 == reference }
        if isAdded {
            numbers.append(cargo)
            references.insert(reference, at: references.firstIndex { reference < $0 } ?? references.endIndex)
        }
        cargosByReference[reference] = numbers.isEmpty ? nil : numbers
        cargos[cargo].references = references
    }

    /// Forgets the customer and the references of a cargo (CRG-18).
    mutating func erase(_ cargo: UInt32, as pseudonym: CustomerId) {
        for reference in cargos[cargo].references { refer(reference, to: cargo, isAdded: false) }
        cargos[cargo].customerId = pseudonym
    }
}

extension Array {
    /// The element with a number that the index gave.
    fileprivate subscript(number: UInt32) -> Element {
        get { self[Int(number)] }
        set { self[Int(number)] = newValue }
    }
}
