package import CargoApplication
package import CargoDomain

/// Which carriers' events a caller wants.
package struct CarrierEventQuery: WireRequest, Sendable {
    /// The state of the events.
    package let status: CarrierEvent.Status
    /// The name of the carrier; nil for all.
    package let carrier: String?
    /// Why the events wait; nil for all.
    package let reason: CarrierEventReason.Code?
    /// The id to start after.
    package let after: CarrierEventId?
    /// The maximum number of events.
    package let limit: Int

    private static let form = RequestForm(
        nil,
        .optional("after", CarrierEventId.self, "The last id of the previous page."),
        .optional(
            "carrier",
            String.self,
            "Only events of this carrier: the name of its key or token.",
            schema: .text(),
            example: .text("MAEU")
        ),
        .limit,
        .optional("reason", Word<CarrierEventReason.Code>.self, "Only events that wait for this reason."),
        .optional("state", Word<CarrierEventState>.self, "Only events in this state; open ones if absent.")
    )

    /// The parameters of a query, without those of paging.
    package static let conditions = form.members.filter { !["after", "limit"].contains($0.name) }

    /// Reads `after`?, `carrier`?, `limit`?, `reason`?, `state`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        let (after, carrier, limit, reason, state) = try Self.form.read(input)
        self.after = after
        self.carrier = carrier
        self.limit = limit
        self.reason = reason?.value
        status = state?.value.status ?? .open
    }
}

/// A request to dismiss a carrier's event.
package struct CarrierEventDismissal: WireRequest, Sendable {
    /// Why the event isn't to be applied.
    package let reason: Reason

    private static let form = RequestForm(
        "CarrierEventDismissal",
        .required("reason", Reason.self, "Why it isn't to be applied.", example: .text("Of the trip before"))
    )

    /// How it looks as JSON.
    package static let schema = form.schema

    /// Reads `reason`.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) { reason = try Self.form.read(input) }
}
