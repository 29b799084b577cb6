public import CargoDomain

extension HandlingActivity {
    /// Returns an activity, by default RECEIVE in Hong Kong.
    ///
    /// Traps if it breaks HND-1.
    public static func stub(_ type: HandlingType = .receive, at location: String = "HKHKG", voyage: String? = nil) -> Self {
        stubbed { () throws(DomainError) in
            try Self(type: type, location: .stub(location), voyageNumber: voyage.map { .stub($0) })
        }
    }
}

extension HandlingEvent {
    /// Returns a handling event, by default of cargo ABC123, completed on day 1 and registered at the same time.
    ///
    /// Traps if it breaks HND-1 or HND-2.
    public static func stub(
        _ type: HandlingType = .receive,
        at location: String = "HKHKG",
        voyage: String? = nil,
        completed completionTime: Instant = .stub(day: 1),
        registered registrationTime: Instant? = nil,
        of trackingId: String = "ABC123"
    ) -> Self {
        stubbed { () throws(DomainError) in
            try Self(
                trackingId: .stub(trackingId),
                activity: .stub(type, at: location, voyage: voyage),
                completionTime: completionTime,
                registrationTime: registrationTime ?? completionTime
            )
        }
    }
}

extension CompletedActivity {
    /// Returns a last activity, by default completed on day 1.
    ///
    /// Traps if it breaks HND-1.
    public static func stub(
        _ type: HandlingType = .receive,
        at location: String = "HKHKG",
        voyage: String? = nil,
        completed completionTime: Instant = .stub(day: 1)
    ) -> Self {
        Self(activity: .stub(type, at: location, voyage: voyage), completionTime: completionTime)
    }
}

extension RetractedEvent {
    /// Returns a retraction, by default on day 3.
    ///
    /// Traps if the reason isn't valid.
    public static func stub(
        _ event: HandlingEvent = .stub(),
        because reason: String = "Wrong container",
        at retractedAt: Instant = .stub(day: 3)
    ) -> Self {
        Self(event: event, reason: .stub(reason), retractedAt: retractedAt)
    }
}

extension HandlingHistory {
    /// Returns a history of the first event's cargo, or of ABC123 if there are no events.
    ///
    /// Traps if the events belong to different cargos.
    public static func stub(_ events: HandlingEvent...) -> Self { .stub(events) }

    /// Returns a history of the first event's cargo, or of ABC123 if there are no events.
    ///
    /// Traps if the events belong to different cargos.
    public static func stub(_ events: [HandlingEvent]) -> Self {
        stubbed { () throws(DomainError) in try Self(trackingId: events.first?.trackingId ?? .stub(), events: events) }
    }
}
