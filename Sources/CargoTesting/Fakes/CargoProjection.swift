public import CargoDomain

/// A consumer that reads domain events alone, and knows from them what the store knows of its cargos.
///
/// It shows that the outbox leaves nothing out (REP-3): a cargo that it made tracks like the stored one. Only reference data comes from
/// elsewhere: locations, and voyages as they were first registered, raise no events.
public struct CargoProjection: Sendable {
    /// The voyages as they are scheduled now.
    public private(set) var voyages: [VoyageNumber: Voyage]
    private var states: [TrackingId: State] = [:]

    /// What the events of one cargo say.
    fileprivate struct State {
        var cargo: Cargo
        var history: HandlingHistory
    }

    /// Creates a projection of no events.
    /// - Parameter voyages: the voyages as they were registered.
    public init(voyages: [Voyage] = []) {
        self.voyages = Dictionary(uniqueKeysWithValues: voyages.map { ($0.number, $0) })
    }

    /// The cargos, by tracking id.
    public var cargos: [Cargo] { states.values.map(\.cargo).sorted { $0.trackingId < $1.trackingId } }

    /// Returns the handling history of a cargo.
    public func history(of trackingId: TrackingId) -> HandlingHistory { states[trackingId]?.history ?? .empty(of: trackingId) }

    /// Takes the next event of the outbox.
    ///
    /// Events of cargos and voyages that weren't booked or registered before are ignored.
    /// - Throws: the error of the rule that the event breaks.
    public mutating func apply(_ event: DomainEvent) throws(DomainError) {
        switch event.fact {
        case .cargoBooked(let customerId, let origin, let routeSpecification):
            let trackingId = try TrackingId(event.aggregateId)
            let cargo = try Cargo.reconstitute(
                trackingId: trackingId,
                customerId: customerId,
                origin: origin,
                routeSpecification: routeSpecification,
                itinerary: nil,
                routingStart: nil,
                delivery: Delivery.Stored(lastHandled: nil, lastMove: nil, isMisdirected: false, planPosition: nil),
                version: event.aggregateVersion
            )
            states[trackingId] = State(cargo: cargo, history: .empty(of: trackingId))
        case .voyageRescheduled(let number, let schedule):
            if let schedule { voyages[number] = voyages[number]?.rescheduled(to: schedule) }
        case .voyageDescribed(let number, let details): voyages[number] = voyages[number]?.described(as: details)
        case .portCallReported(let number, _, let movement, let end, let status, let time):
            let report = PortCallReport(movement: movement, end: end, status: status, time: time, reportedAt: event.occurredAt)
            voyages[number] = try voyages[number]?.knowing(report)
        default:
            let trackingId = try TrackingId(event.aggregateId)
            guard var state = states[trackingId] else { return }
            try state.apply(event)
            states[trackingId] = state
        }
    }
}

extension Voyage {
    /// Returns this voyage with a report in the place of the one that it has of the same end.
    fileprivate func knowing(_ report: PortCallReport) throws(DomainError) -> Voyage {
        let others = reports.filter { $0.movement != report.movement || $0.end != report.end }
        return try .reconstitute(
            number: number,
            schedule: schedule,
            details: details,
            reports: (others + [report]).sorted { ($0.movement, $1.end.rawValue) < ($1.movement, $0.end.rawValue) },
            version: version
        )
    }
}

extension CargoProjection.State {
    fileprivate mutating func apply(_ event: DomainEvent) throws(DomainError) {
        var (specification, itinerary, start) = (cargo.routeSpecification, cargo.itinerary, cargo.routingStart)
        var (estimate, cancellation, references) = (cargo.estimate, cargo.cancellation, cargo.references)
        var (promise, holds, pickUpBy) = (cargo.promisedArrival, cargo.holds, cargo.pickUpBy)
        switch event.fact {
        case .handlingEventRegistered(let registered, _): history = try history.adding(registered)
        case .handlingEventRetracted(let retracted, _): history = history.retracting(retracted)
        case .routeRespecified(let changed), .destinationChanged(let changed), .deadlineChanged(let changed):
            if changed.destination != specification.destination { promise = nil }
            specification = changed
        case .cargoRouted(let route):
            (itinerary, estimate, promise) = (route, nil, promise ?? route.lastUnloadTime)
            start = history.events.last { $0.activity.type != .customs }?.handled
        case .estimatedArrivalChanged(let arrival, _, _):
            estimate = Estimate(disruption: announced?.disruption, estimatedArrival: arrival)
        case .routeDisrupted(let disruption):
            estimate = Estimate(disruption: disruption, estimatedArrival: announced?.estimatedArrival)
        case .routeRestored: estimate = Estimate(disruption: nil, estimatedArrival: announced?.estimatedArrival)
        case .cargoCancelled(let reason): cancellation = Cancellation(at: event.occurredAt, reason: reason)
        case .cargoReinstated: cancellation = nil
        case .voyageSubstituted(let leg, _, let number): itinerary = try itinerary?.with(number, onLeg: leg)
        case .cargoHeld(let type, let reason):
            holds = (holds + [Hold(type: type, reason: reason, at: event.occurredAt)]).sorted { $0.type < $1.type }
        case .cargoReleased(let type): holds.removeAll { $0.type == type }
        case .pickUpDeadlineChanged(let time): pickUpBy = time
        // Facts from before REF-3 refused a second box count, too.
        case .referenceAdded(let reference): references = (references + [reference]).sorted()
        case .referenceRemoved(let reference): references = cargo.removing(reference).references
        case .customerErased(let pseudonym):
            cargo = cargo.erasingCustomer(as: pseudonym)
            (cancellation, holds, references) = (cargo.cancellation, cargo.holds, [])
        default: break  // It follows from the others.
        }
        if let itinerary, estimate == .asPlanned(itinerary) { estimate = nil }
        let unhandled = Delivery.Stored(lastHandled: nil, lastMove: nil, isMisdirected: false, planPosition: itinerary.map { _ in 0 })
        let derived = try Cargo.reconstitute(
            trackingId: cargo.trackingId,
            customerId: cargo.customerId,
            origin: cargo.origin,
            routeSpecification: specification,
            itinerary: itinerary,
            routingStart: start,
            delivery: unhandled,
            estimate: estimate,
            cancellation: cancellation,
            promisedArrival: promise,
            holds: holds,
            pickUpBy: pickUpBy,
            references: references,
            version: event.aggregateVersion
        ).derivingDeliveryProgress(from: history)
        cargo = try derived.reconstituted(atVersion: event.aggregateVersion)
    }

    /// The estimate that was announced last, as planned or not (EST-7).
    private var announced: Estimate? { cargo.estimate ?? cargo.itinerary.map(Estimate.asPlanned) }
}

extension Itinerary {
    /// Returns this route with another voyage for a leg.
    fileprivate func with(_ voyage: VoyageNumber, onLeg index: Int64) throws(DomainError) -> Itinerary {
        var changed = legs
        for (place, leg) in legs.enumerated() where place == index {
            changed[place] = try Leg(
                voyageNumber: voyage,
                loadLocation: leg.loadLocation,
                unloadLocation: leg.unloadLocation,
                loadTime: leg.loadTime,
                unloadTime: leg.unloadTime
            )
        }
        return try Itinerary(changed)
    }
}
