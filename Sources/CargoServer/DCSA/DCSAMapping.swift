#if Server
import CargoApplication
import CargoDomain

/// Maps a cargo's history to events of DCSA Track and Trace 2.2.
///
/// | cargo-kit | DCSA |
/// | --- | --- |
/// | booked | SHIPMENT RECE and CONF of the booking, ACT |
/// | cancelled | SHIPMENT VOID of the booking, ACT |
/// | leg of the route | TRANSPORT DEPA and ARRI, PLN |
/// | leg that is announced to sail at other times | TRANSPORT DEPA and ARRI, EST, until it is done |
/// | RECEIVE, CLAIM | EQUIPMENT GTIN, GTOT, ACT |
/// | LOAD, UNLOAD | EQUIPMENT LOAD, DISC at the voyage's call, ACT |
/// | CUSTOMS | SHIPMENT RELS of the customs inspection, ACT |
enum DCSAMapping {
    /// All events of a cargo: the booking, the plan, the estimate, and the handling.
    /// - Parameter legs: the legs with their estimated times; empty if no estimate was announced.
    static func events(
        of cargo: StoredCargo,
        _ handling: [HandlingEvent],
        _ times: BookingTimes.Times?,
        estimated legs: [CargoTrackingView.TrackedLeg] = []
    ) -> [DCSAEvent] {
        let id = cargo.trackingId
        var events: [DCSAEvent] = []
        if let booked = times?.booked {
            for status in [DCSAEvent.ShipmentStatus.received, .confirmed] {
                events.append(
                    DCSAEvent(
                        trackingId: id,
                        kind: .shipment(status: status, document: .booking),
                        classifier: .actual,
                        time: booked,
                        created: booked,
                        key: "booked|" + status.rawValue
                    )
                )
            }
        }
        if let cancellation = cargo.cancellation {
            events.append(
                DCSAEvent(
                    trackingId: id,
                    kind: .shipment(status: .void, document: .booking),
                    classifier: .actual,
                    time: cancellation.at,
                    created: cancellation.at,
                    key: "cancelled|\(cancellation.at.epochMilliseconds)"
                )
            )
        }
        if let routed = times?.routed {
            for leg in cargo.legs { events += calls(of: leg, (leg.loadTime, leg.unloadTime), .planned, of: id, created: routed) }
        }
        if let estimated = times?.estimated {
            for leg in legs {
                let times = (leg.times.estimatedLoadTime, leg.times.estimatedUnloadTime)
                events += calls(of: leg.leg, times, .estimated, of: id, created: estimated)
            }
        }
        return events + handling.map(done)
    }

    private static func calls(
        of leg: Leg,
        _ times: (load: Instant?, unload: Instant?),
        _ classifier: DCSAEvent.Classifier,
        of id: TrackingId,
        created: Instant
    ) -> [DCSAEvent] {
        let name = classifier == .planned ? "planned" : "estimated"
        let ends: [(DCSAEvent.TransportChange, UnLocode, Instant?)] = [
            (.departs, leg.loadLocation, times.load), (.arrives, leg.unloadLocation, times.unload),
        ]
        return ends.compactMap { change, location, time in
            guard let time else { return nil }
            return DCSAEvent(
                trackingId: id,
                kind: .transport(change, call: .init(location: location, voyageNumber: leg.voyageNumber)),
                classifier: classifier,
                time: time,
                created: created,
                key: "\(name)|\(change.rawValue)|\(location.text)|\(leg.voyageNumber.text)|\(time.epochMilliseconds)"
            )
        }
    }

    private static func done(_ event: HandlingEvent) -> DCSAEvent {
        let activity = event.activity
        let call = DCSAEvent.TransportCall(location: activity.location, voyageNumber: activity.voyageNumber)
        let kind: DCSAEvent.Kind
        switch activity.type {
        case .receive: kind = .equipment(.gateIn, call: call)
        case .load: kind = .equipment(.load, call: call)
        case .unload: kind = .equipment(.discharge, call: call)
        case .customs: kind = .shipment(status: .released, document: .customs)
        case .claim: kind = .equipment(.gateOut, call: call)
        }
        return DCSAEvent(
            trackingId: event.trackingId,
            kind: kind,
            classifier: .actual,
            time: event.completionTime,
            created: event.registrationTime,
            key: "done|\(activity.type.rawValue)|\(call.id)|\(event.completionTime.epochMilliseconds)"
        )
    }
}
#endif
