import CargoDomain

extension Input {
    /// The member with this name, or nil if there is none or this isn't an object.
    public subscript(name: String) -> Input? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.hasSameScalars(as: name) }?.value
    }

    /// The object with another value for a member.
    package func replacing(_ name: String, with value: Input) -> Input {
        guard case .object(let members) = self else { return self }
        return Input(members: members + [.init(name: name, value: value)])
    }

    /// The text, or nil if this isn't text.
    public var asText: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The elements, or nil if this isn't a list.
    public var asList: [Input]? {
        if case .list(let elements) = self { elements } else { nil }
    }
}

extension Input: Equatable {
    /// Compares values; text and names are equal if their Unicode scalars are (VAL-TXT-1).
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.text(let one), .text(let other)), (.hugeInteger(let one), .hugeInteger(let other)): one.hasSameScalars(as: other)
        case (.integer(let one), .integer(let other)): one == other
        case (.boolean(let one), .boolean(let other)): one == other
        case (.list(let one), .list(let other)): one == other
        case (.object(let one), .object(let other)):
            one.elementsEqual(other) { $0.name.hasSameScalars(as: $1.name) && $0.value == $1.value }
        case (.text, _), (.hugeInteger, _), (.integer, _), (.boolean, _), (.list, _), (.object, _): false
        }
    }
}

extension Input {
    /// The object without a member.
    package func without(_ name: String) -> Input {
        guard case .object(let members) = self else { return self }
        return Input(members: members.filter { $0.name != name })
    }

    /// The object with further members.
    package func with(_ members: [Member]) -> Input {
        guard case .object(let own) = self else { return self }
        return Input(members: own + members)
    }
}
