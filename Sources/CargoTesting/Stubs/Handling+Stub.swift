public import CargoDomain

extension HandlingActivity {
    /// An activity; traps where HND-1 refuses it.
    public static func stub(_ type: HandlingType = .receive, at location: String = "CNHKG", voyage: String? = nil) -> Self {
        stubbed { () throws(DomainError) in
            try Self(type: type, location: .stub(location), voyageNumber: voyage.map { .stub($0) })
        }
    }
}

extension HandlingEvent {
    /// Something done to cargo ABC123 on day 1 and registered at once, unless told otherwise; traps where HND-1 or HND-2 refuses it.
    public static func stub(
        _ type: HandlingType = .receive,
        at location: String = "CNHKG",
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

extension Handled {
    /// Something that was done last, on day 1 unless told otherwise; traps where HND-1 refuses it.
    public static func stub(
        _ type: HandlingType = .receive,
        at location: String = "CNHKG",
        voyage: String? = nil,
        completed completionTime: Instant = .stub(day: 1)
    ) -> Self {
        Self(activity: .stub(type, at: location, voyage: voyage), completionTime: completionTime)
    }
}

extension HandlingHistory {
    /// What was done to a cargo: to the first event's cargo, ABC123 if there is none; traps where HND-4 refuses the events.
    public static func stub(_ events: HandlingEvent...) -> Self { .stub(events) }

    /// What was done to a cargo: to the first event's cargo, ABC123 if there is none; traps where HND-4 refuses the events.
    public static func stub(_ events: [HandlingEvent]) -> Self {
        stubbed { () throws(DomainError) in try Self(trackingId: events.first?.trackingId ?? .stub(), events: events) }
    }
}
