import CargoApplication
import CargoDomain
import CargoInfrastructure

extension CargoKit {
    /// The kit as a caller sees it: for a customer, only their own cargos, handling events and domain events exist.
    ///
    /// Every route that is open to customers works with it, so that a foreign id is as unknown as one that doesn't exist.
    func seen(by caller: Caller) -> CargoKit {
        guard let customer = caller.customer else { return self }
        let own = OwnCargos(all: store.cargos, customer: customer)
        let store = store.replacing(
            cargos: own,
            handlingEvents: OwnHandlingEvents(all: store.handlingEvents, cargos: own),
            idempotencyKeys: OwnIdempotencyKeys(all: store.idempotencyKeys, customer: customer),
            handlingUnitOfWork: NoHandling(),
            events: OwnEvents(all: store.events, customer: customer, owners: CargoLookups(store.cargos))
        )
        return over(store, of: customer)
    }
}

/// A customer's cargos.
struct OwnCargos: CargoRepository {
    let all: any CargoRepository
    let customer: CustomerId

    /// A record that can't be read isn't found either, nor is a cargo in an archive: the store doesn't say whose it is.
    func findByTrackingId(_ trackingId: TrackingId) async -> Result<Cargo, DomainError> {
        switch await all.findByTrackingId(trackingId) {
        case .success(let cargo): cargo.customerId == customer ? .success(cargo) : .failure(.cargoNotFound(trackingId))
        case .failure(let error): .failure(error.code == .corruptRecord || error.isOfAbsentCargo ? .cargoNotFound(trackingId) : error)
        }
    }

    func save(_ cargo: Cargo) async -> Result<Void, DomainError> {
        guard cargo.customerId == customer else { return .failure(.cargoNotFound(cargo.trackingId)) }
        return await all.save(cargo)
    }

    func nextTrackingId() async -> Result<TrackingId, DomainError> { await all.nextTrackingId() }

    func findForCustomer(_ customerId: CustomerId) async -> Result<[Cargo], DomainError> {
        customerId == customer ? await all.findForCustomer(customerId) : .success([])
    }

    /// The store intersects the customer's index with those of the other conditions.
    func find(
        _ query: CargoQuery,
        after trackingId: TrackingId?,
        limit: Int
    ) async -> Result<Page<Cargo, TrackingId>, DomainError> {
        guard query.customer == nil || query.customer == customer else { return .success(Page(items: [], next: nil)) }
        var query = query
        query.customer = customer
        return await all.find(query, after: trackingId, limit: limit)
    }
}

/// The handling events of a customer's cargos.
struct OwnHandlingEvents: HandlingEventRepository {
    let all: any HandlingEventRepository
    let cargos: OwnCargos

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        switch await cargos.findByTrackingId(trackingId) {
        case .success: return await all.findHistory(of: trackingId)
        case .failure(let error): return error.code == .cargoNotFound ? .success(.empty(of: trackingId)) : .failure(error)
        }
    }

    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        switch await cargos.findByTrackingId(trackingId) {
        case .success: return await all.findRetracted(of: trackingId)
        case .failure(let error): return error.code == .cargoNotFound ? .success([]) : .failure(error)
        }
    }
}

/// Customers don't handle cargos.
struct NoHandling: HandlingUnitOfWork {
    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        .failure(.cargoNotFound(event.trackingId))
    }

    func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        .failure(.cargoNotFound(retraction.event.trackingId))
    }
}

/// A customer's idempotency keys, which are apart from everyone else's: the same key of two customers means two bookings.
struct OwnIdempotencyKeys: IdempotencyKeyRepository {
    let all: any IdempotencyKeyRepository
    let customer: CustomerId

    func find(_ key: IdempotencyKey) async -> Result<BookingReservation?, DomainError> {
        switch own(key) {
        case .success(let key): await all.find(key)
        case .failure(let error): .failure(error)
        }
    }

    func reserve(_ key: IdempotencyKey, for reservation: BookingReservation) async -> Result<BookingReservation, DomainError> {
        switch own(key) {
        case .success(let key): await all.reserve(key, for: reservation)
        case .failure(let error): .failure(error)
        }
    }

    /// A hash, because a key may be as long as keys can be.
    private func own(_ key: IdempotencyKey) -> Result<IdempotencyKey, DomainError> {
        let digest = SHA256.hash(Array("\(customer)\n\(key.text)".utf8))
        return Result { () throws(DomainError) in try IdempotencyKey("customer/" + Base64.encode(digest)) }
    }
}

extension FeedEntry {
    /// The same entry without the event's actor.
    var withoutActor: FeedEntry {
        if case .event(let event) = self { .event(event.withoutActor) } else { self }
    }
}

/// The events of a customer's cargos, without those who caused them.
struct OwnEvents: DomainEventFeed {
    let all: any DomainEventFeed
    let customer: CustomerId
    let owners: CargoLookups

    func events(after sequence: Int64, limit: Int) async -> Result<[DomainEvent], DomainError> {
        await entries(after: sequence, limit: limit).map { entries in
            entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
        }
    }

    func entries(after sequence: Int64, limit: Int) async -> Result<[FeedEntry], DomainError> {
        await part(after: sequence, limit: limit, maximumRead: .max).map(\.entries)
    }

    /// Returns events of the customer's cargos after a position, and the position to continue from; nil at the end of the outbox.
    /// - Parameter maximumRead: how many events of all customers are read.
    func part(after sequence: Int64, limit: Int, maximumRead: Int = 2_000) async -> Result<
        (entries: [FeedEntry], next: Int64?), DomainError
    > {
        do throws(DomainError) {
            try PageLimit.check(limit)
            var own: [FeedEntry] = []
            var last = sequence
            var read = 0
            while read < maximumRead {
                let page = try await all.entries(after: last, limit: PageLimit.range.upperBound).get()
                for entry in page where try await owners.customer(of: entry) == customer {
                    own.append(entry.withoutActor)
                    if own.count == limit { return .success((own, entry.sequence)) }
                }
                guard page.count == PageLimit.range.upperBound, let end = page.last?.sequence else { return .success((own, nil)) }
                last = end
                read += page.count
            }
            return .success((own, last))
        } catch {
            return .failure(error)
        }
    }
}
