import CargoDomain

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
