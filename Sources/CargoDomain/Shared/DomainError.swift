/// A failure of the kit, from a mistyped code to a full disk.
///
/// Two errors are equal when code, parameters and fields are equal; the message is for people and may change, the cause is for the log.
/// Make one with the factory that is named for the code, so that its parameters are always the right ones.
public struct DomainError: Error, Sendable {
    /// The stable code: what programs compare.
    public let code: Code
    /// What the failure is about, sorted by name.
    public let params: [Parameter]
    /// One entry for each bad field of a request, sorted by path, then code; empty but for `validation_failed`.
    public let fields: [FieldError]
    /// What the system said, for the log alone; never part of equality.
    public let cause: String?

    init(_ code: Code, _ params: [Parameter] = [], fields: [FieldError] = [], cause: String? = nil) {
        self.code = code
        self.params = params
        self.fields = fields
        self.cause = cause
    }

    /// Who can mend the failure: the tier of its code.
    public var tier: ErrorTier { code.tier }
}

extension DomainError: Hashable {
    /// Compares code, parameters and fields; the cause does not count.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.params == right.params && left.fields == right.fields
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(params)
        hasher.combine(fields)
    }
}

extension DomainError {
    /// A named detail of a failure, as it stands on the wire.
    public struct Parameter: Hashable, Sendable {
        /// The member's name, in camel case.
        public let name: String
        /// What it says.
        public let value: Value

        /// Text or a whole number; text is compared by its Unicode scalars (VAL-TXT-1).
        public enum Value: Hashable, Sendable {
            case text(String)
            case integer(Int64)

            /// Compares text by scalars, numbers by value.
            public static func == (left: Self, right: Self) -> Bool {
                switch (left, right) {
                case (.text(let one), .text(let other)): one.hasSameScalars(as: other)
                case (.integer(let one), .integer(let other)): one == other
                case (.text, .integer), (.integer, .text): false
                }
            }

            /// Hashes text by scalars.
            public func hash(into hasher: inout Hasher) {
                switch self {
                case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
                case .integer(let number): hasher.combine(number)
                }
            }
        }
    }

    /// One bad field of a request: where, and what is wrong there.
    public struct FieldError: Hashable, Sendable, Comparable {
        /// Where, such as `origin` or `itinerary.legs[0]`.
        public let path: String
        /// What is wrong there.
        public let code: Code

        /// Names a field and its failure.
        public init(path: String, code: Code) {
            self.path = path
            self.code = code
        }

        /// Compares the path by scalars: it may hold a member's name from untrusted input (VAL-TXT-1).
        public static func == (left: Self, right: Self) -> Bool {
            left.path.hasSameScalars(as: right.path) && left.code == right.code
        }

        /// Hashes what equality compares.
        public func hash(into hasher: inout Hasher) {
            for byte in path.utf8 { hasher.combine(byte) }
            hasher.combine(code)
        }

        /// Orders by path, then code, both by Unicode scalars.
        public static func < (left: Self, right: Self) -> Bool {
            if !left.path.hasSameScalars(as: right.path) { return left.path.precedesByScalars(right.path) }
            return left.code.rawValue.precedesByScalars(right.code.rawValue)
        }
    }
}
