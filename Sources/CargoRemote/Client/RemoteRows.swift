#if canImport(Darwin) || Remote
import CargoApplication
package import CargoDomain
package import CargoWire

/// Rows of a file that a service imports, a batch for each chunk.
package struct RemoteRows: RowImport {
    private let client: CargoClient
    private let path: String
    private let prepare: @Sendable (inout ImportBookings.Keys, Input) throws(DomainError) -> Input
    private var keys = ImportBookings.Keys()

    /// Bookings, each with the key that it would have here.
    package static func bookings(_ client: CargoClient) -> RemoteRows {
        RemoteRows(client: client, path: "/v1/cargos") { (keys, fields) throws(DomainError) in
            let booking = try keys.booking(of: fields)
            let key = booking.idempotencyKey.map { [Input.Member(name: "idempotencyKey", value: .text($0.text))] } ?? []
            return booking.input.with(key)
        }
    }

    /// Handling events.
    package static func handlingEvents(_ client: CargoClient) -> RemoteRows {
        RemoteRows(client: client, path: "/v1/handling-events") { (_, fields) throws(DomainError) in
            fields.renamed(ImportHandlingEvents.columns)
        }
    }

    private init(
        client: CargoClient,
        path: String,
        prepare: @escaping @Sendable (inout ImportBookings.Keys, Input) throws(DomainError) -> Input
    ) {
        self.client = client
        self.path = path
        self.prepare = prepare
    }

    /// Sends the rows that can be read.
    @concurrent
    package mutating func take(_ rows: [ImportRow]) async -> Result<ImportStep, DomainError> {
        var step = ImportStep()
        step.summary.read = rows.count
        var sent: [(row: ImportRow, fields: Input)] = []
        for row in rows {
            switch row.content {
            case .malformed(let code): step.report(row, code, .rejected)
            case .fields(let fields):
                do throws(DomainError) {
                    sent.append((row, try prepare(&keys, fields)))
                } catch {
                    step.reject(row, error)
                }
            }
        }
        if !sent.isEmpty, case .failure(let error) = await send(sent, &step) { return .failure(error) }
        step.issues.sort { $0.line < $1.line }
        step.kept.sort { $0.line < $1.line }
        return .success(step)
    }

    /// Does nothing: every row is settled when it is taken.
    package mutating func finish() async -> Result<ImportStep, DomainError> { .success(ImportStep()) }

    private func send(_ rows: [(row: ImportRow, fields: Input)], _ step: inout ImportStep) async -> Result<Void, DomainError> {
        var body: [UInt8] = []
        for row in rows { body += CanonicalJSON.bytes(of: row.fields) + [UInt8(ascii: "\n")] }
        var call = RemoteCall(method: "POST", path: path + (client.isDryRun ? "?dryRun=true" : ""), body: body)
        call.mediaType = "application/x-ndjson"
        do throws(DomainError) {
            let answer = try await client.client.call(call).result.get()
            guard answer.status == 200, answer.mediaType == call.mediaType else { throw .unreadable(answer) }
            var open = Set(rows.indices)
            for line in answer.body.split(separator: UInt8(ascii: "\n")) {
                try Self.take(try Self.result(Array(line), of: answer), rows, &open, &step)
            }
            // Each row has one result.
            guard open.isEmpty else { throw .unreadable(answer) }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private static func result(_ line: [UInt8], of answer: RemoteAnswer) throws(DomainError) -> Input {
        let parsed = line.withUnsafeBytes { bytes in Result { () throws(DomainError) in try JSONParser.parse(bytes) } }
        guard case .success(let result) = parsed else { throw .unreadable(answer) }
        return result
    }

    /// Counts the result of a row.
    private static func take(
        _ result: Input,
        _ rows: [(row: ImportRow, fields: Input)],
        _ open: inout Set<Int>,
        _ step: inout ImportStep
    ) throws(DomainError) {
        let line: Int64 = try result.value("line")
        guard let number = Int(exactly: line), let index = open.remove(number - 1) else { throw .shapeInvalid(path: "line") }
        // safe: the open indices are those of the rows
        let row = rows[index].row
        let code: String? = try result.valueIfPresent("code")
        switch try result.value("result", as: String.self) {
        case "added": step.keep(row, isNew: true, of: try result.valueIfPresent("trackingId"))
        case "updated": step.keep(row, isNew: false, isUpdated: true, of: try result.valueIfPresent("trackingId"))
        case "unchanged": step.keep(row, isNew: false, of: try result.valueIfPresent("trackingId"))
        case let word:
            guard let verdict = ImportIssue.Verdict(rawValue: word), let code else { throw .shapeInvalid(path: "result") }
            step.report(row, code, verdict, path: try result.valueIfPresent("path"))
        }
    }
}
#endif
