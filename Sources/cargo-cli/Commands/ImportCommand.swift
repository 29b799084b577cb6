import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

/// The options of commands that import a file of rows.
struct ImportOptions: ParsableArguments {
    @Argument(help: .init("Files to import, or - for standard input.", valueName: "file")) var files: [String] = []
    @Option(help: "Format of the file (default: ndjson for .ndjson and .jsonl, else csv).") var format: ImportFormat?
    @Option(help: .init("Write rejected rows, skipped rows and warnings to this file as NDJSON.", valueName: "file")) var rejects: String?
    @Option(
        name: [.customLong("map"), .customLong("mapping")],
        help: .init("Read CSV files of another program as this JSON file says.", valueName: "file")
    )
    var mapping: String?
    @Option(help: .init("Import each file that appears in this directory, until Ctrl-C.", valueName: "directory")) var watch: String?
    @OptionGroup var write: WriteOptions

    func validate() throws {
        guard files.isEmpty != (watch == nil) else { throw ValidationError(localized("Give either files or --watch.")) }
        guard watch == nil || (rejects == nil && !write.isDryRun) else {
            throw ValidationError(localized("--watch can't be combined with --rejects or --dry-run."))
        }
    }

    /// The format of a file, by its name unless it was given.
    func format(of file: String) -> ImportFormat {
        if let format { return format }
        let name = file.lowercased()
        return name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") ? .ndjson : .csv
    }
}

/// The formats of import files.
enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
    case csv
    case ndjson
    /// Vessel schedules of carriers.
    case ovs
}

/// A command that imports files of rows.
protocol ImportCommand: CargoCommand {
    /// What the rows hold, in the plural, such as "locations".
    static var noun: Phrase { get }
    static var columns: ImportColumns { get }
    var options: ImportOptions { get }
    /// Whether known voyages are updated, so that the cargos which that affects are listed.
    var isUpdating: Bool { get }

    /// Whether the command reads vessel schedules.
    static var readsSchedules: Bool { get }

    /// Whether the command lists the cargos of the rows.
    static var listsCargos: Bool { get }

    /// The use case that imports the rows.
    func rowImport(_ kit: CargoKit, _ service: Backend.Service?, isDryRun: Bool) -> any RowImport
}

extension ImportCommand {
    var isUpdating: Bool { false }
    static var readsSchedules: Bool { false }
    static var listsCargos: Bool { false }
    /// Whether known voyages may change; a schedule says what is so now.
    private var mayUpdate: Bool { isUpdating || options.format == .ovs }

    static func described(_ abstract: String, _ discussion: String) -> CommandConfiguration {
        CommandConfiguration(
            leaf: "import",
            abstract: abstract,
            discussion: """
                \(discussion)

                Valid rows are imported and invalid rows are reported. Importing the same file again \
                changes nothing. Exits with status 4 if some rows were rejected, 65 if all were. Several files \
                are imported one after the other, each by itself; the summary counts all their rows, and \
                lines in --rejects name their file.

                CSV files may have commas, semicolons, tabs or vertical bars between fields, and a first line \
                such as sep=; as Excel writes it. They may be UTF-8, or UTF-16 with a byte order mark.

                --map FILE reads CSV files with other names of columns, other values or local times. FILE is \
                JSON; all its members are optional, and what it doesn't list stays as it is. Other columns of \
                the CSV file are ignored, and rejected rows name the file's own columns. An example for handling events:
                  {"columns":{"un_locode":"Hafen","completion_time":"Datum"},
                   "values":{"type":{"VL":"LOAD"},"un_locode":{"Hamburg":"DEHAM"}},
                   "constants":{"voyage_number":"V100"},
                   "times":{"formats":["dd.MM.yyyy HH:mm"],"zone":"Europe/Berlin",
                            "zones":{"CNSHA":"Asia/Shanghai"}},
                   "separator":";"}
                'constants' are values of columns that the file lacks. Times without an offset are local in \
                the zone of their port, or in 'zone'. The letters of formats are those of Unicode's date \
                patterns: yyyy yy MM M MMM dd d HH H hh h a mm ss XXX.

                --watch DIRECTORY imports each file that appears there and ends in .csv, .ndjson or .jsonl, \
                and moves it to DIRECTORY/imported, with the rejected rows in NAME.rejects.ndjson beside it. \
                A file that can't be read, or has an invalid header, is moved to DIRECTORY/failed. A file \
                is imported when it hasn't changed for a second: if you write slowly, write to a name that \
                begins with a dot and rename the file at the end. Symbolic links are ignored.
                """
        )
    }

    var isImport: Bool { true }

