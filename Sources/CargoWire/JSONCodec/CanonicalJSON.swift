package import CargoDomain

/// The one spelling that each value has as JSON.
package enum CanonicalJSON {
    /// The canonical spelling of a JSON text.
    /// - Throws: `json_invalid`, `integer_out_of_range`.
    package static func canonicalize(_ text: String) throws(DomainError) -> String {
        self.text(of: try JSONParser.parse(text))
    }

    /// The canonical spelling of a tree.
    package static func text(of value: Input) -> String {
        var writer = JSONWriter()
        writer.input(value)
        return writer.text
    }
}
