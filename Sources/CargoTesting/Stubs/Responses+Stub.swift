public import CargoApplication
public import CargoDomain

extension BookCargo.Response {
    /// Returns the response to a booking.
    ///
    /// Traps if the id isn't valid.
    public static func stub(_ trackingId: String = "ABC123") -> Self { Self(trackingId: .stub(trackingId)) }
}

extension CargoRevision {
    /// Returns the result of a change, by default the first one after the booking.
    ///
    /// Traps if the id isn't valid.
    public static func stub(_ trackingId: String = "ABC123", version: Int64 = 2) -> Self {
        Self(trackingId: .stub(trackingId), version: version)
    }
}

extension FindRoutes.Response {
    /// Returns a response with these routes.
    public static func stub(_ itineraries: [Itinerary] = [.stub()]) -> Self { Self(itineraries: itineraries) }
}

extension RegisterHandlingEvent.Response {
    /// Returns the response to a registration.
    public static func stub(_ event: HandlingEvent = .stub(), isNew: Bool = true) -> Self { Self(event: event, isNew: isNew) }
}

extension RetractHandlingEvent.Response {
    /// Returns the response to a retraction.
    public static func stub(_ event: HandlingEvent = .stub(), isNew: Bool = true) -> Self { Self(event: event, isNew: isNew) }
}

extension RegisterVoyage.Response {
    /// Returns the response to a registration.
    ///
    /// Traps if the number isn't valid.
    public static func stub(_ voyageNumber: String = "V100", version: Int64 = 1) -> Self {
        Self(version: version, voyageNumber: .stub(voyageNumber))
    }
}

extension RescheduleVoyage.Response {
    /// Returns the response to a new schedule, by default one that leaves every cargo as planned.
    ///
    /// Traps if the number isn't valid.
    public static func stub(_ voyageNumber: String = "V100", affectedCargos: [AffectedCargo] = [], version: Int64 = 2)
        -> Self
    {
        Self(affectedCargos: affectedCargos, version: version, voyageNumber: .stub(voyageNumber))
    }
}

extension ReadWorklist.Response {
    /// Returns a worklist that has only this page.
    public static func stub(
        _ cargos: [CargoList.Entry] = [.stub()],
        next: ReadWorklist.Position? = nil,
        asOf: Instant = .stub()
    ) -> Self {
        Self(cargos: cargos, next: next, asOf: asOf)
    }
}
