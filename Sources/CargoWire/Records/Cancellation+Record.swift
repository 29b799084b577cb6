package import CargoDomain

extension Cancellation: CanonicallyEncodable, Described, InputValue {
    /// `{"at","reason"}`.
    package static let schema = Schema.object(
        "Cancellation",
        .required("at", Instant.schema),
        .required("reason", Reason.schema),
        description: "When and why a booking was cancelled (CRG-8)."
    )

    /// Reads a cancellation.
    package init(input: Input) throws(DomainError) {
        let at: Instant = try input.value("at")
        self.init(at: at, reason: try input.value("reason"))
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"at":"#)
        writer.instant(at)
        writer.raw(#","reason":"#)
        writer.text(reason.text)
        writer.raw("}")
    }
}
