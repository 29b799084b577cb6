package import CargoDomain

/// The body of a request to save a handling event.
///
/// Holds the event and the length of the history that it was checked against. If the cargo is saved in the same step, it also holds the cargo and
/// the facts that it raised.
package struct HandlingSave: CanonicallyEncodable, InputValue {
    /// `{"cargo"?,"event","expectedEvents","facts"?}`; `cargo` and `facts` are both present or both absent.
    package static let shape = Shape.members(
        .optional("cargo", Cargo.shape),
        .required("event", HandlingEvent.shape),
        .required("expectedEvents", .integer),
        .optional("facts", RaisedFacts.shape)
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

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        if let cargo {
            writer.raw(#""cargo":"#)
            cargo.write(to: &writer)
            writer.raw(",")
        }
        writer.raw(#""event":"#)
        event.write(to: &writer)
        writer.raw(#","expectedEvents":"#)
        writer.integer(expectedEvents)
        if let cargo {
            writer.raw(#","facts":"#)
            cargo.raisedFacts.write(to: &writer)
        }
        writer.raw("}")
    }
}

/// The response to a request to save a handling event.
package struct HandlingSaved: CanonicallyEncodable, InputValue {
    /// `{"isNew"}`.
    package static let shape = Shape.members(.required("isNew", .boolean))

    /// Whether the event is new; a known event isn't stored again (HND-3).
    package let isNew: Bool

    /// Creates a response.
    package init(isNew: Bool) { self.isNew = isNew }

    /// Reads the response.
    package init(input: Input) throws(DomainError) { isNew = try input.value("isNew") }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) { writer.raw(isNew ? #"{"isNew":true}"# : #"{"isNew":false}"#) }
}
