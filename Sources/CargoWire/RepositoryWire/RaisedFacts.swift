import CargoDomain

/// The facts that an aggregate raised since it was loaded, on their way to the repository that will put them in envelopes (REP-3).
enum RaisedFacts {
    static let shape = Shape.list(.members(.required("data", .any), .required("type", .text)))

    /// Reads facts in the order in which they were raised.
    /// - Throws: `shape_invalid`, with the path of the fact, where it is none or one of another kind of aggregate; as reading its data.
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
