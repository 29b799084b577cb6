package import CargoDomain

extension RetractedEvent: WireObject, InputValue {
    /// `{"event","reason","retractedAt"}`.
    package static let form = ObjectForm<RetractedEvent>(
        "RetractedEvent",
        .member("event", \.event),
        .member("reason", \.reason),
        .member("retractedAt", \.retractedAt),
        description: "A handling event that was registered by mistake and taken back (HND-7)."
    )

    /// Reads the event, the reason and the time.
    package init(input: Input) throws(DomainError) {
        self.init(event: try input.value("event"), reason: try input.value("reason"), retractedAt: try input.value("retractedAt"))
    }
}
