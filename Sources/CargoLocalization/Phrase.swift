/// An English sentence that can be translated, with values in it.
///
/// Write it as a literal, with the values as interpolations. The key of `"Event \(number) was discarded."` is `Event {1} was discarded.`
package struct Phrase: Hashable, Sendable {
    /// The sentence with `{1}`, `{2}` and so on in the places of the values: what a translation is found by.
    package let key: String
    /// The sentence in English.
    package let english: String
    private let values: [String]

    private init(key: String, english: String, values: [String]) {
        self.key = key
        self.english = english
        self.values = values
    }

    /// Creates a phrase from a text of the kit's own that another table holds, without values.
    package init(of text: String) { self.init(key: text, english: text, values: []) }

    /// The phrase in a language; in English if that language lacks it.
    package func text(in language: Language) -> String {
        guard let pattern = Catalog.of(language)?.text(of: key) else { return english }
        return filled(pattern)
    }

    /// Puts the values in the places of a translation; a place without a value stays as it is.
    func filled(_ pattern: String) -> String {
        guard !values.isEmpty else { return pattern }
        var result = ""
        var rest = pattern[...]
        while let start = rest.firstIndex(of: "{") {
            result += rest.prefix(upTo: start)
            let place = rest.suffix(from: start).prefix(3)
            guard place.hasSuffix("}"), let number = place.dropFirst().first?.wholeNumberValue, values.indices.contains(number - 1) else {
                result += "{"
                rest = rest.suffix(from: start).dropFirst()
                continue
            }
            result += values[number - 1]
            rest = rest.suffix(from: start).dropFirst(3)
        }
        return result + rest
    }
}

extension Phrase: ExpressibleByStringInterpolation {
    /// A literal's text and values.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var key = ""
        fileprivate var english = ""
        fileprivate var values: [String] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + interpolationCount * 3)
            english.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) {
            key += literal
            english += literal
        }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            let text = value.description
            values.append(text)
            key += "{\(values.count)}"
            english += text
        }
    }

    package init(stringLiteral text: String) { self.init(of: text) }

    package init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, english: stringInterpolation.english, values: stringInterpolation.values)
    }
}

/// The phrase in the language of the current task.
package func localized(_ phrase: Phrase) -> String { phrase.text(in: .current) }

/// The form of a phrase for a number, in the language of the current task: "1 cargo", "2 cargos".
package func localized(_ count: Int, one: Phrase, other: Phrase) -> String {
    let language = Language.current
    guard let pattern = Catalog.of(language)?.text(of: one.key, plural: other.key, for: count) else {
        return (count == 1 ? one : other).english
    }
    // Both forms have the same values.
    return other.filled(pattern)
}
