package import CargoDomain

/// A request to erase a customer.
package struct CustomerErasure: WireRequest, Sendable {
    /// Why the customer is erased; it is logged and not stored.
    package let reason: Reason

    private static let form = RequestForm(
        "CustomerErasure",
        .required("reason", Reason.self, "Why the customer is erased. It is logged, and not stored.", example: .text("Request of 3 March"))
    )

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `reason`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { reason = try Self.form.read(input) }
}
