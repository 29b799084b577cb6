package import CargoDomain

/// The body of a request to save a handling event.
///
/// Holds the event and the length of the history that it was checked against. If the cargo is saved in the same step, it also holds the cargo and
/// the facts that it raised.
package struct HandlingSave: WireObject, InputValue {
    /// The event, and the cargo with its facts; `cargo` and `facts` are both present or both absent.
    package static let form = ObjectForm<HandlingSave>(
        "HandlingSave",
        .optional("cargo", \.cargo),
        .member("event", \.event),
        .member("expectedEvents", \.expectedEvents, example: 0),
        .optional("facts", \.cargo?.raisedFacts),
        description:
            "The event, the number of the cargo's events when it was checked and, to save both in one transaction, the cargo with the facts raised.",
        dependent: ["facts": ["cargo"]]
    )

    /// The event.
    package let event: HandlingEvent
    /// The number of events in the history that the event was checked against.
    package let expectedEvents: Int64
    /// The cargo with its raised facts; nil if only the event is saved.
    package let cargo: Cargo?

    /// Wraps an event, the history that it was checked against, and the changed cargo if it is saved in the same step.
    package init(_ event: HandlingEvent, after history: HandlingHistory, with cargo: Cargo? = nil) {
        self.event = event
        expectedEvents = Int64(history.events.count)
        self.cargo = cargo
    }

    /// Reads the event and reconstitutes the cargo.
    package init(input: Input) throws(DomainError) {
        let cargo: Cargo? = try input.valueIfPresent("cargo")
        let event: HandlingEvent = try input.value("event")
        let expectedEvents: AggregateVersion = try input.value("expectedEvents")
        let facts: Input? = try input.valueIfPresent("facts")
        guard (cargo == nil) == (facts == nil) else { throw .shapeInvalid(path: cargo == nil ? "facts" : "cargo") }
        self.event = event
        self.expectedEvents = expectedEvents.number
        if let cargo, let facts {
            guard cargo.trackingId == event.trackingId else { throw .rule(.handlingOfOtherCargo) }
            self.cargo = cargo.raising(try RaisedFacts.read(facts, of: .cargo))
        } else {
            self.cargo = nil
        }
    }
}

/// The response to a request to save a handling event.
package struct HandlingSaved: WireObject, InputValue {
    /// Whether the event is new.
    package static let form = ObjectForm<HandlingSaved>(
        "HandlingSaved",
        .member("isNew", \.isNew, example: true),
        description: "An event that is already stored isn't stored again."
    )

    /// Whether the event is new; a known event isn't stored again (HND-3).
    package let isNew: Bool

    /// Creates a response.
    package init(isNew: Bool) { self.isNew = isNew }

    /// Reads the response.
    package init(input: Input) throws(DomainError) { isNew = try input.value("isNew") }
}
