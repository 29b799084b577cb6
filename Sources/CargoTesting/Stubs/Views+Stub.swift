public import CargoApplication
public import CargoDomain

extension CargoList {
    /// Returns a page of cargos, by default the last one.
    public static func stub(_ cargos: [Entry] = [.stub()], next: TrackingId? = nil) -> Self { Self(cargos: cargos, next: next) }
}

extension CargoList.Entry {
    /// Returns the summary of a cargo.
    public static func stub(_ cargo: Cargo = .stub(version: 1)) -> Self { Self(of: cargo) }
}

extension StoredCargo {
    /// Returns a stored cargo.
    public static func stub(_ cargo: Cargo = .stub(version: 1)) -> Self { Self(cargo) }
}

extension VoyageView {
    /// Returns the view of a voyage.
    public static func stub(_ voyage: Voyage = .stub(version: 1)) -> Self { Self(of: voyage) }
}

extension CargoTrackingView {
    /// Returns the view of a cargo from Hong Kong to Stockholm, by default booked and without a route.
    ///
    /// A cargo that has been received has a place or a voyage, and a status text that fits. For a view of a cargo on its way, track one in an
    /// in-memory store. Traps if an id isn't valid.
    public static func stub(
        _ trackingId: String = "ABC123",
        customer customerId: String = "CUST-1",
        transportStatus: TransportStatus = .notReceived,
        routingStatus: RoutingStatus = .notRouted,
        isMisdirected: Bool = false,
        lastKnownLocation: Location? = nil,
        bookingStatus: BookingStatus = .confirmed,
        plannedArrival: Instant? = nil,
        estimatedArrival: Instant? = nil,
        isLate: Bool = false,
        disruption: Disruption? = nil,
        statusText: String? = nil,
        nextExpectedText: String? = nil,
        legs: [TrackedLeg] = [],
        events: [Event] = []
    ) -> Self {
        let isAshore = transportStatus == .inPort || transportStatus == .claimed
        let place = lastKnownLocation ?? (isAshore ? .stub() : nil)
        let voyage: VoyageNumber? = transportStatus == .onboardCarrier ? .stub() : nil
        let text =
            switch transportStatus {
            case .notReceived: bookingStatus == .cancelled ? "Cancelled" : "Not received"
            case .inPort: "In port \(place?.name.text ?? "")"
            case .onboardCarrier: "Onboard voyage \(voyage?.text ?? "")"
            case .claimed: "Claimed in \(place?.name.text ?? "")"
            }
        return Self(
            trackingId: .stub(trackingId),
            customerId: .stub(customerId),
            origin: .stub(),
            destination: .stub("SESTO", name: "Stockholm"),
            arrivalDeadline: .stub(day: 60),
            transportStatus: transportStatus,
            routingStatus: routingStatus,
            isMisdirected: isMisdirected,
            lastKnownLocation: place,
            currentVoyage: voyage,
            bookingStatus: bookingStatus,
            plannedArrival: plannedArrival,
            estimatedArrival: estimatedArrival,
            isLate: isLate,
            disruption: disruption,
            statusText: statusText ?? text,
            nextExpectedText: nextExpectedText,
            legs: legs,
            events: events
        )
    }
}

extension CargoTrackingView.Event {
    /// Returns an event of a view, by default the expected receipt in Hong Kong on day 1.
    ///
    /// Traps if the number isn't valid.
    public static func stub(
        _ type: HandlingType = .receive,
        at location: Location = .stub(),
        voyage: String? = nil,
        completed completionTime: Instant = .stub(day: 1),
        isExpected: Bool = true,
        description: String = "Received in Hongkong"
    ) -> Self {
        Self(
            type: type,
            location: location,
            voyageNumber: voyage.map { .stub($0) },
            completionTime: completionTime,
            registrationTime: completionTime,
            isExpected: isExpected,
            description: description
        )
    }
}

extension DomainEvent {
    /// Returns the event of a cargo's save, by default of the booking, stored first and on day 0.
    ///
    /// Traps if the id isn't valid.
    public static func stub(
        _ fact: DomainFact = .cargoBooked(customerId: .stub(), origin: .stub(), routeSpecification: .stub()),
        of trackingId: String = "ABC123",
        version: Int64 = 1,
        sequence: Int64 = 1,
        by actor: String? = nil
    ) -> Self {
        let id = TrackingId.stub(trackingId).text
        return Self(
            eventId: "\(AggregateType.cargo.rawValue):\(id):\(version):0",
            occurredAt: .stub(),
            schemaVersion: fact.schemaVersion,
            correlationId: nil,
            actor: actor.flatMap(EventActor.init),
            aggregateType: .cargo,
            aggregateId: id,
            aggregateVersion: version,
            sequence: sequence,
            fact: fact
        )
    }
}
