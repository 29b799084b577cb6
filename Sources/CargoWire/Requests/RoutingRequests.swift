public import CargoApplication
public import CargoDomain

extension FindRoutes.Request: WireRequest {
    private static let form = RequestForm(
        nil,
        .count("limit", in: RouteSearch.limitRange, default: 10),
        .count("maxLegs", in: RouteSearch.maxLegsRange, default: 8),
        RequestField(members: [.optional("minimumConnection", .natural())]) { $0.optional("minimumConnection", in: 0...Version.maximum) },
        .required("trackingId", TrackingId.self)
    )

    /// Reads `limit`?, `maxLegs`?, `minimumConnection`?, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (limit, maxLegs, minimumConnection, trackingId) = try Self.form.read(input)
        self.init(for: trackingId, limit: limit, maxLegs: maxLegs, minimumConnection: .milliseconds(minimumConnection ?? 0))
    }
}

extension AssignRoute.Request: WireRequest {
    private static let form = RequestForm(
        nil,
        RequestField(members: [.required("itinerary", Itinerary.schema)]) { $0.requiredItinerary("itinerary") },
        .required("trackingId", TrackingId.self)
    )

    /// Reads `itinerary`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { try self.init(input, expectedVersion: nil) }

    /// Reads the same fields.
    ///
    /// The expected version comes from elsewhere (an `If-Match` header, an option), not from the request body.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (itinerary, trackingId) = try Self.form.read(input)
        self.init(itinerary, to: trackingId, expectedVersion: expectedVersion)
    }
}
