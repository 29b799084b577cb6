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

    /// Whether the event is planned or has happened.
    enum Classifier: String, Sendable {
        case actual = "ACT"
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
    /// Writes the event with all members that the standard requires.
    func write(to writer: inout JSONWriter) {
        switch kind {
        case .shipment(let status, let document):
            writer.raw(#"{"documentID":"#)
            writer.plain(trackingId.text)
            writer.raw(#","documentReferences":"#)
            writeReferences(to: &writer)
            writer.raw(#","documentTypeCode":"#)
            writer.plain(document.rawValue)
            writeCommon(to: &writer)
            writer.raw(#","shipmentEventTypeCode":"#)
            writer.plain(status.rawValue)
        case .transport(let change, let call):
            writer.raw(#"{"documentReferences":"#)
            writeReferences(to: &writer)
            writeCommon(to: &writer)
            writer.raw(#","transportCall":"#)
            write(call, to: &writer)
            writer.raw(#","transportEventTypeCode":"#)
            writer.plain(change.rawValue)
        case .equipment(let change, let call):
            writer.raw(#"{"documentReferences":"#)
            writeReferences(to: &writer)
            writer.raw(#","emptyIndicatorCode":"LADEN","equipmentEventTypeCode":"#)
            writer.plain(change.rawValue)
            writeCommon(to: &writer)
            writer.raw(#","transportCall":"#)
            write(call, to: &writer)
        }
        writer.raw("}")
    }

    private func writeCommon(to writer: inout JSONWriter) {
        writer.raw(#","eventClassifierCode":"#)
        writer.plain(classifier.rawValue)
        writer.raw(#","eventCreatedDateTime":"#)
        writer.instant(created)
        writer.raw(#","eventDateTime":"#)
        writer.instant(time)
        writer.raw(#","eventID":"#)
        writer.plain(NamedUUID.text(of: trackingId.text + "|" + key))
        writer.raw(#","eventType":"#)
        writer.plain(type)
    }

    private func writeReferences(to writer: inout JSONWriter) {
        writer.raw(#"[{"documentReferenceType":"BKG","documentReferenceValue":"#)
        writer.plain(trackingId.text)
        writer.raw("}]")
    }

    private func write(_ call: TransportCall, to writer: inout JSONWriter) {
        writer.raw(#"{"UNLocationCode":"#)
        writer.unLocode(call.location)
        if let voyage = call.voyageNumber {
            writer.raw(#","carrierVoyageNumber":"#)
            writer.plain(voyage.text)
            writer.raw(#","exportVoyageNumber":"#)
            writer.plain(voyage.text)
        }
        // Containers pass a gate by road if there is no voyage.
        writer.raw(call.voyageNumber == nil ? #","modeOfTransport":"TRUCK""# : #","modeOfTransport":"VESSEL""#)
        writer.raw(#","transportCallID":"#)
        writer.plain(call.id)
        writer.raw("}")
    }
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
