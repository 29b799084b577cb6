import CargoDomain
import CargoWire

/// A cached answer of the remote, and when it was asked: for histories, locations and voyages.
struct KeptAnswer<Value: Sendable>: Sendable {
    let value: Value
    /// When the remote was asked.
    let asOf: Instant
    /// Whether a save has failed since, or is in progress (CCH-7, CCH-8).
    let isInDoubt: Bool

    init(_ value: Value, asOf: Instant, isInDoubt: Bool = false) {
        self.value = value
        self.asOf = asOf
        self.isInDoubt = isInDoubt
    }

    /// The same answer, marked as in doubt.
    var inDoubt: Self { Self(value, asOf: asOf, isInDoubt: true) }

    /// Returns the answer as a cached value, with its staleness at `now`.
    func fetched(_ timeToLive: TimeToLive, at now: Instant) -> Fetched<Value> {
        Fetched(value: value, asOf: asOf, source: .cache, isStale: isInDoubt || !timeToLive.isFresh(asOf: asOf, at: now))
    }
}

extension KeptAnswer: CanonicallyEncodable, InputValue where Value: CanonicallyEncodable & InputValue {
    /// The members `asOf`, `isInDoubt` and `value`.
    static var shape: Shape {
        .members(.required("asOf", Instant.shape), .required("isInDoubt", Bool.shape), .required("value", Value.shape))
    }

    /// Reads an entry.
    ///
    /// The value must pass reconstitution.
    init(input: Input) throws(DomainError) {
        asOf = try input.value("asOf")
        isInDoubt = try input.value("isInDoubt")
        value = try input.value("value")
    }

    /// Writes the entry in its stored shape.
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

/// A handling history in a cache: the members `events` and `revision`.
struct KeptHistory: CanonicallyEncodable, InputValue {
    static let shape = Shape.members(.required("events", .list(HandlingEvent.shape)), .required("revision", AggregateVersion.shape))

    let events: [HandlingEvent]
    let revision: Int64

    init(events: [HandlingEvent], revision: Int64) {
        self.events = events
        self.revision = revision
    }

    init(input: Input) throws(DomainError) {
        events = try input.value("events")
        revision = try input.value("revision", as: AggregateVersion.self).number
    }

    func write(to writer: inout JSONWriter) {
        writer.raw(#"{"events":"#)
        events.write(to: &writer)
        writer.raw(#","revision":"#)
        writer.integer(revision)
        writer.raw("}")
    }
}
