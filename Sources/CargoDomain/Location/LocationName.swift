/// The name of a location: 1 to 200 Unicode scalars, without control characters, and not only white space (VAL-LOC-2).
public struct LocationName: ScalarText {
    /// The text as given.
    public let text: String

    /// Validates a name, which is neither trimmed nor normalised.
    /// - Throws: `location_name_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard FreeText.isValid(text) else { throw .invalid(.locationNameInvalid, text: text) }
        self.text = text
    }

    /// Uses a location's code as its name, if no better one is known.
    package init(_ code: UnLocode) { text = code.text }
}
