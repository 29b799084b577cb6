/// One promise of the repositories, as a check that any backend can be put to.
///
/// ```swift
/// @Test(arguments: RepositoryContract.checks)
/// func `keeps its promises`(check: ContractCheck) async throws { try await check.run(makeBackend()) }
/// ```
public struct ContractCheck: Sendable {
    /// The rules that it proves, such as `REP-2`.
    public let rules: [String]
    /// The promise, as a sentence.
    public let name: String

    private let body: @Sendable (RepositoryBackend) async throws -> Void

    init(_ rules: [String], _ name: String, _ body: @escaping @Sendable (RepositoryBackend) async throws -> Void) {
        self.rules = rules
        self.name = name
        self.body = body
    }

    /// Puts a backend to the check; each run wants a fresh, empty one.
    /// - Throws: `ContractFailure` where the backend breaks the promise; whatever a hook of the backend throws.
    public func run(_ backend: RepositoryBackend) async throws {
        do {
            try await body(backend)
        } catch let disagreement as Disagreement {
            throw ContractFailure(check: description, expected: disagreement.expected, actual: disagreement.actual)
        }
    }
}

extension ContractCheck: CustomStringConvertible {
    /// The rules and the promise.
    public var description: String { "\(rules.joined(separator: ", ")): \(name)" }
}
