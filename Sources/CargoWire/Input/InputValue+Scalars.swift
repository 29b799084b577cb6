package import CargoDomain

/// A value that is represented by a single text.
package protocol InputText: Described, InputValue {
    /// Parses the text.
    init(_ text: String) throws(DomainError)
}

extension InputText {
    /// Parses the text.
    package init(input: Input) throws(DomainError) {
        guard case .text(let text) = input else { throw .shapeInvalid(path: "") }
        try self.init(text)
    }
}

extension TrackingId: InputText {}
extension CustomerId: InputText {}
extension VoyageNumber: InputText {}
extension UnLocode: InputText {}
extension LocationName: InputText {}
extension Reason: InputText {}
extension Instant: InputText {}
extension HandlingType: InputText {}
extension ReferenceType: InputText {}
extension String: InputText {}

extension Bool: InputValue {
    /// Reads true or false.
    package init(input: Input) throws(DomainError) {
        guard case .boolean(let truth) = input else { throw .shapeInvalid(path: "") }
        self = truth
    }
}

extension Int64: InputValue {
    /// Reads an integer within ±(2^53−1) (VAL-INT-1).
    /// - Throws: `integer_out_of_range`, with the digits as written.
    package init(input: Input) throws(DomainError) {
        switch input {
        case .integer(let number): self = number
        case .hugeInteger(let digits): throw .invalid(.integerOutOfRange, text: digits)
        case .text, .boolean, .list, .object: throw .shapeInvalid(path: "")
        }
    }
}
