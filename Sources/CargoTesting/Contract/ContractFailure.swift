/// A promise of the contract that a backend doesn't keep.
public struct ContractFailure: Error, Sendable, CustomStringConvertible {
    /// The rule ids and the promise.
    public let check: String
    /// What the promise requires.
    public let expected: String
    /// What the backend did.
    public let actual: String

    /// The promise, the expected and the actual behaviour, on three lines.
    public var description: String { "\(check)\n  expected: \(expected)\n  actual: \(actual)" }
}
