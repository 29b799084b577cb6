/// A sentence with places for values.
///
/// For example, `There is no cargo[ ‘{trackingId}’| with this tracking id].`
///
/// `{name}` stands for a value. Brackets hold alternatives: the first one whose values all exist is used, or none of them.
package struct MessagePattern: Sendable {
    private let text: String

    /// Creates a pattern from its text.
    package init(_ text: String) { self.text = text }

    /// The sentence with values in their places; a value outside brackets that doesn't exist is left out.
    /// - Parameter value: returns the value of a name, or nil if it doesn't exist.
    package func filled(_ value: (_ name: String) -> String?) -> String {
        var result = ""
        for piece in Self.pieces(of: text[...], from: "[", to: "]") {
            result += Self.fill(piece.outside, isWhole: false, value) ?? ""
            let alternatives = piece.inside?.split(separator: "|", omittingEmptySubsequences: false) ?? []
            for alternative in alternatives {
                guard let text = Self.fill(alternative, isWhole: true, value) else { continue }
                result += text
                break
            }
        }
        return result
    }

    /// The names of the values, those of all alternatives included.
    package var names: Set<String> { Set(Self.pieces(of: text[...], from: "{", to: "}").compactMap { $0.inside.map { String($0) } }) }

    /// Fills the places of a text without brackets; returns nil if a value is missing from a text that needs all.
    private static func fill(_ text: Substring, isWhole: Bool, _ value: (String) -> String?) -> String? {
        var result = ""
        for piece in pieces(of: text, from: "{", to: "}") {
            result += piece.outside
            guard let name = piece.inside else { continue }
            if let value = value(String(name)) { result += value } else if isWhole { return nil }
        }
        return result
    }

    /// Splits a text at its brackets: what is outside, each time followed by what is inside.
    private static func pieces(
        of text: Substring,
        from open: Character,
        to close: Character
    ) -> [(outside: Substring, inside: Substring?)] {
        var pieces: [(outside: Substring, inside: Substring?)] = []
        var rest = text
        // safe: the index was found in the rest
        while let start = rest.firstIndex(of: open), let end = rest[start...].firstIndex(of: close) {
            // safe: both are indices of the text, in order
            pieces.append((rest[..<start], rest[start..<end].dropFirst()))
            // safe: the index is one of the text's own
            rest = rest[end...].dropFirst()
        }
        return pieces + [(rest, nil)]
    }
}
