/// A value as it comes in from outside, before anything about it is known to be right.
///
/// What JSON can say, less floating point and `null`. Forms, command lines and JSON bodies all become one of these, so that a use case
/// can judge all of a request's fields at once.
public enum Input: Sendable {
    /// Text.
    case text(String)
    /// A whole number within ±(2^53−1).
    case integer(Int64)
    /// A whole number beyond ±(2^53−1), kept as its digits so that the field that holds it can be named.
    case hugeInteger(String)
    /// True or false.
    case boolean(Bool)
    /// A list.
    case list([Input])
    /// Named members, sorted by the UTF-16 code units of their names, no name twice.
    case object([Member])

    /// A named member of an object.
    public struct Member: Sendable {
        /// The member's name.
        public let name: String
        /// Its value.
        public let value: Input

        /// Names a value.
        public init(name: String, value: Input) {
            self.name = name
            self.value = value
        }
    }
}
