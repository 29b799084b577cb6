#if Server
import CargoApplication
import CargoDomain

/// Finds the end of the outbox without reading it. The events are numbered from 1 without gaps, so a few lookups are enough.
actor OutboxEnd {
    private let kit: CargoKit
    private var known: Int64 = 0

    init(_ kit: CargoKit) { self.kit = kit }

    /// The position of the last event; 0 if there is none.
    func position() async throws(DomainError) -> Int64 {
        let last = try await kit.store.events.lastSequence(atLeast: known)
        known = max(known, last)
        return last
    }
}
#endif
