import CargoApplication
import CargoDomain

/// One or more optional members of `RepositoryBackend` that a check needs.
struct BackendPart<Value: Sendable>: Sendable {
    /// The names of the members, as in `RepositoryBackend`.
    let names: [String]
    /// Returns the names of the members that a backend doesn't have.
    let missing: @Sendable (RepositoryBackend) -> [String]
    /// Returns the value of the members; `nil` if one is missing.
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

    /// Creates a part with a single member.
    init(_ name: String, find: @escaping @Sendable (RepositoryBackend) -> Value?) {
        self.init(names: [name], missing: { find($0) == nil ? [name] : [] }, find: find)
    }

    /// Returns the value of the members.
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

    /// Combines this part with another.
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
    static let partitions = BackendPart("outboxPartitions") { $0.outboxPartitions }
    static let subscriptions = BackendPart("subscriptions") { $0.subscriptions }
    static let carrierEvents = BackendPart("carrierEvents") { $0.carrierEvents }
    static let access = BackendPart("access") { $0.access }
    static let versions = BackendPart("versions") { $0.versions }
    static let retention = BackendPart("retention") { $0.retention }
    static let now = BackendPart("now") { $0.now }
    static let reopen = BackendPart("reopen") { $0.reopen }
    static let insertBrokenCargo = BackendPart("insertBrokenCargo") { $0.insertBrokenCargo }
    static let insertBrokenLocation = BackendPart("insertBrokenLocation") { $0.insertBrokenLocation }
    static let insertUnreadableEvent = BackendPart("insertUnreadableEvent") { $0.insertUnreadableEvent }
}
