public import CargoApplication
public import CargoDomain

extension FindRoutes.Request: WireRequest {
    /// Reads `limit`?, `maxLegs`?, `minimumConnection`?, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let limit = reader.count("limit", in: RouteSearch.limitRange, default: 10)
        let maxLegs = reader.count("maxLegs", in: RouteSearch.maxLegsRange, default: 8)
        let minimumConnection = reader.optional("minimumConnection", in: 0...Version.maximum)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(
            for: try trackingId.get(),
            limit: try limit.get(),
            maxLegs: try maxLegs.get(),
            minimumConnection: .milliseconds(try minimumConnection.get() ?? 0)
        )
    }
}

extension AssignRoute.Request: WireRequest {
    /// Reads `itinerary`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }

    /// Reads the same fields.
    ///
    /// The expected version comes from elsewhere (an `If-Match` header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        var reader = RequestReader(input)
        let itinerary = reader.requiredItinerary("itinerary")
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(try itinerary.get(), to: try trackingId.get(), expectedVersion: expectedVersion)
    }
}
