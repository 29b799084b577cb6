public import CargoDomain

/// Retracts a handling event that was registered by mistake, and updates its cargo (HND-7).
///
/// Both are stored in one step. Retracting an event again succeeds and stores no retraction, but updates the cargo.
public struct RetractHandlingEvent: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The event to retract, and why.
    public struct Request: Sendable {
        /// When the handling was completed, exactly as registered.
        public let completionTime: Instant
        /// Where it was completed.
        public let location: UnLocode
        /// Why it is retracted.
        public let reason: Reason
        /// The cargo.
        public let trackingId: TrackingId
        /// The kind of handling.
        public let type: HandlingType
        /// The voyage, for loading and unloading.
        public let voyageNumber: VoyageNumber?

        /// Creates a request.
        ///
        /// `execute` checks whether the type requires or prohibits a voyage number.
        public init(
            trackingId: TrackingId,
            type: HandlingType,
            location: UnLocode,
            voyageNumber: VoyageNumber? = nil,
            completionTime: Instant,
            reason: Reason
        ) {
            self.completionTime = completionTime
            self.location = location
            self.reason = reason
            self.trackingId = trackingId
            self.type = type
            self.voyageNumber = voyageNumber
        }
    }

    /// The retracted event.
    public struct Response: Hashable, Sendable {
        /// The event as it was registered.
        public let event: HandlingEvent
        /// Whether this request retracted it.
        public let isNew: Bool

        /// Creates a response, for a fake in a test.
        public init(event: HandlingEvent, isNew: Bool) {
            self.event = event
            self.isNew = isNew
        }
    }

    /// Retracts the event and updates the cargo.
    /// - Returns: the event as it was registered, or one of the errors `cargo_not_found`, `handling_voyage_required`,
    ///   `handling_voyage_prohibited`, `handling_event_not_found`, `concurrency_conflict` after 1000 lost races, and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            try await Retry.onConflict { () async throws(DomainError) in try await retract(request) }
        }
    }

    private func retract(_ request: Request) async throws(DomainError) -> Response {
        let cargo = try await kit.store.cargos.findByTrackingId(request.trackingId).get()
        let activity = try HandlingActivity(type: request.type, location: request.location, voyageNumber: request.voyageNumber)
        let handled = CompletedActivity(activity: activity, completionTime: request.completionTime)
        let history = try await kit.store.handlingEvents.findHistory(of: cargo.trackingId).get()
        guard let event = history.events.first(where: { $0.handled == handled }) else {
            let known = try await retracted(handled, of: cargo.trackingId)
            let inspected = try await kit.inspected(cargo, after: history)
            if inspected != cargo { try await kit.store.cargos.save(inspected).get() }
            return Response(event: known, isNew: false)
        }
        let noted = cargo.noting(retractionOf: event, because: request.reason)
        let inspected = try await kit.inspected(noted, after: history.retracting(event))
        let retraction = RetractedEvent(event: event, reason: request.reason, retractedAt: kit.clock.now())
        try await kit.store.handlingUnitOfWork.retract(retraction, after: history, with: inspected).get()
        return Response(event: event, isNew: true)
    }

    private func retracted(_ handled: CompletedActivity, of trackingId: TrackingId) async throws(DomainError) -> HandlingEvent {
        let retracted = try await kit.store.handlingEvents.findRetracted(of: trackingId).get()
        guard let known = retracted.first(where: { $0.event.handled == handled }) else { throw .handlingEventNotFound(trackingId) }
        return known.event
    }
}
