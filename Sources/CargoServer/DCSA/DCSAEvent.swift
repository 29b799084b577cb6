#if Server
import CargoDomain
import CargoInfrastructure

/// An event of a cargo as the DCSA Interface Standard for Track and Trace 2.2 tells it.
///
/// A cargo is one laden container of one booking: its tracking id is the carrier's booking reference.
struct DCSAEvent: Sendable {
    /// What kind of event, with what only that kind has.
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

    /// Whether it has happened.
    enum Classifier: String, Sendable {
        case actual = "ACT"
        case planned = "PLN"
    }

    /// Where a means of transport calls, or where there is none the gate that the container went through.
    struct TransportCall: Sendable {
        let location: UnLocode
        let voyageNumber: VoyageNumber?

        /// The same for all events of one call.
        var id: String { location.text + (voyageNumber.map { "-" + $0.text } ?? "") }
    }

    let trackingId: TrackingId
    let kind: Kind
    let classifier: Classifier
    /// When it happened, or is to happen.
    let time: Instant
    /// When the service learned of it.
    let created: Instant
    /// What tells it from the cargo's other events, for its id.
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
        // What goes through a gate without a voyage goes by road.
        writer.raw(call.voyageNumber == nil ? #","modeOfTransport":"TRUCK""# : #","modeOfTransport":"VESSEL""#)
        writer.raw(#","transportCallID":"#)
        writer.plain(call.id)
        writer.raw("}")
    }
}

/// Ids of the form that RFC 9562 leaves to whoever makes them (version 8): the same name, the same id.
enum NamedUUID {
    static func text(of name: String) -> String {
        // FNV-1a over the name, forwards and with another start, spreads well enough to name events; nothing relies on its secrecy.
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
