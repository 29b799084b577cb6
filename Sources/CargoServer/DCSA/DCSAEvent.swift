#if Server
import CargoDomain
import CargoWire

/// A cargo's event in the form of the DCSA Interface Standard for Track and Trace 2.2.
///
/// A cargo is one laden container of one booking: its tracking id is the carrier's booking reference.
struct DCSAEvent: Sendable {
    /// The kind of event, with the values that only this kind has.
    enum Kind: Sendable {
        case shipment(status: ShipmentStatus, document: Document)
        case transport(TransportChange, call: TransportCall)
        case equipment(EquipmentChange, call: TransportCall)
    }

    enum ShipmentStatus: String, Sendable {
        case received = "RECE"
        case confirmed = "CONF"
        case released = "RELS"
        case void = "VOID"
    }

    enum Document: String, Sendable {
        case booking = "BKG"
        case customs = "CUS"
    }

    enum TransportChange: String, Sendable {
        case departs = "DEPA"
        case arrives = "ARRI"
    }

    enum EquipmentChange: String, Sendable {
        case gateIn = "GTIN"
        case gateOut = "GTOT"
        case load = "LOAD"
        case discharge = "DISC"
    }

    /// Whether the event is planned, is estimated, or has happened.
    enum Classifier: String, Sendable {
        case actual = "ACT"
        case estimated = "EST"
        case planned = "PLN"
    }

    /// A call of a means of transport at a location.
    ///
    /// Without a voyage, it stands for the gate that the container passed.
    struct TransportCall: Sendable {
        let location: UnLocode
        let voyageNumber: VoyageNumber?

        /// The id that all events of the same call share.
        var id: String { location.text + (voyageNumber.map { "-" + $0.text } ?? "") }
    }

    let trackingId: TrackingId
    let kind: Kind
    let classifier: Classifier
    /// When the event happened or is planned to happen.
    let time: Instant
    /// When the service recorded the event.
    let created: Instant
    /// Distinguishes the event from the cargo's other events; part of its id.
    let key: String

    var type: String {
        switch kind {
        case .shipment: "SHIPMENT"
        case .transport: "TRANSPORT"
        case .equipment: "EQUIPMENT"
        }
    }

    var call: TransportCall? {
        switch kind {
        case .shipment: nil
        case .transport(_, let call), .equipment(_, let call): call
        }
    }
}

extension DCSAEvent: CanonicallyEncodable {
    /// A list of events.
    static let listSchema = Schema.named("DCSAEvents", listOf: .oneOf([shipment.schema, transport.schema, equipment.schema]))

    /// Writes the event with all members that the standard requires.
    func write(to writer: inout JSONWriter) {
        switch kind {
        case .shipment: Self.shipment.write(self, to: &writer)
        case .transport: Self.transport.write(self, to: &writer)
        case .equipment: Self.equipment.write(self, to: &writer)
        }
    }

    private typealias Member = ObjectForm<DCSAEvent>.Member

    private static let shipment = form(
        "DCSAShipmentEvent",
        "SHIPMENT",
        .member("documentID", \.trackingId),
        .member("documentTypeCode", \.document, schema: .words(nil, ["BKG", "CUS"])),
        .member("shipmentEventTypeCode", \.change, schema: .words(nil, ["RECE", "CONF", "RELS", "VOID"]))
    )
    private static let transport = form(
        "DCSATransportEvent",
        "TRANSPORT",
        .optional("transportCall", \.call, isRequired: true, example: TransportCall.schema.example),
        .member("transportEventTypeCode", \.change, schema: .words(nil, ["ARRI", "DEPA"]))
    )
    private static let equipment = form(
        "DCSAEquipmentEvent",
        "EQUIPMENT",
        .member("emptyIndicatorCode", { _ in "LADEN" }, schema: .words(nil, ["LADEN"])),
        .member("equipmentEventTypeCode", \.change, schema: .words(nil, ["LOAD", "DISC", "GTIN", "GTOT"])),
        .optional("transportCall", \.call, isRequired: true, example: TransportCall.schema.example)
    )

    /// The members that all events have, and these.
    private static func form(_ name: String, _ type: String, _ members: Member...) -> ObjectForm<DCSAEvent> {
        ObjectForm(
            name,
            [
                .member("documentReferences", { [DocumentReference(trackingId: $0.trackingId)] }),
                .member("eventClassifierCode", \.classifier.rawValue, schema: .words(nil, ["ACT", "EST", "PLN"])),
                .member("eventCreatedDateTime", \.created), .member("eventDateTime", \.time),
                .member(
                    "eventID",
                    { NamedUUID.text(of: $0.trackingId.text + "|" + $0.key) },
                    schema: .text(pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
                    example: "0f1e2d3c-4b5a-8978-8675-64534231201f"
                ), .member("eventType", \.type, schema: .words(nil, [type])),
            ] + members
        )
    }

    /// The document of a shipment event.
    private var document: String {
        if case .shipment(_, let document) = kind { document.rawValue } else { "" }
    }

    /// The code of what happened.
    private var change: String {
        switch kind {
        case .shipment(let status, _): status.rawValue
        case .transport(let change, _): change.rawValue
        case .equipment(let change, _): change.rawValue
        }
    }

    /// The booking that an event belongs to.
    private struct DocumentReference: WireObject {
        static let form = ObjectForm<DocumentReference>(
            "DCSADocumentReference",
            .member("documentReferenceType", { _ in "BKG" }, schema: .words(nil, ["BKG"])),
            .member("documentReferenceValue", \.trackingId)
        )

        let trackingId: TrackingId
    }
}

extension DCSAEvent.TransportCall: WireObject {
    static let form = ObjectForm<Self>(
        "DCSATransportCall",
        .member("UNLocationCode", \.location),
        .optional("carrierVoyageNumber", \.voyageNumber, example: "V100"),
        .optional("exportVoyageNumber", \.voyageNumber, example: "V100"),
        // Containers pass a gate by road if there is no voyage.
        .member("modeOfTransport", { $0.voyageNumber == nil ? "TRUCK" : "VESSEL" }, schema: .words(nil, ["VESSEL", "TRUCK"])),
        .member("transportCallID", \.id, schema: .text(length: 0...100), example: "HKHKG-V100")
    )
}

/// UUIDs of version 8, the custom form of RFC 9562: the same name always yields the same id.
enum NamedUUID {
    static func text(of name: String) -> String {
        // FNV-1a over the name, with two different start values, spreads well enough for event ids; nothing relies on its secrecy.
        let high = hash(name, from: 0xCBF2_9CE4_8422_2325) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let low = hash(name, from: 0x6C62_272E_07BB_0142) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = hexadecimal(high) + hexadecimal(low)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text += "-" }
            text.append(digit)
        }
        return text
    }

    private static func hash(_ name: String, from start: UInt64) -> UInt64 {
        // safe: a byte fits
        name.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
#endif
