import CargoApplication
import CargoDomain
import CargoWire

/// The handling events in a remote store.
struct HTTPHandlingEventRepository: HandlingEventRepository {
    let client: RemoteClient

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await client.history(of: trackingId)
    }

    func save(_ event: HandlingEvent, after history: HandlingHistory) async -> Result<Bool, DomainError> {
        await client.save(HandlingSave(event, after: history))
    }
}

/// Saves handling events with their cargos in a remote store.
struct HTTPHandlingUnitOfWork: HandlingUnitOfWork {
    let client: RemoteClient

    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Bool, DomainError> {
        await client.save(HandlingSave(event, after: history, with: cargo))
    }
}

extension RemoteClient {
    fileprivate func history(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await value(.get(Self.path(trackingId)), as: RecordList<HandlingEvent>.self).flatMap { list in
            do throws(DomainError) {
                return .success(try HandlingHistory(trackingId: trackingId, events: list.items))
            } catch {
                return .failure(.technical(.remoteRejected, cause: "the history violates \(error.code.rawValue)"))
            }
        }
    }

    /// Saves an event.
    ///
    /// If a response was lost, a stored event that is equal and has our registration time is the one that was saved.
    fileprivate func save(_ save: HandlingSave) async -> Result<Bool, DomainError> {
        let outcome = await call(.send("POST", Self.path(save.event.trackingId), save))
        let saved: Result<HandlingSaved, DomainError> = outcome.result.flatMap { Self.read($0) }
        var doubt = outcome.doubt
        switch saved {
        // If the event was already stored, only an earlier attempt of this call could have stored it.
        case .success(let saved) where saved.isNew || doubt == nil: return .success(saved.isNew)
        // A response that can't be decoded may still have come from the service.
        case .failure(let error): if case .success = outcome.result { doubt = error }
        case .success: break
        }
        guard let doubt else { return saved.map(\.isNew) }
        if outcome.isCancelled { return .failure(.unknownOutcome(doubt)) }
        let stored = await history(of: save.event.trackingId).map { $0.events.first { $0 == save.event } }
        switch (stored, saved) {
        case (.success(let event?), _): return .success(event.registrationTime == save.event.registrationTime)
        // The service looks for an equal event before it reports a conflict, and a history only grows.
        case (.success(nil), .failure(let error)) where error.code == .concurrencyConflict: return .failure(error)
        case (.success, _), (.failure, _): return .failure(doubt.explained("it is unknown whether it was saved"))
        }
    }

    private static func path(_ trackingId: TrackingId) -> String { "cargos/\(trackingId.text)/handling-events" }
}
