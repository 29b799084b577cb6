package import CargoDomain

/// Keeps in memory what `SummarizeWorklist` counts, for a service that is asked often.
///
/// The first summary reads each cargo that needs attention. Later ones read the domain events since, and the cargos that these name. Every save
/// that changes what a cargo needs raises an event, so the summary includes all saves before the call, of other processes too. Uncollected cargos
/// depend on the time, so they are read from the store's index each time. Takes about 50 bytes for each cargo that needs attention.
package actor WorklistTally {
    private let kit: CargoKit
    /// The causes of each cargo that needs attention, except those that depend on the time.
    private var causes: [TrackingId: [AttentionCause]] = [:]
    /// Each list of causes once, so that cargos share it.
    private var lists: [[AttentionCause]: [AttentionCause]] = [:]
    private var counts: [AttentionCause: Int] = [:]
    /// The last event that is included; nil before the first summary.
    private var position: Int64?
    /// The count that runs.
    private var running: Task<Result<SummarizeWorklist.Response, DomainError>, Never>?
    /// The count that begins when that one ends: all who call until then share it.
    private var waiting: Task<Result<SummarizeWorklist.Response, DomainError>, Never>?

    /// Creates a tally of all cargos.
    package init(_ kit: CargoKit) { self.kit = kit }

    /// The number of new events above which a full count is cheaper than following them.
    private static let maximumEvents: Int64 = 10_000

    /// Returns the groups of all customers' cargos, as `SummarizeWorklist` does.
    package func summary() async throws(DomainError) -> SummarizeWorklist.Response {
        // A count includes the saves before it begins, so one that runs is too old for this call.
        if let waiting { return try await waiting.value.get() }
        let previous = running
        let next = Task { () async -> Result<SummarizeWorklist.Response, DomainError> in
            _ = await previous?.value
            (running, waiting) = (waiting, nil)
            do throws(DomainError) {
                return .success(try await counted())
            } catch {
                return .failure(error)
            }
        }
        waiting = next
        return try await next.value.get()
    }

    private func counted() async throws(DomainError) -> SummarizeWorklist.Response {
        try await follow()
        let now = kit.clock.now()
        var groups = SummarizeWorklist.Groups(counts)
        var count = causes.count
        try await kit.forEachCargo(needing: .uncollected, at: now) { cargo in
            if causes[cargo.trackingId] == nil { count += 1 }
            for cause in cargo.causes(at: now) where cause.need == .uncollected { groups.add(cargo, with: cause) }
        }
        return .init(groups: groups.sorted, count: count, asOf: now)
    }

    /// Includes what happened since the last summary.
    private func follow() async throws(DomainError) {
        guard let start = position else { return try await build() }
        var changed: Set<TrackingId> = []
        var end = start
        while true {
            let entries = try await kit.store.events.entries(after: end, limit: PageLimit.range.upperBound).get()
            guard let last = entries.last else {
                // A store that was restored from a backup may end before.
                if end > 0, try await kit.store.events.entries(after: end - 1, limit: 1).get().isEmpty {
                    position = nil
                    return try await build()
                }
                break
            }
            end = last.sequence
            guard end - start <= Self.maximumEvents else { return try await build() }
            for entry in entries {
                // An unreadable event may concern any cargo.
                guard case .event(let event) = entry else { return try await build() }
                if event.aggregateType == .cargo { changed.insert(try TrackingId(event.aggregateId)) }
            }
        }
        for id in changed {
            do throws(DomainError) {
                note(try await kit.store.cargos.findByTrackingId(id).get())
            } catch {
                // A damaged cargo is left out, and so is one that went into an archive.
                guard error.code == .corruptRecord || error.isOfAbsentCargo else { throw error }
                set(id, nil)
            }
        }
        position = end
    }

    /// Counts all cargos.
    private func build() async throws(DomainError) {
        // A save after this is in an event that the next summary reads.
        let end = try await kit.store.events.lastSequence(atLeast: position ?? 0)
        (causes, lists, counts, position) = ([:], [:], [:], nil)
        let now = kit.clock.now()
        for need in AttentionReason.stored {
            try await kit.forEachCargo(needing: need, at: now) { cargo in
                if cargo.needs.first == need { note(cargo) }
            }
        }
        position = end
    }

    private func note(_ cargo: Cargo) { set(cargo.trackingId, cargo.needs.isEmpty ? nil : cargo.storedCauses) }

    private func set(_ id: TrackingId, _ new: [AttentionCause]?) {
        for cause in causes[id] ?? [] {
            // safe: a dictionary
            let left = (counts[cause] ?? 0) - 1
            counts[cause] = left > 0 ? left : nil
        }
        for cause in new ?? [] { counts[cause, default: 0] += 1 }
        causes[id] = new.map { list in
            let shared = lists[list] ?? list
            lists[list] = shared
            return shared
        }
    }
}
