import CargoDomain
import CargoWire

/// A cargo's event in the form of the DCSA Interface Standard for Track and Trace 2.2.
///
/// A cargo is one laden container of one booking: its tracking id is the carrier's booking reference.
struct DCSAEvent: Sendable {
    /// A call of a means of transport at a location.
    ///
    /// Without a voyage, it stands for the gate that the container passed.
    struct TransportCall: Hashable, Sendable {
        let location: UnLocode
        let voyageNumber: VoyageNumber?

        /// The id that all events of the same call share.
        var id: String { location.text + (voyageNumber.map { "-" + $0.text } ?? "") }
    }

    let id: DCSAEventID
    let kind: DCSAKind
    let trackingId: TrackingId
    /// The container; nil if the cargo has none or several.
    let container: String?
    /// The cargo's references.
    let references: [CargoReference]
    /// The call; nil for a shipment event.
    let call: TransportCall?
    /// When the event happened, or is planned or estimated to happen.
    let time: Instant
    /// When the store recorded what the event says.
    let created: Instant

    private var documents: [Document] {
        [Document(type: "BKG", value: trackingId.text)]
            + references.compactMap { reference in
                switch reference.type {
                case .booking: Document(type: "BKG", value: reference.value)
                case .billOfLading: Document(type: "TRD", value: reference.value)
                case .container, .customer, .equipment: nil
                }
            }
    }

    private var otherReferences: [Reference]? {
        let others = references.compactMap { reference -> Reference? in
            switch reference.type {
            case .container, .equipment: Reference(type: "EQ", value: reference.value)
            case .customer: Reference(type: "CR", value: reference.value)
            case .booking, .billOfLading: nil
            }
        }
        return others.isEmpty ? nil : others
    }

    /// A booking or a transport document that the event belongs to.
    private struct Document: WireObject {
        static let form = ObjectForm<Document>(
            "DCSADocumentReference",
            .member("documentReferenceType", \.type, schema: .words(nil, ["BKG", "TRD"])),
            .member("documentReferenceValue", \.value, example: "7K3M9QX2R5TB")
        )

        let type: String
        let value: String
    }

    /// The number of a container or of another box, or the customer's own reference.
    private struct Reference: WireObject {
        static let form = ObjectForm<Reference>(
            "DCSAReference",
            .member("referenceType", \.type, schema: .words(nil, ["EQ", "CR"])),
            .member("referenceValue", \.value, schema: .text(length: 1...100), example: "MSKU1234565")
        )

        let type: String
        let value: String
    }
}

extension DCSAEvent: CanonicallyEncodable {
    /// One event.
    static let schema = Schema.oneOf([shipment.schema, transport.schema, equipment.schema])
    /// A list of events.
    static let listSchema = Schema.named("DCSAEvents", listOf: schema)

    /// Writes the event with all members that the standard requires.
    func write(to writer: inout JSONWriter) {
        switch kind.type {
        case .shipment: Self.shipment.write(self, to: &writer)
        case .transport: Self.transport.write(self, to: &writer)
        case .equipment: Self.equipment.write(self, to: &writer)
        }
    }

    private typealias Member = ObjectForm<DCSAEvent>.Member

    private static let shipment = form(
        "DCSAShipmentEvent",
        .shipment,
        .member("documentID", \.trackingId),
        .member("documentTypeCode", { $0.kind.document ?? "" }, schema: .words(nil, ["BKG", "CUS"])),
        .member("shipmentEventTypeCode", \.kind.code, schema: .words(nil, ["RECE", "CONF", "HOLD", "RELS", "VOID"]))
    )
    private static let transport = form(
        "DCSATransportEvent",
        .transport,
        .optional("transportCall", \.call, isRequired: true, example: TransportCall.schema.example),
        .member("transportEventTypeCode", \.kind.code, schema: .words(nil, ["ARRI", "DEPA"]))
    )
    private static let equipment = form(
        "DCSAEquipmentEvent",
        .equipment,
        .member("emptyIndicatorCode", { _ in "LADEN" }, schema: .words(nil, ["LADEN"])),
        .member("equipmentEventTypeCode", \.kind.code, schema: .words(nil, ["LOAD", "DISC", "GTIN", "GTOT"])),
        .optional("equipmentReference", \.container, schema: .text(length: 1...15), example: "MSKU1234565"),
        .optional("transportCall", \.call, isRequired: true, example: TransportCall.schema.example)
    )

    /// The members that all events have, and these.
    private static func form(_ name: String, _ type: DCSAKind.EventType, _ members: Member...) -> ObjectForm<DCSAEvent> {
        ObjectForm(
            name,
            [
                .member("documentReferences", \.documents),
                .member("eventClassifierCode", \.kind.classifier, schema: .words(nil, ["ACT", "EST", "PLN"])),
                .member("eventCreatedDateTime", \.created), .member("eventDateTime", \.time),
                .member(
                    "eventID",
                    \.id.text,
                    schema: .text(pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
                    example: "00000000-0001-8007-8000-0134f2a9c5d6"
                ), .member("eventType", { _ in type.rawValue }, schema: .words(nil, [type.rawValue])),
                .optional("references", \.otherReferences),
            ] + members
        )
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
