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
        let equipment = fields.word("equipmentEventTypeCode", "equipmentEventType")
        let transport = fields.word("transportEventTypeCode", "transportEventType")
        let shipment = fields.word("shipmentEventTypeCode", "shipmentEventType")
        let code = fields.word("eventTypeCode", "eventCode", "activityCode")
        let type = fields.word("eventType", "eventTypeName", "type")
        let kind: String
        switch type?.word {
        case "EQUIPMENT", "EQUIPMENTEVENT": kind = "EQUIPMENT"
        case "TRANSPORT", "TRANSPORTEVENT": kind = "TRANSPORT"
        case "SHIPMENT", "SHIPMENTEVENT": kind = "SHIPMENT"
        default:
            guard equipment != nil || transport != nil || shipment != nil else {
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
        let type: HoldType = fields.word("documentTypeCode", "documentType")?.word == "CUS" ? .customs : .carrier
        switch change?.word {
        case "HOLD", "ONHOLD":
            let text = fields.text("reason", "delayReasonCode").map { $0.text }
            let reason = text.flatMap { text in Self.valid { () throws(DomainError) in try Reason(Self.oneLine(text)) } }
            // safe: the word is a valid reason
            message.meaning = .held(type, because: reason ?? Reason(type))
        case "RELS", "RELEASE", "RELEASED": message.meaning = .released(type)
        default: break
        }
    }

    /// The text on one line, cut to the length of a reason.
    private static func oneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : $0 }
        return String(String.UnicodeScalarView(scalars.prefix(200))).withoutOuterSpace
    }

    static func valid<Value>(_ make: () throws(DomainError) -> Value) -> Value? {
        do throws(DomainError) { return try make() } catch { return nil }
    }
}
