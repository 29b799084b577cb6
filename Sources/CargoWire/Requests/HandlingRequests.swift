public import CargoApplication
public import CargoDomain

extension RegisterHandlingEvent.Request: Described, SentRequest {
    private static let form = RequestForm(
        "HandlingReport",
        .required("completionTime", Instant.self, example: .text("2026-01-05T00:00:00.000Z")),
        .required("location", UnLocode.self),
        .required("trackingId", TrackingId.self),
        .required("type", HandlingType.self),
        .optional("voyageNumber", VoyageNumber.self),
        description: "LOAD and UNLOAD need a voyage number; other types must not have one (HND-1)."
    )

    package static let schema = form.schema

    /// Reads `completionTime`, `location`, `trackingId`, `type`, `voyageNumber`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (completionTime, location, trackingId, type, voyageNumber) = try Self.form.read(input)
        self.init(trackingId: trackingId, type: type, location: location, voyageNumber: voyageNumber, completionTime: completionTime)
    }

    /// The same fields.
    package var input: Input { Self.form.input(completionTime, location, trackingId, type, voyageNumber) }
}

extension RetractHandlingEvent.Request: SentRequest {
    private static let form = RequestForm(
        nil,
        .required("completionTime", Instant.self),
        .required("location", UnLocode.self),
        .required("reason", Reason.self),
        .required("trackingId", TrackingId.self),
        .required("type", HandlingType.self),
        .optional("voyageNumber", VoyageNumber.self)
    )

    /// Reads `completionTime`, `location`, `reason`, `trackingId`, `type`, `voyageNumber`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (completionTime, location, reason, trackingId, type, voyageNumber) = try Self.form.read(input)
        self.init(
            trackingId: trackingId,
            type: type,
            location: location,
            voyageNumber: voyageNumber,
            completionTime: completionTime,
            reason: reason
        )
    }

    /// The same fields.
    package var input: Input { Self.form.input(completionTime, location, reason, trackingId, type, voyageNumber) }
}
