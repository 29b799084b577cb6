// The examples of docs/audit.md, compiled as they stand there (./tool check-examples).
import CargoApplication
import CargoDomain

private func read(_ trackingId: TrackingId, _ kit: CargoKit) async throws {
    let trail = try await kit.auditTrail(.init(trackingId: trackingId))
    for event in trail.events { print(event.occurredAt, event.actor?.text ?? "-", event.fact.type, event.correlationId ?? "-") }
}

private func handle(_ trackingId: TrackingId, at port: UnLocode, _ kit: CargoKit) async throws {
    try await Correlation.$actor.withValue(EventActor("job:nightly")) {
        _ = try await kit.handle(.claim, of: trackingId, at: port)
    }
}
