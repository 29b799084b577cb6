/// A value with a fixed set of spellings.
extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Parses the exact spelling of a case, by its Unicode scalars.
    /// - Throws: an error with this code, and the text as given.
    package static func parse(_ text: String, or code: DomainError.Code) throws(DomainError) -> Self {
        guard let value = allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else { throw .invalid(code, text: text) }
        return value
    }
}
