/// An untrusted value from outside: JSON without floating point and `null`.
///
/// Forms, command lines and JSON bodies are all converted to `Input`, so that a request can report every invalid field at once.
public enum Input: Sendable {
    /// Text.
    case text(String)
    /// An integer within ±(2^53−1).
    case integer(Int64)
    /// The digits of an integer beyond ±(2^53−1), so that an error can name the field that holds it.
    case hugeInteger(String)
    /// True or false.
    case boolean(Bool)
    /// A list.
    case list([Input])
    /// Named members, sorted by the UTF-16 code units of their names, without duplicates.
    case object([Member])

    /// A named member of an object.
    public struct Member: Sendable {
        /// The member's name.
        public let name: String
        /// Its value.
        public let value: Input

        /// Creates a member.
        public init(name: String, value: Input) {
            self.name = name
            self.value = value
        }
    }
}
