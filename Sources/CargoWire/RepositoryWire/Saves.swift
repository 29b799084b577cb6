package import CargoDomain

/// The body of a request to save a cargo: its stored form, with the version that was loaded, and the facts that it has raised since.
package struct CargoSave: WireObject, InputValue {
    /// The cargo and the facts that it raised.
    package static let form = ObjectForm<CargoSave>(
        "CargoSave",
        .member("cargo", \.cargo, example: Cargo.schema.example?.replacing("version", with: 0)),
        .member("facts", \.cargo.raisedFacts),
        description: "The cargo with the version that was loaded, 0 if new, and the facts raised since."
    )

    /// The cargo with its raised facts.
    package let cargo: Cargo

    /// Wraps a changed cargo.
    package init(_ cargo: Cargo) { self.cargo = cargo }

    /// Reconstitutes the cargo, then adds its facts.
    package init(input: Input) throws(DomainError) {
        let cargo: Cargo = try input.value("cargo")
        self.cargo = cargo.raising(try RaisedFacts.read(try input.value("facts"), of: .cargo))
    }
}

/// The body of a request to save a voyage: its stored form, with the version that was loaded, and the facts that it has raised since.
package struct VoyageSave: WireObject, InputValue {
    /// The voyage and the facts that it raised.
    package static let form = ObjectForm<VoyageSave>(
        "VoyageSave",
        .member("facts", \.voyage.raisedFacts, example: []),
        .member("voyage", \.voyage, example: Voyage.schema.example?.replacing("version", with: 0)),
        description: "The voyage with the version that was loaded, 0 if new, and the facts raised since."
    )

    /// The voyage with its raised facts.
    package let voyage: Voyage

    /// Wraps a changed voyage.
    package init(_ voyage: Voyage) { self.voyage = voyage }

    /// Reconstitutes the voyage, then adds its facts.
    package init(input: Input) throws(DomainError) {
        let voyage: Voyage = try input.value("voyage")
        self.voyage = voyage.raising(try RaisedFacts.read(try input.value("facts"), of: .voyage))
    }
}

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

/// The facts that an aggregate has raised since it was loaded; the repository wraps them in event envelopes (REP-3).
enum RaisedFacts {
    static let schema = Schema.object(
        "Fact",
        .required("data", data),
        .required("type", String.schema, example: "CargoBooked"),
        description: "A fact that an aggregate raised: the type and data of the DomainEvent that the service creates from it."
    )

    /// The data of a fact, whose members depend on its type.
    static let data = Schema.anyObject(example: [
        "customerId": "ACME", "origin": "HKHKG", "routeSpecification": RouteSpecification.schema.example ?? [:],
    ])

    /// Reads facts in the order in which they were raised.
    /// - Throws: `shape_invalid` with the path of an item that isn't a fact of this kind of aggregate; otherwise as reading the fact's data.
    static func read(_ input: Input, of type: DomainEvent.AggregateType) throws(DomainError) -> [DomainFact] {
        try Shape.list(schema.shape).check(input, at: "facts")
        var facts: [DomainFact] = []
        for (index, element) in (input.asList ?? []).enumerated() {
            let fact = try DomainFact(type: try element.value("type"), data: try element.value("data"))
            guard fact.aggregateType == type else { throw .shapeInvalid(path: "facts[\(index)].type") }
            facts.append(fact)
        }
        return facts
    }
}
