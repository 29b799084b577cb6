import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire
import Hummingbird

/// A batch of rows, as CSV or JSON Lines.
///
/// Each row has its own result, a line of JSON, and one that fails doesn't affect the others.
struct RowBatch {
    private var rows: any RowImport
    private let columns: ImportColumns
    private let namesCargos: Bool

    private static let chunkSize = 1000
    /// The maximum number of lines of a batch: each may need a result that is many times longer.
    static let maximumLines = 100_000
    /// The same for a dry run, which remembers what each line would save.
    private static let maximumDryLines = 10_000

    /// A batch of rows with these columns.
    /// - Parameter namesCargos: whether the result of a row has the tracking id of its cargo.
    init(_ rows: any RowImport, _ columns: ImportColumns, namesCargos: Bool = false) {
        self.rows = rows
        self.columns = columns
        self.namesCargos = namesCargos
    }

    /// What a route says of its batches.
    /// - Parameter verb: what a batch does, such as "stores".
    static func description(doing verb: String) -> String {
        """
        A row that fails doesn't affect the others, and sending the same batch again \(verb) nothing twice. The response to a batch has one \
        RowResult per line. A batch of more than \(maximumLines) lines, \(maximumDryLines) in a dry run, is refused as `body_too_large`.
        """
    }

    /// Takes the batch in a call's body.
    func answer(_ call: Call, _ kind: Media) async throws(Problem) -> Response {
        _ = try call.preferred(of: .jsonLines)
        try call.refuseQuery(but: [Call.dryRun])
        let isDryRun = try call.flag(Call.dryRun)
        let source = try Self.source(try await call.body.bytes(for: kind), isDryRun ? Self.maximumDryLines : Self.maximumLines)
        let response = try await take(kind == .csv ? ImportReader(csv: source, columns) : ImportReader(jsonLines: source), call.trail)
        if isDryRun { call.trail.note(ids: []) }
        return response
    }

    /// A batch to read, unless it has too many lines.
    /// - Throws: `body_too_large`.
    static func source(_ bytes: [UInt8], _ maximumLines: Int = maximumLines) throws(Problem) -> ArrayByteSource {
        var lines = 0
        var last = UInt8(ascii: "\n")
        for byte in bytes {
            // LF, CRLF or a lone CR ends a line.
            let isAfterEnd = last == UInt8(ascii: "\n") || (last == UInt8(ascii: "\r") && byte != UInt8(ascii: "\n"))
            if isAfterEnd { lines += 1 }
            last = byte
        }
        guard lines <= maximumLines else { throw Problem(.bodyTooLarge, detail: "A batch may have at most \(maximumLines) lines.") }
        return ArrayByteSource(bytes)
    }

    /// Imports all rows.
    ///
    /// If the store fails before anything was saved, the request fails with a problem. If it fails later, the affected rows report the
    /// failure, so the caller learns what was saved. Sending the same batch again saves nothing twice.
    private func take(_ reader: ImportReader<ArrayByteSource>, _ trail: WriteTrail) async throws(Problem) -> Response {
        var batch = self
        var reader = reader
        var lines = JSONWriter()
        var keptRows = 0
        var added: [String] = []
        var failure: DomainError?
        while true {
            let chunk = try Self.next(&reader)
            if chunk.isEmpty { break }
            if let failure {
                Self.write(Self.failed(chunk, failure), to: &lines)
                continue
            }
            switch await batch.rows.take(chunk) {
            case .success(let step):
                keptRows += step.kept.count
                added += Self.trackingIds(of: step)
                Self.write(results(of: step), to: &lines)
            case .failure(let error):
                guard keptRows > 0 else { throw Problem(error) }
                failure = error
                Self.write(Self.failed(chunk, error), to: &lines)
            }
        }
        trail.note(ids: added)
        return Response(status: .ok, media: .jsonLines, buffer: lines.withBytes { ByteBuffer(bytes: $0) })
    }

    /// Writes the results of a chunk, a line for each.
    private static func write(_ results: [RowResult], to lines: inout JSONWriter) {
        for result in results.sorted(by: { $0.line < $1.line }) {
            result.write(to: &lines)
            lines.raw("\n")
        }
    }

    private static func next(_ reader: inout ImportReader<ArrayByteSource>) throws(Problem) -> [ImportRow] {
        do throws(ImportReaderFailure) {
            return try reader.next(chunkSize)
        } catch {
            switch error {
            case .header(let header):
                throw Problem(.csvHeaderInvalid, detail: "The first line must be: \(header.expected.joined(separator: ","))")
            case .format:
                throw Problem(
                    .csvHeaderInvalid,
                    detail: "The body is an EDIFACT interchange or an Excel workbook. Send CSV or NDJSON."
                )
            case .source(let failure): throw Problem(.internalError, cause: "\(failure)")
            }
        }
    }

    /// The tracking ids of the rows that changed something.
    private static func trackingIds(of step: ImportStep) -> [String] {
        step.kept.filter { $0.isNew || $0.isUpdated }.compactMap { $0.trackingId?.text }
    }

    private static func failed(_ chunk: [ImportRow], _ error: DomainError) -> [RowResult] {
        chunk.map { RowResult(line: $0.line, code: error.code.rawValue, result: "failed") }
    }

    private func results(of step: ImportStep) -> [RowResult] {
        step.kept.map { row in
            let result = row.isNew ? "added" : row.isUpdated ? "updated" : "unchanged"
            return RowResult(line: row.line, result: result, trackingId: namesCargos ? row.trackingId : nil)
        }
            + step.issues.map { RowResult(line: $0.line, code: $0.code, path: $0.path, result: $0.verdict.rawValue) }
    }
}
