import CargoDomain

/// The facts that an aggregate has raised since it was loaded; the repository wraps them in event envelopes (REP-3).
enum RaisedFacts {
    static let shape = Shape.list(.members(.required("data", .any), .required("type", .text)))

    /// Reads facts in the order in which they were raised.
    /// - Throws: `shape_invalid` with the path of an item that isn't a fact of this kind of aggregate; otherwise as reading the fact's data.
    static func read(_ input: Input, of type: DomainEvent.AggregateType) throws(DomainError) -> [DomainFact] {
        try shape.check(input, at: "facts")
        var facts: [DomainFact] = []
        for (index, element) in (input.asList ?? []).enumerated() {
            let fact = try DomainFact(type: try element.value("type"), data: try element.value("data"))
            guard fact.aggregateType == type else { throw .shapeInvalid(path: "facts[\(index)].type") }
            facts.append(fact)
        }
        return facts
    }
}
