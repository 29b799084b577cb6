import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

extension UseCase where Request: WireRequest {
    /// Performs the operation on the cargo that was named by its tracking id or, if no cargo has that, by a reference that only it has.
    /// - Parameters:
    ///   - request: the request's other fields.
    ///   - name: what was typed.
    func execute(
        _ request: RequestBuilder = RequestBuilder(),
        cargo name: String,
        in kit: CargoKit
    ) async throws(CommandFailure) -> Response {
        var named = request
        named.code("trackingId", name)
        switch await execute(input: named.input) {
        case .success(let response): return response
        case .failure(let error):
            let found = try await kit.cargos(named: name, after: error)
            guard let only = found.cargos.first else { throw CommandFailure(error, in: named.input) }
            if found.cargos.count > 1 { throw .severalCargos(found, named: name) }
            var known = request
            known.text("trackingId", only.trackingId.text)
            return try await execute(input: known.input).orFail(in: known.input)
        }
    }
}

extension CargoKit {
    /// Finds the cargos with a reference, at most 100, after a use case found none with the text as its tracking id.
    /// - Parameter error: the use case's error; if it has another cause, no cargos are found.
    func cargos(named text: String, after error: DomainError) async throws(CommandFailure) -> CargoList {
        guard error.code == .cargoNotFound || (error.code == .validationFailed && CargoLookup(typed: text).trackingId == nil) else {
            return CargoList(cargos: [], next: nil)
        }
        return try await LookUpCargos(self).execute(TypedLookup(text).withoutTrackingId).orFail()
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
