/// Reads the handling events of cargos.
///
/// An event is stored and retracted together with its cargo (UC-5, HND-7). A retracted event is no part of a history.
///
/// Methods run off the caller's actor (see `CargoRepository`).
public protocol HandlingEventRepository: Sendable {
    /// Reads the handling history of a cargo. The history is empty if the cargo has no events or doesn't exist.
    /// - Returns: `corrupt_record` if a stored event is broken.
    @concurrent
    func findHistory(of trackingId: TrackingId) async -> Result<HandlingHistory, DomainError>

    /// Reads the events of a cargo that were retracted and not registered again, in the order of a history (HND-7, HND-4).
    /// - Returns: `corrupt_record` if a stored event or retraction is broken.
    @concurrent
    func findRetracted(of trackingId: TrackingId) async -> Result<[RetractedEvent], DomainError>
}
