#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire
import Hummingbird

/// A batch of handling events.
///
/// Each row succeeds or fails by itself and has its own result, a line of JSON.
struct HandlingBatch {
    private var rows: ImportHandlingEvents

    private static let chunkSize = 1000

    init(_ kit: CargoKit) { rows = ImportHandlingEvents(kit) }

    /// Registers all rows.
    ///
    /// If the store fails before anything was saved, the request fails with a problem. If it fails later, the affected rows report the
    /// failure, so the caller learns what was saved. Sending the same batch again saves nothing twice.
    func take(_ reader: ImportReader<ArrayByteSource>, _ trail: WriteTrail) async throws(Problem) -> Response {
        var batch = self
        var reader = reader
        var results: [RowResult] = []
        var keptRows = 0
        var added: [String] = []
        var failure: DomainError?
        while true {
            let chunk = try Self.next(&reader)
            if chunk.isEmpty { break }
            if let failure {
                results += chunk.map { RowResult(line: $0.line, code: failure.code.rawValue, result: "failed") }
                continue
            }
            switch await batch.rows.take(chunk) {
            case .success(let step):
                keptRows += step.kept.count
                added += Self.trackingIds(of: step)
                results += Self.results(of: step)
            case .failure(let error):
                guard keptRows > 0 else { throw Problem(error) }
                failure = error
                results += chunk.map { RowResult(line: $0.line, code: error.code.rawValue, result: "failed") }
            }
        }
        trail.note(ids: added)
        let text = results.sorted { $0.line < $1.line }.map { $0.canonicalText + "\n" }.joined()
        return Response(status: .ok, media: .jsonLines, bytes: Array(text.utf8))
    }

    private static func next(_ reader: inout ImportReader<ArrayByteSource>) throws(Problem) -> [ImportRow] {
        do throws(ImportReaderFailure) {
            return try reader.next(chunkSize)
        } catch {
            switch error {
            case .header(let header):
                throw Problem(.csvHeaderInvalid, detail: "The first line must be: \(header.expected.joined(separator: ","))")
            case .source(let failure): throw Problem(.internalError, cause: "\(failure)")
            }
        }
    }

    /// The tracking ids of the rows that added an event.
    private static func trackingIds(of step: ImportStep) -> [String] {
        step.kept.filter(\.isNew).compactMap { $0.trackingId?.text }
    }

    private static func results(of step: ImportStep) -> [RowResult] {
        step.kept.map { RowResult(line: $0.line, result: $0.isNew ? "added" : "unchanged") }
            + step.issues.map { RowResult(line: $0.line, code: $0.code, path: $0.path, result: $0.verdict.rawValue) }
    }
}
#endif
