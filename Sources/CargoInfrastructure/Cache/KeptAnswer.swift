import CargoApplication
import CargoDomain

/// What a remote answered, and when it was asked: what is cached besides cargos.
struct KeptAnswer<Value: Sendable>: Sendable {
    let value: Value
    /// When the remote was asked.
    let asOf: Instant
    /// Whether a save went wrong since, or is under way (CCH-7, CCH-8).
    let isInDoubt: Bool

    init(_ value: Value, asOf: Instant, isInDoubt: Bool = false) {
        self.value = value
        self.asOf = asOf
        self.isInDoubt = isInDoubt
    }

    /// The same, no more to be relied upon.
    var inDoubt: Self { Self(value, asOf: asOf, isInDoubt: true) }

    /// As a policy weighs it.
    func fetched(_ timeToLive: TimeToLive, at now: Instant) -> Fetched<Value> {
        Fetched(value: value, asOf: asOf, source: .cache, isStale: isInDoubt || !timeToLive.isFresh(asOf: asOf, at: now))
    }
}

extension KeptAnswer: CanonicallyEncodable, InputValue where Value: CanonicallyEncodable & InputValue {
    /// `{"asOf","isInDoubt","value"}`.
    static var shape: Shape {
        .members(.required("asOf", Instant.shape), .required("isInDoubt", Bool.shape), .required("value", Value.shape))
    }

    /// Reads an entry, its value through every check of reconstitution.
    init(input: Input) throws(DomainError) {
        asOf = try input.value("asOf")
        isInDoubt = try input.value("isInDoubt")
        value = try input.value("value")
    }

    /// Writes the stored shape.
    func write(to writer: inout JSONWriter) {
        writer.raw(#"{"asOf":"#)
        writer.instant(asOf)
        writer.raw(#","isInDoubt":"#)
        writer.boolean(isInDoubt)
        writer.raw(#","value":"#)
        value.write(to: &writer)
        writer.raw("}")
    }
}
