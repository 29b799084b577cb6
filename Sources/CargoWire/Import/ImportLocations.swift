public import CargoApplication
public import CargoDomain

/// Imports locations from a file: the UN/LOCODE code list as UNECE publishes it, or rows with `un_locode` and `name`.
///
/// If a code is repeated, the first row of the file counts. In the code list, which repeats a code to give a place's other names, the later rows are
/// skipped; elsewhere they are rejected. Malformed coordinates are a warning. Remembers every code of the file (8 bytes each)
/// to find repetitions; otherwise uses memory for one chunk. Saves the new locations of a chunk in one step.
public struct ImportLocations: RowImport {
    private let kit: CargoKit
    private let isDryRun: Bool
    private var seen: Set<UnLocode> = []

    /// The fields of the request by the columns with other names.
    package static let columns = ["un_locode": "unLocode"]

    /// Starts an import.
    ///
    /// A dry run writes nothing.
    public init(_ kit: CargoKit, isDryRun: Bool = false) {
        self.kit = kit
        self.isDryRun = isDryRun
    }

    /// Imports rows with the code list's columns, or with `un_locode` and `name` (`unLocode` and `name` in JSON).
    @concurrent
    public mutating func take(_ rows: [ImportRow]) async -> Result<ImportStep, DomainError> {
        var step = ImportStep()
        var changed: [Location] = []
        for row in rows {
            step.summary.read += 1
            do throws(DomainError) {
                guard let (location, ifRepeated) = try read(row, &step) else { continue }
                guard seen.insert(location.unLocode).inserted else {
                    step.report(row, ImportCode.rowRepeated, ifRepeated)
                    continue
                }
                if try await judge(location, &step) { changed.append(location) }
            } catch {
                guard error.concernsOneItem else { return .failure(error) }
                step.reject(row, error)
            }
        }
        if !isDryRun, !changed.isEmpty, case .failure(let error) = await kit.store.locations.save(changed) { return .failure(error) }
        return .success(step)
    }

    /// Does nothing: every row is settled when it is taken.
    public mutating func finish() async -> Result<ImportStep, DomainError> { .success(ImportStep()) }

    /// Returns the row's location, and what happens to the row if it repeats a code; if the row is rejected or skipped, reports it and returns nil.
    private func read(_ row: ImportRow, _ step: inout ImportStep) throws(DomainError) -> (Location, ifRepeated: ImportIssue.Verdict)? {
        switch row.content {
        case .malformed(let code):
            step.report(row, code, .rejected)
            return nil
        case .fields(let fields) where CodeListRow.isOne(fields):
            switch try CodeListRow(fields) {
            case .skipped(let code):
                step.report(row, code, .skipped)
                return nil
            case .location(let location, let hasBadCoordinates):
                if hasBadCoordinates, !seen.contains(location.unLocode) {
                    step.report(row, ImportCode.coordinatesInvalid, .warning, path: "Coordinates")
                }
                return (location, .skipped)
            }
        case .fields(let fields):
            let request = try RegisterLocation.Request(fields.renamed(Self.columns))
            return (Location(unLocode: request.unLocode, name: request.name), .rejected)
        }
    }

    /// Counts a location and returns whether to save it.
    private func judge(_ location: Location, _ step: inout ImportStep) async throws(DomainError) -> Bool {
        switch await kit.store.locations.findByUnLocode(location.unLocode) {
        case .success(let known) where known == location:
            step.summary.unchanged += 1
            return false
        case .success:
            step.summary.renamed += 1
            return true
        case .failure(let error):
            guard error.code == .locationNotFound else { throw error }
            step.summary.added += 1
            return true
        }
    }
}
