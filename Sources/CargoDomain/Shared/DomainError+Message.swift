extension DomainError {
    /// What went wrong, as one English sentence for people.
    ///
    /// Quotes the values that the error carries, with control characters escaped. The wording may change in any release, so programs should
    /// compare `code`.
    public var message: String { message { _ in nil } }

    /// What to do about it, as one or more English sentences, if that is the same on every surface.
    public var advice: String? { code.entry.advice }

    /// The message, with the values that a request gave for fields such as `arrivalDeadline`.
    ///
    /// - Parameter given: returns the text of a field of the request that failed, or nil if the request doesn't have it.
    package func message(given: (_ field: String) -> String?) -> String {
        if !fields.isEmpty { return fields.count == 1 ? "One value is invalid." : "\(fields.count) values are invalid." }
        return fill(code.entry.detail, given: given)
    }

    /// Fills a message's pattern, in any language, with the error's parameters and the fields of the request.
    ///
    /// `{leg}` is the 1-based number of a leg. A name in capitals, such as `{RECEIVE}`, stands for nothing, and exists if that is the value
    /// of `type`.
    package func fill(_ pattern: String, given: (_ field: String) -> String?) -> String {
        func value(_ name: String) -> String? {
            switch params.first(where: { $0.name == name })?.value {
            case .text(let text): text.visible
            case .integer(let number): String(number)
            case nil: given(name)?.visible
            }
        }
        return MessagePattern(pattern).filled { name in
            if name == "leg" {
                guard case .integer(let index)? = params.first(where: { $0.name == "index" })?.value else { return nil }
                return String(index &+ 1)
            }
            if name.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) { return value("type") == name ? "" : nil }
            return value(name)
        }
    }
}

extension DomainError: CustomStringConvertible {
    /// The code, the message and, for a request, each invalid field.
    ///
    /// For example, `cargo_not_found: There is no cargo ‘ABC123’.` Leaves out the cause, so the text may be shown to callers.
    public var description: String { "\(code.rawValue): " + ([message] + fields.map(\.description)).joined(separator: " ") }
}

extension DomainError.FieldError: CustomStringConvertible {
    /// What is wrong with the field, as one English sentence that doesn't name it.
    public var message: String { DomainError(code).message }

    /// The path and the message.
    ///
    /// For example, `origin: The text is not a valid UN/LOCODE.`
    public var description: String { "\(path.visible): \(message)" }
}
