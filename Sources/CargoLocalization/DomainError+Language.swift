public import CargoDomain

extension DomainError {
    /// What went wrong, as one sentence in a language.
    ///
    /// In English, it is `message`.
    public func message(in language: Language) -> String { message(in: language) { _ in nil } }

    /// What to do about it, as one or more sentences in a language, if that is the same on every surface.
    public func advice(in language: Language) -> String? { advice.map { Phrase(of: $0).text(in: language) } }

    /// The message in a language, with the values that a request gave for fields such as `arrivalDeadline`.
    package func message(in language: Language, given: (_ field: String) -> String?) -> String {
        guard let catalog = Catalog.of(language) else { return message(given: given) }
        guard fields.isEmpty else {
            return Language.$current.withValue(language) {
                localized(fields.count, one: "One value is invalid.", other: "\(fields.count) values are invalid.")
            }
        }
        let pattern = code.entry.detail
        return fill(catalog.text(of: pattern) ?? pattern, given: given)
    }
}

extension DomainError.FieldError {
    /// What is wrong with the field, as one sentence in a language.
    public func message(in language: Language) -> String { DomainError.rule(code).message(in: language) }
}

extension DomainError.Code {
    /// A summary for people in a language, the same for every failure with this code.
    public func title(in language: Language) -> String { Phrase(of: title).text(in: language) }
}
