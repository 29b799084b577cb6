public import CargoApplication
public import CargoDomain

extension CargoRequest: WireRequest {
    private static let form = RequestForm(nil, .required("trackingId", TrackingId.self))

    /// Reads `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { self.init(trackingId: try Self.form.read(input)) }
}

extension BookCargo.Request: Described, WireRequest {
    private static let form = RequestForm(
        "Booking",
        .required("arrivalDeadline", Instant.self),
        .required("customerId", CustomerId.self),
        .required("destination", UnLocode.self, example: .text("SESTO")),
        .required("origin", UnLocode.self),
        .optional("trackingId", TrackingId.self, "The cargo's tracking id; the service generates one if absent.")
    )

    package static let schema = form.schema

    /// Reads `arrivalDeadline`, `customerId`, `destination`, `origin`, `trackingId`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, idempotencyKey: nil) }

    /// Reads the same fields.
    ///
    /// The idempotency key comes from elsewhere (a header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, idempotencyKey: IdempotencyKey?) throws(DomainError) {
        let (deadline, customerId, destination, origin, trackingId) = try Self.form.read(input)
        self.init(from: origin, to: destination, by: deadline, for: customerId, trackingId: trackingId, idempotencyKey: idempotencyKey)
    }
}

extension SpecifyRoute.Request: VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        .required("arrivalDeadline", Instant.self),
        .required("destination", UnLocode.self),
        .required("origin", UnLocode.self),
        .required("trackingId", TrackingId.self)
    )

    /// Reads `arrivalDeadline`, `destination`, `origin`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (deadline, destination, origin, trackingId) = try Self.form.read(input)
        self.init(of: trackingId, from: origin, to: destination, by: deadline, expectedVersion: expectedVersion)
    }
}

extension ChangeDestination.Request: Described, VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        .required("destination", UnLocode.self, example: .text("USNYC")),
        .required("trackingId", TrackingId.self)
    )

    package static let schema = form.schema

    /// Reads `destination`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (destination, trackingId) = try Self.form.read(input)
        self.init(of: trackingId, to: destination, expectedVersion: expectedVersion)
    }
}

extension ChangeDeadline.Request: Described, VersionedWireRequest {
    private static let form = RequestForm(nil, .required("arrivalDeadline", Instant.self), .required("trackingId", TrackingId.self))

    package static let schema = form.schema

    /// Reads `arrivalDeadline`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (deadline, trackingId) = try Self.form.read(input)
        self.init(of: trackingId, to: deadline, expectedVersion: expectedVersion)
    }
}

extension AddReference.Request: Described, WireRequest {
    fileprivate static let form = RequestForm(nil, .reference, .required("trackingId", TrackingId.self))

    package static let schema = form.schema

    /// Reads `trackingId`, `type`, `value`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (reference, trackingId) = try Self.form.read(input)
        self.init(reference, to: trackingId)
    }
}

extension RemoveReference.Request: WireRequest {
    /// Reads `trackingId`, `type`, `value`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (reference, trackingId) = try AddReference.Request.form.read(input)
        self.init(reference, from: trackingId)
    }
}

extension CancelBooking.Request: Described, VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        .required("reason", Reason.self, example: .text("Ordered twice")),
        .required("trackingId", TrackingId.self)
    )

    package static let schema = form.schema

    /// Reads `reason`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (reason, trackingId) = try Self.form.read(input)
        self.init(of: trackingId, because: reason, expectedVersion: expectedVersion)
    }
}

extension ReinstateBooking.Request: VersionedWireRequest {
    /// Reads `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        self.init(of: try CargoRequest(input).trackingId, expectedVersion: expectedVersion)
    }
}
