#if Server
import CargoApplication
import CargoDomain

/// When cargos were booked and routed: an index of the outbox, which alone tells these times.
///
/// A request reads the index on by a few thousand events at most. If that isn't enough, a task reads the rest beside the requests. The index
/// takes about 50 bytes a cargo, as much as the store's own, and is made once someone asks for it.
actor BookingTimes {
    /// When a cargo was booked, and when it was last given a route.
    struct Times: Hashable, Sendable {
        var booked: Instant?
        var routed: Instant?
    }

    /// Two moments in milliseconds, or `none`.
    private struct Packed {
        static let none = Int64.min
        var booked = none
        var routed = none
    }

    /// The most events in a page, and the most pages that a request reads.
    static let pageSize = 1000
    static let mostPages = 4

    private let environment: CargoApplication.Environment
    private var position: Int64 = 0
    private var times: [String: Packed] = [:]
    private var reading: Task<Void, Never>?

    init(_ environment: CargoApplication.Environment) { self.environment = environment }

    deinit { reading?.cancel() }

    /// Reads what is new in the outbox, as far as a request may.
    /// - Returns: whether that was all; if not, it is read on beside the requests.
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

    /// What is known of a cargo.
    func times(of trackingId: TrackingId) -> Times? {
        guard let packed = times[trackingId.text] else { return nil }
        return Times(booked: Self.instant(packed.booked), routed: Self.instant(packed.routed))
    }

    private func readOn() async {
        defer { reading = nil }
        while !Task.isCancelled {
            // The next request reads on from here, and tells its caller of a failure that lasts.
            guard case .success(false) = await readPage() else { return }
        }
    }

    /// Reads a page; tells whether it was the last.
    ///
    /// An event that can't be read is passed over. Two who read the same page at once learn the same, twice.
    private func readPage() async -> Result<Bool, DomainError> {
        switch await environment.events.entries(after: position, limit: Self.pageSize) {
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
        case .cargoRouted: times[event.aggregateId, default: Packed()].routed = event.occurredAt.epochMilliseconds
        case .routeRespecified, .destinationChanged, .deadlineChanged, .cargoHandled, .cargoMisdirected, .cargoBackOnTrack, .cargoArrived,
            .cargoClaimed, .voyageRescheduled:
            break
        }
    }

    private static func instant(_ milliseconds: Int64) -> Instant? {
        // It was an instant before.
        try? Instant(epochMilliseconds: milliseconds)
    }
}
#endif
