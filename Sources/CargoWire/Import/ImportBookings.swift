public import CargoApplication
public import CargoDomain

/// Imports bookings from a file; books each row with `BookCargo`, and adds its references with `AddReference`.
///
/// A row without an idempotency key gets one that is made from its content, so importing the same file again books nothing twice. Of equal rows
/// without a key and a tracking id, each is a cargo: the second one's key also says that it is the second. A row with a key or a tracking id that
/// gets further references later adds these to its cargo.
///
/// Books the rows of a chunk concurrently, except those with the same key or tracking id. Uses memory for one chunk, and for a key of each row
/// that has no key and no tracking id. A dry run also remembers the cargos that it would book.
public struct ImportBookings: RowImport {
    private let kit: CargoKit
    private let isDryRun: Bool
    private var keys = Keys()

    /// The fields of the request by the columns with other names.
    package static let columns = [
        "arrival_deadline": "arrivalDeadline", "customer_id": "customerId", "idempotency_key": "idempotencyKey",
        "tracking_id": "trackingId",
    ]

    /// Starts an import.
    ///
    /// A dry run writes nothing.
    public init(_ kit: CargoKit, isDryRun: Bool = false) {
        self.kit = isDryRun ? DryRun.kit(over: kit) : kit
        self.isDryRun = isDryRun
    }

    /// A row with its booking.
    private struct Entry: Sendable {
        let row: ImportRow
        let booking: BookCargo.Request

        /// What no other row that is booked at the same time may have.
        var names: [String] { [booking.idempotencyKey?.text, booking.trackingId.map { "/" + $0.text }].compactMap(\.self) }
    }

    /// Imports rows with the columns `origin`, `destination`, `arrival_deadline` and `customer_id`, and perhaps `tracking_id`, `idempotency_key`
    /// and `references`, or with the fields of the request.
    @concurrent
    public mutating func take(_ rows: [ImportRow]) async -> Result<ImportStep, DomainError> {
        var step = ImportStep()
        var wave: [Entry] = []
        var names: Set<String> = []
        do throws(DomainError) {
            for row in rows {
                step.summary.read += 1
                guard let entry = entry(of: row, &step) else { continue }
                if !names.isDisjoint(with: entry.names) {
                    try await book(wave, &step)
                    (wave, names) = ([], [])
                }
                wave.append(entry)
                names.formUnion(entry.names)
            }
            try await book(wave, &step)
        } catch {
            return .failure(error)
        }
        step.issues.sort { $0.line < $1.line }
        step.kept.sort { $0.line < $1.line }
        return .success(step)
    }

    /// Does nothing: every row is settled when it is taken.
    public mutating func finish() async -> Result<ImportStep, DomainError> { .success(ImportStep()) }

    /// Reads a row; reports one that is invalid and returns nil.
    private mutating func entry(of row: ImportRow, _ step: inout ImportStep) -> Entry? {
        switch row.content {
        case .malformed(let code):
            step.report(row, code, .rejected)
        case .fields(let fields):
            do throws(DomainError) {
                return Entry(row: row, booking: try keys.booking(of: fields))
            } catch {
                step.reject(row, error)
            }
        }
        return nil
    }

    /// Books rows concurrently.
    private func book(_ entries: [Entry], _ step: inout ImportStep) async throws(DomainError) {
        let useCase = BookCargo(kit)
        let outcomes = await entries.concurrently { entry in
            (entry, await useCase.executeWithOutcome(entry.booking))
        }
        for (entry, outcome) in outcomes {
            switch outcome {
            case .success(let booked):
                // The id that a dry run draws isn't the id that an import draws.
                let trackingId = isDryRun && booked.isNew ? entry.booking.trackingId : booked.trackingId
                step.keep(entry.row, isNew: booked.isNew, isUpdated: !booked.isNew && booked.hasNewReferences, of: trackingId)
            case .failure(let error):
                guard error.concernsOneItem else { throw error }
                step.reject(entry.row, error)
            }
        }
    }

    /// The keys of a file's bookings.
    package struct Keys: Sendable {
        /// How many rows so far have this content.
        private var repetitions: [IdempotencyKey: Int] = [:]

        package init() {}

        /// Reads a row; one without a key gets one that is made from its content.
        /// - Throws: `validation_failed`.
        package mutating func booking(of fields: Input) throws(DomainError) -> BookCargo.Request {
            let booking = try BookCargo.Request(booking: fields.renamed(ImportBookings.columns))
            return booking.idempotencyKey == nil ? booking.with(try key(of: booking), references: booking.references) : booking
        }

        /// A key that is made from a booking's content.
        ///
        /// It leaves out the references of a cargo with a tracking id.
        private mutating func key(of request: BookCargo.Request) throws(DomainError) -> IdempotencyKey {
            var parts = [request.origin.text, request.destination.text, "\(request.arrivalDeadline)", request.customerId.text]
            if let trackingId = request.trackingId { return try Self.key(parts + [trackingId.text]) }
            // A reference has a colon, which a tracking id can't have, and none of the texts has a line break.
            parts += Set(request.references).sorted().map(\.description)
            let key = try Self.key(parts)
            let count = repetitions[key, default: 0] + 1
            repetitions[key] = count
            return count == 1 ? key : try Self.key(parts + ["#\(count)"])
        }

        private static func key(_ parts: [String]) throws(DomainError) -> IdempotencyKey {
            try IdempotencyKey("import/" + Base64.encode(SHA256.hash(Array(parts.joined(separator: "\n").utf8))))
        }
    }
}
