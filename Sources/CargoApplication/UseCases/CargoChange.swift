package import CargoDomain

/// A change that each of many cargos may get.
package enum CargoChange: Sendable {
    /// The best route that arrives in time.
    case assignBestRoute
    case deadline(Instant)
    case pickUp(Instant)
    case hold(HoldType, Reason)
    case release(HoldType)
    case cancel(Reason)
    case addReference(CargoReference)

    /// What became of a cargo.
    package enum Outcome: Hashable, Sendable {
        case changed, unchanged
        /// No route arrives in time.
        case withoutRoute
        case failed(DomainError)
    }

    /// Changes a cargo; one that has the change already stays as it is.
    package func apply(to trackingId: TrackingId, _ kit: CargoKit) async -> Outcome {
        do throws(DomainError) {
            return try await Retry.onConflict { () async throws(DomainError) -> Outcome in
                let before = try await FindCargo(kit).execute(.init(trackingId: trackingId)).get().version
                guard let revision = try await revision(of: trackingId, kit) else { return .withoutRoute }
                return revision.version == before ? .unchanged : .changed
            }
        } catch {
            return .failed(error)
        }
    }

    private func revision(of id: TrackingId, _ kit: CargoKit) async throws(DomainError) -> CargoRevision? {
        switch self {
        case .assignBestRoute:
            let found = try await FindRoutes(kit).execute(.init(for: id, limit: 1)).get()
            guard let best = found.itineraries.first else { return nil }
            return try await AssignRoute(kit).execute(.init(best, to: id)).get()
        case .deadline(let deadline): return try await ChangeDeadline(kit).execute(.init(of: id, to: deadline)).get()
        case .pickUp(let deadline): return try await SetPickUpDeadline(kit).execute(.init(of: id, to: deadline)).get()
        case .hold(let type, let reason): return try await PlaceHold(kit).execute(.init(type, on: id, because: reason)).get()
        case .release(let type): return try await ReleaseHold(kit).execute(.init(type, on: id)).get()
        case .cancel(let reason): return try await CancelBooking(kit).execute(.init(of: id, because: reason)).get()
        case .addReference(let reference): return try await AddReference(kit).execute(.init(reference, to: id)).get()
        }
    }
}
