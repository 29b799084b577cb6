import CargoApplication
import CargoDomain

/// A member of `RepositoryBackend` that only some backends have, and without which a check can't run.
struct BackendPart<Value: Sendable>: Sendable {
    /// The members, named as in `RepositoryBackend`.
    let names: [String]
    /// Those that a backend lacks.
    let missing: @Sendable (RepositoryBackend) -> [String]
    /// The value of the members; nil if one is missing.
    let find: @Sendable (RepositoryBackend) -> Value?

    private init(
        names: [String],
        missing: @escaping @Sendable (RepositoryBackend) -> [String],
        find: @escaping @Sendable (RepositoryBackend) -> Value?
    ) {
        self.names = names
        self.missing = missing
        self.find = find
    }

    /// One member.
    init(_ name: String, find: @escaping @Sendable (RepositoryBackend) -> Value?) {
        self.init(names: [name], missing: { find($0) == nil ? [name] : [] }, find: find)
    }

    /// The value of the members.
    /// - Throws: `Disagreement` if one is missing.
    func value(of backend: RepositoryBackend) throws -> Value {
        guard let value = find(backend) else {
            throw Disagreement(
                expected: "a backend with \(names.joined(separator: " and "))",
                actual: "one without \(missing(backend).joined(separator: " and "))"
            )
        }
        return value
    }

    /// Both this part and another one.
    func and<Other>(_ other: BackendPart<Other>) -> BackendPart<(Value, Other)> {
        BackendPart<(Value, Other)>(
            names: names + other.names,
            missing: { missing($0) + other.missing($0) },
            find: { backend in
                guard let value = find(backend), let otherValue = other.find(backend) else { return nil }
                return (value, otherValue)
            }
        )
    }
}

/// The optional members of `RepositoryBackend`.
enum BackendParts {
    static let unitOfWork = BackendPart("handlingUnitOfWork") { $0.handlingUnitOfWork }
    static let lanes = BackendPart("outboxLanes") { $0.outboxLanes }
    static let now = BackendPart("now") { $0.now }
    static let reopen = BackendPart("reopen") { $0.reopen }
    static let plantBrokenCargo = BackendPart("plantBrokenCargo") { $0.plantBrokenCargo }
    static let plantUnreadableEvent = BackendPart("plantUnreadableEvent") { $0.plantUnreadableEvent }
}
