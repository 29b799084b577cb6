package import CargoDomain

/// The body of a request to save a handling event together with its cargo.
package struct HandlingSave: WireObject, InputValue {
    /// The event, and the cargo with its facts.
    package static let form = ObjectForm<HandlingSave>(
        "HandlingSave",
        .member("cargo", \.cargo),
        .member("event", \.event),
        .member("expectedEvents", \.expectedEvents, example: 0),
        .member("facts", \.cargo.raisedFacts),
        description:
            "The event, the number of registrations and retractions of the cargo's events when it was checked, and the cargo with the facts raised."
    )

    /// The event.
    package let event: HandlingEvent
    /// The revision of the history that the event was checked against.
    package let expectedEvents: Int64
    /// The cargo with its raised facts.
    package let cargo: Cargo

    /// Wraps an event, the history that it was checked against, and its cargo.
    package init(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo) {
        self.event = event
        expectedEvents = history.revision
        self.cargo = cargo
    }

    /// Reads the event and reconstitutes the cargo.
    package init(input: Input) throws(DomainError) {
        let cargo: Cargo = try input.value("cargo")
        event = try input.value("event")
        expectedEvents = try input.value("expectedEvents", as: AggregateVersion.self).number
        guard cargo.trackingId == event.trackingId else { throw .rule(.handlingOfOtherCargo) }
        self.cargo = cargo.raising(try RaisedFacts.read(try input.value("facts"), of: .cargo))
    }
}

/// The body of a request to save the retraction of a handling event together with its cargo (HND-7).
package struct HandlingRetraction: WireObject, InputValue {
    /// The event, the reason and the time, and the cargo with its facts.
    package static let form = ObjectForm<HandlingRetraction>(
        "HandlingRetraction",
        .member("cargo", \.cargo),
        .member("event", \.retraction.event),
        .member("expectedEvents", \.expectedEvents, example: 1),
        .member("facts", \.cargo.raisedFacts),
        .member("reason", \.retraction.reason),
        .member("retractedAt", \.retraction.retractedAt),
        description:
            "The event, why and when it was retracted, the number of registrations and retractions before, and the cargo with the facts raised."
    )

    /// The event, the reason and the time.
    package let retraction: RetractedEvent
    /// The revision of the history that had the event.
    package let expectedEvents: Int64
    /// The cargo with its raised facts.
    package let cargo: Cargo

    /// Wraps a retraction, the history that had the event, and its cargo.
    package init(_ retraction: RetractedEvent, after history: HandlingHistory, with cargo: Cargo) {
        self.retraction = retraction
        expectedEvents = history.revision
        self.cargo = cargo
    }

    /// Reads the retraction and reconstitutes the cargo.
    package init(input: Input) throws(DomainError) {
        let cargo: Cargo = try input.value("cargo")
        let event: HandlingEvent = try input.value("event")
        expectedEvents = try input.value("expectedEvents", as: AggregateVersion.self).number
        let facts: Input = try input.value("facts")
        let reason: Reason = try input.value("reason")
        retraction = RetractedEvent(event: event, reason: reason, retractedAt: try input.value("retractedAt"))
        guard cargo.trackingId == event.trackingId else { throw .rule(.handlingOfOtherCargo) }
        self.cargo = cargo.raising(try RaisedFacts.read(facts, of: .cargo))
    }
}
