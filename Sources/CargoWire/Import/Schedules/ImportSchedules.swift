package import CargoApplication
package import CargoDomain

/// Imports voyages from carriers' Operational Vessel Schedules: registers new voyages, reschedules and describes known ones, and reports their
/// port calls.
///
/// Each voyage succeeds or fails by itself, and importing the same file again changes nothing.
package struct ImportSchedules: Sendable {
    private let useCase: FollowPublishedVoyage
    private var rest: ArraySlice<PublishedVoyage>
    private var pending: ImportStep?

    /// Starts an import.
    /// - Parameters:
    ///   - kit: where the voyages are stored.
    ///   - schedules: what a file says.
    package init(_ kit: CargoKit, _ schedules: PublishedSchedules) {
        useCase = FollowPublishedVoyage(kit)
        rest = schedules.voyages[...]
        var step = ImportStep()
        step.issues = schedules.issues
        step.summary.warnings = schedules.issues.count { $0.verdict == .warning }
        step.summary.rejected = schedules.rejectedCount
        step.summary.read = schedules.rejectedCount
        pending = step
    }

    /// Imports the next voyages.
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - told: receives what became of each voyage, with our number for it.
    /// - Returns: what became of them, nil at the end; if the store fails, its error: what was imported stays imported.
    package mutating func next(
        _ limit: Int,
        telling told: (VoyageNumber, FollowPublishedVoyage.Outcome) -> Void = { _, _ in }
    ) async -> Result<ImportStep?, DomainError> {
        guard pending != nil || !rest.isEmpty else { return .success(nil) }
        var step = pending ?? ImportStep()
        pending = nil
        for voyage in rest.prefix(limit) {
            rest = rest.dropFirst()
            step.summary.read += 1
            switch await useCase.execute(voyage) {
            case .success(let response):
                step.take(response, of: voyage)
                told(response.voyageNumber, response.outcome)
            case .failure(let error):
                guard error.concernsOneItem else { return .failure(error) }
                step.report(error.code.rawValue, .rejected, at: voyage.calls.first?.path ?? "", of: voyage.number)
            }
        }
        return .success(step)
    }
}

extension ImportStep {
    fileprivate mutating func take(_ response: FollowPublishedVoyage.Response, of voyage: PublishedVoyage) {
        affectedCargos += response.affectedCargos
        let path = voyage.calls.first?.path ?? ""
        switch response.outcome {
        case .added: summary.added += 1
        case .updated: summary.updated += 1
        case .unchanged: summary.unchanged += 1
        case .incomplete: report(ImportCode.voyageIncomplete, .skipped, at: path, of: response.voyageNumber)
        case .blank: report(ImportCode.voyageBlank, .skipped, at: path, of: response.voyageNumber)
        }
        for fault in response.faults { report(fault.code.rawValue, .warning, at: fault.path, of: response.voyageNumber) }
    }

    fileprivate mutating func report(_ code: String, _ verdict: ImportIssue.Verdict, at path: String, of number: VoyageNumber) {
        report(ImportRow(line: 0, text: number.text, content: .malformed(code: code)), code, verdict, path: path)
    }
}
