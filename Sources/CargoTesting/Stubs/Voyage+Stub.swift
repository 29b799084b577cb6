public import CargoDomain

extension CarrierMovement {
    /// Returns a movement, by default from Hong Kong on day 2 to Tokyo on day 4.
    ///
    /// Traps if it breaks VOY-1.
    public static func stub(
        from departureLocation: String = "HKHKG",
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
    /// Returns a schedule with these movements.
    ///
    /// Traps if they break VOY-2 or VOY-3.
    public static func stub(_ movements: [CarrierMovement] = [.stub()]) -> Self {
        stubbed { () throws(DomainError) in try Self(movements) }
    }

    /// Returns a schedule that calls at these ports in turn, starting on day `fromDay`: two days at sea, then one in port.
    ///
    /// Traps if it breaks VOY-1 or VOY-2.
    public static func stub(calling ports: String..., fromDay day: Int = 2) -> Self {
        .stub(
            zip(ports, ports.dropFirst()).enumerated().map { place, passage in
                .stub(from: passage.0, at: .stub(day: day + 3 * place), to: passage.1, at: .stub(day: day + 3 * place + 2))
            }
        )
    }
}

extension Voyage {
    /// Returns a voyage as loaded from storage; with version 0, an unsaved one.
    public static func stub(_ number: String = "V100", schedule: Schedule = .stub(), version: Int64 = 0) -> Self {
        stubbed { () throws(DomainError) in try .reconstitute(number: .stub(number), schedule: schedule, version: version) }
    }
}

extension Voyage {
    /// Returns the voyage after a report that its first departure is six hours late.
    /// - Throws: the error of the rule that the report breaks.
    public func reported() throws(DomainError) -> Voyage {
        let first = schedule.movements[0]
        return try reporting(
            .departure,
            at: first.departureLocation,
            status: .estimated,
            time: try first.departureTime.advanced(by: .seconds(21_600)),
            reportedAt: .stub(),
            at: .stub()
        )
    }
}

extension VoyageDetails {
    /// Returns the details of a ship of a carrier.
    ///
    /// Traps if a text isn't valid.
    public static func stub(
        carrier: String = "MAEU",
        carrierVoyageNumbers: [String] = ["052W"],
        mode: TransportMode = .vessel,
        imoNumber: String = "9074729",
        name: String = "Emma"
    ) -> Self {
        stubbed { () throws(DomainError) in
            let numbers = try carrierVoyageNumbers.map { (text) throws(DomainError) in try CarrierVoyageNumber(text) }
            let vessel = try Vessel(imoNumber: try IMONumber(imoNumber), name: try VesselName(name))
            let details = try VoyageDetails(
                carrier: try CarrierCode(carrier),
                carrierVoyageNumbers: numbers,
                mode: mode,
                vessel: vessel
            )
            guard let details else { throw .rule(.vesselEmpty) }
            return details
        }
    }
}
