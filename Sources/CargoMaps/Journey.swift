import CargoApplication
import CargoDomain

/// The places of a cargo's journey, in order: where it was, the current voyage, and where it will go.
struct Journey {
    /// A leg that isn't done yet.
    struct Leg {
        let from: UnLocode
        let to: UnLocode
        /// Whether the cargo will make the leg by the voyages' present schedules, as far as is known.
        ///
        /// A leg after a missed connection, or of a route that the cargo has left, is only planned.
        let isEstimated: Bool
    }

    /// The places where the cargo was, in order; the last one is its last known location.
    var travelled: [UnLocode] = []
    /// The leg on which the cargo is on board, if the plan unloads it from its voyage next.
    var voyage: Leg?
    /// The rest of the plan.
    var ahead: [Leg] = []
    /// Where a cargo without a route starts and ends.
    var ends: [UnLocode] = []

    /// Creates a journey that hasn't begun.
    init(planned legs: [CargoDomain.Leg]) {
        ahead = legs.map { Leg(from: $0.loadLocation, to: $0.unloadLocation, isEstimated: false) }
    }

    /// Creates the journey of a tracking view.
    init(_ view: CargoTrackingView) {
        // Customs may clear the cargo far from where it is.
        for event in view.events where event.type != .customs && travelled.last != event.location.unLocode {
            travelled.append(event.location.unLocode)
        }
        let firstAhead = Self.firstLegAhead(view)
        ahead = view.legs.enumerated().dropFirst(firstAhead).map { index, leg in
            Leg(
                from: leg.leg.loadLocation,
                to: leg.leg.unloadLocation,
                isEstimated: !view.isMisdirected && leg.times.estimatedUnloadTime != nil && index < view.disruption?.leg ?? .max
            )
        }
        if view.transportStatus == .onboardCarrier, let leg = ahead.first, view.legs[firstAhead].leg.voyageNumber == view.currentVoyage,
            view.nextExpectedActivity?.type == .unload
        {
            voyage = Leg(from: travelled.last ?? leg.from, to: leg.to, isEstimated: leg.isEstimated)
            ahead.removeFirst()
        }
        if view.legs.isEmpty, view.transportStatus != .claimed { ends = [view.origin.unLocode, view.destination.unLocode] }
    }

    /// Returns the index of the first leg that isn't done, according to the next expected activity; the number of legs if all are done.
    private static func firstLegAhead(_ view: CargoTrackingView) -> Int {
        let legs = view.legs.map(\.leg)
        guard let next = view.nextExpectedActivity ?? view.misdirection?.expected else { return view.events.isEmpty ? 0 : legs.count }
        switch next.type {
        case .receive, .customs: return 0
        case .claim: return legs.count
        case .load: return legs.firstIndex { $0.voyageNumber == next.voyageNumber && $0.loadLocation == next.location } ?? 0
        case .unload: return legs.firstIndex { $0.voyageNumber == next.voyageNumber && $0.unloadLocation == next.location } ?? 0
        }
    }
}
