#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
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
        var results: [(line: Int, json: String)] = []
        var keptRows = 0
        var added: [String] = []
        var failure: DomainError?
        while true {
            let chunk = try Self.next(&reader)
            if chunk.isEmpty { break }
            if let failure {
                results += chunk.map { ($0.line, Self.failed($0, failure)) }
                continue
            }
            switch await batch.rows.take(chunk) {
            case .success(let step):
                keptRows += step.kept.count
                added += Self.trackingIds(of: step, chunk)
                results += Self.results(of: step)
            case .failure(let error):
                guard keptRows > 0 else { throw Problem(error) }
                failure = error
                results += chunk.map { ($0.line, Self.failed($0, error)) }
            }
        }
        trail.note(ids: added)
        let text = results.sorted { $0.line < $1.line }.map { $0.json + "\n" }.joined()
        return Response(status: .ok, media: .jsonLines, bytes: Array(text.utf8))
    }

    private static func next(_ reader: inout ImportReader<ArrayByteSource>) throws(Problem) -> [ImportRow] {
        do throws(ImportReaderFailure) {
            return try reader.next(chunkSize)
        } catch {
            switch error {
            case .header(let header):
                throw Problem(.csvHeaderInvalid, detail: "The first line must be: " + header.expected.joined(separator: ","))
            case .source(let failure): throw Problem(.internalError, cause: "\(failure)")
            }
        }
    }

    /// The tracking ids of the rows that added an event.
    private static func trackingIds(of step: ImportStep, _ rows: [ImportRow]) -> [String] {
        let lines = Set(step.kept.filter(\.isNew).map(\.line))
        return rows.compactMap { row in
            guard lines.contains(row.line), case .fields(let fields) = row.content else { return nil }
            return (fields["tracking_id"] ?? fields["trackingId"])?.asText
        }
    }

    private static func results(of step: ImportStep) -> [(line: Int, json: String)] {
        step.kept.map { row in
            var writer = JSONWriter(capacity: 64)
            writer.raw(#"{"line":"#)
            writer.integer(Int64(row.line))
            writer.raw(row.isNew ? #","result":"added"}"# : #","result":"unchanged"}"#)
            return (row.line, writer.text)
        }
            + step.issues.map { issue in
                var writer = JSONWriter(capacity: 128)
                writer.raw(#"{"code":"#)
                writer.text(issue.code)
                writer.raw(#","line":"#)
                writer.integer(Int64(issue.line))
                if let path = issue.path {
                    writer.raw(#","path":"#)
                    writer.text(path)
                }
                writer.raw(#","result":"#)
                writer.plain(issue.verdict.rawValue)
                writer.raw("}")
                return (issue.line, writer.text)
            }
    }

    private static func failed(_ row: ImportRow, _ error: DomainError) -> String {
        var writer = JSONWriter(capacity: 64)
        writer.raw(#"{"code":"#)
        writer.plain(error.code.rawValue)
        writer.raw(#","line":"#)
        writer.integer(Int64(row.line))
        writer.raw(#","result":"failed"}"#)
        return writer.text
    }
}
#endif
