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

    // MARK: Place

    func readPlace(_ fields: CarrierFields, _ call: CarrierFields, into message: inout CarrierMessage, _ notes: inout Notes) {
        let inCall = call.fields("location", "facility")
        let beside = fields.fields("eventLocation", "location", "eventLocationDetails", "activityLocation", "facility")
        for part in [call, inCall, beside, fields] {
            guard let (_, text) = part.text("UNLocationCode", "unLocode", "locationCode", "unlocationCode", "portCode"),
                let code = Self.valid({ () throws(DomainError) in try UnLocode(text.compactContainerNumber) })
            else { continue }
            message.place = code
            return
        }
        for part in [call, inCall, beside, fields] {
            // A facility's code by BIC, and many by SMDG, begins with the port's UN/LOCODE.
            guard let (_, text) = part.text("facilityCode", "facilityTypeCode", "terminalCode"), text.utf8.count >= 8,
                let code = Self.valid({ () throws(DomainError) in try UnLocode(String(text.prefix(5)).inUpperCase) })
            else { continue }
            message.place = code
            notes.add(.placeOfFacility)
            return
        }
        for part in [call, inCall, beside, fields] {
            guard let (_, text) = part.text("locationName", "name", "portName", "cityName", "city", "otherFacility", "eventLocation", "location") else {
                continue
            }
            message.placeText = text
            return
        }
    }

    // MARK: Equipment and documents

    func readEquipment(_ fields: CarrierFields, into message: inout CarrierMessage, _ notes: inout Notes) {
        let own = fields.and(fields.fields("equipment", "container"))
        guard let (_, text) = own.text("equipmentReference", "containerNumber", "equipmentNumber", "containerID", "equipmentID", "container") else {
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
    private static func otherEquipment(_ text: String) -> [CargoReference] { [] }

    func readDocuments(_ fields: CarrierFields, into message: inout CarrierMessage) {
        var found: [(type: ReferenceType, text: String)] = []
        for element in fields.elements("documentReferences", "documentReference", "references", "documents", upTo: 100) {
            let document = CarrierFields([(element.path, element.value)])
            guard let (_, value) = document.text("documentReferenceValue", "referenceValue", "documentReference", "reference", "value", "number") else {
                continue
            }
            switch document.word("documentReferenceType", "documentTypeCode", "referenceType", "type")?.word {
            case "BKG", "BOOKING", "BN", "CBR", "BKGREF": found.append((.booking, value))
            case "TRD", "BOL", "BL", "BM", "MBL", "MB", "TRANSPORTDOCUMENT", "BILLOFLADING": found.append((.billOfLading, value))
            default: break
            }
        }
        if let (_, value) = fields.text("carrierBookingReference", "bookingReference", "bookingNumber", "carrierBookingNumber") {
            found.append((.booking, value))
        }
        if let (_, value) = fields.text("transportDocumentReference", "transportDocumentID", "billOfLadingNumber", "billOfLading", "blNumber") {
            found.append((.billOfLading, value))
        }
        if case .some(let document) = fields.text("documentID"), let type = fields.word("documentTypeCode")?.word {
            if ["BKG", "CBR"].contains(type) { found.append((.booking, document.text)) }
            if type == "TRD" { found.append((.billOfLading, document.text)) }
        }
        for (type, text) in found {
            // Some carriers put their code before the number.
            for spelling in [text, text.inUpperCase, Self.withoutCarrierCode(text.inUpperCase)] {
                guard let reference = Self.reference(type, spelling), !message.documents.contains(reference) else { continue }
                message.documents.append(reference)
            }
            guard type == .booking, let trackingId = Self.valid({ () throws(DomainError) in try TrackingId(text) }),
                !message.trackingIds.contains(trackingId)
            else { continue }
            message.trackingIds.append(trackingId)
        }
    }

    /// The number without four letters before its digits.
    private static func withoutCarrierCode(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let rest = bytes.dropFirst(4)
        guard rest.count >= 5, bytes.prefix(4).allSatisfy(\.isASCIILetter), rest.allSatisfy({ $0.isASCIIDigit || $0 == 0x20 }) else { return text }
        return String(decoding: rest, as: UTF8.self).withoutOuterSpace
    }

    private static func reference(_ type: ReferenceType, _ text: String) -> CargoReference? {
        valid { () throws(DomainError) in try CargoReference(type, text) }
    }

    // MARK: Voyage

    func voyage(_ fields: CarrierFields, _ call: CarrierFields, _ notes: inout Notes) -> CarrierMessage.Voyage {
        var voyage = CarrierMessage.Voyage()
        let parts = call.and(call.fields("voyage", "vesselVoyage")).and(fields).and(fields.fields("voyage"))
        voyage.export = Self.numbers(parts, "carrierExportVoyageNumber", "exportVoyageNumber", "carrierVoyageNumberExport", "outboundVoyage")
        voyage.import = Self.numbers(parts, "carrierImportVoyageNumber", "importVoyageNumber", "carrierVoyageNumberImport", "inboundVoyage")
        voyage.other = Self.numbers(parts, "carrierVoyageNumber", "voyageNumber", "voyageNo", "voyageReference", "voyage")
        if !voyage.other.isEmpty { notes.add(.voyageName) }
        let ship = call.fields("vessel").and(call).and(fields.fields("vessel")).and(fields)
        voyage.vessel = ship.text("vesselIMONumber", "imoNumber", "vesselIMO", "imo").flatMap { found in
            let digits = String(decoding: found.text.utf8.filter(\.isASCIIDigit), as: UTF8.self)
            return Self.valid { () throws(DomainError) in try IMONumber(digits) }
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
            guard let (_, text) = fields.text(name), let number = valid({ () throws(DomainError) in try CarrierVoyageNumber(text) }),
                !numbers.contains(number)
            else { continue }
            numbers.append(number)
        }
        return numbers
    }
}
