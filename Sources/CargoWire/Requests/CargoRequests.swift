public import CargoApplication
public import CargoDomain

extension CargoRequest: SentRequest {
    private static let form = RequestForm(nil, .required("trackingId", TrackingId.self))

    /// Reads `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { self.init(trackingId: try Self.form.read(input)) }

    /// The same fields.
    package var input: Input { Self.form.input(trackingId) }
}

extension BookCargo.Request: Described, SentRequest {
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

    /// The same fields, and `references` if there are any.
    package var input: Input {
        let references = references.isEmpty ? [] : [Input.Member("references", references)]
        return Self.form.input(arrivalDeadline, customerId, destination, origin, trackingId).with(references)
    }
}

extension SpecifyRoute.Request: SentRequest, VersionedWireRequest {
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

    /// The same fields.
    package var input: Input { Self.form.input(arrivalDeadline, destination, origin, trackingId) }
}

extension ChangeDestination.Request: Described, SentRequest, VersionedWireRequest {
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

    /// The same fields.
    package var input: Input { Self.form.input(destination, trackingId) }
}

extension ChangeDeadline.Request: Described, SentRequest, VersionedWireRequest {
    private static let form = RequestForm(nil, .required("arrivalDeadline", Instant.self), .required("trackingId", TrackingId.self))

    package static let schema = form.schema

    /// Reads `arrivalDeadline`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (deadline, trackingId) = try Self.form.read(input)
        self.init(of: trackingId, to: deadline, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { Self.form.input(arrivalDeadline, trackingId) }
}

extension AddReference.Request: Described, SentRequest {
    fileprivate static let form = RequestForm(nil, .reference, .required("trackingId", TrackingId.self))

    package static let schema = form.schema

    /// Reads `trackingId`, `type`, `value`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (reference, trackingId) = try Self.form.read(input)
        self.init(reference, to: trackingId)
    }

    /// The same fields.
    package var input: Input { Self.form.input(reference, trackingId) }
}

extension RemoveReference.Request: SentRequest {
    /// Reads `trackingId`, `type`, `value`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (reference, trackingId) = try AddReference.Request.form.read(input)
        self.init(reference, from: trackingId)
    }

    /// The same fields.
    package var input: Input { AddReference.Request.form.input(reference, trackingId) }
}

extension CancelBooking.Request: Described, SentRequest, VersionedWireRequest {
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

    /// The same fields.
    package var input: Input { Self.form.input(reason, trackingId) }
}

extension ReinstateBooking.Request: SentRequest, VersionedWireRequest {
    /// Reads `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        self.init(of: try CargoRequest(input).trackingId, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { CargoRequest(trackingId: trackingId).input }
}
