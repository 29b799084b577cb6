import CargoApplication
import CargoDomain
import CargoWire

extension FuzzTarget {
    /// Parsers of the values in requests, rows and files.
    static let values = [
        FuzzTarget("values", longest: 64 << 10, separatedBy: ["", ".", ":"]) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            checkSpelling(text, UnLocode.init, \.text)
            checkSpelling(text, TrackingId.init, \.text)
            checkSpelling(text, VoyageNumber.init, \.text)
            checkSpelling(text, CustomerId.init, \.text)
            checkSpelling(text, LocationName.init, \.text)
            checkSpelling(text, HandlingType.init, \.rawValue)
            checkSpelling(text, ReferenceType.init, \.rawValue)
            checkReferences(text)
            checkSpelling(text, Instant.init, \.description)
            checkSpelling(text, ConsumerName.init, \.text)
            checkSpelling(text, IdempotencyKey.init, \.text)
            checkQuick(bytes)
        }
    ]

    /// Checks that each reference keeps its text and is found again by typing it, and that a lookup holds one reference of a type.
    private static func checkReferences(_ text: String) {
        for type in ReferenceType.allCases {
            guard let reference = parsed({ () throws(DomainError) in try CargoReference(type, text) }) else { continue }
            precondition(reference.value.hasSameScalars(as: text) && !(reference < reference))
        }
        let lookup = CargoLookup(typed: text)
        precondition(Set(lookup.references.map(\.type)).count == lookup.references.count)
        for reference in lookup.references {
            precondition(CargoLookup(typed: reference.description).references == [reference], "a reference isn't read as it is shown")
        }
    }

    /// Checks that the parsers of bytes accept nothing that the parsers of text reject, and return the same values.
    private static func checkQuick(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let code = UnLocode(utf8: bytes) { precondition(code == parsed { () throws(DomainError) in try UnLocode(text) }) }
        if let id = TrackingId(utf8: bytes) { precondition(id == parsed { () throws(DomainError) in try TrackingId(text) }) }
        if let number = VoyageNumber(utf8: bytes) { precondition(number == parsed { () throws(DomainError) in try VoyageNumber(text) }) }
        if let id = CustomerId(utf8: bytes) { precondition(id == parsed { () throws(DomainError) in try CustomerId(text) }) }
        if let instant = Instant(canonical: bytes) { precondition(instant == parsed { () throws(DomainError) in try Instant(text) }) }
    }
}
