public import CargoApplication
public import CargoDomain

extension RequestRoutes.Request: WireRequest {
    /// Reads `limit`?, `maxLegs`?, `minimumConnection`?, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let limit = reader.optional("limit", in: RouteSearch.limitRange)
        let maxLegs = reader.optional("maxLegs", in: RouteSearch.maxLegsRange)
        let minimumConnection = reader.optional("minimumConnection", in: 0...Version.maximum)
        let trackingId = reader.required("trackingId", as: TrackingId.self)
        try reader.finish()
        self.init(
            trackingId: try trackingId.get(),
            limit: try limit.get(),
            maxLegs: try maxLegs.get(),
            minimumConnection: try minimumConnection.get()
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
        self.init(trackingId: try trackingId.get(), itinerary: try itinerary.get(), expectedVersion: expectedVersion)
    }
}
