public import CargoDomain

/// Registers something that was done to a cargo and brings the cargo's delivery up to date (HND-1 to HND-6, CRG-6).
///
/// Both are stored in one step where the backend can. Elsewhere the event comes first; an event that is known already is a success, stores
/// nothing, and the cargo is brought up to date all the same: that heals a crash between the two steps.
public struct RegisterHandlingEvent: UseCase {
    private let environment: Environment

    /// Makes the use case.
    public init(_ environment: Environment) { self.environment = environment }

    /// What was done.
    public struct Request: Sendable {
        /// When it was done.
        public let completionTime: Instant
        /// Where.
        public let location: UnLocode
        /// The cargo.
        public let trackingId: TrackingId
        /// What.
        public let type: HandlingType
        /// The voyage it was loaded onto or unloaded from.
        public let voyageNumber: VoyageNumber?

        /// Tells of an event; whether the type goes with a voyage number is judged after the lookups.
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

    /// The event that stands in the cargo's history now.
    public struct Response: Hashable, Sendable {
        /// The event; of one that was known already, the one that is stored.
        public let event: HandlingEvent
        /// Whether it was not known before.
        public let isNew: Bool
    }

    /// Registers the event and inspects the cargo.
    /// - Returns: `cargo_not_found`, `voyage_not_found`, `location_not_found`, `handling_voyage_required`,
    ///   `handling_voyage_prohibited`, `handling_completed_after_registration`, `cargo_already_claimed`, `handling_repeated`,
    ///   `claim_before_other_handling`.
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

    /// The event that a request tells of, after the lookups, HND-1 and HND-2.
    package func event(for request: Request) async throws(DomainError) -> HandlingEvent {
        _ = try await environment.cargos.findByTrackingId(request.trackingId).get()
        if let number = request.voyageNumber { _ = try await environment.voyages.findByNumber(number).get() }
        try await environment.checkKnown([request.location])
        return try HandlingEvent(
            trackingId: request.trackingId,
            activity: try HandlingActivity(type: request.type, location: request.location, voyageNumber: request.voyageNumber),
            completionTime: request.completionTime,
            registrationTime: environment.clock.now()
        )
    }

    /// The event of a history that equals this one (HND-3), or nil where the history accepts it as new (HND-6).
    package static func known(_ event: HandlingEvent, in history: HandlingHistory) throws(DomainError) -> HandlingEvent? {
        if let known = history.events.first(where: { $0 == event }) { return known }
        try history.checkAccepts(event)
        return nil
    }

    /// Stores the event if it is new: with its cargo in one step if it changes it, or alone; tells whether the cargo is up to date then.
    ///
    /// A cargo that is saved by others again and again must not keep the event out: in the end it is stored alone.
    private func store(_ event: HandlingEvent, alone: Bool) async throws(DomainError) -> (Response, isInspected: Bool) {
        let history = try await environment.handlingEvents.findHistory(of: event.trackingId).get()
        if let known = try Self.known(event, in: history) { return (Response(event: known, isNew: false), false) }
        if !alone, let unitOfWork = environment.handlingUnitOfWork {
            let cargo = try await environment.cargos.findByTrackingId(event.trackingId).get()
            let derived = try cargo.deriveDeliveryProgress(try history.adding(event))
            if derived.delivery != cargo.delivery {
                let isNew = try await unitOfWork.save(event, after: history, with: derived).get()
                return (Response(event: event, isNew: isNew), isNew)
            }
        }
        return (Response(event: event, isNew: try await environment.handlingEvents.save(event, after: history).get()), false)
    }

    /// Derives the delivery from the history and saves it if it is another one.
    private func inspect(_ trackingId: TrackingId) async throws(DomainError) {
        try await Retry.onConflict { () async throws(DomainError) in
            let cargo = try await environment.cargos.findByTrackingId(trackingId).get()
            let history = try await environment.handlingEvents.findHistory(of: trackingId).get()
            let derived = try cargo.deriveDeliveryProgress(history)
            if derived.delivery != cargo.delivery { try await environment.cargos.save(derived).get() }
        }
    }
}
