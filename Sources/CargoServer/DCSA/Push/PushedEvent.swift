#if Server
import CargoApplication
import CargoDomain
import CargoWire

/// An event of DCSA Track and Trace 2.2 that a carrier pushed.
///
/// Only what handling, holds and port calls need is read; members that the standard doesn't have are ignored.
struct PushedEvent: Sendable {
    // safe throughout [name]: the subscript of Input gives nil for a member that isn't there

    /// What the service does with it.
    enum Meaning: Sendable {
        /// Handling to register, or a hold.
        case handling(RegisterCarrierEvent.Request)
        /// A port call to report.
        case call(ReportCarrierCall.Request)
        /// Nothing, because the event tells of neither.
        case none
    }

    /// The id, as the carrier wrote it; nil if there is none.
    let id: String?
    let meaning: Meaning

    /// The longest id that is repeated in an answer, in Unicode scalars.
    private static let longestId = 100

    /// The id of an event, readable or not.
    static func id(of input: Input) -> String? {
        input["eventID"]?.asText.flatMap { $0.unicodeScalars.count <= longestId ? $0 : nil }
    }

    /// Parses an event.
    /// - Throws: `validation_failed`, naming the invalid member.
    init(_ input: Input) throws(DomainError) {
        guard case .object = input else { throw .validationFailed([.init(path: "", code: .shapeInvalid)]) }
        id = Self.id(of: input)
        let type = try Self.text("eventType", of: input)
        let classifier = try Self.text("eventClassifierCode", of: input)
        guard ["SHIPMENT", "TRANSPORT", "EQUIPMENT"].contains(type) else { throw Self.fault("eventType", .shapeInvalid) }
        guard ["ACT", "PLN", "EST"].contains(classifier) else { throw Self.fault("eventClassifierCode", .shapeInvalid) }
        if type == "TRANSPORT" {
            meaning = .call(try Self.call(input, isActual: classifier == "ACT"))
            return
        }
        let change = classifier != "ACT" ? nil : type == "EQUIPMENT" ? try Self.change(input) : try Self.hold(input)
        guard let change else {
            meaning = .none
            return
        }
        let documents = try Self.documents(of: input)
        meaning = .handling(
            RegisterCarrierEvent.Request(
                change,
                at: type == "EQUIPMENT" ? try Self.read("transportCall.UNLocationCode", Self.location(of: input), UnLocode.init) : nil,
                try Self.read("eventDateTime", input["eventDateTime"], Instant.init),
                voyageNumbers: type == "EQUIPMENT" ? try Self.voyageNumbers(of: input) : [],
                container: try Self.container(of: input),
                documents: documents.compactMap(\.reference),
                trackingIds: documents.compactMap(\.trackingId)
            )
        )
    }

    /// What was done to a laden container; nil if that is no handling.
    private static func change(_ input: Input) throws(DomainError) -> RegisterCarrierEvent.Change? {
        guard input["emptyIndicatorCode"]?.asText != "EMPTY" else { return nil }
        switch try text("equipmentEventTypeCode", of: input) {
        case "GTIN": return .gatedIn
        case "LOAD": return .loaded
        case "DISC": return .discharged
        case "GTOT": return .gatedOut
        case "STUF", "STRP", "PICK", "DROP", "INSP", "RSEA", "RMVD": return nil
        default: throw fault("equipmentEventTypeCode", .shapeInvalid)
        }
    }

    /// What a document's change says of a hold; nil if it says nothing of one.
    private static func hold(_ input: Input) throws(DomainError) -> RegisterCarrierEvent.Change? {
        let type: HoldType =
            switch input["documentTypeCode"]?.asText {
            case "CUS": .customs
            default: .carrier
            }
        switch input["shipmentEventTypeCode"]?.asText {
        case "HOLD":
            guard let reason = input["reason"] else { return .held(type, because: try Reason("HOLD")) }
            return .held(type, because: try read("reason", reason, Reason.init))
        case "RELS": return .released(type)
        default: return nil
        }
    }

