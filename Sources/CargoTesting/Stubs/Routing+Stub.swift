public import CargoDomain

extension RouteSpecification {
    /// From Hong Kong to Stockholm by day 60, unless told otherwise; traps where RTE-1 refuses it.
    public static func stub(
        from origin: String = "CNHKG",
        to destination: String = "SESTO",
        by arrivalDeadline: Instant = .stub(day: 60)
    ) -> Self {
        stubbed { () throws(DomainError) in
            try Self(origin: .stub(origin), destination: .stub(destination), arrivalDeadline: arrivalDeadline)
        }
    }
}

extension Leg {
    /// On V100 from Hong Kong on day 2 to Stockholm on day 20, unless told otherwise; traps where LEG-1 refuses it.
    public static func stub(
        _ voyageNumber: String = "V100",
        from loadLocation: String = "CNHKG",
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
    /// Hong Kong to Stockholm over New York and Chicago in three legs, on V100, V200 and V300, from day 2 to day 20.
    public static func stub() -> Self {
        .stub(
            .stub("V100", from: "CNHKG", at: .stub(day: 2), to: "USNYC", at: .stub(day: 8)),
            .stub("V200", from: "USNYC", at: .stub(day: 9), to: "USCHI", at: .stub(day: 11)),
            .stub("V300", from: "USCHI", at: .stub(day: 12), to: "SESTO", at: .stub(day: 20))
        )
    }

    /// An itinerary of these legs; traps where ITN-1 or ITN-2 refuses them.
    public static func stub(_ legs: Leg...) -> Self { .stub(legs) }

    /// An itinerary of these legs; traps where ITN-1 or ITN-2 refuses them.
    public static func stub(_ legs: [Leg]) -> Self { stubbed { () throws(DomainError) in try Self(legs) } }
}

extension RouteSearch {
    /// A question for routes from day 0 on; traps where RTG-1 refuses it.
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
