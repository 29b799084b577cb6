extension Language {
    /// Finds the language that a person prefers, or English if the kit speaks none of theirs.
    ///
    /// Looks up each language range in turn (RFC 4647, 3.4): `de-AT` finds German. Only the first 100 ranges, and the first 100
    /// bytes of each, are used.
    /// - Parameter ranges: language ranges such as `de-CH`, the preferred one first. `*` is ignored.
    public init(preferring ranges: [String]) { self = Self.lookUp(ranges) ?? .english }

    /// Finds a language by its ranges, among the ones that aren't excluded.
    package static func lookUp(_ ranges: [String], excluding excluded: Set<Language> = []) -> Language? {
        for range in ranges.prefix(100) {
            var subtags = String(decoding: range.utf8.prefix(100), as: UTF8.self).lowercased().split(
                separator: "-",
                omittingEmptySubsequences: false
            )
            while !subtags.isEmpty {
                let tag = subtags.joined(separator: "-")
                if let language = all.first(where: { $0.tag == tag && !excluded.contains($0) }) { return language }
                subtags = Array(subtags.dropLast())
                // A subtag of one letter introduces the ones after it.
                if let last = subtags.last, last.utf8.count == 1 { subtags = Array(subtags.dropLast()) }
            }
        }
        return nil
    }

    /// Finds the language of a POSIX locale, such as `de_AT.UTF-8`; English for `C`, `POSIX` and languages that the kit doesn't speak.
    public init(locale name: String) {
        let language = name.prefix(100).prefix { $0 != "." && $0 != "@" }
        self.init(preferring: [String(language.map { $0 == "_" ? "-" : $0 })])
    }

    /// Finds the language of the messages in a POSIX environment: by `LC_ALL`, else `LC_MESSAGES`, else `LANG`.
    ///
    /// An empty variable counts as not set.
    public init(environment: [String: String]) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        self.init(locale: names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "")
    }
}
