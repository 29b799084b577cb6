package import CargoDomain

/// Canonical JSON (RFC 8785): one spelling for each value.
package enum CanonicalJSON {
    /// Returns the canonical spelling of a JSON text.
    /// - Throws: `json_invalid`, `integer_out_of_range`.
    package static func canonicalize(_ text: String) throws(DomainError) -> String {
        self.text(of: try JSONParser.parse(text))
    }

    /// Returns the canonical spelling of a value.
    package static func text(of value: Input) -> String {
        var writer = JSONWriter()
        writer.input(value)
        return writer.text
    }
}
