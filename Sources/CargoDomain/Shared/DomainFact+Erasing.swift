extension DomainFact {
    /// Returns the fact without what it says of a customer of the cargo that raised it (CRG-18, REP-11).
    ///
    /// The customer's id becomes the pseudonym, each reference `CUSTOMER:ERASED`, and each reason `ERASED`.
    package func erasing(_ customer: CustomerId, as pseudonym: CustomerId) -> DomainFact {
        switch self {
        case .cargoBooked(customer, let origin, let specification):
            .cargoBooked(customerId: pseudonym, origin: origin, routeSpecification: specification)
        case .referenceAdded: .referenceAdded(reference: .erased)
        case .referenceRemoved: .referenceRemoved(reference: .erased)
        case .cargoCancelled: .cargoCancelled(reason: .erased)
        case .cargoHeld(let type, _): .cargoHeld(type: type, reason: .erased)
        case .handlingEventRetracted(let event, _): .handlingEventRetracted(event: event, reason: .erased)
        default: self
        }
    }
}

extension RetractedEvent {
    /// The retraction without its reason (CRG-18, REP-11).
    package var erased: RetractedEvent { RetractedEvent(event: event, reason: .erased, retractedAt: retractedAt) }
}
