public import CargoApplication
public import CargoDomain

/// Imports handling events from a file; registers each row with `RegisterHandlingEvent`.
///
/// Processes the rows of a cargo in file order, and the cargos of a chunk concurrently. Uses memory for one chunk. A dry run also remembers the
/// events that it would add, because later rows are checked against them.
public struct ImportHandlingEvents: RowImport {
    private let kit: CargoKit
    private let isDryRun: Bool
    private var wouldBeAdded: [TrackingId: [HandlingEvent]] = [:]

    /// The maximum number of cargos processed concurrently.
    private static let greatestWidth = 64

    private static let columns = [
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

    /// Imports rows with the columns `completion_time`, `tracking_id`, `type`, `un_locode` and `voyage_number`, or with the fields of the request.
    @concurrent
    public mutating func take(_ rows: [ImportRow]) async -> Result<ImportStep, DomainError> {
        var step = ImportStep()
        var entries: [TrackingId: [Entry]] = [:]
        var order: [TrackingId] = []
        for row in rows {
            step.summary.read += 1
            switch row.content {
            case .malformed(let code): step.report(row, code, .rejected)
            case .fields(let fields):
                do throws(DomainError) {
                    let request = try RegisterHandlingEvent.Request(fields.renamed(Self.columns))
                    if entries[request.trackingId] == nil { order.append(request.trackingId) }
                    entries[request.trackingId, default: []].append((row, request))
                } catch {
                    step.reject(row, error)
                }
            }
        }
        do throws(DomainError) {
            let chunk = order.compactMap { entries[$0] }
            try await isDryRun ? judge(chunk, &step) : register(chunk, &step)
        } catch {
            return .failure(error)
        }
        step.issues.sort { $0.line < $1.line }
        step.kept.sort { $0.line < $1.line }
        return .success(step)
    }

    /// Does nothing: every row is settled when it is taken.
    public mutating func finish() async -> Result<ImportStep, DomainError> { .success(ImportStep()) }

    /// Registers the rows of each cargo in order, and several cargos concurrently.
    private func register(_ chunk: [[Entry]], _ step: inout ImportStep) async throws(DomainError) {
        let kit = kit
        let steps = await withTaskGroup(of: Result<ImportStep, DomainError>.self) { group in
            var outcomes: [Result<ImportStep, DomainError>] = []
            for (index, entries) in chunk.enumerated() {
                if index >= Self.greatestWidth, let outcome = await group.next() { outcomes.append(outcome) }
                group.addTask { await Self.register(entries, kit) }
            }
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        for outcome in steps {
            let done = try outcome.get()
            step.summary = step.summary + done.summary
            step.issues += done.issues
            step.kept += done.kept
        }
    }

    private static func register(_ entries: [Entry], _ kit: CargoKit) async -> Result<ImportStep, DomainError> {
        var step = ImportStep()
        let useCase = RegisterHandlingEvent(kit)
        for entry in entries {
            switch await useCase.execute(entry.request) {
            case .success(let response): step.keep(entry.row, isNew: response.isNew)
            case .failure(let error):
                guard error.concernsOneRow else { return .failure(error) }
                step.reject(entry.row, error)
            }
        }
        return .success(step)
    }

    /// Checks each row against the stored events and those that earlier rows would add.
    private mutating func judge(_ chunk: [[Entry]], _ step: inout ImportStep) async throws(DomainError) {
        let useCase = RegisterHandlingEvent(kit)
        for entry in chunk.joined() {
            let trackingId = entry.request.trackingId
            do throws(DomainError) {
                let event = try await useCase.event(for: entry.request)
                let stored = try await kit.store.handlingEvents.findHistory(of: trackingId).get()
                let earlier = wouldBeAdded[trackingId] ?? []
                let history = try HandlingHistory(trackingId: trackingId, events: stored.events + earlier)
                if try RegisterHandlingEvent.known(event, in: history) == nil {
                    wouldBeAdded[trackingId] = earlier + [event]
                    step.keep(entry.row, isNew: true)
                } else {
                    step.keep(entry.row, isNew: false)
                }
            } catch {
                guard error.concernsOneRow else { throw error }
                step.reject(entry.row, error)
            }
        }
    }
}
