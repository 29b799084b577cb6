import CLanguages

/// A language that the kit speaks.
///
/// Everything a person reads is in English or German. Codes, JSON and CSV are the same in every language.
public struct Language: Hashable, Sendable {
    /// The language tag (BCP 47), such as `de`.
    public let tag: String

    private init(_ tag: String) { self.tag = tag }

    /// English, the language that the texts are written in.
    public static let english = Language("en")
    /// German.
    public static let german = Language("de")

    /// All languages, the default first.
    public static let all: [Language] = [.english, .german]

    /// The translations, as gettext's PO files.
    ///
    /// English needs none.
    static let files: [Language: [UInt8]] = [.german: bytes(cargo_language_de)]

    private static func bytes(_ file: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>) -> [UInt8] {
        var count = 0
        let start = file(&count)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The language of the person whom the current task serves.
    ///
    /// The default is English. To change it, use `Language.$current.withValue(.german) { … }`.
    @TaskLocal public static var current: Language = .english
}

extension Language: CustomStringConvertible {
    /// The language tag.
    public var description: String { tag }
}
