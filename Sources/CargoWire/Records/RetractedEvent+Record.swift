package import CargoDomain

extension RetractedEvent: WireObject {
    /// `{"event","reason","retractedAt"}`.
    package static let form = ObjectForm<RetractedEvent>(
        "RetractedEvent",
        .member("event", \.event),
        .member("reason", \.reason),
        .member("retractedAt", \.retractedAt),
        description: "A handling event that was registered by mistake and taken back (HND-7)."
    )
}
