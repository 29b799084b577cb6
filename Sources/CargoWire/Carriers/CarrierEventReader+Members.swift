import CargoApplication
import CargoDomain

/// What a reader took for granted.
package enum CarrierAssumption: String, Sendable, CaseIterable {
    /// Members have other names or another case than the standard's.
    case memberNames = "member-names"
    /// The event was inside of another object.
    case envelope = "envelope"
    /// The kind of event follows from its members.
    case eventType = "event-type"
    /// A time is in another form than the standard's.
    case timeForm = "time-form"
    /// A time without an offset is the port's local time.
    case zoneOfPort = "zone-of-port"
    /// A time without a clock time is the beginning of the day, in UTC if the port's zone is unknown.
    case dayOnly = "day-only"
    /// The place follows from a facility's code.
    case placeOfFacility = "place-of-facility"
    /// The container's number was written in another form.
    case equipmentForm = "equipment-form"
    /// The container's check digit was left out, and was computed.
    case checkDigit = "check-digit"
    /// The voyage's number has another name than the standard's.
    case voyageName = "voyage-name"
}

/// Collects what was assumed, each once.
struct Notes {
    private var noted: [CarrierAssumption] = []

    mutating func add(_ assumption: CarrierAssumption) { if !noted.contains(assumption) { noted.append(assumption) } }

    var texts: [String] { noted.map(\.rawValue).sorted() }
}

extension CarrierEventReader {
    // MARK: Time

    /// Reads the first member with one of these names as a time; nil if there is none, or if it can't be read.
    func time(_ names: [String], _ fields: CarrierFields, _ place: UnLocode?, _ notes: inout Notes) -> (instant: Instant, path: String)? {
        guard let found = fields.first(names), let time = CarrierTime(found.value) else { return nil }
        if time.isUnusual { notes.add(.timeForm) }
        if time.hasOffset { return (time.instant, found.path) }
        if let place, let instant = localTime(time.instant, place) {
            notes.add(time.isDay ? .dayOnly : .zoneOfPort)
            return (instant, found.path)
        }
        guard time.isDay else { return nil }
        notes.add(.dayOnly)
        return (time.instant, found.path)
    }

    /// Reads when the event happened; a day may have its time beside it.
    func eventTime(_ names: [String], _ fields: CarrierFields, _ place: UnLocode?, _ notes: inout Notes) -> Instant? {
        if fields.first(["eventDateTime", "dateTime", "timestamp"]) == nil, let (_, day) = fields.text("eventDate"),
            let (_, clock) = fields.text("eventTime")
        {
            let whole = Input.object([.init(name: "eventDateTime", value: .text("\(day)T\(clock)"))])
            if let found = time(["eventDateTime"], CarrierFields([("", whole)]), place, &notes) { return found.instant }
        }
        return time(names, fields, place, &notes)?.instant
    }

    // MARK: Place

    func readPlace(_ fields: CarrierFields, _ call: CarrierFields, into message: inout CarrierMessage, _ notes: inout Notes) {
        let inCall = call.fields("location", "facility")
        let outer = fields.fields("eventLocation", "location", "eventLocationDetails", "activityLocation", "facility")
        let beside = outer.and(outer.fields("facility"))
        var unread: String?
        for part in [call, inCall, beside, fields] {
            for name in [
                "UNLocationCode", "unLocode", "locationUnLocode", "locode", "locationCode", "portCode", "location", "eventLocation",
            ] {
                guard let (_, text) = part.text(name) else { continue }
                if let code = ifValid({ () throws(DomainError) in try UnLocode(text.compactContainerNumber) }) {
                    message.place = code
                    return
                }
                if unread == nil { unread = text }
            }
        }
        for part in [call, inCall, beside, fields] {
            // A facility's code by BIC, and many by SMDG, begins with the port's UN/LOCODE.
            guard let (_, text) = part.text("facilityCode", "terminalCode", "facilityTypeCode"), text.utf8.count >= 8,
                let code = ifValid({ () throws(DomainError) in try UnLocode(String(text.prefix(5)).inUpperCase) })
            else { continue }
            message.place = code
            notes.add(.placeOfFacility)
            return
        }
        for part in [call, inCall, beside, fields] {
            guard let (_, text) = part.text("locationName", "name", "portName", "cityName", "city", "otherFacility") else { continue }
            message.placeText = text
            return
        }
        for part in [call, inCall, beside, fields] {
            let address = part.fields("address")
            let lines = ["name", "street", "city", "country"].compactMap { address.text($0)?.text }
            let facility = part.text("facilityCode").map {
                "\(part.text("facilityCodeListProvider")?.text ?? "") \($0.text)".withoutOuterSpace
            }
            if let text = lines.isEmpty ? facility : lines.joined(separator: ", ") {
                message.placeText = text
                return
            }
        }
        message.placeText = unread
    }

