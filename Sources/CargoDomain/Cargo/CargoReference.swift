/// What people outside know a cargo by: a container number or that of another box, a number of a document, or the customer's own
/// reference (REF-1).
///
/// Several cargos may share a reference. References are compared by type and by the Unicode scalars of their values (VAL-TXT-1).
public struct CargoReference: Sendable {
    /// What the value is.
    public let type: ReferenceType
    /// The text as given.
    public let value: String

    /// Validates a reference, whose value is neither trimmed nor folded nor normalised.
    ///
    /// To read a container number as people type it, with spaces or in lower case, use `CargoLookup`.
    /// - Throws: `reference_invalid`, with the value as given.
    public init(_ type: ReferenceType, _ value: String) throws(DomainError) {
        guard type.accepts(value) else { throw .invalid(.referenceInvalid, text: value) }
        self.type = type
        self.value = value
    }

    private init(known type: ReferenceType, _ value: String) {
        self.type = type
        self.value = value
    }

    /// What stands in place of a reference in old events once the customer is erased (CRG-18).
    package static let erased = CargoReference(known: .customer, "ERASED")
}

/// What a cargo's reference is (REF-1).
public enum ReferenceType: String, Hashable, Sendable, CaseIterable {
    /// A container number by ISO 6346: four letters and seven digits, of which the last is the check digit.
    case container = "CONTAINER"
    /// The number of a bill of lading: 1 to 20 printable ASCII characters.
    case billOfLading = "BILL_OF_LADING"
    /// The number of a carrier's booking: 1 to 35 printable ASCII characters.
    case booking = "BOOKING"
    /// The customer's own reference: 1 to 100 Unicode scalars.
    case customer = "CUSTOMER"
    /// The number of a shipper's own box, which has no container number: 1 to 15 printable ASCII characters.
    case equipment = "EQUIPMENT"

    /// Whether the reference names the box that the goods are in.
    ///
    /// A cargo is given at most one of these (REF-3).
    package var isBox: Bool {
        switch self {
        case .container, .equipment: true
        case .billOfLading, .booking, .customer: false
        }
    }

    /// Parses the exact upper-case spelling of a type.
    /// - Throws: `reference_type_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) { self = try Self.parse(text, or: .referenceTypeInvalid) }

    /// The place of the type among a cargo's references (REF-2).
    fileprivate var order: Int {
        switch self {
        case .container: 0
        case .billOfLading: 1
        case .booking: 2
        case .customer: 3
        case .equipment: 4
        }
    }

    fileprivate func accepts(_ value: String) -> Bool {
        switch self {
        case .container: ContainerNumber.isValid(value.utf8)
        case .billOfLading: Self.isDocumentNumber(value.utf8, upTo: 20)
        case .booking: Self.isDocumentNumber(value.utf8, upTo: 35)
        case .customer: FreeText.isValid(value, upTo: 100)
        case .equipment: Self.isDocumentNumber(value.utf8, upTo: 15)
        }
    }

    /// Whether the bytes are printable ASCII that neither begins nor ends with a space.
    private static func isDocumentNumber(_ bytes: String.UTF8View, upTo longest: Int) -> Bool {
        let space = UInt8(ascii: " ")
        guard !bytes.isEmpty, bytes.count <= longest, bytes.first != space, bytes.last != space else { return false }
        return bytes.allSatisfy { $0 >= space && $0 < 0x7F }
    }
}

/// The syntax of container numbers by ISO 6346.
private enum ContainerNumber {
    static func isValid(_ bytes: String.UTF8View) -> Bool {
        guard bytes.count == 11 else { return false }
        var sum = 0
        for (index, byte) in bytes.enumerated() {
            guard index < 4 ? byte.isASCIIUppercase : byte.isASCIIDigit else { return false }
            if index == 10 { return Int(byte - UInt8(ascii: "0")) == sum % 11 % 10 }
            sum += (index < 4 ? number(ofLetter: byte) : Int(byte - UInt8(ascii: "0"))) << index
        }
        return false
    }

    /// The letters from A on have the numbers from 10 on, without the multiples of 11.
    private static func number(ofLetter letter: UInt8) -> Int {
        let place = Int(letter - UInt8(ascii: "A"))
        return 10 + place + (place + 9) / 10
    }
}

extension CargoReference: Hashable, Comparable {
    /// Compares the types, and the Unicode scalars of the values.
    public static func == (left: Self, right: Self) -> Bool { left.type == right.type && left.value.hasSameScalars(as: right.value) }

    /// Orders by type, container numbers first, then by the Unicode scalars of the values (REF-2).
    public static func < (left: Self, right: Self) -> Bool {
        left.type == right.type ? left.value.precedesByScalars(right.value) : left.type.order < right.type.order
    }

    /// Hashes the type and the Unicode scalars.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        for byte in value.utf8 { hasher.combine(byte) }
    }
}

extension CargoReference: CustomStringConvertible {
    /// The type, a colon and the value, such as `CONTAINER:MSKU1234565`.
    public var description: String { "\(type.rawValue):\(value)" }
}
