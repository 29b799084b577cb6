import CargoApplication
import CargoDomain
import CargoLocalization
import Hummingbird

extension Caller {
    /// Who the caller is in domain events; nil without a token.
    ///
    /// A holder of a token of the identity provider is their subject there, because a name may change, and may be another's later.
    var actor: EventActor? {
        if isAnonymous { return nil }
        if isUnknown { return EventActor("local:anyone") }
        if let customer { return .customer(customer, subject ?? name) }
        if let subject { return .person(subject) }
        return role == .carrier ? .carrier(name) : .token(name)
    }

    /// The actor of a request: the caller, and for a caller who stores for others, whom they name in `Cargo-Actor`.
    ///
    /// The field of any other caller has no effect.
    /// - Throws: `header_invalid`.
    func actor(of request: HTTPRequest) throws(Problem) -> EventActor? {
        let fields = request.headerFields[values: .cargoActor]
        guard may(.save), !fields.isEmpty else { return actor }
        guard fields.count == 1, let named = fields.first.flatMap(EventActor.init) else {
            throw Problem(.headerInvalid, detail: "Cargo-Actor must be a kind, a colon and a name, such as cli:alice.")
        }
        return .service(name, for: named)
    }

    /// Does what the caller asked for, whom the domain events that it leads to name.
    func acting<Value: Sendable>(_ work: () async throws(Problem) -> Value) async throws(Problem) -> Value {
        try await actor.acting(work)
    }
}

extension EventActor? {
    /// Does something in this actor's name.
    func acting<Value: Sendable>(_ work: () async throws(Problem) -> Value) async throws(Problem) -> Value {
        try await Correlation.$actor.withValue(self) { () async -> Result<Value, Problem> in
            do throws(Problem) { return .success(try await work()) } catch { return .failure(error) }
        }.get()
    }
}

extension FieldName {
    /// `Cargo-Actor`.
    static let cargoActor = known("Cargo-Actor")
}
