public import CargoApplication
public import CargoDomain

extension PlaceHold.Request: Described, SentRequest, VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        .required("reason", Reason.self),
        .required("trackingId", TrackingId.self),
        .required("type", HoldType.self)
    )

    package static let schema = form.schema

    /// Reads `reason`, `trackingId`, `type`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (reason, trackingId, type) = try Self.form.read(input)
        self.init(type, on: trackingId, because: reason, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { Self.form.input(reason, trackingId, type) }
}

extension ReleaseHold.Request: Described, SentRequest, VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        .required("trackingId", TrackingId.self),
        .required("type", HoldType.self)
    )

    package static let schema = form.schema

    /// Reads `trackingId`, `type`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (trackingId, type) = try Self.form.read(input)
        self.init(type, on: trackingId, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { Self.form.input(trackingId, type) }
}

extension SetPickUpDeadline.Request: Described, SentRequest, VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        .optional("pickUpBy", Instant.self, "The end of free time; absent to remove it."),
        .required("trackingId", TrackingId.self)
    )

    package static let schema = form.schema

    /// Reads `pickUpBy`?, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (pickUpBy, trackingId) = try Self.form.read(input)
        self.init(of: trackingId, to: pickUpBy, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { Self.form.input(pickUpBy, trackingId) }
}
