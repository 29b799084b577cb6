package import CargoDomain

/// Takes the events that carriers send, applies them, and keeps those that can't be applied until they can.
///
/// An event is applied or stored before its carrier gets an answer. Applying one again changes nothing, so a carrier that got no answer sends it
/// again, and a process that was killed in between loses nothing.
package struct CarrierEventDesk: Sendable {
    /// The maximum number of open events of a carrier, if nothing else is set.
    package static let maximumOpen = 10_000

    /// Reads an event from its canonical JSON.
    package typealias Reader = @Sendable (String) -> CarrierMessage

    /// An event as it was received.
    package struct Received: Sendable {
        /// The id, which names the carrier.
        package let id: CarrierEventId
        /// The event as canonical JSON.
        package let document: String
        /// What it means.
        package let message: CarrierMessage

        package init(id: CarrierEventId, document: String, message: CarrierMessage) {
            self.id = id
            self.document = document
            self.message = message
        }
    }

    /// What became of an event.
    package enum Outcome: Hashable, Sendable {
        /// It was applied; `isNew` says whether that changed anything.
        case applied(CarrierEvent.Target, isNew: Bool)
        /// It has no effect, for the reason with this code.
        case ignored(String, CarrierEvent.Target?)
        /// It is stored and waits.
        case kept(CarrierEventReason)
        /// It can't be applied, and isn't stored, because too many events of the carrier wait already.
        case full(CarrierEventReason)
        /// It can't be applied, and the store keeps no such events.
        case refused(CarrierEventReason)
    }

    private let kit: CargoKit
    private let directory: VoyageDirectory
    private let maximumOpen: Int
    private let read: Reader

    /// Creates the desk.
    /// - Parameters:
    ///   - maximumOpen: the maximum number of open events of a carrier.
    ///   - read: reads an event that was kept, when it is tried again.
    package init(_ kit: CargoKit, _ directory: VoyageDirectory, maximumOpen: Int = maximumOpen, read: @escaping Reader) {
        self.maximumOpen = maximumOpen
        self.kit = kit
        self.directory = directory
        self.read = read
    }

    // MARK: Receiving

    /// Applies the events of a message one by one, and stores those that can't be applied.
    /// - Returns: what became of each, in order.
    /// - Throws: an error of the store; the carrier must send the events again.
    package func receive(_ events: [Received], of carrier: String) async throws(DomainError) -> [Outcome] {
        var apply = ApplyCarrierMessage(kit, directory, carrier: carrier)
        var outcomes: [Outcome] = []
        var kept: [CarrierEvent] = []
        let now = kit.clock.now()
        var room: Int?
        for event in events {
            guard event.document.utf8.count <= CarrierEvent.maximumDocument else {
                outcomes.append(.refused(.init(.tooLarge)))
                continue
            }
            switch try await apply.apply(event.message) {
            case .applied(let target, let isNew): outcomes.append(.applied(target, isNew: isNew))
            case .ignored(let ignored, let target): outcomes.append(.ignored(ignored.rawValue, target))
            case .kept(let reason, let waits):
                guard let store = kit.store.carrierEvents else {
                    outcomes.append(.refused(reason))
                    continue
                }
                if kept.contains(where: { $0.id == event.id }) {
                    outcomes.append(.kept(reason))
                    continue
                }
                if let known = try await store.find(event.id).get() {
                    outcomes.append(Self.outcome(of: known, otherwise: reason))
                    continue
                }
                let left: Int
                if let room {
                    left = room
                } else {
                    left = maximumOpen - (try await store.ids(.open, of: carrier, after: nil, limit: maximumOpen).get().count)
                }
                guard left > 0 else {
                    room = 0
                    outcomes.append(.full(reason))
                    continue
                }
                room = left - 1
                kept.append(
                    CarrierEvent(
                        id: event.id,
                        receivedAt: now,
                        time: event.message.time,
                        document: event.document,
                        state: .open(reason),
                        waits: waits
                    )
                )
                outcomes.append(.kept(reason))
            }
        }
        try await save(new: kept)
        return outcomes
    }

    private static func outcome(of known: CarrierEvent, otherwise reason: CarrierEventReason) -> Outcome {
        switch known.state {
        case .open(let reason): .kept(reason)
        case .applied(_, let target): .ignored("applied_before", target)
        case .dismissed, .removed: .ignored("dismissed", nil)
        }
    }

    /// Stores new events together, or one at a time if another process has stored one of them.
    private func save(new events: [CarrierEvent]) async throws(DomainError) {
        guard !events.isEmpty, let store = kit.store.carrierEvents else { return }
        if try await store.save(events).get() { return }
        // One that is there already was stored by another process, or was settled long ago.
        for event in events { _ = try await store.save([event]).get() }
    }

    // MARK: Trying again

    /// Tries to apply an event that waits.
    /// - Returns: the event as it is then; nil if there is none with this id.
    /// - Throws: an error of the store.
    package func retry(_ id: CarrierEventId) async throws(DomainError) -> CarrierEvent? {
        var apply = ApplyCarrierMessage(kit, directory, carrier: id.carrier)
        return try await retry(id, &apply)
    }

    /// Tries to apply all events of a list, in the order of their times, each in its carrier's name.
    /// - Returns: the ids of those that don't wait any more.
    /// - Throws: an error of the store.
    package func retry(_ events: [CarrierEvent]) async throws(DomainError) -> [CarrierEventId] {
        var settled: [CarrierEventId] = []
        for event in events.sorted(by: { ($0.time ?? .latest, $0.id) < ($1.time ?? .latest, $1.id) }) {
            let retried = await Correlation.$actor.withValue(.carrier(event.carrier)) { () async -> Result<CarrierEvent?, DomainError> in
                do throws(DomainError) { return .success(try await retry(event.id)) } catch { return .failure(error) }
            }
            if let after = try retried.get(), after.state.status != .open { settled.append(after.id) }
        }
        return settled
    }

    private func retry(_ id: CarrierEventId, _ apply: inout ApplyCarrierMessage) async throws(DomainError) -> CarrierEvent? {
        guard let store = kit.store.carrierEvents else { return nil }
        for _ in 0..<Retry.limit {
            guard let event = try await store.find(id).get() else { return nil }
            guard case .open = event.state else { return event }
            let changed: CarrierEvent
            switch try await apply.apply(read(event.document)) {
            case .applied(let target, _): changed = event.entering(.applied(at: kit.clock.now(), to: target))
            case .ignored(_, let target): changed = event.entering(.applied(at: kit.clock.now(), to: target))
            case .kept(let reason, let waits): changed = event.entering(.open(reason), waits: waits)
            }
            if changed == event { return event }
            if try await store.save([changed]).get() { return changed.stored(as: try Version.next(after: event.version)) }
        }
        throw .technical(.storeUnavailable, cause: "the event \(id) changes all the time")
    }

    // MARK: Settling

    /// Dismisses an event that waits; one that is settled stays as it is.
    /// - Parameters:
    ///   - id: the event.
    ///   - caller: the name of who decided so.
    ///   - reason: why it isn't to be applied.
    /// - Returns: the event as it is then; nil if there is none with this id.
    /// - Throws: an error of the store.
    package func dismiss(_ id: CarrierEventId, by caller: String, because reason: Reason) async throws(DomainError) -> CarrierEvent? {
        guard let store = kit.store.carrierEvents else { return nil }
        for _ in 0..<Retry.limit {
            guard let event = try await store.find(id).get() else { return nil }
            guard case .open = event.state else { return event }
            let changed = event.entering(.dismissed(at: kit.clock.now(), by: caller, because: reason))
            if try await store.save([changed]).get() { return changed.stored(as: try Version.next(after: event.version)) }
        }
        throw .technical(.storeUnavailable, cause: "the event \(id) changes all the time")
    }

    /// Empties the events that were settled before a time.
    /// - Returns: how many they were.
    /// - Throws: an error of the store.
    package func forget(settledBefore time: Instant) async throws(DomainError) -> Int {
        guard let store = kit.store.carrierEvents else { return 0 }
        var count = 0
        for status in [CarrierEvent.Status.applied, .dismissed] {
            var last: CarrierEventId?
            while true {
                let page = try await store.findPage(status, of: nil, after: last, limit: PageLimit.range.upperBound).get()
                let old = page.items.filter { $0.settledAt.map { $0 < time } ?? false }
                if !old.isEmpty, try await store.save(old.map(\.emptied)).get() { count += old.count }
                guard let next = page.next else { break }
                last = next
            }
        }
        return count
    }

    // MARK: Reading

    /// What an event means, as the kit reads it now.
    package func message(of event: CarrierEvent) -> CarrierMessage { read(event.document) }

    /// Returns an event; nil if there is none with this id.
    /// - Throws: an error of the store.
    package func find(_ id: CarrierEventId) async throws(DomainError) -> CarrierEvent? {
        try await kit.store.carrierEvents?.find(id).get()
    }

    /// Reads a page of events, ordered by id.
    /// - Parameters:
    ///   - status: their state.
    ///   - carrier: their carrier; nil for all.
    ///   - reason: why they wait; nil for all.
    ///   - id: the id to start after; nil for the first page.
    ///   - limit: 1 to 1000.
    /// - Throws: `integer_out_of_range`, or an error of the store.
    package func list(
        _ status: CarrierEvent.Status = .open,
        of carrier: String? = nil,
        because reason: CarrierEventReason.Code? = nil,
        after id: CarrierEventId? = nil,
        limit: Int
    ) async throws(DomainError) -> Page<CarrierEvent, CarrierEventId> {
        let limit = try PageSize.of(limit)
        guard let store = kit.store.carrierEvents else { return Page(items: [], next: nil) }
        guard let reason else { return try await store.findPage(status, of: carrier, after: id, limit: limit).get() }
        var items: [CarrierEvent] = []
        var last = id
        while true {
            let page = try await store.findPage(status, of: carrier, after: last, limit: PageLimit.range.upperBound).get()
            for event in page.items {
                guard case .open(let own) = event.state, own.code == reason else { continue }
                guard items.count < limit else { return Page(items: items, next: items.last?.id) }
                items.append(event)
            }
            guard let next = page.next else { return Page(items: items, next: nil) }
            last = next
        }
    }

    /// Open events of a carrier that wait for the same.
    package struct Waiting: Hashable, Sendable {
        package let carrier: String
        package let reason: CarrierEventReason
        package let count: Int

        package init(carrier: String, reason: CarrierEventReason, count: Int) {
            self.carrier = carrier
            self.reason = reason
            self.count = count
        }
    }

    /// Groups the open events by carrier and reason, the largest group first.
    /// - Throws: an error of the store.
    package func waiting() async throws(DomainError) -> [Waiting] {
        var counts: [String: [CarrierEventReason: Int]] = [:]
        var after: CarrierEventId?
        repeat {
            let page = try await list(after: after, limit: PageLimit.range.upperBound)
            for event in page.items {
                if case .open(let reason) = event.state { counts[event.id.carrier, default: [:]][reason, default: 0] += 1 }
            }
            after = page.next
        } while after != nil
        let groups = counts.flatMap { carrier, reasons in reasons.map { Waiting(carrier: carrier, reason: $0, count: $1) } }
        return groups.sorted { first, second in
            if first.count != second.count { return first.count > second.count }
            return ([first.carrier, first.reason.code.rawValue, first.reason.subject ?? ""])
                .lexicographicallyPrecedes([second.carrier, second.reason.code.rawValue, second.reason.subject ?? ""])
        }
    }

    /// Counts the open events, up to a limit.
    /// - Throws: an error of the store.
    package func openCount(upTo limit: Int) async throws(DomainError) -> Int {
        try await kit.store.carrierEvents?.ids(.open, of: nil, after: nil, limit: limit).get().count ?? 0
    }
}
