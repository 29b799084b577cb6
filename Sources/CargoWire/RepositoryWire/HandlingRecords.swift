package import CargoDomain

/// The response that lists a cargo's handling events as they are stored.
package struct HandlingRecords: WireObject, InputValue {
    /// The history, the retracted events and the revision.
    package static let form = ObjectForm<HandlingRecords>(
        "HandlingRecords",
        .member("events", \.events),
        .member("retracted", \.retracted),
        .member("revision", \.revision, example: 1),
        description: "The events that stand, those that were retracted, and the number of registrations and retractions."
    )

    /// The events of the history, in order.
    package let events: [HandlingEvent]
    /// The events that were retracted and not registered again.
    package let retracted: [RetractedEvent]
    /// The number of registrations and retractions.
    package let revision: Int64

    /// Wraps a history and the retracted events.
    package init(_ history: HandlingHistory, retracted: [RetractedEvent]) {
        events = history.events
        self.retracted = retracted
        revision = history.revision
    }

    /// Reads the events and retractions.
    package init(input: Input) throws(DomainError) {
        events = try input.value("events")
        retracted = try input.value("retracted")
        revision = try input.value("revision", as: AggregateVersion.self).number
    }
}
