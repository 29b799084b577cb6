#if Server
import CargoApplication
import CargoDomain

/// An index of when cargos were booked and routed and when their estimate last changed, built from the outbox, which is the only source of these times.
///
/// A request reads at most a few thousand events into the index. If more are left, a background task reads them. The index takes about 60
/// bytes per cargo, as much as the store's own index, and is built on first use.
actor BookingTimes {
    /// When a cargo was booked, when it was last assigned a route, and when its estimate was last announced since.
    struct Times: Hashable, Sendable {
        var booked: Instant?
        var routed: Instant?
        var estimated: Instant?
    }

    /// The times in epoch milliseconds, or `none`.
    private struct Packed {
        static let none = Int64.min
        var booked = none
        var routed = none
        var estimated = none
    }

    /// The maximum number of events per page, and of pages per request.
    static let pageSize = 1000
    static let mostPages = 4

    private let kit: CargoKit
    private var position: Int64 = 0
    private var times: [String: Packed] = [:]
    private var reading: Task<Void, Never>?

    init(_ kit: CargoKit) { self.kit = kit }

    deinit { reading?.cancel() }

    /// Reads new events from the outbox, up to the limit for a request.
    /// - Returns: whether the index is complete; if not, a background task reads on.
    func catchUp() async -> Result<Bool, DomainError> {
        guard reading == nil else { return .success(false) }
        for _ in 0..<Self.mostPages {
            switch await readPage() {
            case .failure(let error): return .failure(error)
            case .success(let isLast): if isLast { return .success(true) }
            }
        }
        if reading == nil { reading = Task { [weak self] in await self?.readOn() } }
        return .success(false)
    }

    /// The times known for a cargo.
    func times(of trackingId: TrackingId) -> Times? {
        guard let packed = times[trackingId.text] else { return nil }
        return Times(
            booked: Self.instant(packed.booked),
            routed: Self.instant(packed.routed),
            estimated: Self.instant(packed.estimated)
        )
    }

    private func readOn() async {
        defer { reading = nil }
        while !Task.isCancelled {
            // The next request continues from here, and reports the failure if it persists.
            guard case .success(false) = await readPage() else { return }
        }
    }

    /// Reads a page and returns whether it was the last.
    ///
    /// Skips events that can't be read. Two concurrent reads of the same page have the same result, so repeating one is harmless.
    private func readPage() async -> Result<Bool, DomainError> {
        switch await kit.store.events.entries(after: position, limit: Self.pageSize) {
        case .failure(let error): return .failure(error)
        case .success(let entries):
            if let last = entries.last?.sequence, last > position {
                for case .event(let event) in entries { learn(from: event) }
                position = last
            }
            return .success(entries.count < Self.pageSize)
        }
    }

    private func learn(from event: DomainEvent) {
        switch event.fact {
        case .cargoBooked: times[event.aggregateId, default: Packed()].booked = event.occurredAt.epochMilliseconds
        case .cargoRouted:
            times[event.aggregateId, default: Packed()].routed = event.occurredAt.epochMilliseconds
            times[event.aggregateId, default: Packed()].estimated = Packed.none
        case .estimatedArrivalChanged, .routeDisrupted, .routeRestored:
            times[event.aggregateId, default: Packed()].estimated = event.occurredAt.epochMilliseconds
        case .routeRespecified, .destinationChanged, .deadlineChanged, .handlingEventRegistered, .handlingEventRetracted, .cargoHandled,
            .cargoMisdirected, .cargoBackOnTrack, .cargoArrived, .cargoClaimed, .cargoCancelled, .cargoReinstated,
            .referenceAdded, .referenceRemoved, .voyageRescheduled:
            break
        }
    }

    private static func instant(_ milliseconds: Int64) -> Instant? {
        // The value came from a valid instant.
        try? Instant(epochMilliseconds: milliseconds)
    }
}
#endif
