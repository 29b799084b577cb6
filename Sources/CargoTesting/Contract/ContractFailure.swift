/// A promise that a backend broke.
public struct ContractFailure: Error, Sendable, CustomStringConvertible {
    /// The rules and the promise.
    public let check: String
    /// What the promise asks for.
    public let expected: String
    /// What the backend did.
    public let actual: String

    /// The promise, what it asks for and what happened, in three lines.
    public var description: String { "\(check)\n  expected: \(expected)\n  actual: \(actual)" }
}
