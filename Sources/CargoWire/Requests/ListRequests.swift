public import CargoApplication
public import CargoDomain

extension ListCargos.Request: WireRequest {
    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: TrackingId.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(after: try after.get(), limit: try limit.get())
    }
}

extension ListCargosForCustomer.Request: WireRequest {
    /// Reads `after`?, `customerId`, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: TrackingId.self)
        let customerId = reader.required("customerId", as: CustomerId.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(customerId: try customerId.get(), after: try after.get(), limit: try limit.get())
    }
}

extension ListLocations.Request: WireRequest {
    /// Reads `after`?, `containing`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: UnLocode.self)
        let containing = reader.optional("containing", as: String.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(containing: try containing.get(), after: try after.get(), limit: try limit.get())
    }
}

extension ListVoyages.Request: WireRequest {
    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: VoyageNumber.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(after: try after.get(), limit: try limit.get())
    }
}

extension ReadEvents.Request: WireRequest {
    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", in: 0...Version.maximum)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(after: try after.get() ?? 0, limit: try limit.get())
    }
}

extension SurveyCargos.Request: WireRequest {
    /// Reads `attention`?, `customerId`?, `limit`?, `offset`?, `routingStatus`?, `transportStatus`?.
    ///
    /// A status or attention that isn't a known word is reported as `shape_invalid`.
    /// - Throws: `validation_failed`, with a problem for each invalid member.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let attention = reader.optional("attention", as: Word<SurveyCargos.Attention>.self)
        let customerId = reader.optional("customerId", as: CustomerId.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        let offset = reader.count("offset", in: 0...Version.maximum, default: 0)
        let routingStatus = reader.optional("routingStatus", as: Word<RoutingStatus>.self)
        let transportStatus = reader.optional("transportStatus", as: Word<TransportStatus>.self)
        try reader.finish()
        self.init(
            customerId: try customerId.get(),
            transportStatus: try transportStatus.get()?.value,
            routingStatus: try routingStatus.get()?.value,
            attention: try attention.get()?.value,
            offset: try offset.get(),
            limit: try limit.get()
        )
    }
}

/// One of an enumeration's raw values, spelled exactly.
private struct Word<Value: RawRepresentable<String> & CaseIterable & Sendable>: InputValue {
    static var shape: Shape { .text }

    let value: Value

    init(input: Input) throws(DomainError) {
        let text = try String(input: input)
        guard let value = Value.allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else { throw .shapeInvalid(path: "") }
        self.value = value
    }
}
