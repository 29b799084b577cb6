public import CargoDomain

extension RouteSpecification {
    /// Returns a route specification, by default from Hong Kong to Stockholm by day 60.
    ///
    /// Traps if it breaks RTE-1.
    public static func stub(
        from origin: String = "HKHKG",
        to destination: String = "SESTO",
        by arrivalDeadline: Instant = .stub(day: 60)
    ) -> Self {
        stubbed { () throws(DomainError) in
            try Self(origin: .stub(origin), destination: .stub(destination), arrivalDeadline: arrivalDeadline)
        }
    }
}

extension Leg {
    /// Returns a leg, by default on voyage V100 from Hong Kong on day 2 to Stockholm on day 20.
    ///
    /// Traps if it breaks LEG-1.
    public static func stub(
        _ voyageNumber: String = "V100",
        from loadLocation: String = "HKHKG",
        at loadTime: Instant = .stub(day: 2),
        to unloadLocation: String = "SESTO",
        at unloadTime: Instant = .stub(day: 20)
    ) -> Self {
        stubbed { () throws(DomainError) in
            try Self(
                voyageNumber: .stub(voyageNumber),
                loadLocation: .stub(loadLocation),
                unloadLocation: .stub(unloadLocation),
                loadTime: loadTime,
                unloadTime: unloadTime
            )
        }
    }
}

extension Itinerary {
    /// Returns a route from Hong Kong to Stockholm through New York and Chicago: three legs on V100, V200 and V300, from day 2 to day 20.
    public static func stub() -> Self {
        .stub(
            .stub("V100", from: "HKHKG", at: .stub(day: 2), to: "USNYC", at: .stub(day: 8)),
            .stub("V200", from: "USNYC", at: .stub(day: 9), to: "USCHI", at: .stub(day: 11)),
            .stub("V300", from: "USCHI", at: .stub(day: 12), to: "SESTO", at: .stub(day: 20))
        )
    }

    /// Returns an itinerary with these legs.
    ///
    /// Traps if they break ITN-1 or ITN-2.
    public static func stub(_ legs: Leg...) -> Self { .stub(legs) }

    /// Returns an itinerary with these legs.
    ///
    /// Traps if they break ITN-1 or ITN-2.
    public static func stub(_ legs: [Leg]) -> Self { stubbed { () throws(DomainError) in try Self(legs) } }
}

extension RouteSearch {
    /// Returns a search for routes that depart on day 0 or later.
    ///
    /// Traps if it breaks RTG-1.
    public static func stub(
        _ routeSpecification: RouteSpecification = .stub(),
        departAfter: Instant = .stub(),
        minimumConnection: Int64 = 0,
        maxLegs: Int64 = 8,
        limit: Int64 = 10
    ) -> Self {
        stubbed { () throws(DomainError) in
            try Self(
                routeSpecification: routeSpecification,
                departAfter: departAfter,
                minimumConnection: minimumConnection,
                maxLegs: maxLegs,
                limit: limit
            )
        }
    }
}