    // MARK: Equipment and documents

    func readEquipment(_ fields: CarrierFields, into message: inout CarrierMessage, _ notes: inout Notes) {
        let own = fields.and(fields.fields("equipment", "container"))
        let names = ["equipmentReference", "containerNumber", "equipmentNumber", "containerID", "equipmentID", "container"]
        guard let text = own.text(names)?.text ?? Self.references(fields).first(where: { ["EQ", "CN"].contains($0.type) })?.value else {
            return
        }
        let compact = text.compactContainerNumber
        if let container = Self.reference(.container, compact) {
            if compact != text { notes.add(.equipmentForm) }
            message.equipment = [container]
        } else if compact.utf8.count == 10, let container = Self.completed(compact) {
            notes.add(.checkDigit)
            message.equipment = [container]
        }
        message.equipment += Self.otherEquipment(text)
    }

    /// The container number with its check digit.
    private static func completed(_ number: String) -> CargoReference? {
        (0...9).lazy.compactMap { reference(.container, "\(number)\($0)") }.first
    }

    /// The references of equipment that has no number by ISO 6346.
    private static func otherEquipment(_ text: String) -> [CargoReference] {
        var found: [CargoReference] = []
        for spelling in [text, text.inUpperCase, text.compactContainerNumber] {
            guard let reference = reference(.equipment, spelling), !found.contains(reference) else { continue }
            found.append(reference)
        }
        return found
    }

    func readDocuments(_ fields: CarrierFields, into message: inout CarrierMessage) {
        var found: [(type: ReferenceType, text: String)] = []
        for (type, value) in Self.references(fields) {
            switch type {
            case "BKG", "BOOKING", "BN", "CBR": found.append((.booking, value))
            case "TRD", "BOL", "BL", "BM", "MBL", "MB", "TRANSPORT", "BILL": found.append((.billOfLading, value))
            default: break
            }
        }
        if let (_, value) = fields.text("carrierBookingReference", "bookingReference", "bookingNumber", "carrierBookingNumber") {
            found.append((.booking, value))
        }
        if let (_, value) = fields.text(
            "transportDocumentReference",
            "transportDocumentID",
            "billOfLadingNumber",
            "billOfLading",
            "blNumber"
        ) {
            found.append((.billOfLading, value))
        }
        if let (_, value) = fields.text("documentID", "documentReference"), let type = fields.word("documentTypeCode")?.word {
            if ["BKG", "CBR"].contains(type) { found.append((.booking, value)) }
            if type == "TRD" { found.append((.billOfLading, value)) }
        }
        for (type, text) in found {
            // Some carriers put their code before the number.
            for spelling in [text, text.inUpperCase, Self.withoutCarrierCode(text.inUpperCase)] {
                guard let reference = Self.reference(type, spelling), !message.documents.contains(reference) else { continue }
                message.documents.append(reference)
            }
            guard type == .booking, let trackingId = ifValid({ () throws(DomainError) in try TrackingId(text) }),
                !message.trackingIds.contains(trackingId)
            else { continue }
            message.trackingIds.append(trackingId)
        }
    }

