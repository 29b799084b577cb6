import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

/// The parts of an import, one after the other.
protocol ImportSteps {
    /// Imports the next part of the file; nil at the end.
    mutating func next() async throws(CommandFailure) -> ImportStep?
    /// Imports what is left after the last part; isn't called after Ctrl-C.
    mutating func finish() async throws(CommandFailure) -> ImportStep
}

/// The import of a file of rows.
struct RowSteps: ImportSteps {
    let path: String
    var rows: any RowImport
    var reader: ImportReader<CountingSource>

    /// How many rows are imported at once; Ctrl-C stops the import only between chunks.
    private static let chunkSize = 1000

    mutating func next() async throws(CommandFailure) -> ImportStep? {
        guard let chunk = try read() else { return nil }
        return try await rows.take(chunk).orFail()
    }

    mutating func finish() async throws(CommandFailure) -> ImportStep { try await rows.finish().orFail() }

    private mutating func read() throws(CommandFailure) -> [ImportRow]? {
        do throws(ImportReaderFailure) {
            let chunk = try reader.next(Self.chunkSize)
            return chunk.isEmpty ? nil : chunk
        } catch {
            switch error {
            case .source where Interruption.isRequested: return nil
            case .source(let failure): throw .file(path, failure.errorNumber, isInput: true)
            case .format(let format): throw CommandFailure(format, InputFile.name(path))
            case .header(let failure): throw CommandFailure(failure, InputFile.name(path))
            }
        }
    }
}

/// The import of a carrier's vessel schedules, which are one document.
struct ScheduleSteps: ImportSteps {
    private var schedules: ImportSchedules

    /// How many voyages are imported between two looks at Ctrl-C.
    private static let chunkSize = 100
    /// The size limit of a file, in bytes.
    private static let maximumSize = 64 << 20

    /// Reads the whole file.
    /// - Throws: `input_too_large`, `json_invalid`.
    init(_ kit: CargoKit, _ path: String, _ descriptor: Int32, _ count: ByteCount) throws(CommandFailure) {
        let bytes = try InputFile.bytes(descriptor, path, limit: Self.maximumSize)
        count.bytes = bytes.count
        do throws(DomainError) {
            schedules = ImportSchedules(kit, try PublishedSchedules(bytes))
        } catch {
            let words = ErrorText(error)
            throw CommandFailure(.badData, code: error.code.rawValue, "\(InputFile.name(path)): \(words.message)", hint: words.hint)
        }
    }

    mutating func next() async throws(CommandFailure) -> ImportStep? { try await schedules.next(Self.chunkSize).orFail() }

    mutating func finish() async throws(CommandFailure) -> ImportStep { ImportStep() }
}

extension CommandFailure {
    /// A file that isn't text of rows.
    fileprivate init(_ format: ForeignFormat, _ name: String) {
        switch format {
        case .edifact:
            self.init(
                .badData,
                code: "edifact_unsupported",
                localized("\(name) is an EDIFACT interchange, which can't be imported."),
                hint: localized("Convert its messages to CSV or NDJSON with an EDI translator, or ask the sender for one of these.")
            )
        case .workbook:
            self.init(
                .badData,
                code: "workbook_unsupported",
                localized("\(name) is an Excel workbook, which can't be imported."),
                hint: localized("Open it in Excel, and save it as “CSV UTF-8” or “Unicode Text”.")
            )
        }
    }

    /// An invalid header.
    fileprivate init(_ header: HeaderFailure, _ name: String) {
        let expected = header.expected.joined(separator: ",")
        let hint =
            header.allowsCodeList
            ? localized("The first line must be a header, such as \(expected), or a row of UNECE's UN/LOCODE code list.")
            : localized("The first line must be: \(expected)")
        guard header.found != nil else {
            self.init(.badData, code: "header_invalid", localized("\(name) is empty: it has no header."), hint: hint)
            return
        }
        var faults: [String] = []
        if !header.missing.isEmpty { faults.append(localized("missing: \(header.missing.joined(separator: ", "))")) }
        if !header.unexpected.isEmpty {
            faults.append(localized("unknown or repeated: \(header.unexpected.map(\.inQuotes).joined(separator: ", "))"))
        }
        self.init(
            .badData,
            code: "header_invalid",
            localized("\(name) has an invalid header on line \(header.line) (\(faults.joined(separator: "; ")))."),
            hint: hint
        )
    }
}
