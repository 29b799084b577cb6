package import CargoDomain

/// A domain event as a CloudEvent 1.0 in structured JSON mode.
///
/// Its `id` is the event's id and `data` its envelope, as `/v1/events` shows it.
package struct CloudEvent: CanonicallyEncodable, Sendable {
    /// The media type of the JSON.
    package static let mediaType = "application/cloudevents+json"
    /// The `source` of all events.
    package static let source = "urn:cargo-kit:events"

    private let event: DomainEvent

    /// Creates the CloudEvent of a domain event.
    package init(_ event: DomainEvent) { self.event = event }

    /// The `type` of events with this fact, such as `io.github.cargokit.CargoBooked`.
    package static func type(of fact: DomainFact) -> String { "io.github.cargokit." + fact.type }

    /// Writes `{"data","datacontenttype","id","source","specversion","subject","time","type"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"data":"#)
        event.write(to: &writer)
        writer.raw(#","datacontenttype":"application/json","id":"#)
        writer.text(event.eventId)
        writer.raw(#","source":"#)
        writer.plain(Self.source)
        writer.raw(#","specversion":"1.0","subject":"#)
        writer.text(event.aggregateId)
        writer.raw(#","time":"#)
        writer.instant(event.occurredAt)
        writer.raw(#","type":"#)
        writer.plain(Self.type(of: event.fact))
        writer.raw("}")
    }
}
