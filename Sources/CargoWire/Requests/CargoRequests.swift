public import CargoApplication
public import CargoDomain

extension CargoRequest: WireRequest {
    /// Reads `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(trackingId: try trackingId.get())
    }
}

extension BookCargo.Request: WireRequest {
    /// Reads `arrivalDeadline`, `customerId`, `destination`, `origin`, `trackingId`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, idempotencyKey: nil) }

    /// Reads the same fields.
    ///
    /// The idempotency key comes from elsewhere (a header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, idempotencyKey: IdempotencyKey?) throws(DomainError) {
        var reader = RequestReader(input)
        let arrivalDeadline = reader.required("arrivalDeadline", as: Instant.self)
        let customerId = reader.required("customerId", as: CustomerId.self)
        let destination = reader.required("destination", as: UnLocode.self)
        let origin = reader.required("origin", as: UnLocode.self)
        let trackingId = reader.optional("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(
            from: try origin.get(),
            to: try destination.get(),
            by: try arrivalDeadline.get(),
            for: try customerId.get(),
            trackingId: try trackingId.get(),
            idempotencyKey: idempotencyKey
        )
    }
}

extension SpecifyRoute.Request: WireRequest {
    /// Reads `arrivalDeadline`, `destination`, `origin`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }

    /// Reads the same fields.
    ///
    /// The expected version comes from elsewhere (an `If-Match` header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        var reader = RequestReader(input)
        let arrivalDeadline = reader.required("arrivalDeadline", as: Instant.self)
        let destination = reader.required("destination", as: UnLocode.self)
        let origin = reader.required("origin", as: UnLocode.self)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(
            of: try trackingId.get(),
            from: try origin.get(),
            to: try destination.get(),
            by: try arrivalDeadline.get(),
            expectedVersion: expectedVersion
        )
    }
}

extension ChangeDestination.Request: WireRequest {
    /// Reads `destination`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }

    /// Reads the same fields.
    ///
    /// The expected version comes from elsewhere (an `If-Match` header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        var reader = RequestReader(input)
        let destination = reader.required("destination", as: UnLocode.self)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(of: try trackingId.get(), to: try destination.get(), expectedVersion: expectedVersion)
    }
}

extension ChangeDeadline.Request: WireRequest {
    /// Reads `arrivalDeadline`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }

    /// Reads the same fields.
    ///
    /// The expected version comes from elsewhere (an `If-Match` header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        var reader = RequestReader(input)
        let arrivalDeadline = reader.required("arrivalDeadline", as: Instant.self)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(of: try trackingId.get(), to: try arrivalDeadline.get(), expectedVersion: expectedVersion)
    }
}

extension AddReference.Request: WireRequest {
    /// Reads `trackingId`, `type`, `value`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        let reference = reader.requiredReference()
        try reader.finish()
        self.init(try reference.get(), to: try trackingId.get())
    }
}

extension RemoveReference.Request: WireRequest {
    /// Reads `trackingId`, `type`, `value`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        let reference = reader.requiredReference()
        try reader.finish()
        self.init(try reference.get(), from: try trackingId.get())
    }
}

extension CancelBooking.Request: WireRequest {
    /// Reads `reason`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }

    /// Reads the same fields.
    ///
    /// The expected version comes from elsewhere (an `If-Match` header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        var reader = RequestReader(input)
        let reason = reader.required("reason", as: Reason.self)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(of: try trackingId.get(), because: try reason.get(), expectedVersion: expectedVersion)
    }
}

extension ReinstateBooking.Request: WireRequest {
    /// Reads `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }

    /// Reads the same field.
    ///
    /// The expected version comes from elsewhere (an `If-Match` header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        var reader = RequestReader(input)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(of: try trackingId.get(), expectedVersion: expectedVersion)
    }
}
