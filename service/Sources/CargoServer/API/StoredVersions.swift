import CargoApplication
import CargoDomain
import CargoWire

/// The versions that are compared with an `If-Match` field that names several.
extension CargoKit {
    /// Returns the version of the cargo that the path names.
    func storedVersion(ofCargoIn call: Call) async throws(Problem) -> Int64 {
        let request: FindCargo.Request = try .read(Self.input("trackingId", of: call), .query)
        return try await FindCargo(self).execute(request).orProblem(.query).version
    }

    /// Returns the version of the voyage that the path names.
    func storedVersion(ofVoyageIn call: Call) async throws(Problem) -> Int64 {
        let request: FindVoyage.Request = try .read(Self.input("voyageNumber", of: call), .query)
        return try await FindVoyage(self).execute(request).orProblem(.query).version
    }

    private static func input(_ name: String, of call: Call) -> Input {
        // safe: a call gives the text of any parameter of its path
        Input(members: [.init(name: name, value: .text(call[name]))])
    }
}