    /// What an event says of a port call.
    private static func call(_ input: Input, isActual: Bool) throws(DomainError) -> ReportCarrierCall.Request {
        let end: PortCallEnd
        switch try text("transportEventTypeCode", of: input) {
        case "ARRI": end = .arrival
        case "DEPA": end = .departure
        default: throw fault("transportEventTypeCode", .shapeInvalid)
        }
        let (ours, other) = end == .arrival ? ("Import", "Export") : ("Export", "Import")
        var numbers: [CarrierVoyageNumber] = []
        for name in [
            "carrier\(ours)VoyageNumber", "\(ours.lowercased())VoyageNumber", "carrierVoyageNumber", "carrier\(other)VoyageNumber",
            "\(other.lowercased())VoyageNumber",
        ] {
            guard let value = input["transportCall"]?[name] else { continue }
            let number = try read("transportCall.\(name)", value, CarrierVoyageNumber.init)
            if !numbers.contains(number) { numbers.append(number) }
        }
        guard !numbers.isEmpty else { throw fault("transportCall.carrier\(ours)VoyageNumber", .fieldRequired) }
        return ReportCarrierCall.Request(
            end,
            at: try read("transportCall.UNLocationCode", location(of: input), UnLocode.init),
            status: isActual ? .actual : .estimated,
            time: try read("eventDateTime", input["eventDateTime"], Instant.init),
            reportedAt: try input["eventCreatedDateTime"].map { value throws(DomainError) in
                try read("eventCreatedDateTime", value, Instant.init)
            },
            numbers: numbers
        )
    }

    private static func location(of input: Input) -> Input? {
        let call = input["transportCall"]
        return call?["UNLocationCode"] ?? call?["location"]?["UNLocationCode"] ?? input["eventLocation"]?["UNLocationCode"]
    }

    private static func voyageNumbers(of input: Input) throws(DomainError) -> [VoyageNumber] {
        var numbers: [VoyageNumber] = []
        for name in ["exportVoyageNumber", "carrierVoyageNumber", "importVoyageNumber"] {
            guard let value = input["transportCall"]?[name] else { continue }
            numbers.append(try read("transportCall.\(name)", value, VoyageNumber.init))
        }
        return numbers
    }

    private static func container(of input: Input) throws(DomainError) -> CargoReference? {
        guard let value = input["equipmentReference"] else { return nil }
        return try read("equipmentReference", value) { text throws(DomainError) in
            try CargoReference(.container, text.compactContainerNumber)
        }
    }

    /// The bookings and the bills of lading that an event belongs to; others, and numbers that can't be ours, are left out.
    private static func documents(of input: Input) throws(DomainError) -> [(reference: CargoReference?, trackingId: TrackingId?)] {
        guard let value = input["documentReferences"] else { return [] }
        guard case .list(let documents) = value, documents.count <= Cargo.referenceLimit else {
            throw fault("documentReferences", .shapeInvalid)
        }
        return documents.compactMap { document in
            guard let value = document["documentReferenceValue"]?.asText else { return nil }
            return switch document["documentReferenceType"]?.asText {
            case "BKG":
                (
                    CargoLookup.reference(.booking, value),
                    valid { () throws(DomainError) in try TrackingId(value) }
                )
            case "TRD": (CargoLookup.reference(.billOfLading, value), nil)
            default: nil
            }
        }
    }

    private static func valid<Value>(_ make: () throws(DomainError) -> Value) -> Value? {
        do throws(DomainError) { return try make() } catch { return nil }
    }

    // MARK: Members

    private static func text(_ name: String, of input: Input) throws(DomainError) -> String {
        try read(name, input[name]) { text throws(DomainError) in text }
    }

    private static func read<Value>(
        _ path: String,
        _ input: Input?,
        _ parse: (String) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        guard let input else { throw fault(path, .fieldRequired) }
        guard let text = input.asText else { throw fault(path, .shapeInvalid) }
        do throws(DomainError) {
            return try parse(text)
        } catch {
            throw fault(path, error.code)
        }
    }

    private static func fault(_ path: String, _ code: DomainError.Code) -> DomainError {
        .validationFailed([.init(path: path, code: code)])
    }
}
#endif
