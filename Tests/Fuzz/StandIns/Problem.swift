import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization

/// Stands in for the server's `Problem`, which needs Hummingbird.
///
/// The parsers throw it.
struct Problem: Error {
    let code: String
    var status: Int

    struct Field {
        enum Place: Hashable {
            case pointer(String)
            case parameter(String)
        }
    }

    init(_ fault: TransportFault, detail: Phrase? = nil, cause: String? = nil) {
        code = fault.rawValue
        status = fault.status
    }

    init(_ error: DomainError, reading: FieldPlaces = FieldPlaces()) {
        code = error.code.rawValue
        status = 422
        for field in error.fields { _ = reading.place(of: field.path) }
    }
}

extension Result where Failure == DomainError {
    func orProblem(_ reading: FieldPlaces = FieldPlaces()) throws(Problem) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw Problem(error, reading: reading)
        }
    }
}
