import CargoApplication
import CargoDomain

/// The rows of the voyage that is being read; keeps at most as many rows as a schedule can have movements.
struct VoyageRows {
    private let number: Input?
    private var rows: [ImportRow] = []
    private var movements: [CarrierMovement] = []
    private var isRejected = false
    /// Whether the previous row couldn't be parsed.
    var hasGap = false

    /// Starts a voyage with its first row's voyage number, valid or not.
    init(_ number: Input?) { self.number = number }

    /// Whether a row with this voyage number belongs to the voyage.
    func isContinued(by number: Input?) -> Bool { number == self.number }

    /// Adds a row.
    ///
    /// An invalid row is reported immediately and rejects the voyage.
    mutating func add(_ row: ImportRow, _ fields: Input, _ step: inout ImportStep) {
        if hasGap { isRejected = true }
        hasGap = false
        do throws(DomainError) {
            movements.append(try Self.movement(of: fields))
            rows.append(row)
        } catch {
            isRejected = true
            step.reject(row, error)
        }
        if rows.count > Schedule.maximumCount {
            isRejected = true
            for row in rows { step.report(row, DomainError.Code.scheduleTooLong.rawValue, .rejected) }
            rows = []
            movements = []
        }
    }

    /// Returns the request for the voyage, or nil if one of its rows is invalid.
    /// - Throws: the errors of `Schedule.init` (VOY-2, VOY-3).
    func request() throws(DomainError) -> RegisterVoyage.Request? {
        guard !isRejected, let number = number?.asText else { return nil }
        return RegisterVoyage.Request(voyageNumber: try VoyageNumber(number), schedule: try Schedule(movements))
    }

    /// Reports the rows that haven't been reported yet.
    func reportRest(_ step: inout ImportStep, _ code: String) {
        for row in rows { step.report(row, code, .rejected) }
    }

    private static func movement(of fields: Input) throws(DomainError) -> CarrierMovement {
        var reader = RequestReader(fields)
        let arrivalLocation = reader.required("arrivalLocation", as: UnLocode.self)
        let arrivalTime = reader.required("arrivalTime", as: Instant.self)
        let departureLocation = reader.required("departureLocation", as: UnLocode.self)
        let departureTime = reader.required("departureTime", as: Instant.self)
        _ = reader.required("voyageNumber", as: VoyageNumber.self)
        try reader.finish()
        return try CarrierMovement(
            departureLocation: try departureLocation.get(),
            arrivalLocation: try arrivalLocation.get(),
            departureTime: try departureTime.get(),
            arrivalTime: try arrivalTime.get()
        )
    }
}
