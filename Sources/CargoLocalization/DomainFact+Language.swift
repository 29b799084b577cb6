public import CargoDomain

extension DomainFact {
    /// What happened, as a few words in a language, such as "Hold placed (customs)".
    ///
    /// Reasons and references are in it as somebody wrote them, so escape it as any foreign text.
    public func text(in language: Language) -> String { Language.$current.withValue(language) { text } }

    private var text: String {
        switch self {
        case .cargoBooked: localized("Cargo booked")
        case .cargoRouted: localized("Route assigned")
        case .routeRespecified(let specification):
            localized("Route respecified: from \(specification.origin.text) to \(specification.destination.text)")
        case .destinationChanged(let specification): localized("Destination changed: \(specification.destination.text)")
        case .deadlineChanged(let specification): localized("Deadline changed: \(specification.arrivalDeadline.description)")
        case .handlingEventRegistered(let event, _):
            localized("Scan registered: \(event.activity.type.rawValue) at \(event.activity.location.text)")
        case .handlingEventRetracted(let event, let reason):
            localized("Scan retracted: \(event.activity.type.rawValue) at \(event.activity.location.text) (\(reason.text))")
        case .cargoHandled(let handled?):
            localized("Last activity: \(handled.activity.type.rawValue) at \(handled.activity.location.text)")
        case .cargoHandled(nil): localized("No activity is left")
        case .cargoMisdirected: localized("Off its route")
        case .cargoBackOnTrack: localized("Back on its route")
        case .cargoArrived(let location): localized("Unloaded at its destination: \(location.text)")
        case .cargoClaimed: localized("Claimed")
        case .estimatedArrivalChanged(let arrival?, _, _): localized("Estimated arrival changed: \(arrival.description)")
        case .estimatedArrivalChanged(nil, _, _): localized("Estimated arrival unknown")
        case .routeDisrupted: localized("Route disrupted")
        case .routeRestored: localized("Route restored")
        case .cargoCancelled(let reason): localized("Booking cancelled (\(reason.text))")
        case .cargoReinstated: localized("Booking reinstated")
        case .referenceAdded(let reference): localized("Reference added: \(reference.description)")
        case .referenceRemoved(let reference): localized("Reference removed: \(reference.description)")
        case .voyageSubstituted(_, let previous, let voyage): localized("Voyage \(previous.text) replaced by \(voyage.text)")
        case .pickUpDeadlineChanged(let time?): localized("Pick-up deadline set: \(time.description)")
        case .pickUpDeadlineChanged(nil): localized("Pick-up deadline removed")
        case .cargoHeld(let type, let reason): localized("Hold placed: \(type.text(in: .current)) (\(reason.text))")
        case .cargoReleased(let type): localized("Hold released: \(type.text(in: .current))")
        case .cargoArchived(let archive): localized("Archived in \(archive.text)")
        case .cargoRestored(let archive): localized("Restored from \(archive.text)")
        case .customerErased: localized("Customer erased")
        case .voyageRescheduled(let voyage, _): localized("Voyage \(voyage.text) rescheduled")
        case .voyageDescribed(let voyage, _): localized("Details of voyage \(voyage.text) changed")
        case .portCallReported(let voyage, let location, _, _, _, _):
            localized("Port call of voyage \(voyage.text) reported: \(location.text)")
        }
    }
}
