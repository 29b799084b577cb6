import CargoApplication
import CargoDomain

/// The rows of the voyage that is being read; keeps at most as many rows as a schedule can have movements.
struct VoyageRows {
    private let number: Input?
    private var rows: [ImportRow] = []
    private var movements: [CarrierMovement] = []
    /// What the first row says of the voyage beside its schedule.
    private var details: VoyageDetails?
    private var hasFirst = false
    private var isRejected = false
    /// Whether the previous row couldn't be parsed.
    var hasGap = false

    /// Starts a voyage with its first row's voyage number, valid or not.
    init(_ number: Input?) { self.number = number }

    /// Whether a row with this voyage number belongs to the voyage.
    func isContinued(by number: Input?) -> Bool { number == self.number }

    /// Adds a row.
    ///
    /// An invalid row is reported immediately and rejects the voyage. Details count in the first row only.
    mutating func add(_ row: ImportRow, _ fields: Input, _ step: inout ImportStep) {
        if hasGap { isRejected = true }
        hasGap = false
        let isFirst = !hasFirst
        hasFirst = true
        do throws(DomainError) {
            var reader = RequestReader(fields)
            let read = DetailFields(from: &reader, isFirst: isFirst)
            movements.append(try Self.movement(from: &reader))
            if let read { details = try read.details() }
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
        return RegisterVoyage.Request(voyageNumber: try VoyageNumber(number), schedule: try Schedule(movements), details: details)
    }

    /// Reports the rows that haven't been reported yet.
    func reportRest(_ step: inout ImportStep, _ code: String) {
        for row in rows { step.report(row, code, .rejected) }
    }

    private static func movement(from reader: inout RequestReader) throws(DomainError) -> CarrierMovement {
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

/// The fields of a row that hold the details of its voyage (VOY-5).
private struct DetailFields {
    private let carrier: RequestReader.Field<CarrierCode?>
    private let numbers: RequestReader.Field<[CarrierVoyageNumber]?>
    private let mode: RequestReader.Field<TransportMode?>
    private let imoNumber: RequestReader.Field<IMONumber?>
    private let vesselName: RequestReader.Field<VesselName?>

    /// Reads the fields; returns nil for a row that isn't the first, whose details don't count.
    init?(from reader: inout RequestReader, isFirst: Bool) {
        guard isFirst else {
            for name in ["carrier", "carrierVoyageNumbers", "mode", "vesselImo", "vesselName"] { _ = reader.optional(name) { _ in true } }
            return nil
        }
        carrier = reader.optional("carrier")
        numbers = reader.optional("carrierVoyageNumbers") { (input) throws(DomainError) in try Self.numbers(in: input) }
        mode = reader.optional("mode")
        imoNumber = reader.optional("vesselImo")
        vesselName = reader.optional("vesselName")
    }

    /// The details; nil if all fields are empty.
    func details() throws(DomainError) -> VoyageDetails? {
        let (imo, name) = (try imoNumber.get(), try vesselName.get())
        return try VoyageDetails(
            carrier: try carrier.get(),
            carrierVoyageNumbers: try numbers.get() ?? [],
            mode: try mode.get(),
            vessel: imo == nil && name == nil ? nil : Vessel(imoNumber: imo, name: name)
        )
    }

    /// Reads numbers that are separated by `|`, in any order, and keeps each once.
    private static func numbers(in input: Input) throws(DomainError) -> [CarrierVoyageNumber] {
        guard let text = input.asText else { throw .shapeInvalid(path: "") }
        var numbers: Set<CarrierVoyageNumber> = []
        for part in text.split(separator: "|") {
            let trimmed = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            numbers.insert(try CarrierVoyageNumber(String(trimmed)))
        }
        let sorted = numbers.sorted()
        try VoyageDetails.check(sorted)
        return sorted
    }
}
