public import CargoApplication
public import CargoDomain

/// A call of a repository behind a `FaultInjection`, with its arguments.
///
/// Calls are equal if their arguments are, so a cargo's raised facts and an event's registration time aren't compared.
public enum RecordedCall: Hashable, Sendable {
    case findCargo(TrackingId)
    case saveCargo(Cargo)
    case nextTrackingId
    case findForCustomer(CustomerId)
    case findCargos(CargoQuery, after: TrackingId?, limit: Int)

    case findHistory(of: TrackingId)
    case findRetracted(of: TrackingId)
    case saveHandlingEvent(HandlingEvent, after: HandlingHistory, with: Cargo)
    case retractHandlingEvent(RetractedEvent, after: HandlingHistory, with: Cargo)

    case findVoyage(VoyageNumber)
    case findVoyages([VoyageNumber])
    case saveVoyage(Voyage)
    case findVoyagePage(after: VoyageNumber?, limit: Int)
    case findVoyageChanges(after: Int64)

    case findLocation(UnLocode)
    case findLocations([UnLocode])
    case saveLocations([Location])
    case findLocationPage(after: UnLocode?, limit: Int)

    case readEvents(after: Int64, limit: Int)
    case readEntries(after: Int64, limit: Int)

    case findBookingKey(IdempotencyKey)
    case reserveBookingKey(IdempotencyKey, for: BookingReservation)
}