    /// The references of all kinds, each with the first word of its type in upper case.
    private static func references(_ fields: CarrierFields) -> [(type: String, value: String)] {
        let lists = fields.elements(
            "documentReferences",
            "documentReference",
            "relatedDocumentReferences",
            "additionalDocumentReferences",
            "references",
            "documents",
            upTo: 20
        )
        return lists.compactMap { element in
            let one = CarrierFields([(element.path, element.value)])
            guard let (_, type) = one.text("documentReferenceType", "documentTypeCode", "referenceType", "typeCode", "type"),
                let (_, value) = one.text("documentReferenceValue", "referenceValue", "documentReference", "reference", "value", "number")
            else { return nil }
            return (String(decoding: type.utf8.prefix { $0.isASCIILetter }, as: UTF8.self).inUpperCase, value)
        }
    }

    /// The number without four letters before its digits.
    private static func withoutCarrierCode(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let rest = bytes.dropFirst(4)
        guard rest.count >= 5, bytes.prefix(4).allSatisfy(\.isASCIILetter), rest.allSatisfy({ $0.isASCIIDigit || $0 == 0x20 }) else {
            return text
        }
        return String(decoding: rest, as: UTF8.self).withoutOuterSpace
    }

    private static func reference(_ type: ReferenceType, _ text: String) -> CargoReference? {
        ifValid { () throws(DomainError) in try CargoReference(type, text) }
    }

    // MARK: Voyage

    func voyage(_ fields: CarrierFields, _ call: CarrierFields, _ notes: inout Notes) -> CarrierMessage.Voyage {
        var voyage = CarrierMessage.Voyage()
        let parts = call.and(call.fields("voyage", "vesselVoyage")).and(fields).and(fields.fields("voyage"))
        voyage.export = Self.numbers(
            parts,
            "carrierExportVoyageNumber",
            "exportVoyageNumber",
            "carrierVoyageNumberExport",
            "outboundVoyage"
        )
        voyage.export += Self.numbers(parts.fields("exportVoyageNumberOrReference"), "carrierVoyageNumber")
        voyage.import = Self.numbers(parts, "carrierImportVoyageNumber", "importVoyageNumber", "carrierVoyageNumberImport", "inboundVoyage")
        voyage.import += Self.numbers(parts.fields("importVoyageNumberOrReference"), "carrierVoyageNumber")
        voyage.other = Self.numbers(
            parts,
            "carrierVoyageNumber",
            "voyageNumber",
            "voyageNo",
            "voyageReference",
            "voyage",
            "transportLegReference"
        )
        if !voyage.other.isEmpty { notes.add(.voyageName) }
        let ship = call.fields("vessel", "vesselTransport").and(call).and(fields.fields("vessel")).and(fields)
        voyage.vessel = ship.text("vesselIMONumber", "imoNumber", "vesselIMO", "imo", "transportReference").flatMap { found in
            let digits = String(decoding: found.text.utf8.filter(\.isASCIIDigit), as: UTF8.self)
            return ifValid { () throws(DomainError) in try IMONumber(digits) }
        }
        voyage.mode =
            switch call.and(fields).word("modeOfTransport", "modeOfTransportCode", "transportMode", "mode")?.word {
            case "VESSEL", "MARITIME", "SEA", "OCEAN", "1": .vessel
            case "RAIL", "TRAIN", "2": .rail
            case "TRUCK", "ROAD", "3": .truck
            case "BARGE", "INLANDWATER", "8": .barge
            case "AIR", "4": .air
            default: nil
            }
        return voyage
    }

    private static func numbers(_ fields: CarrierFields, _ names: String...) -> [CarrierVoyageNumber] {
        var numbers: [CarrierVoyageNumber] = []
        for name in names {
            guard let (_, text) = fields.text(name), let number = ifValid({ () throws(DomainError) in try CarrierVoyageNumber(text) }),
                !numbers.contains(number)
            else { continue }
            numbers.append(number)
        }
        return numbers
    }
}
