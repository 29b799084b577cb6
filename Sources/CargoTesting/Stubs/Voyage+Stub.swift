public import CargoDomain

extension CarrierMovement {
    /// A movement from Hong Kong on day 2 to Tokyo on day 4, unless told otherwise; traps where VOY-1 refuses it.
    public static func stub(
        from departureLocation: String = "CNHKG",
        at departureTime: Instant = .stub(day: 2),
        to arrivalLocation: String = "JPTYO",
        at arrivalTime: Instant = .stub(day: 4)
    ) -> Self {
        stubbed { () throws(DomainError) in
            try Self(
                departureLocation: .stub(departureLocation),
                arrivalLocation: .stub(arrivalLocation),
                departureTime: departureTime,
                arrivalTime: arrivalTime
            )
        }
    }
}

extension Schedule {
    /// A schedule of these movements; traps where VOY-2 or VOY-3 refuses them.
    public static func stub(_ movements: [CarrierMovement] = [.stub()]) -> Self {
        stubbed { () throws(DomainError) in try Self(movements) }
    }

    /// A schedule that calls at these ports in turn: two days at sea, one in each port, from a day on.
    public static func stub(calling ports: String..., fromDay day: Int = 2) -> Self {
        .stub(
            zip(ports, ports.dropFirst()).enumerated().map { place, passage in
                .stub(from: passage.0, at: .stub(day: day + 3 * place), to: passage.1, at: .stub(day: day + 3 * place + 2))
            }
        )
    }
}

extension Voyage {
    /// A voyage as it comes from storage; with version 0, as it is before its first save.
    public static func stub(_ number: String = "V100", schedule: Schedule = .stub(), version: Int64 = 0) -> Self {
        stubbed { () throws(DomainError) in try .reconstitute(number: .stub(number), schedule: schedule, version: version) }
    }
}
