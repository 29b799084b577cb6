/// One promise of the repositories, as a check that any backend can be put to.
///
/// ```swift
/// @Test(arguments: RepositoryContract.checks.offered(by: makeBackend()))
/// func `keeps its promises`(check: ContractCheck) async throws { try await check.run(makeBackend()) }
/// ```
public struct ContractCheck: Sendable {
    /// The rules that it proves, such as `REP-2`.
    public let rules: [String]
    /// The promise, as a sentence.
    public let name: String

    private let missing: @Sendable (RepositoryBackend) -> [String]
    private let body: @Sendable (RepositoryBackend) async throws -> Void

    /// A check that every backend can be put to.
    init(_ rules: [String], _ name: String, _ body: @escaping @Sendable (RepositoryBackend) async throws -> Void) {
        self.init(rules, name, missing: { _ in [] }, body)
    }

    /// A check that needs an optional part of the backend; the body gets that part.
    init<Value>(
        _ rules: [String],
        _ name: String,
        needs part: BackendPart<Value>,
        _ body: @escaping @Sendable (RepositoryBackend, Value) async throws -> Void
    ) {
        self.init(rules, name, missing: part.missing) { backend in try await body(backend, try part.value(of: backend)) }
    }

    private init(
        _ rules: [String],
        _ name: String,
        missing: @escaping @Sendable (RepositoryBackend) -> [String],
        _ body: @escaping @Sendable (RepositoryBackend) async throws -> Void
    ) {
        self.rules = rules
        self.name = name
        self.missing = missing
        self.body = body
    }

    /// The same check where its body looks for the part itself.
    func needing<Value>(_ part: BackendPart<Value>) -> ContractCheck {
        ContractCheck(rules, name, missing: { [missing] in part.missing($0) + missing($0) }) { [body] backend in
            _ = try part.value(of: backend)
            try await body(backend)
        }
    }

    /// Puts a backend to the check; each run wants a fresh, empty one.
    /// - Throws: `ContractFailure` if the backend breaks the promise or lacks a part that the check needs; whatever a hook of the backend throws.
    public func run(_ backend: RepositoryBackend) async throws {
        do {
            try await body(backend)
        } catch let disagreement as Disagreement {
            throw ContractFailure(check: description, expected: disagreement.expected, actual: disagreement.actual)
        }
    }

    /// Why this check can't run on a backend; nil if it can.
    func leftOut(by backend: RepositoryBackend) -> LeftOutCheck? {
        let missing = missing(backend)
        return missing.isEmpty ? nil : LeftOutCheck(check: self, missing: missing)
    }
}

extension ContractCheck: CustomStringConvertible {
    /// The rules and the promise.
    public var description: String { "\(rules.joined(separator: ", ")): \(name)" }
}

/// A check that can't run on a backend, and why.
public struct LeftOutCheck: Sendable, CustomStringConvertible {
    /// The check.
    public let check: ContractCheck
    /// The members of `RepositoryBackend` that it needs and the backend doesn't have, such as `reopen`.
    public let missing: [String]

    /// The check and what it lacks, in one line.
    public var description: String { "\(check): needs \(missing.joined(separator: ", "))" }
}

extension Sequence<ContractCheck> {
    /// The checks that can run on a backend, by the members that it has.
    public func offered(by backend: RepositoryBackend) -> [ContractCheck] { filter { $0.leftOut(by: backend) == nil } }

    /// The other checks, each with what the backend lacks.
    ///
    /// Assert this list in a test, so that a check that stops running is noticed.
    public func leftOut(by backend: RepositoryBackend) -> [LeftOutCheck] { compactMap { $0.leftOut(by: backend) } }
}
