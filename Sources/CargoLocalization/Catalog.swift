/// The translations into one language: a gettext PO file.
///
/// Of gettext's format it reads `msgid`, `msgid_plural`, `msgstr` and comments; a number's form is the first for one of `plural`'s numbers in
/// the header, otherwise the last.
package struct Catalog: Sendable {
    /// A translated phrase.
    package struct Entry: Hashable, Sendable {
        /// The forms of the translation: one, or one for each form of a number.
        package var forms: [String]
        /// The English phrase for other numbers than one, if the phrase depends on a number.
        package var plural: String?
    }

    /// The translations by the phrase's English key.
    package let entries: [String: Entry]
    /// Whether a number takes the first form.
    private let isFirst: @Sendable (Int) -> Bool

    /// The catalog of a language; nil for English.
    package static func of(_ language: Language) -> Catalog? { language == .english ? nil : all[language] }

    private static let all: [Language: Catalog] = Language.files.compactMapValues { Catalog($0) }

    /// The translation of a phrase; nil if there is none.
    package func text(of key: String) -> String? { entries[key]?.forms.first }

    /// The form for a number; nil if there is no translation.
    func text(of key: String, plural: String, for count: Int) -> String? {
        guard let entry = entries[key], entry.plural == plural else { return nil }
        return isFirst(count) ? entry.forms.first : entry.forms.last
    }

    /// Parses a PO file; returns nil if a line isn't in its format, or if the header has an unknown plural rule.
    package init?(_ bytes: [UInt8]) {
        var entries: [String: Entry] = [:]
        var reader = POReader()
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            guard reader.read(line) else { return nil }
            if let (key, entry) = reader.takeEntry() { entries[key] = entry }
        }
        if let (key, entry) = reader.finish() { entries[key] = entry }
        guard let header = entries.removeValue(forKey: "")?.forms.first else { return nil }
        if header.contains("plural=(n != 1)") {
            isFirst = { $0 == 1 }
        } else if header.contains("plural=(n > 1)") {
            isFirst = { $0 <= 1 }
        } else if header.contains("plural=0") {
            isFirst = { _ in true }
        } else {
            return nil
        }
        self.entries = entries
    }
}
