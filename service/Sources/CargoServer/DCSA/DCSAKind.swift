/// What an event of DCSA Track and Trace 2.2 says happened, and whether that is planned, estimated or actual.
///
/// | cargo-kit | DCSA |
/// | --- | --- |
/// | booked | SHIPMENT RECE and CONF of the booking, ACT |
/// | cancelled, reinstated | SHIPMENT VOID, then CONF of the booking, ACT |
/// | leg of the route | TRANSPORT DEPA and ARRI, PLN |
/// | leg that a new schedule or a report moves | TRANSPORT DEPA and ARRI, EST, until it is done |
/// | RECEIVE, CLAIM | EQUIPMENT GTIN, GTOT, ACT |
/// | LOAD, UNLOAD | EQUIPMENT LOAD, DISC at the voyage's call, ACT |
/// | CUSTOMS | SHIPMENT RELS of the customs inspection, ACT |
/// | hold, release of a hold | SHIPMENT HOLD, RELS, of the customs inspection or else of the booking, ACT |
enum DCSAKind: UInt8, CaseIterable, Sendable {
    case bookingReceived, bookingConfirmed, bookingVoided, customsReleased
    case departurePlanned, departureEstimated, arrivalPlanned, arrivalEstimated
    case gatedIn, loaded, discharged, gatedOut
    case customsHeld, customsHoldReleased, cargoHeld, cargoHoldReleased

    /// The value of `eventType`.
    enum EventType: String, CaseIterable {
        case shipment = "SHIPMENT"
        case transport = "TRANSPORT"
        case equipment = "EQUIPMENT"
    }

    var type: EventType {
        switch self {
        case .bookingReceived, .bookingConfirmed, .bookingVoided, .customsReleased, .customsHeld, .customsHoldReleased, .cargoHeld,
            .cargoHoldReleased:
            .shipment
        case .departurePlanned, .departureEstimated, .arrivalPlanned, .arrivalEstimated: .transport
        case .gatedIn, .loaded, .discharged, .gatedOut: .equipment
        }
    }

    /// The value of `shipmentEventTypeCode`, `transportEventTypeCode` or `equipmentEventTypeCode`.
    var code: String {
        switch self {
        case .bookingReceived: "RECE"
        case .bookingConfirmed: "CONF"
        case .bookingVoided: "VOID"
        case .customsReleased, .customsHoldReleased, .cargoHoldReleased: "RELS"
        case .customsHeld, .cargoHeld: "HOLD"
        case .departurePlanned, .departureEstimated: "DEPA"
        case .arrivalPlanned, .arrivalEstimated: "ARRI"
        case .gatedIn: "GTIN"
        case .loaded: "LOAD"
        case .discharged: "DISC"
        case .gatedOut: "GTOT"
        }
    }

    /// The value of `eventClassifierCode`.
    var classifier: String {
        switch self {
        case .departurePlanned, .arrivalPlanned: "PLN"
        case .departureEstimated, .arrivalEstimated: "EST"
        default: "ACT"
        }
    }

    /// The value of `documentTypeCode`; nil unless the event is a shipment event.
    var document: String? {
        switch self {
        case .bookingReceived, .bookingConfirmed, .bookingVoided, .cargoHeld, .cargoHoldReleased: "BKG"
        case .customsReleased, .customsHeld, .customsHoldReleased: "CUS"
        case .departurePlanned, .departureEstimated, .arrivalPlanned, .arrivalEstimated, .gatedIn, .loaded, .discharged, .gatedOut: nil
        }
    }

    /// The kinds of shipment events, as a set.
    static let shipments = set { $0.type == .shipment }

    /// A set with only this kind.
    var bit: UInt32 { 1 << UInt32(truncatingIfNeeded: rawValue) }

    /// The set of the kinds for which a condition holds.
    static func set(_ isIn: (DCSAKind) -> Bool) -> UInt32 { allCases.reduce(0) { isIn($1) ? $0 | $1.bit : $0 } }
}
