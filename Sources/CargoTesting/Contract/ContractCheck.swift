/// A test of one promise of the repositories, which runs on any backend.
///
/// ```swift
/// @Test(arguments: RepositoryContract.checks.supported(by: makeBackend()))
/// func `keeps its promises`(check: ContractCheck) async throws { try await check.run(makeBackend()) }
/// ```
public struct ContractCheck: Sendable {
    /// The ids of the rules that this check tests, such as `REP-2`; empty for a promise of Swift alone.
    public let rules: [String]
    /// The promise as a sentence.
    public let name: String

    private let missing: @Sendable (RepositoryBackend) -> [String]
    private let body: @Sendable (RepositoryBackend) async throws -> Void

    /// Creates a check that runs on every backend.
    init(_ rules: [String], _ name: String, _ body: @escaping @Sendable (RepositoryBackend) async throws -> Void) {
        self.init(rules, name, missing: { _ in [] }, body)
    }

    /// Creates a check that needs optional members of the backend.
    ///
    /// Their value is passed to `body`.
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

    /// Returns the same check with one more requirement; the body reads the members from the backend itself.
    func needing<Value>(_ part: BackendPart<Value>) -> ContractCheck {
        ContractCheck(rules, name, missing: { [missing] in part.missing($0) + missing($0) }) { [body] backend in
            _ = try part.value(of: backend)
            try await body(backend)
        }
    }

    /// Runs the check.
    ///
    /// Pass a new, empty backend each time.
    /// - Throws: `ContractFailure` if the backend breaks the promise or lacks a member that the check needs; also any error thrown by one
    ///   of the backend's closures.
    public func run(_ backend: RepositoryBackend) async throws {
        do {
            try await body(backend)
        } catch let disagreement as Disagreement {
            throw ContractFailure(check: description, expected: disagreement.expected, actual: disagreement.actual)
        }
    }

    /// Returns why this check can't run on a backend; `nil` if it can.
    func skipped(by backend: RepositoryBackend) -> SkippedCheck? {
        let missing = missing(backend)
        return missing.isEmpty ? nil : SkippedCheck(check: self, missing: missing)
    }
}

extension ContractCheck: CustomStringConvertible {
    /// The rule ids, if any, and the promise.
    public var description: String { rules.isEmpty ? name : "\(rules.joined(separator: ", ")): \(name)" }
}

/// A check that can't run on a backend, and the members it needs.
public struct SkippedCheck: Sendable, CustomStringConvertible {
    /// The check.
    public let check: ContractCheck
    /// The members of `RepositoryBackend` that the check needs and the backend doesn't have, such as `reopen`.
    public let missing: [String]

    /// The check and the missing members, on one line.
    public var description: String { "\(check): needs \(missing.joined(separator: ", "))" }
}

extension Sequence<ContractCheck> {
    /// Returns the checks that can run on a backend, given the members it has.
    public func supported(by backend: RepositoryBackend) -> [ContractCheck] { filter { $0.skipped(by: backend) == nil } }

    /// Returns the checks that can't run on a backend, each with the members that are missing.
    ///
    /// Assert this list in a test, so that you notice when a check no longer runs.
    public func skipped(by backend: RepositoryBackend) -> [SkippedCheck] { compactMap { $0.skipped(by: backend) } }
}
