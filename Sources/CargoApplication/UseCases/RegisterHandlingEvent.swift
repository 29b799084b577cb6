public import CargoDomain

/// Registers a handling event and updates its cargo's delivery (HND-1 to HND-6, CRG-6).
///
/// If the backend has a unit of work, both are stored in one step. Otherwise the event is stored first. Registering a known event again succeeds
/// and stores no event, but updates the cargo, which repairs the effect of a crash between the two steps.
public struct RegisterHandlingEvent: UseCase {
    private let kit: CargoKit

    /// Creates the use case.
    public init(_ kit: CargoKit) { self.kit = kit }

    /// The event to register.
    public struct Request: Sendable {
        /// When the handling was completed.
        public let completionTime: Instant
        /// Where it was completed.
        public let location: UnLocode
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
            completionTime: Instant
        ) {
            self.completionTime = completionTime
            self.location = location
            self.trackingId = trackingId
            self.type = type
            self.voyageNumber = voyageNumber
        }
    }

    /// The registered event.
    public struct Response: Hashable, Sendable {
        /// The event; if it was known already, the stored one.
        public let event: HandlingEvent
        /// Whether the event is new.
        public let isNew: Bool

        /// Creates a response, for a fake in a test.
        public init(event: HandlingEvent, isNew: Bool) {
            self.event = event
            self.isNew = isNew
        }
    }

    /// Registers the event and updates the cargo.
    /// - Returns: the stored event, or one of the errors `cargo_not_found`, `voyage_not_found`, `location_not_found`,
    ///   `handling_voyage_required`, `handling_voyage_prohibited`, `handling_completed_after_registration`, `cargo_already_claimed`,
    ///   `handling_repeated`, `claim_before_other_handling`, `concurrency_conflict` after 1000 lost races, and `corrupt_record`.
    public func execute(_ request: Request) async -> Result<Response, DomainError> {
        await outcome { () async throws(DomainError) in
            let event = try await event(for: request)
            let (response, isInspected) = try await Retry.onConflict { (isLast) async throws(DomainError) in
                try await store(event, alone: isLast)
            }
            if !isInspected { try await inspect(event.trackingId) }
            return response
        }
    }

    /// Makes the event of a request, after the lookups (HND-1, HND-2).
    package func event(for request: Request) async throws(DomainError) -> HandlingEvent {
        _ = try await kit.store.cargos.findByTrackingId(request.trackingId).get()
        if let number = request.voyageNumber { _ = try await kit.store.voyages.findByNumber(number).get() }
        try await kit.checkKnown([request.location])
        return try HandlingEvent(
            trackingId: request.trackingId,
            activity: try HandlingActivity(type: request.type, location: request.location, voyageNumber: request.voyageNumber),
            completionTime: request.completionTime,
            registrationTime: kit.clock.now()
        )
    }

    /// Returns the equal event in a history (HND-3), or nil if the history accepts the event as new (HND-6).
    package static func known(_ event: HandlingEvent, in history: HandlingHistory) throws(DomainError) -> HandlingEvent? {
        if let known = history.events.first(where: { $0 == event }) { return known }
        try history.checkAccepts(event)
        return nil
    }

    /// Stores the event if it is new, in one step with its cargo if it changes the cargo.
    ///
    /// Returns whether the cargo is up to date.
    ///
    /// The last attempt stores the event alone, so that concurrent saves of the cargo can't keep the event out.
    private func store(_ event: HandlingEvent, alone: Bool) async throws(DomainError) -> (Response, isInspected: Bool) {
        let history = try await kit.store.handlingEvents.findHistory(of: event.trackingId).get()
        if let known = try Self.known(event, in: history) { return (Response(event: known, isNew: false), false) }
        if !alone, let unitOfWork = kit.store.handlingUnitOfWork {
            let cargo = try await kit.store.cargos.findByTrackingId(event.trackingId).get()
            let derived = try cargo.derivingDeliveryProgress(from: try history.adding(event))
            if derived.delivery != cargo.delivery {
                let isNew = try await unitOfWork.save(event, after: history, with: derived).get()
                return (Response(event: event, isNew: isNew), isNew)
            }
        }
        return (Response(event: event, isNew: try await kit.store.handlingEvents.save(event, after: history).get()), false)
    }

    /// Derives the delivery from the history and saves the cargo if the delivery changed.
    private func inspect(_ trackingId: TrackingId) async throws(DomainError) {
        try await Retry.onConflict { () async throws(DomainError) in
            let cargo = try await kit.store.cargos.findByTrackingId(trackingId).get()
            let history = try await kit.store.handlingEvents.findHistory(of: trackingId).get()
            let derived = try cargo.derivingDeliveryProgress(from: history)
            if derived.delivery != cargo.delivery { try await kit.store.cargos.save(derived).get() }
        }
    }
}
