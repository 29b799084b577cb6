package import CargoDomain

/// A domain event as a CloudEvent 1.0 in structured JSON mode: the body of every webhook but DCSA's callbacks.
///
/// Its `id` is the event's id and `data` its envelope, as `/v1/events` shows it to customers: without the actor.
package struct CloudEvent: WireObject, Sendable {
    /// `{"data","datacontenttype","id","source","specversion","subject","time","type"}`.
    package static let form = ObjectForm<CloudEvent>(
        "CloudEvent",
        .member("data", \.event),
        .member("datacontenttype", { _ in "application/json" }, schema: .words(nil, ["application/json"])),
        .member("id", \.event.eventId, "The event's id, the same for each delivery.", example: "Cargo:7K3M9QX2R5TB:1:0"),
        .member("source", { _ in CloudEvent.source }, schema: .words(nil, [CloudEvent.source])),
        .member("specversion", { _ in "1.0" }, schema: .words(nil, ["1.0"])),
        .member("subject", \.event.aggregateId, "The tracking id or the voyage number.", example: "7K3M9QX2R5TB"),
        .member("time", \.event.occurredAt, example: "2026-01-01T00:00:00.000Z"),
        .member("type", { CloudEvent.type(of: $0.event.fact.type) }, example: .text(CloudEvent.type(of: "CargoBooked"))),
        description: "A domain event as a CloudEvent 1.0 in structured JSON."
    )

    /// The media type of the JSON.
    package static let mediaType = "application/cloudevents+json"
    /// The `source` of all events.
    package static let source = "urn:cargo-kit:events"

    private let event: DomainEvent

    /// Creates the CloudEvent of a domain event, without its actor.
    package init(_ event: DomainEvent) { self.event = event.withoutActor }

    /// The `type` of events of a type, such as `io.github.cargokit.CargoBooked`.
    package static func type(of name: String) -> String { "io.github.cargokit." + name }
}
