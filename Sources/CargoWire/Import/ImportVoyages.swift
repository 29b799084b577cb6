public import CargoApplication
public import CargoDomain

/// Imports voyages from a file: one row for each movement, with the rows of a voyage in sequence, or one JSON line for each voyage.
///
/// An invalid row rejects its whole voyage, and every row of that voyage is reported. A voyage that is repeated with the same schedule, and
/// with the same details or none, is unchanged; otherwise it is `voyage_already_exists` or, if the import updates known voyages, rescheduled
/// and described. Uses memory for one chunk and one voyage. A dry run also remembers each new voyage, to detect repetitions.
public struct ImportVoyages: RowImport {
    private let kit: CargoKit
    private let isDryRun: Bool
    private let updatesKnown: Bool
    private var open: VoyageRows?
    private var wouldBeSaved: [VoyageNumber: (schedule: Schedule, details: VoyageDetails?)] = [:]

    /// The fields of the request by the columns with other names.
    package static let columns = [
        "voyage_number": "voyageNumber", "departure_location": "departureLocation", "departure_time": "departureTime",
        "arrival_location": "arrivalLocation", "arrival_time": "arrivalTime", "carrier_voyage_numbers": "carrierVoyageNumbers",
        "vessel_imo": "vesselImo", "vessel_name": "vesselName",
    ]

    /// Starts an import.
    /// - Parameters:
    ///   - kit: where the voyages are registered.
    ///   - isDryRun: whether nothing is written.
    ///   - updatesKnown: whether a voyage that is known with another schedule or other details is rescheduled or described; the steps then
    ///     list the cargos that this affects, but those of a dry run don't. If an update is interrupted, `RescheduleVoyage` completes it.
    public init(_ kit: CargoKit, isDryRun: Bool = false, updatesKnown: Bool = false) {
        self.kit = kit
        self.isDryRun = isDryRun
        self.updatesKnown = updatesKnown
    }

    /// Imports rows with the columns `voyage_number`, `departure_location`, `departure_time`, `arrival_location` and `arrival_time`.
    ///
    /// The first row of a voyage may have its details: `carrier`, `carrier_voyage_numbers` separated by `|`, `mode`, `vessel_imo` and
    /// `vessel_name`. In JSON, the names are in camel case, or a line has `schedule`, `voyageNumber` and perhaps `details`.
    @concurrent
    public mutating func take(_ rows: [ImportRow]) async -> Result<ImportStep, DomainError> {
        await collect { (rowImport, step) async throws(DomainError) in
            for row in rows {
                step.summary.read += 1
                switch row.content {
                case .malformed(let code): try await rowImport.add(row, malformed: code, &step)
                case .fields(let fields): try await rowImport.add(row, fields.renamed(Self.columns), &step)
                }
            }
        }
    }

    /// Registers the last voyage of the file.
    @concurrent
    public mutating func finish() async -> Result<ImportStep, DomainError> {
        await collect { (rowImport, step) async throws(DomainError) in try await rowImport.close(&step) }
    }

    private mutating func collect(
        _ work: (inout Self, inout ImportStep) async throws(DomainError) -> Void
    ) async -> Result<ImportStep, DomainError> {
        var step = ImportStep()
        do throws(DomainError) {
            try await work(&self, &step)
        } catch {
            return .failure(error)
        }
        step.issues.sort { $0.line < $1.line }
        return .success(step)
    }

    /// Reports a row that couldn't be parsed.
    ///
    /// If the open voyage continues after it, the row counts as one of that voyage.
    private mutating func add(_ row: ImportRow, malformed code: String, _ step: inout ImportStep) async throws(DomainError) {
        step.report(row, code, .rejected)
        open?.hasGap = true
    }

    private mutating func add(_ row: ImportRow, _ fields: Input, _ step: inout ImportStep) async throws(DomainError) {
        guard fields["schedule"] == nil else {
            try await close(&step)
            do throws(DomainError) {
                try await register(try RegisterVoyage.Request(fields), &step)
            } catch {
                guard error.concernsOneItem else { throw error }
                step.reject(row, error)
            }
            return
        }
        if open?.isContinued(by: fields["voyageNumber"]) != true {
            try await close(&step)
            open = VoyageRows(fields["voyageNumber"])
        }
        open?.add(row, fields, &step)
    }

    /// Registers the open voyage, or reports its rows.
    private mutating func close(_ step: inout ImportStep) async throws(DomainError) {
        guard let voyage = open else { return }
        open = nil
        do throws(DomainError) {
            guard let request = try voyage.request() else {
                voyage.reportRest(&step, ImportCode.voyageRejected)
                return
            }
            try await register(request, &step)
        } catch {
            guard error.concernsOneItem else { throw error }
            voyage.reportRest(&step, error.code.rawValue)
        }
    }

    private mutating func register(_ request: RegisterVoyage.Request, _ step: inout ImportStep) async throws(DomainError) {
        let useCase = RegisterVoyage(kit)
        do throws(DomainError) {
            if let voyage = wouldBeSaved[request.voyageNumber] {
                guard request.agrees(with: voyage) else { throw .voyageAlreadyExists(request.voyageNumber) }
                step.summary.unchanged += 1
                return
            }
            if try await useCase.known(request) != nil {
                step.summary.unchanged += 1
                return
            }
        } catch {
            guard updatesKnown, error.code == .voyageAlreadyExists else { throw error }
            return try await update(request, &step)
        }
        if isDryRun {
            wouldBeSaved[request.voyageNumber] = (request.schedule, request.details)
        } else {
            _ = try await useCase.execute(request).get()
        }
        step.summary.added += 1
    }

    /// Gives a known voyage the schedule and the details that it doesn't have yet.
    private mutating func update(_ request: RegisterVoyage.Request, _ step: inout ImportStep) async throws(DomainError) {
        let number = request.voyageNumber
        if isDryRun {
            wouldBeSaved[number] = (request.schedule, request.details ?? wouldBeSaved[number]?.details)
        } else {
            let stored = try await kit.store.voyages.findByNumber(number).get()
            if let details = request.details, details != stored.details {
                _ = try await DescribeVoyage(kit).execute(.init(voyageNumber: number, details: details)).get()
            }
            if request.schedule != stored.schedule {
                let change = RescheduleVoyage.Request(voyageNumber: number, schedule: request.schedule)
                step.affectedCargos += try await RescheduleVoyage(kit).execute(change).get().affectedCargos
            }
        }
        step.summary.updated += 1
    }
}

extension RegisterVoyage.Request {
    /// Whether a voyage is as the request asks.
    fileprivate func agrees(with voyage: (schedule: Schedule, details: VoyageDetails?)) -> Bool {
        voyage.schedule == schedule && (details == nil || details == voyage.details)
    }
}
