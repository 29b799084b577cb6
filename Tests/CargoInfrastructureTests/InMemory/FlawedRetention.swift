import CargoApplication
import CargoDomain
import CargoTesting

/// What a retention does wrong.
enum RetentionFlaw: Sendable {
    case keepsCargos, forgetsIds, removesOneByOne, losesRetractions, restoresAnything, keepsEvents, trimsOneMore, keepsKeys, keepsReasons
    case keepsSubscriptions
}

/// A retention that breaks one promise.
struct FlawedRetention: StoreRetention {
    let wrapped: any StoreRetention
    let backend: RepositoryBackend
    let flaw: RetentionFlaw

    func contents(of trackingId: TrackingId) async -> Result<StoredCargoContents, DomainError> { await wrapped.contents(of: trackingId) }

    func remove(_ cargos: [Cargo], to place: ArchivePlace) async -> Result<Void, DomainError> {
        switch flaw {
        case .keepsCargos: return .success(())
        case .removesOneByOne:
            for cargo in cargos {
                if case .failure(let error) = await wrapped.remove([cargo], to: place) { return .failure(error) }
            }
            return .success(())
        default: return await wrapped.remove(cargos, to: place)
        }
    }

    func place(of trackingId: TrackingId) async -> Result<ArchivePlace?, DomainError> {
        flaw == .forgetsIds ? .success(nil) : await wrapped.place(of: trackingId)
    }

    func restore(_ contents: StoredCargoContents) async -> Result<Void, DomainError> {
        switch flaw {
        case .restoresAnything:
            _ = await wrapped.restore(contents)
            return .success(())
        case .losesRetractions:
            let registrations = contents.handling.filter { if case .registration = $0 { true } else { false } }
            return await wrapped.restore(StoredCargoContents(cargo: contents.cargo, handling: registrations, origins: contents.origins))
        default: return await wrapped.restore(contents)
        }
    }

    func firstEvent() async -> Result<Int64, DomainError> { await wrapped.firstEvent() }
    func consumers() async -> Result<[OutboxConsumer], DomainError> { await wrapped.consumers() }

    func trim(eventsUpTo position: Int64, keysOf bookings: Set<TrackingId>) async -> Result<Int, DomainError> {
        switch flaw {
        case .keepsEvents: await wrapped.trim(eventsUpTo: 0, keysOf: bookings)
        case .trimsOneMore: await wrapped.trim(eventsUpTo: position + 1, keysOf: bookings)
        case .keepsKeys: await wrapped.trim(eventsUpTo: position, keysOf: []).map { _ in bookings.count }
        default: await wrapped.trim(eventsUpTo: position, keysOf: bookings)
        }
    }

    func forgetSubscriptions(removedFor days: Int64, at now: Instant) async -> Result<Int, DomainError> {
        flaw == .keepsSubscriptions ? .success(1) : await wrapped.forgetSubscriptions(removedFor: days, at: now)
    }

    func eraseTraces(of customer: CustomerId, in cargos: Set<TrackingId>, as pseudonym: CustomerId) async -> Result<Int, DomainError> {
        await wrapped.eraseTraces(of: customer, in: flaw == .keepsReasons ? [] : cargos, as: pseudonym)
    }
}
