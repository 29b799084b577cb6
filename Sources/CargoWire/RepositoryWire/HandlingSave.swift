package import CargoDomain

/// A handling event on its way to be saved elsewhere: the event, the number of events that it was judged by, and, where both are saved in one
/// step, the cargo that it changes with the facts that it raised.
package struct HandlingSave: CanonicallyEncodable, InputValue {
    /// `{"cargo"?,"event","expectedEvents","facts"?}`; the cargo and the facts come together.
    package static let shape = Shape.members(
        .optional("cargo", Cargo.shape),
        .required("event", HandlingEvent.shape),
        .required("expectedEvents", .integer),
        .optional("facts", RaisedFacts.shape)
    )

    /// What was done.
    package let event: HandlingEvent
    /// How many events the history had that the event was judged by.
    package let expectedEvents: Int64
    /// The cargo with its facts.
    package let cargo: Cargo?

    /// Takes an event that was judged by a history, and the cargo that it changed if that is to be saved in the same step.
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

/// The answer to a handling event that was sent to be saved.
package struct HandlingSaved: CanonicallyEncodable, InputValue {
    /// `{"isNew"}`.
    package static let shape = Shape.members(.required("isNew", .boolean))

    /// Whether it is new; one that is known already was not stored again (HND-3).
    package let isNew: Bool

    /// Tells whether it is new.
    package init(isNew: Bool) { self.isNew = isNew }

    /// Reads the answer.
    package init(input: Input) throws(DomainError) { isNew = try input.value("isNew") }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) { writer.raw(isNew ? #"{"isNew":true}"# : #"{"isNew":false}"#) }
}
