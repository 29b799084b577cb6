import CargoApplication
import CargoDomain

/// The places of a cargo's journey, in order: where it was, the current voyage, and where it will go.
struct Journey {
    /// The places where the cargo was, in order; the last one is its last known location.
    var travelled: [UnLocode] = []
    /// The ports between which the cargo is on board, if the plan unloads it from its voyage next.
    var voyage: (from: UnLocode, to: UnLocode)?
    /// The rest of the plan: where it starts, and the places after that.
    var planned: [[UnLocode]] = []

    /// Creates a journey that hasn't begun.
    init(planned legs: [Leg]) { planned = Self.stretches(legs) }

    /// Creates the journey of a tracking view.
    init(_ view: CargoTrackingView) {
        // Customs may clear the cargo far from where it is.
        for event in view.events where event.type != .customs && travelled.last != event.location.unLocode {
            travelled.append(event.location.unLocode)
        }
        var rest = Self.legsAhead(view)
        if view.transportStatus == .onboardCarrier, let leg = rest.first, leg.voyageNumber == view.currentVoyage,
            view.nextExpectedActivity?.type == .unload
        {
            voyage = (travelled.last ?? leg.loadLocation, leg.unloadLocation)
            rest.removeFirst()
        }
        planned = Self.stretches(rest)
        if view.legs.isEmpty, view.transportStatus != .claimed { planned = [[view.origin.unLocode], [view.destination.unLocode]] }
    }

    /// Returns the remaining legs, according to the next expected activity.
    private static func legsAhead(_ view: CargoTrackingView) -> [Leg] {
        let legs = view.legs.map(\.leg)
        guard let next = view.nextExpectedActivity ?? view.misdirection?.expected else {
            return view.events.isEmpty ? legs : []
        }
        switch next.type {
        case .receive: return legs
        case .claim: return []
        case .customs: return legs
        case .load:
            let index = legs.firstIndex { $0.voyageNumber == next.voyageNumber && $0.loadLocation == next.location }
            return Array(legs[(index ?? 0)...])
        case .unload:
            let index = legs.firstIndex { $0.voyageNumber == next.voyageNumber && $0.unloadLocation == next.location }
            return Array(legs[(index ?? 0)...])
        }
    }

    private static func stretches(_ legs: [Leg]) -> [[UnLocode]] {
        guard let first = legs.first else { return [] }
        return [[first.loadLocation] + legs.map(\.unloadLocation)]
    }
}
