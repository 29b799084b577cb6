public import CargoDomain

/// What several cargos need attention for: the same ship, port or hold.
///
/// A cargo whose route doesn't work, that is off its route, is late or has no route, has one of these causes, the most urgent. Holds and what
/// isn't collected come on top.
public enum AttentionCause: Hashable, Sendable {
    /// The cargos miss a voyage in a port (EST-3).
    case missed(VoyageNumber, at: UnLocode)
    /// A voyage no longer calls at a port where it was to load or unload the cargos, or isn't registered (EST-3).
    case dropped(VoyageNumber, at: UnLocode)
    /// The cargos are off their routes (DLV-5), in this port; nil on the way.
    case misdirected(UnLocode?)
    /// The cargos have no route, or one that doesn't satisfy their specifications (DLV-2).
    case unrouted(RoutingStatus)
    /// The cargos arrive too late with a voyage in a port (EST-5).
    case late(VoyageNumber, at: UnLocode)
    /// The cargos have a hold of this type (CRG-15).
    case held(HoldType)
    /// The cargos lie at their destination after their pick-up deadline (EST-6).
    case uncollected(UnLocode)

    /// The reason under which the cargos are listed.
    public var need: AttentionReason {
        switch self {
        case .missed, .dropped: .disrupted
        case .misdirected: .misdirected
        case .unrouted: .unrouted
        case .late: .late
        case .held: .held
        case .uncollected: .uncollected
        }
    }

    /// The voyage; nil if the cause isn't one.
    public var voyageNumber: VoyageNumber? {
        switch self {
        case .missed(let number, _), .dropped(let number, _), .late(let number, _): number
        case .misdirected, .unrouted, .held, .uncollected: nil
        }
    }

    /// The port; nil if there is none.
    public var location: UnLocode? {
        switch self {
        case .missed(_, let place), .dropped(_, let place), .late(_, let place), .uncollected(let place): place
        case .misdirected(let place): place
        case .unrouted, .held: nil
        }
    }

    /// The filter that the cargos pass, and no others, but for those that have a more urgent cause, too.
    public var filter: CargoFilter {
        switch self {
        case .missed(let number, let place), .dropped(let number, let place), .late(let number, let place):
            CargoFilter(needs: [need], place: place, voyage: number)
        case .misdirected(let place?): CargoFilter(needs: [need], place: place)
        case .misdirected(nil): CargoFilter(needs: [need], transportStatus: .onboardCarrier)
        case .unrouted(let status): CargoFilter(needs: [need], routingStatus: status)
        case .held(let type): CargoFilter(needs: [need], hold: type)
        case .uncollected(let place): CargoFilter(needs: [need], place: place)
        }
    }
}

extension Cargo {
    /// Everything that the cargo needs attention for at a time.
    package func causes(at now: Instant) -> [AttentionCause] {
        guard has(.uncollected, at: now), let place = delivery.currentPort else { return storedCauses }
        return storedCauses + [.uncollected(place)]
    }

    /// Everything that the cargo needs attention for, whatever the time.
    var storedCauses: [AttentionCause] {
        var causes: [AttentionCause] = []
        let estimate = lastEstimate
        if let disruption = estimate?.disruption {
            switch disruption.reason {
            case .connectionMissed: causes.append(.missed(disruption.voyageNumber, at: disruption.location))
            case .voyageDoesNotCall: causes.append(.dropped(disruption.voyageNumber, at: disruption.location))
            }
        } else if has(.misdirected) {
            causes.append(.misdirected(delivery.currentPort))
        } else if has(.late), let leg = itinerary?.legs.last {
            causes.append(.late(leg.voyageNumber, at: leg.unloadLocation))
        } else if has(.unrouted) {
            causes.append(.unrouted(delivery.routingStatus))
        }
        if has(.held) { causes += holds.map { .held($0.type) } }
        return causes
    }
}
