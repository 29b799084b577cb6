import CargoApplication
import CargoDomain

extension CarrierEventReader {
    /// Finds what the event tells.
    /// - Returns: what is needed for that and can't be read; nil if nothing.
    func readMeaning(_ fields: CarrierFields, into message: inout CarrierMessage, _ notes: inout Notes) -> CarrierMessage.Fault? {
        if let (_, id) = fields.text("retractedEventID") {
            message.meaning = .withdrawal(of: String(String.UnicodeScalarView(id.unicodeScalars.prefix(100))))
            return nil
        }
        if case .boolean(true)? = fields.first(["isRetracted"])?.value {
            guard let id = message.eventId else { return .init("eventID", .fieldRequired) }
            message.meaning = .withdrawal(of: id)
            return nil
        }
        let equipment = fields.word("equipmentEventTypeCode", "equipmentEventType")
        let transport = fields.word("transportEventTypeCode", "transportEventType")
        let shipment = fields.word("shipmentEventTypeCode", "shipmentEventType")
        let code = fields.word("eventTypeCode", "eventCode", "activityCode")
        let type = fields.word("eventType", "eventTypeName", "eventTypeCode", "type")
        let kind: String
        switch type?.word {
        case "EQUIPMENT", "EQUIPMENTEVENT", "TRANSPORTEQUIPMENT": kind = "EQUIPMENT"
        case "TRANSPORT", "TRANSPORTEVENT": kind = "TRANSPORT"
        case "SHIPMENT", "SHIPMENTEVENT": kind = "SHIPMENT"
        default:
            guard equipment != nil || transport != nil || shipment != nil else {
                // What sensors, reefers and ships' suppliers tell isn't kept.
                if let type, ["IOT", "REEFER", "OPERATIONS"].contains(type.word) { return nil }
                return .init(type?.path ?? "eventType", type == nil ? .fieldRequired : .shapeInvalid)
            }
            notes.add(.eventType)
            kind = equipment != nil ? "EQUIPMENT" : transport != nil ? "TRANSPORT" : "SHIPMENT"
        }
        guard let classifier = fields.word("eventClassifierCode", "eventClassifier", "classifier") else {
            return .init("eventClassifierCode", .fieldRequired)
        }
        let isActual: Bool
        switch classifier.word {
        case "ACT", "ACTUAL": isActual = true
        case "PLN", "PLANNED", "EST", "ESTIMATED", "REQ", "REQUESTED": isActual = false
        default: return .init(classifier.path, .shapeInvalid)
        }
        switch kind {
        case "TRANSPORT":
            // A lorry or a train that arrives is no port call.
            if [.truck, .rail].contains(message.voyage.mode), message.voyage.numbers(for: .arrival).isEmpty { return nil }
            guard let end = transport ?? code else { return .init("transportEventTypeCode", .fieldRequired) }
            switch end.word {
            case "ARRI", "ARRIVAL", "ARRIVED": message.meaning = .call(.arrival, isActual ? .actual : .estimated)
            case "DEPA", "DEPARTURE", "DEPARTED", "SAILED": message.meaning = .call(.departure, isActual ? .actual : .estimated)
            default: return .init(end.path, .shapeInvalid)
            }
        case "EQUIPMENT":
            guard let move = equipment ?? code else { return .init("equipmentEventTypeCode", .fieldRequired) }
            return readMove(move, isActual, fields, into: &message)
        default:
            readHold(shipment ?? code, isActual, fields, into: &message)
        }
        return nil
    }

    /// What was done to a container.
    private func readMove(
        _ move: (path: String, word: String),
        _ isActual: Bool,
        _ fields: CarrierFields,
        into message: inout CarrierMessage
    ) -> CarrierMessage.Fault? {
        guard isActual, !Self.isEmpty(fields) else { return nil }
        switch move.word {
        case "GTIN", "GATEIN", "GATEDIN": message.meaning = .move(.gatedIn)
        case "LOAD", "LOADED", "LOADEDONVESSEL": message.meaning = .move(.loaded)
        case "DISC", "DISCHARGE", "DISCHARGED", "UNLOAD", "UNLOADED": message.meaning = .move(.discharged)
        case "GTOT", "GATEOUT", "GATEDOUT": message.meaning = .move(.gatedOut)
        case "STUF", "STRP", "PICK", "DROP", "INSP", "RSEA", "RMVD", "AVPU", "AVDO", "CUSS", "CUSI", "CUSR", "CROS", "RETU", "WAYP": break
        default: return .init(move.path, .shapeInvalid)
        }
        return nil
    }

    /// Whether the container is empty; one that isn't said to be is laden.
    private static func isEmpty(_ fields: CarrierFields) -> Bool {
        let names = ["emptyIndicatorCode", "emptyIndicator", "isEmpty", "empty", "ladenEmptyIndicator", "fullEmpty", "loadStatus"]
        if case .boolean(let isEmpty)? = fields.first(names)?.value { return isEmpty }
        return switch fields.text(names).map({ CarrierFields.key($0.text) }) {
        case "empty", "e", "mt", "m", "true", "4": true
        default: false
        }
    }

    /// What a document's change says of a hold.
    private func readHold(
        _ change: (path: String, word: String)?,
        _ isActual: Bool,
        _ fields: CarrierFields,
        into message: inout CarrierMessage
    ) {
        guard isActual else { return }
        let document = fields.word("documentTypeCode", "documentType")?.word
        let type: HoldType = ["CUS", "CUC"].contains(document) ? .customs : .carrier
        switch change?.word {
        case "HOLD", "ONHOLD":
            let text = fields.text("reason", "delayReasonCode").map { $0.text }
            let reason = [text, "HOLD"].lazy.compactMap(\.self).compactMap { text in
                ifValid { () throws(DomainError) in try Reason(Self.oneLine(text)) }
            }.first
            if let reason { message.meaning = .held(type, because: reason) }
        case "RELS", "RELEASE", "RELEASED": message.meaning = .released(type)
        default: break
        }
    }

    /// The text on one line, cut to the length of a reason.
    private static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : $0 }
        return String(String.UnicodeScalarView(scalars.prefix(200))).withoutOuterSpace
    }
}
