import CargoDomain
import CargoWire

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
