import CargoApplication
import CargoDomain
import CargoWire

/// The handling events in a remote store.
struct HTTPHandlingEventRepository: HandlingEventRepository {
    let client: RemoteClient

    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError> {
        await client.records(of: trackingId).flatMap { records in
            do throws(DomainError) {
                return .success(try HandlingHistory(trackingId: trackingId, events: records.events, revision: records.revision))
            } catch {
                return .failure(.technical(.remoteRejected, cause: "the history violates \(error.code.rawValue)"))
            }
        }
    }

    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError> {
        await client.records(of: trackingId).map(\.retracted)
    }
}

/// Saves handling events and their retractions with their cargos in a remote store.
struct HTTPHandlingUnitOfWork: HandlingUnitOfWork {
    let client: RemoteClient

    /// If a response was lost, a stored event that is equal and has our registration time is the one that was saved.
    func save(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        await client.save(
            .send("POST", Self.path(event.trackingId), HandlingSave(event, after: history, with: cargo)),
            of: event.trackingId
        ) {
            ($0.events + $0.retracted.map(\.event)).contains { $0 == event && $0.registrationTime == event.registrationTime }
        }
    }

    /// If a response was lost, an equal retraction is the one that was saved.
    func retract(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) async -> Result<Void, DomainError> {
        let id = retraction.event.trackingId
        let body = HandlingRetraction(retraction, after: history, with: cargo)
        return await client.save(.send("POST", Self.path(id) + "/retractions", body), of: id) { $0.retracted.contains(retraction) }
    }

    fileprivate static func path(_ trackingId: TrackingId) -> String { "cargos/\(trackingId.text)/handling-events" }
}

extension RemoteClient {
    fileprivate func records(of trackingId: TrackingId) async -> Result<HandlingRecords, DomainError> {
        await value(.get(HTTPHandlingUnitOfWork.path(trackingId)))
    }

    /// Saves an event or its retraction.
    /// - Parameter isStored: returns whether the stored records have what the save would have stored.
    fileprivate func save(
        _ call: RemoteCall,
        of trackingId: TrackingId,
        isStored: (HandlingRecords) -> Bool
    ) async -> Result<Void, DomainError> {
        let outcome = await self.call(call)
        let failure: DomainError
        var doubt = outcome.doubt
        switch outcome.result {
        case .success(let answer):
            // Any server can answer 200, but only the service returns the version of the cargo that it stored.
            if answer.status == 204, answer.headers["etag"] != nil { return .success(()) }
            failure = .technical(.remoteRejected, cause: "the response to a save has status \(answer.status) and no saved version")
            doubt = failure
        case .failure(let error): failure = error
        }
        guard let doubt else { return .failure(failure) }
        if outcome.isCancelled { return .failure(.unknownOutcome(doubt)) }
        switch await records(of: trackingId) {
        case .success(let records) where isStored(records): return .success(())
        // The stored records aren't ours, so an earlier attempt can't have caused the conflict.
        case .success where failure.code == .concurrencyConflict: return .failure(failure)
        case .success, .failure: return .failure(doubt.explained("it is unknown whether it was saved"))
        }
    }
}