    func run(in session: Session) async throws(CommandFailure) {
        let mapping =
            try options.mapping.map { (path) throws(CommandFailure) in try ImportMapping(file: path, for: Self.columns) } ?? .standard
        guard options.format != .ovs || Self.readsSchedules else {
            throw .usage(localized("The format ovs is only for voyages."))
        }
        guard options.format != .ovs || mapping == .standard else { throw .usage(localized("--map is only for CSV files.")) }
        if let folder = options.watch { try await watch(folder, mapping, in: session) }
        guard mapping == .standard || options.files.allSatisfy({ options.format(of: $0) == .csv }) else {
            throw .usage(localized("--map is only for CSV files."))
        }
        let rejects = try options.rejects.map { (path) throws(CommandFailure) in try LineFile(path) }
        let (names, isOne) = (options.files, options.files.count == 1)
        var outcome = ImportOutcome()
        for file in names where !Interruption.isRequested {
            if !isOne { session.console.note("\(InputFile.name(file)):") }
            let one = try await InputFile.reading(file) { (descriptor) async throws(CommandFailure) in
                let rejects = rejects.map { ImportRejects(file: $0, isFileNamed: !isOne) }
                return try await importing(file, descriptor, mapping, rejects, isFileNamed: !isOne, in: session)
            }
            outcome.add(one)
        }
        try show(outcome, in: session)
        try rejects?.close()
        try session.console.flush()
        if Interruption.isRequested { throw .silent(.interrupted) }
        let summary = outcome.summary
        if summary.rejected > 0 { throw .silent(summary.kept > 0 ? .partlyDone : .badData) }
    }

    /// Imports an open file, or standard input.
    func importing(
        _ file: String,
        _ descriptor: Int32,
        _ mapping: ImportMapping,
        _ rejects: ImportRejects?,
        isFileNamed: Bool = false,
        in session: Session
    ) async throws(CommandFailure) -> ImportOutcome {
        let isDryRun = options.write.isDryRun
        // Updates and bookings need a store that keeps nothing, for all files: other imports write nothing in a dry run.
        let savesInDryRun = mayUpdate || Self.listsCargos
        let kit = try await isDryRun && !savesInDryRun ? session.kit() : session.kit(isDryRun: isDryRun)
        let service = try await session.backend().service
        let count = ByteCount()
        var run = ImportRun(
            steps: try steps(kit, service, file, descriptor, mapping, count),
            count: count,
            session: session,
            rejects: rejects,
            column: { mapping.column(of: $0, in: Self.columns) },
            size: SystemCall.fileSize(descriptor),
            listsCargos: Self.listsCargos
        )
        return try await Interruption.deferred { () async throws(CommandFailure) in
            try await run.run(path: file, isFileNamed: isFileNamed, noun: Self.noun, isDryRun: isDryRun)
        }
    }

    /// Prints the summary of all files, and the cargos that were booked or that the updated voyages affect.
    func show(_ outcome: ImportOutcome, in session: Session) throws(CommandFailure) {
        if Self.listsCargos {
            try show(outcome.summary, outcome.bookings, in: session)
        } else if mayUpdate {
            try show(outcome.summary, outcome.affected.values.sorted { $0.trackingId < $1.trackingId }, in: session)
        } else if session.format != .table {
            try session.print(outcome.summary, ImportSummary.layout) { "" }
        }
    }

    /// The parts of the import of an open file.
    private func steps(
        _ kit: CargoKit,
        _ service: Backend.Service?,
        _ file: String,
        _ descriptor: Int32,
        _ mapping: ImportMapping,
        _ count: ByteCount
    ) throws(CommandFailure) -> any ImportSteps {
        let source = CountingSource(
            source: DescriptorByteSource(descriptor: descriptor, cancellation: Interruption.descriptor),
            count: count
        )
        let reader: ImportReader<CountingSource>
        switch options.format(of: file) {
        case .csv: reader = ImportReader(csv: source, Self.columns, mapping)
        case .ndjson: reader = ImportReader(jsonLines: source)
        case .ovs: return try ScheduleSteps(kit, file, descriptor, count)
        }
        return RowSteps(path: file, rows: rowImport(kit, service, isDryRun: options.write.isDryRun), reader: reader)
    }

    /// Prints the cargos that the updated voyages affect; in JSON, within the summary.
    private func show(_ summary: ImportSummary, _ cargos: [AffectedCargo], in session: Session) throws(CommandFailure) {
        switch session.format {
        case .table:
            try session.console.write(Layouts.affectedCargos.text(cargos, session.console.palette))
            session.tell(isAnyAffected: !cargos.isEmpty, isDryRun: false)
        case .json, .ndjson:
            try session.console.write(json: ListedSummary(summary: summary, affectedCargos: cargos))
            try session.console.write("\n")
        case .csv:
            var printer = ListPrinter(session.console, .csv, Layouts.affectedCargos)
            for cargo in cargos { try printer.add(cargo) }
            try printer.finish(nothing: "")
        }
    }

    /// Prints the booked cargos; in one JSON object, within the summary.
    private func show(_ summary: ImportSummary, _ bookings: [ImportedBooking], in session: Session) throws(CommandFailure) {
        switch session.format {
        case .table: try session.console.write(ImportedBooking.layout.text(bookings, session.console.palette))
        case .json:
            try session.console.write(json: ListedSummary(summary: summary, bookings: bookings))
            try session.console.write("\n")
        case .ndjson, .csv:
            var printer = ListPrinter(session.console, session.format, ImportedBooking.layout)
            for booking in bookings { try printer.add(booking) }
            try printer.finish(nothing: "")
        }
    }
}

/// The number of bytes read so far.
final class ByteCount {
    var bytes = 0
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
