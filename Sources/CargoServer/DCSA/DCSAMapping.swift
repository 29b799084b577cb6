#if Server
import CargoApplication
import CargoDomain

/// Maps a cargo's history to events of DCSA Track and Trace 2.2.
///
/// | cargo-kit | DCSA |
/// | --- | --- |
/// | booked | SHIPMENT RECE and CONF of the booking, ACT |
/// | leg of the route | TRANSPORT DEPA and ARRI, PLN |
/// | RECEIVE, CLAIM | EQUIPMENT GTIN, GTOT, ACT |
/// | LOAD, UNLOAD | EQUIPMENT LOAD, DISC at the voyage's call, ACT |
/// | CUSTOMS | SHIPMENT RELS of the customs inspection, ACT |
enum DCSAMapping {
    /// All events of a cargo: the booking, the plan, and the handling.
    static func events(of cargo: StoredCargo, _ handling: [HandlingEvent], _ times: BookingTimes.Times?) -> [DCSAEvent] {
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
        if let routed = times?.routed {
            for leg in cargo.legs { events += planned(leg, of: id, created: routed) }
        }
        return events + handling.map(done)
    }

    private static func planned(_ leg: Leg, of id: TrackingId, created: Instant) -> [DCSAEvent] {
        let ends: [(DCSAEvent.TransportChange, UnLocode, Instant)] = [
            (.departs, leg.loadLocation, leg.loadTime), (.arrives, leg.unloadLocation, leg.unloadTime),
        ]
        return ends.map { change, location, time in
            DCSAEvent(
                trackingId: id,
                kind: .transport(change, call: .init(location: location, voyageNumber: leg.voyageNumber)),
                classifier: .planned,
                time: time,
                created: created,
                key: "planned|\(change.rawValue)|\(location.text)|\(leg.voyageNumber.text)|\(time.epochMilliseconds)"
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
