#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

/// The options of commands that import a file of rows.
struct ImportOptions: ParsableArguments {
    @Argument(help: "File to import, or - for standard input.") var file: String
    @Option(help: "Format of the file (default: ndjson for .ndjson and .jsonl, else csv).") var format: ImportFormat?
    @Option(help: .init("Write rejected rows, skipped rows and warnings to this file as NDJSON.", valueName: "file")) var rejects: String?
    @OptionGroup var write: WriteOptions

    var actualFormat: ImportFormat {
        if let format { return format }
        let name = file.lowercased()
        return name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") ? .ndjson : .csv
    }
}

/// The formats of import files.
enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
    case csv
    case ndjson
}

/// A command that imports a file of rows.
protocol ImportCommand: CargoCommand {
    /// What the rows hold, in the plural, such as "locations".
    static var noun: Phrase { get }
    static var columns: ImportColumns { get }
    var options: ImportOptions { get }

    /// The use case that imports the rows.
    func rowImport(_ kit: CargoKit, isDryRun: Bool) -> any RowImport
}

extension ImportCommand {
    static func described(_ abstract: String, _ discussion: String) -> CommandConfiguration {
        CommandConfiguration(
            leaf: "import",
            abstract: abstract,
            discussion: """
                \(discussion)

                Valid rows are imported and invalid rows are reported. Importing the same file again \
                changes nothing. Exits with status 4 if some rows were rejected, 65 if all were.
                """
        )
    }

    func run(in session: Session) async throws(CommandFailure) {
        let isDryRun = options.write.isDryRun
        let rejects = try options.rejects.map { (path) throws(CommandFailure) in try LineFile(path) }
        let summary = try await InputFile.reading(options.file) { (descriptor) async throws(CommandFailure) in
            let kit = try await isDryRun ? session.kit() : session.kit(isDryRun: false)
            var run = ImportRun(
                rows: rowImport(kit, isDryRun: isDryRun),
                reader: options.actualFormat.reader(descriptor, Self.columns),
                session: session,
                rejects: rejects,
                size: SystemCall.fileSize(descriptor)
            )
            return try await Interruption.deferred { () async throws(CommandFailure) in
                try await run.run(path: options.file, noun: Self.noun, isDryRun: isDryRun)
            }
        }
        try rejects?.close()
        if session.format != .table { try session.print(summary, ImportSummary.layout) { "" } }
        try session.console.flush()
        if Interruption.isRequested { throw .silent(.interrupted) }
        if summary.rejected > 0 { throw .silent(summary.kept > 0 ? .partlyDone : .badData) }
    }
}

extension ImportFormat {
    fileprivate func reader(_ descriptor: Int32, _ columns: ImportColumns) -> (ImportReader<CountingSource>, ByteCount) {
        let count = ByteCount()
        let source = CountingSource(
            source: DescriptorByteSource(descriptor: descriptor, cancellation: Interruption.descriptor),
            count: count
        )
        switch self {
        case .csv: return (ImportReader(csv: source, columns), count)
        case .ndjson: return (ImportReader(jsonLines: source), count)
        }
    }
}

/// The number of bytes read so far.
final class ByteCount {
    fileprivate(set) var bytes = 0
}

/// A file that counts the bytes read from it.
struct CountingSource: ByteSource {
    fileprivate var source: DescriptorByteSource
    fileprivate let count: ByteCount

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        let size = try source.read(into: buffer)
        count.bytes += size
        return size
    }

    var isReady: Bool { source.isReady }
}
#endif
