/// What is known of a voyage beside its schedule (VOY-5).
///
/// At least one property is present; a voyage of which nothing is known has no details.
public struct VoyageDetails: Hashable, Sendable {
    /// The carrier that runs the voyage.
    public let carrier: CarrierCode?
    /// The numbers by which the carrier knows the voyage; empty if they are unknown.
    public let carrierVoyageNumbers: [CarrierVoyageNumber]
    /// How the cargo travels.
    public let mode: TransportMode?
    /// The ship, or the vehicle.
    public let vessel: Vessel?

    /// How many numbers a carrier can have for one voyage.
    public static let numberLimit = 20

    /// Creates details; `nil` if nothing is given.
    /// - Throws: `carrier_voyage_numbers_invalid` if the numbers are more than 20, or aren't sorted and all different.
    public init?(
        carrier: CarrierCode? = nil,
        carrierVoyageNumbers: [CarrierVoyageNumber] = [],
        mode: TransportMode? = nil,
        vessel: Vessel? = nil
    ) throws(DomainError) {
        try Self.check(carrierVoyageNumbers)
        guard carrier != nil || !carrierVoyageNumbers.isEmpty || mode != nil || vessel != nil else { return nil }
        self.carrier = carrier
        self.carrierVoyageNumbers = carrierVoyageNumbers
        self.mode = mode
        self.vessel = vessel
    }

    /// Checks that the numbers are sorted, all different and not too many.
    /// - Throws: `carrier_voyage_numbers_invalid`.
    package static func check(_ numbers: [CarrierVoyageNumber]) throws(DomainError) {
        guard numbers.count <= numberLimit, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw .rule(.carrierVoyageNumbersInvalid)
        }
    }
}

/// A carrier's SCAC or SMDG code: 2 to 10 of `A-Z 0-9` (VOY-5).
public struct CarrierCode: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The text as given.
    public let text: String

    /// Parses a code.
    /// - Throws: `carrier_code_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard (2...10).contains(text.utf8.count), text.utf8.allSatisfy({ $0.isASCIIUppercase || $0.isASCIIDigit }) else {
            throw .invalid(.carrierCodeInvalid, text: text)
        }
        self.text = text
    }

    /// Orders by ASCII code.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }

    /// The code's text.
    public var description: String { text }
}

/// A number by which a carrier knows a voyage, such as `052W`; other carriers may have the same one (VOY-5).
///
/// 1 to 50 Unicode scalars, without control characters, and without white space at either end.
public struct CarrierVoyageNumber: ScalarText {
    /// The text as given.
    public let text: String

    /// Validates a number, which is neither trimmed nor folded.
    /// - Throws: `carrier_voyage_number_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard FreeText.isValid(text, upTo: 50), !FreeText.hasWhiteSpaceAtAnEnd(text) else {
            throw .invalid(.carrierVoyageNumberInvalid, text: text)
        }
        self.text = text
    }
}

/// How a voyage carries cargos (VOY-5).
public enum TransportMode: String, Hashable, Sendable, CaseIterable {
    /// By sea-going ship.
    case vessel = "VESSEL"
    /// By inland vessel.
    case barge = "BARGE"
    /// By train.
    case rail = "RAIL"
    /// By road.
    case truck = "TRUCK"
    /// By plane.
    case air = "AIR"

    /// Parses the exact upper-case spelling of a mode.
    /// - Throws: `transport_mode_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) { self = try Self.parse(text, or: .transportModeInvalid) }
}

/// A ship, by its IMO number, its name, or both (VOY-5).
public struct Vessel: Hashable, Sendable {
    /// The number that stays with the ship.
    public let imoNumber: IMONumber?
    /// The name that the ship has now.
    public let name: VesselName?

    /// Creates a ship.
    /// - Throws: `vessel_empty` without a number and a name.
    public init(imoNumber: IMONumber? = nil, name: VesselName? = nil) throws(DomainError) {
        guard imoNumber != nil || name != nil else { throw .rule(.vesselEmpty) }
        self.imoNumber = imoNumber
        self.name = name
    }
}

/// A ship's number by the International Maritime Organization: 7 digits, the last of which is a check digit (VOY-5).
public struct IMONumber: Hashable, Sendable, CustomStringConvertible {
    /// The text as given.
    public let text: String

    /// Parses a number: the last digit is the last digit of the sum of the first six, times 7, 6, 5, 4, 3 and 2.
    /// - Throws: `imo_number_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 7, digits.allSatisfy((0...9).contains),
            zip(digits, (2...7).reversed()).reduce(0, { $0 + $1.0 * $1.1 }) % 10 == digits.last
        else { throw .invalid(.imoNumberInvalid, text: text) }
        self.text = text
    }

    /// The number's text.
    public var description: String { text }
}

/// The name of a ship: 1 to 200 Unicode scalars, without control characters, and not only white space (VOY-5).
public struct VesselName: ScalarText {
    /// The text as given.
    public let text: String

    /// Validates a name, which is neither trimmed nor normalised.
    /// - Throws: `vessel_name_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard FreeText.isValid(text) else { throw .invalid(.vesselNameInvalid, text: text) }
        self.text = text
    }
}
