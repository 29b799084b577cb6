package import CargoDomain

/// Tries carriers' events again when what they wait for is there: a cargo, a reference, a voyage, a location or a time.
///
/// Each step costs what has changed since the last one, and what waits for it. Every event is tried once when it is first seen, so that one
/// which was stored while its voyage was being registered isn't missed.
package actor CarrierEventFollower {
    /// How long settled events are kept by default.
    package static let retention = Duration.seconds(90 * 86_400)

    private let kit: CargoKit
    private let desk: CarrierEventDesk
    private let retention: Duration
    private var open: [CarrierEventId: [CarrierEventWait]] = [:]
    /// How far the domain events were read; nil before the first step.
    private var position: Int64?
    private var voyagePosition: Int64 = 0
    private var lastSweep: Instant?

    /// Creates a follower.
    /// - Parameters:
    ///   - desk: tries the events.
    ///   - retention: how long settled events are kept.
    package init(_ kit: CargoKit, _ desk: CarrierEventDesk, retention: Duration = CarrierEventFollower.retention) {
        self.kit = kit
        self.desk = desk
        self.retention = retention
    }

    /// Applies what can be applied now.
    /// - Returns: how many events don't wait any more.
    /// - Throws: an error of the store; the next step begins where this one did.
    package func step() async throws(DomainError) -> Int {
        guard let store = kit.store.carrierEvents else { return 0 }
        let now = kit.clock.now()
        let ids = try await openIds(store)
        guard !ids.isEmpty else {
            (open, position) = ([:], nil)
            try await sweep(now)
            return 0
        }
        // What is stored from here on is seen by the next step. Events that are new are tried after that.
        let end = try await kit.store.events.lastSequence(atLeast: position ?? 0)
        let changes = try await kit.store.voyages.findChanges(after: voyagePosition).get()
        var due = ids.filter { open[$0] == nil }
        open = open.filter { ids.contains($0.key) }
        if !open.isEmpty {
            var ready = try await references(upTo: end)
            for voyage in changes.voyages {
                ready.insert(.voyage(VoyageDirectory.key(voyage.number.text)))
                for number in voyage.details?.carrierVoyageNumbers ?? [] { ready.insert(.voyage(VoyageDirectory.key(number.text))) }
            }
            ready.formUnion(try await locations())
            for (id, waits) in open where waits.contains(where: { Self.isOver($0, ready, now) }) { due.insert(id) }
        }
        let settled = try await retry(due, store)
        position = end
        voyagePosition = max(voyagePosition, changes.position)
        try await sweep(now)
        return settled
    }

    private static func isOver(_ wait: CarrierEventWait, _ ready: Set<CarrierEventWait>, _ now: Instant) -> Bool {
        if case .time(let time) = wait { time <= now } else { ready.contains(wait) }
    }

    private func openIds(_ store: any CarrierEventRepository) async throws(DomainError) -> Set<CarrierEventId> {
        var ids: Set<CarrierEventId> = []
        var last: CarrierEventId?
        while true {
            let page = try await store.ids(.open, of: nil, after: last, limit: PageLimit.range.upperBound).get()
            ids.formUnion(page)
            guard page.count == PageLimit.range.upperBound, let end = page.last else { return ids }
            last = end
        }
    }

    /// The references and cargos that changed since the last step.
    private func references(upTo end: Int64) async throws(DomainError) -> Set<CarrierEventWait> {
        var ready: Set<CarrierEventWait> = []
        guard var position else { return ready }
        while position < end {
            let entries = try await kit.store.events.entries(after: position, limit: PageLimit.range.upperBound).get()
            guard let last = entries.last else { return ready }
            for case .event(let event) in entries {
                switch event.fact {
                case .referenceAdded(let reference): ready.insert(.reference(reference))
                case .referenceRemoved(let reference): ready.formUnion([.reference(reference)] + Self.cargo(of: event))
                case .cargoBooked: ready.formUnion(Self.cargo(of: event))
                default: break
                }
            }
            position = last.sequence
        }
        return ready
    }

    private static func cargo(of event: DomainEvent) -> [CarrierEventWait] {
        ifValid { () throws(DomainError) in [.cargo(try TrackingId(event.aggregateId))] } ?? []
    }

    /// The locations that are waited for and registered.
    private func locations() async throws(DomainError) -> Set<CarrierEventWait> {
        var wanted: Set<UnLocode> = []
        for waits in open.values { for case .location(let code) in waits { wanted.insert(code) } }
        guard !wanted.isEmpty else { return [] }
        return Set(try await kit.store.locations.findAll(Array(wanted)).get().keys.map { .location($0) })
    }

    /// Tries events, and notes what those that are left wait for.
    private func retry(_ due: Set<CarrierEventId>, _ store: any CarrierEventRepository) async throws(DomainError) -> Int {
        var events: [CarrierEvent] = []
        for id in due.sorted() {
            if let event = try await store.find(id).get() { events.append(event) } else { open[id] = [] }
        }
        let settled = Set(try await desk.retry(events))
        for event in events where !settled.contains(event.id) {
            open[event.id] = try await store.find(event.id).get()?.waits ?? []
        }
        for id in settled { open[id] = nil }
        return settled.count
    }

    /// Empties old events, once an hour.
    private func sweep(_ now: Instant) async throws(DomainError) {
        if let lastSweep, now < lastSweep.later(.seconds(3600)) { return }
        lastSweep = now
        _ = try await desk.forget(settledBefore: now.earlier(retention))
    }
}
