public import CargoDomain

/// Which events of DCSA Track and Trace 2.2 a subscription receives: those that match every member that is set.
public struct DCSAEventFilter: Hashable, Sendable, CustomStringConvertible {
    /// The version of the standard.
    package static let standardVersion = "2.2.0"

    /// A member of the standard's subscription that filters events.
    public enum Member: String, CaseIterable, Sendable {
        case eventType, shipmentEventTypeCode, documentTypeCode, transportEventTypeCode, equipmentEventTypeCode, transportDocumentTypeCode
        case carrierBookingReference, bookingReference, transportDocumentReference, transportDocumentID, equipmentReference
        case transportCallID, carrierVoyageNumber, exportVoyageNumber, UNLocationCode
        case vesselIMONumber, carrierServiceCode, scheduleID
    }

    /// The values of the members that are set: codes, any of which matches, or one text.
    public let values: [Member: [String]]

    /// Creates a filter that lets every event pass.
    public init() { values = [:] }

    /// Creates a filter from values.
    ///
    /// Repeated codes count once, and a list without codes lets every event pass.
    /// - Throws: `shape_invalid` at the first member with an unknown code, a text that is too long, or several texts.
    public init(_ values: [Member: [String]]) throws(DomainError) {
        var checked: [Member: [String]] = [:]
        for member in Member.allCases {
            if let given = values[member] { checked[member] = try member.check(given) }
        }
        self.values = checked
    }

    private init(unchecked values: [Member: [String]]) { self.values = values }

    /// The references that the filter names.
    var references: [CargoReference] { values.flatMap { member, texts in texts.flatMap(member.references(named:)) } }

    /// Returns the filter with `ERASED` in place of some references (REP-11).
    func erasing(_ references: Set<CargoReference>) -> DCSAEventFilter {
        let erased = values.map { member, texts in
            (member, texts.map { references.isDisjoint(with: member.references(named: $0)) ? $0 : CargoReference.erased.value })
        }
        return DCSAEventFilter(unchecked: Dictionary(uniqueKeysWithValues: erased))
    }

    /// The members in the order of their names, such as `eventType=SHIPMENT,TRANSPORT; scheduleID=…`.
    public var description: String {
        values.map { "\($0.key.rawValue)=\($0.value.joined(separator: ","))" }.sorted().joined(separator: "; ")
    }
}

extension DCSAEventFilter.Member {
    /// The codes that the standard has for a list; nil if the member is one text.
    public var codes: [String]? {
        switch self {
        case .eventType: ["SHIPMENT", "TRANSPORT", "EQUIPMENT"]
        case .shipmentEventTypeCode:
            ["RECE", "DRFT", "PENA", "PENU", "REJE", "APPR", "ISSU", "SURR", "SUBM", "VOID", "CONF", "REQS", "CMPL", "HOLD", "RELS"]
        case .documentTypeCode: ["CBR", "BKG", "SHI", "SRM", "TRD", "ARN", "VGM", "CAS", "CUS", "DGD", "OOG"]
        case .transportEventTypeCode: ["ARRI", "DEPA"]
        case .equipmentEventTypeCode: ["LOAD", "DISC", "GTIN", "GTOT", "STUF", "STRP", "PICK", "DROP", "INSP", "RSEA", "RMVD"]
        case .transportDocumentTypeCode: ["BOL", "SWB"]
        case .carrierBookingReference, .bookingReference, .transportDocumentReference, .transportDocumentID, .equipmentReference,
            .transportCallID, .carrierVoyageNumber, .exportVoyageNumber, .UNLocationCode, .vesselIMONumber, .carrierServiceCode,
            .scheduleID:
            nil
        }
    }

    /// Returns the references that events are compared with if the member has this text.
    fileprivate func references(named text: String) -> [CargoReference] {
        let types: [ReferenceType] =
            switch self {
            case .carrierBookingReference, .bookingReference: [.booking]
            case .transportDocumentReference: [.billOfLading]
            case .equipmentReference: [.container, .equipment]
            default: []
            }
        return types.compactMap { type in try? CargoReference(type, text) }
    }

    /// The longest text in Unicode scalars, as the standard has it; 0 for a list.
    public var longest: Int {
        switch self {
        case .carrierBookingReference, .bookingReference: 35
        case .transportDocumentReference: 20
        case .equipmentReference: 15
        case .transportCallID: 100
        case .carrierVoyageNumber, .exportVoyageNumber: 50
        case .UNLocationCode, .carrierServiceCode: 5
        case .vesselIMONumber: 7
        case .transportDocumentID, .scheduleID: 36
        case .eventType, .shipmentEventTypeCode, .documentTypeCode, .transportEventTypeCode, .equipmentEventTypeCode,
            .transportDocumentTypeCode:
            0
        }
    }

    /// Whether the text is a UUID.
    public var isUUID: Bool { self == .transportDocumentID || self == .scheduleID }

    /// Checks the member's values.
    /// - Returns: the values, each once.
    /// - Throws: `shape_invalid`, at the member's name.
    public func check(_ given: [String]) throws(DomainError) -> [String] {
        guard let codes else {
            guard let text = given.first, given.count == 1, text.unicodeScalars.count <= longest, !isUUID || Self.isUUID(text) else {
                throw .shapeInvalid(path: rawValue)
            }
            return given
        }
        guard given.allSatisfy(codes.contains) else { throw .shapeInvalid(path: rawValue) }
        return codes.filter(given.contains)
    }

    private static func isUUID(_ text: String) -> Bool {
        do throws(DomainError) { _ = try SubscriptionId(text) } catch { return false }
        return true
    }
}
