import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

extension CargoOperations {
    /// Performs an operation with what was typed.
    func perform<Operation: SentOperation>(
        _ operation: Operation.Type,
        _ request: RequestBuilder
    ) async throws(CommandFailure) -> Operation.Response where Operation.Request: WireRequest {
        try await perform(operation, input: request.input).orFail(in: request.input)
    }

    /// Performs an operation with what was typed, and returns its error.
    func perform<Operation: SentOperation>(
        _ operation: Operation.Type,
        input: Input
    ) async -> Result<Operation.Response, DomainError> where Operation.Request: WireRequest {
        do throws(DomainError) {
            return await perform(operation, try Operation.Request(input))
        } catch {
            return .failure(error)
        }
    }

    /// Performs the operation on the cargo that was named by its tracking id or, if no cargo has that, by a reference that only it has.
    /// - Parameters:
    ///   - request: the request's other fields.
    ///   - name: what was typed.
    func perform<Operation: SentOperation>(
        _ operation: Operation.Type,
        _ request: RequestBuilder = RequestBuilder(),
        cargo name: String
    ) async throws(CommandFailure) -> Operation.Response where Operation.Request: WireRequest {
        var named = request
        named.code("trackingId", name)
        switch await perform(operation, input: named.input) {
        case .success(let response): return response
        case .failure(let error):
            let found = try await cargos(named: name, after: error)
            guard let only = found.cargos.first else { throw CommandFailure(error, in: named.input) }
            if found.cargos.count > 1 { throw .severalCargos(found, named: name) }
            var known = request
            known.text("trackingId", only.trackingId.text)
            return try await perform(operation, known)
        }
    }

    /// Finds the cargos with a reference, at most 100, after a use case found none with the text as its tracking id.
    /// - Parameter error: the use case's error; if it has another cause, no cargos are found.
    func cargos(named text: String, after error: DomainError) async throws(CommandFailure) -> CargoList {
        guard error.code == .cargoNotFound || (error.code == .validationFailed && CargoLookup(typed: text).trackingId == nil) else {
            return CargoList(cargos: [], next: nil)
        }
        return try await lookUp(TypedLookup(text).withoutTrackingId).orFail()
    }
}

extension CommandFailure {
    /// Several cargos have a reference that should name one.
    fileprivate static func severalCargos(_ found: CargoList, named name: String) -> CommandFailure {
        let shown = 5
        let ids = found.cargos.prefix(shown).map(\.trackingId.text).joined(separator: ", ")
        let names = found.cargos.count > shown || found.next != nil ? ids + ", …" : ids
        return CommandFailure(
            .badData,
            code: ImportCode.referenceAmbiguous,
            localized("Several cargos have the reference \(name.inQuotes): \(names)."),
            hint: localized("Name the cargo by its tracking id.")
        )
    }
}
