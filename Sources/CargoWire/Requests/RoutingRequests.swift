public import CargoApplication
public import CargoDomain

extension FindRoutes.Request: SentRequest {
    private static let form = RequestForm(
        nil,
        .count("limit", in: RouteSearch.limitRange, default: 10),
        .count("maxLegs", in: RouteSearch.maxLegsRange, default: 8),
        .natural("minimumConnection"),
        .required("trackingId", TrackingId.self)
    )

    /// Reads `limit`?, `maxLegs`?, `minimumConnection`?, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (limit, maxLegs, minimumConnection, trackingId) = try Self.form.read(input)
        self.init(for: trackingId, limit: limit, maxLegs: maxLegs, minimumConnection: .milliseconds(minimumConnection ?? 0))
    }

    /// The same fields.
    package var input: Input { Self.form.input(limit, maxLegs, minimumConnection.wholeMilliseconds, trackingId) }
}

extension AssignRoute.Request: SentRequest, VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        RequestField(members: [.required("itinerary", Itinerary.schema)]) {
            [.init("itinerary", $0)]
        } read: {
            $0.requiredItinerary("itinerary")
        },
        .required("trackingId", TrackingId.self)
    )

    /// Reads `itinerary`, `trackingId`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (itinerary, trackingId) = try Self.form.read(input)
        self.init(itinerary, to: trackingId, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { Self.form.input(itinerary, trackingId) }
}

extension SubstituteVoyage.Request: Described, SentRequest, VersionedWireRequest {
    private static let form = RequestForm(
        nil,
        .required("leg", Int64.self, "The leg's 0-based index.", schema: .natural()),
        .required("trackingId", TrackingId.self),
        .required("voyageNumber", VoyageNumber.self)
    )

    package static let schema = form.schema

    /// Reads `leg`, `trackingId`, `voyageNumber`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input, expectedVersion: Int64?) throws(DomainError) {
        let (leg, trackingId, voyageNumber) = try Self.form.read(input)
        self.init(of: trackingId, leg: leg, with: voyageNumber, expectedVersion: expectedVersion)
    }

    /// The same fields.
    package var input: Input { Self.form.input(leg, trackingId, voyageNumber) }
}
