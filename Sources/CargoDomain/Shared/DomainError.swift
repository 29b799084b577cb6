/// Any failure that the kit reports, from a mistyped code to a full disk.
///
/// Two errors are equal if their codes, parameters and fields are equal; the cause is for the log and isn't compared. Create errors with
/// the factory methods, which set the parameters that belong to each code.
public struct DomainError: Error, Sendable {
    /// The stable code for programs to compare.
    public let code: Code
    /// Details of the failure, sorted by name.
    public let params: [Parameter]
    /// The invalid fields of a request, sorted by path, then code.
    ///
    /// Empty unless the code is `validation_failed`.
    public let fields: [FieldError]
    /// The system's message, for the log only; never compared.
    public let cause: String?

    init(_ code: Code, _ params: [Parameter] = [], fields: [FieldError] = [], cause: String? = nil) {
        self.code = code
        self.params = params
        self.fields = fields
        self.cause = cause
    }

    /// Who can fix the failure, as determined by its code.
    public var tier: ErrorTier { code.tier }
}

extension DomainError: Hashable {
    /// Compares code, parameters and fields.
    ///
    /// The cause is ignored.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.params == right.params && left.fields == right.fields
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(params)
        hasher.combine(fields)
    }
}

extension DomainError {
    /// A named detail of a failure, with the name and value it has on the wire.
    public struct Parameter: Hashable, Sendable {
        /// The name in camel case.
        public let name: String
        /// The detail itself.
        public let value: Value

        /// Text or a whole number.
        ///
        /// Text is compared by its Unicode scalars (VAL-TXT-1).
        public enum Value: Hashable, Sendable {
            case text(String)
            case integer(Int64)

            /// Compares text by Unicode scalars and numbers by value.
            public static func == (left: Self, right: Self) -> Bool {
                switch (left, right) {
                case (.text(let one), .text(let other)): one.hasSameScalars(as: other)
                case (.integer(let one), .integer(let other)): one == other
                case (.text, .integer), (.integer, .text): false
                }
            }

            /// Hashes what `==` compares.
            public func hash(into hasher: inout Hasher) {
                switch self {
                case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
                case .integer(let number): hasher.combine(number)
                }
            }
        }
    }

    /// An invalid field of a request.
    public struct FieldError: Hashable, Sendable, Comparable {
        /// The path to the field, such as `origin` or `itinerary.legs[0]`.
        public let path: String
        /// What is wrong with the field.
        public let code: Code

        /// Creates an entry for a field.
        public init(path: String, code: Code) {
            self.path = path
            self.code = code
        }

        /// Compares path and code.
        ///
        /// Paths are compared by Unicode scalars, since they may contain a member's name from untrusted input (VAL-TXT-1).
        public static func == (left: Self, right: Self) -> Bool {
            left.path.hasSameScalars(as: right.path) && left.code == right.code
        }

        /// Hashes what `==` compares.
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

/// Who can fix a failure.
public enum ErrorTier: String, Hashable, Sendable, CaseIterable {
    /// The caller, by sending different input.
    case validation
    /// The business: a domain rule refused the operation.
    case domain
    /// The operator: storage, the network or a broken record failed.
    case technical
}

/// Returns the value that a step makes; `nil` if it throws.
package func ifValid<Value>(_ make: () throws(DomainError) -> Value) -> Value? {
    do throws(DomainError) { return try make() } catch { return nil }
}
