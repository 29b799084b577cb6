import CargoApplication
import CargoDomain

/// The places of a cargo's journey in their order: where it was, the voyage it is on, and where it is still to go.
struct Journey {
    /// Where the cargo was, one after the other; the last one is where it was seen last.
    var travelled: [UnLocode] = []
    /// The voyage under way, while the plan says where it takes the cargo.
    var voyage: (from: UnLocode, to: UnLocode)?
    /// The rest of the plan: where it begins, and where it goes from there.
    var planned: [[UnLocode]] = []

    /// A journey that has not begun.
    init(planned legs: [Leg]) { planned = Self.stretches(legs) }

    /// What a tracking view tells of a journey.
    init(_ view: CargoTrackingView) {
        for event in view.events where travelled.last != event.location.unLocode { travelled.append(event.location.unLocode) }
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

    /// The legs that are not done, by what is to be done next.
    private static func legsAhead(_ view: CargoTrackingView) -> [Leg] {
        guard let next = view.nextExpectedActivity ?? view.misdirection?.expected else {
            return view.events.isEmpty ? view.legs : []
        }
        switch next.type {
        case .receive: return view.legs
        case .claim: return []
        case .customs: return view.legs
        case .load:
            let index = view.legs.firstIndex { $0.voyageNumber == next.voyageNumber && $0.loadLocation == next.location }
            return Array(view.legs[(index ?? 0)...])
        case .unload:
            let index = view.legs.firstIndex { $0.voyageNumber == next.voyageNumber && $0.unloadLocation == next.location }
            return Array(view.legs[(index ?? 0)...])
        }
    }

    private static func stretches(_ legs: [Leg]) -> [[UnLocode]] {
        guard let first = legs.first else { return [] }
        return [[first.loadLocation] + legs.map(\.unloadLocation)]
    }
}
