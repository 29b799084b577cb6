public import CargoApplication
public import CargoDomain

/// Imports handling events from a file; registers each row with `RegisterHandlingEvent`.
///
/// Processes the rows of a cargo in file order, and the cargos of a chunk concurrently. Uses memory for one chunk. A dry run also remembers the
/// events that it would add, because later rows are checked against them.
///
/// A row may name its cargo by a reference, such as a container number, if no other cargo has it. Rows with references come after the other
/// rows of a chunk.
public struct ImportHandlingEvents: RowImport {
    private let kit: CargoKit
    private let isDryRun: Bool
    private var wouldBeAdded: [TrackingId: [HandlingEvent]] = [:]

    /// The fields of the request by the columns with other names.
    package static let columns = [
        "completion_time": "completionTime", "tracking_id": "trackingId", "un_locode": "location", "voyage_number": "voyageNumber",
    ]

    /// Starts an import.
    ///
    /// A dry run writes nothing.
    public init(_ kit: CargoKit, isDryRun: Bool = false) {
        self.kit = kit
        self.isDryRun = isDryRun
    }

    private typealias Entry = (row: ImportRow, request: RegisterHandlingEvent.Request)

    /// The rows of a chunk, by cargo, and what became of some of them.
    private struct Chunk {
        var step = ImportStep()
        var entries: [TrackingId: [Entry]] = [:]
        var order: [TrackingId] = []
        /// Rows that name no cargo by its tracking id, each with the error that says so.
        var unknown: [(row: ImportRow, error: DomainError)] = []

        mutating func add(_ row: ImportRow, _ request: RegisterHandlingEvent.Request) {
            if entries[request.trackingId] == nil { order.append(request.trackingId) }
            entries[request.trackingId, default: []].append((row, request))
        }

        /// Takes the rows out, by cargo.
        mutating func takeEntries() -> [[Entry]] {
            let taken = order.compactMap { entries[$0] }
            (entries, order) = ([:], [])
            return taken
        }

        /// Keeps a row whose cargo isn't known for another look, and reports any other that can't be imported.
        mutating func reject(_ row: ImportRow, _ error: DomainError) {
            let isId = error.fields.count == 1 && error.fields.first?.path == "trackingId" && error.fields.first?.code == .trackingIdInvalid
            if error.code == .cargoNotFound || isId { unknown.append((row, error)) } else { step.reject(row, error) }
        }
    }

    /// Imports rows with the columns `completion_time`, `tracking_id`, `type`, `un_locode` and `voyage_number`, or with the fields of the request.
    @concurrent
    public mutating func take(_ rows: [ImportRow]) async -> Result<ImportStep, DomainError> {
        var chunk = Chunk()
        for row in rows {
            chunk.step.summary.read += 1
            switch row.content {
            case .malformed(let code): chunk.step.report(row, code, .rejected)
            case .fields(let fields):
                do throws(DomainError) {
                    chunk.add(row, try RegisterHandlingEvent.Request(fields.renamed(Self.columns)))
                } catch {
                    chunk.reject(row, error)
                }
            }
        }
        do throws(DomainError) {
            try await run(&chunk)
            let unknown = chunk.unknown.sorted { $0.row.line < $1.row.line }
            chunk.unknown = []
            try await resolve(unknown, &chunk)
            try await run(&chunk)
        } catch {
            return .failure(error)
        }
        for (row, error) in chunk.unknown { chunk.step.reject(row, error) }
        chunk.step.issues.sort { $0.line < $1.line }
        chunk.step.kept.sort { $0.line < $1.line }
        return .success(chunk.step)
    }

    /// Does nothing: every row is settled when it is taken.
    public mutating func finish() async -> Result<ImportStep, DomainError> { .success(ImportStep()) }

    private mutating func run(_ chunk: inout Chunk) async throws(DomainError) {
        let entries = chunk.takeEntries()
        try await isDryRun ? judge(entries, &chunk) : register(entries, &chunk)
    }

    /// Finds the cargos that rows name by a reference.
    private func resolve(_ rows: [(row: ImportRow, error: DomainError)], _ chunk: inout Chunk) async throws(DomainError) {
        var known: [TypedLookup: CargoList] = [:]
        for (row, error) in rows {
            guard case .fields(let fields) = row.content else { continue }
            let request = fields.renamed(Self.columns)
            let lookup = TypedLookup(request["trackingId"]?.asText ?? "").withoutTrackingId
            let found: CargoList
            if let kept = known[lookup] { found = kept } else { found = try await kit.lookUp(lookup, limit: 1).get() }
            known[lookup] = found
            guard let cargo = found.cargos.first else {
                chunk.step.reject(row, error)
                continue
            }
            guard found.next == nil else {
                chunk.step.report(row, ImportCode.referenceAmbiguous, .rejected, path: "trackingId")
                continue
            }
            do throws(DomainError) {
                chunk.add(row, try RegisterHandlingEvent.Request(request.with("trackingId", .text(cargo.trackingId.text))))
            } catch {
                chunk.step.reject(row, error)
            }
        }
    }

    /// Registers the rows of each cargo in order, and several cargos concurrently.
    private func register(_ cargos: [[Entry]], _ chunk: inout Chunk) async throws(DomainError) {
        let kit = kit
        let outcomes = await cargos.concurrently { entries in await Self.register(entries, kit) }
        for outcome in outcomes {
            let done = try outcome.get()
            chunk.step.add(done.step)
            chunk.unknown += done.unknown
        }
    }

    private static func register(_ entries: [Entry], _ kit: CargoKit) async -> Result<Chunk, DomainError> {
        var chunk = Chunk()
        let useCase = RegisterHandlingEvent(kit)
        for entry in entries {
            switch await useCase.execute(entry.request) {
            case .success(let response): chunk.step.keep(entry.row, isNew: response.isNew, of: entry.request.trackingId)
            case .failure(let error):
                guard error.concernsOneItem else { return .failure(error) }
                chunk.reject(entry.row, error)
            }
        }
        return .success(chunk)
    }

    /// Checks each row against the stored events and those that earlier rows would add.
    private mutating func judge(_ cargos: [[Entry]], _ chunk: inout Chunk) async throws(DomainError) {
        let useCase = RegisterHandlingEvent(kit)
        for entry in cargos.joined() {
            let trackingId = entry.request.trackingId
            do throws(DomainError) {
                let (_, event, stored) = try await useCase.state(for: entry.request)
                let earlier = wouldBeAdded[trackingId] ?? []
                let history = try HandlingHistory(trackingId: trackingId, events: stored.events + earlier)
                let isNew = try RegisterHandlingEvent.known(event, in: history) == nil
                if isNew { wouldBeAdded[trackingId] = earlier + [event] }
                chunk.step.keep(entry.row, isNew: isNew, of: trackingId)
            } catch {
                guard error.concernsOneItem else { throw error }
                chunk.reject(entry.row, error)
            }
        }
    }
}

extension Input {
    /// The object with another value for a member that it has.
    fileprivate func with(_ name: String, _ value: Input) -> Input {
        guard case .object(let members) = self else { return self }
        return Input(members: members.map { $0.name == name ? .init(name: name, value: value) : $0 })
    }
}
