public import CargoDomain

/// Registers a handling event and inspects its cargo: updates the delivery and announces the estimate (HND-1 to HND-6, UC-5).
///
/// Both are stored in one step. Registering a known event again succeeds and stores no event, but inspects the cargo.
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
            try await Retry.onConflict { () async throws(DomainError) in
                let (cargo, event, history) = try await state(for: request)
                return try await register(event, of: cargo, after: history)
            }
        }
    }

    /// Registers the event and updates the cargo, unless the event was retracted.
    /// - Parameter reasons: the reasons with which it may have been retracted all the same.
    /// - Returns: the stored event, or nil if it was retracted; otherwise what `execute` returns.
    package func executeUnlessRetracted(_ request: Request, butFor reasons: Set<String> = []) async -> Result<Response?, DomainError> {
        await outcome { () async throws(DomainError) in
            try await Retry.onConflict { () async throws(DomainError) -> Response? in
                let (cargo, event, history) = try await state(for: request)
                // After the history, which a retraction changes: one that comes now lets the save fail, and the next attempt sees it.
                let retracted = try await kit.store.handlingEvents.findRetracted(of: event.trackingId).get()
                if retracted.contains(where: { $0.event == event && !reasons.contains($0.reason.text) }) { return nil }
                return try await register(event, of: cargo, after: history)
            }
        }
    }

    /// Looks up what a request names, and makes its event (HND-1, HND-2).
    package func state(
        for request: Request
    ) async throws(DomainError) -> (cargo: Cargo, event: HandlingEvent, history: HandlingHistory) {
        let cargo = try await kit.store.cargos.findByTrackingId(request.trackingId).get()
        if let number = request.voyageNumber { _ = try await kit.store.voyages.findByNumber(number).get() }
        try await kit.checkKnown([request.location])
        let event = try HandlingEvent(
            trackingId: request.trackingId,
            activity: try HandlingActivity(type: request.type, location: request.location, voyageNumber: request.voyageNumber),
            completionTime: request.completionTime,
            registrationTime: kit.clock.now()
        )
        return (cargo, event, try await kit.store.handlingEvents.findHistory(of: request.trackingId).get())
    }

    /// Returns the equal event in a history (HND-3), or nil if the history accepts the event as new (HND-6).
    package static func known(_ event: HandlingEvent, in history: HandlingHistory) throws(DomainError) -> HandlingEvent? {
        if let known = history.events.first(where: { $0 == event }) { return known }
        try history.checkAccepts(event)
        return nil
    }

    /// Stores the event if it is new, and inspects its cargo in either case.
    private func register(_ event: HandlingEvent, of cargo: Cargo, after history: HandlingHistory) async throws(DomainError) -> Response {
        if let known = try Self.known(event, in: history) {
            let inspected = try await kit.inspected(cargo, after: history)
            if inspected != cargo { try await kit.store.cargos.save(inspected).get() }
            return Response(event: known, isNew: false)
        }
        let after = try history.adding(event)
        let inspected = try await kit.announced(try cargo.handled(by: event, history: after), after: after)
        try await kit.store.handlingUnitOfWork.save(event, after: history, with: inspected).get()
        return Response(event: event, isNew: true)
    }
}
