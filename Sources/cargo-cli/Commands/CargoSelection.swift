import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// The cargos that a command changes.
struct ChosenCargos {
    /// Their tracking ids, or references that only one cargo has.
    let names: [String]
    /// Whether one cargo was named, so that the command answers as for one.
    let isSingle: Bool
}

/// Which cargos a command changes: those that are named, or all that meet conditions.
///
/// The names are the first words after the command; the last ones may be arguments that are the same for all cargos.
struct CargoSelection: ParsableArguments {
    @OptionGroup(title: "CONDITIONS") var conditions: CargoConditions

    /// Checks that there are names or conditions, and each of the other arguments.
    func require(_ words: [String], before arguments: String...) throws {
        if let missing = arguments.dropFirst(words.count).first {
            throw ValidationError(localized("Missing expected argument \("'<\(missing)>'")"))
        }
        let hasNames = words.count > arguments.count
        if !hasNames, conditions.isEmpty {
            throw ValidationError(localized("Name a cargo, or say which ones with conditions, such as --reference or --disrupted"))
        }
        if hasNames, !conditions.isEmpty { throw ValidationError(localized("Name cargos or give conditions, but not both")) }
    }

    /// Finds the cargos.
    /// - Parameter count: how many of the last words are other arguments.
    func cargos(_ words: [String], before count: Int = 0, _ desk: any CargoOperations) async throws(CommandFailure) -> ChosenCargos {
        let words = words.dropLast(count)
        guard words.isEmpty else {
            return try CargoNames.chosen(Array(words))
        }
        let filter = try conditions.filter()
        var names: [String] = []
        var after: String?
        repeat {
            let page = try await conditions.page(of: filter, after: after, limit: PageLimit.range.upperBound, desk)
            names += page.cargos.map(\.trackingId.text)
            after = page.next?.text
        } while after != nil
        return ChosenCargos(names: names, isSingle: false)
    }
}

extension ArgumentHelp {
    /// The help of the words after a command: cargos and, at the end, what is the same for all of them.
    static func cargos(before rest: String? = nil) -> ArgumentHelp {
        let cargos = "Tracking ids, or references that no other cargo has; - reads them from standard input."
        return .init("\(cargos)\(rest.map { " At the end, \($0)." } ?? "")", valueName: "id")
    }
}

extension Session {
    /// Changes one cargo and prints its id, or changes several, up to eight at once, and prints what became of each, in their order.
    ///
    /// The change is safe to repeat: a cargo that has it already counts as unchanged.
    /// - Parameters:
    ///   - note: what a person reads when one cargo was changed.
    ///   - change: changes the cargo with an id, or a reference.
    func change(
        _ chosen: ChosenCargos,
        in desk: any CargoOperations,
        _ note: String,
        isDryRun: Bool,
        _ change: @escaping @Sendable (String) async throws(CommandFailure) -> CargoRevision
    ) async throws(CommandFailure) {
        guard !chosen.isSingle else {
            // safe: there is one name
            return try print(try await change(chosen.names[0]), note, isDryRun: isDryRun)
        }
        var printer = ListPrinter(console, format, ChangedCargo.layout)
        var counts: [ChangedCargo.Result: Int] = [:]
        var first: CommandFailure?
        var progress = ProgressBar(console, total: chosen.names.count, unit: "cargos")
        try await Interruption.deferred { () async throws(CommandFailure) in
            var rest = chosen.names[...]
            while !rest.isEmpty, !Interruption.isRequested, first?.endsBatch != true {
                for changed in await rest.takeBatch().concurrently({ name in await desk.changed(name, by: change) }) {
                    if let failure = changed.failure, first == nil || (failure.endsBatch && first?.endsBatch != true) { first = failure }
                    counts[changed.result, default: 0] += 1
                    try printer.add(changed)
                }
                if format == .ndjson || format == .csv { try console.flush() }
                let done = chosen.names.count - rest.count
                progress.show(done: done, rows: done)
            }
        }
        progress.clear()
        try printer.finish(nothing: localized("No cargos match these filters."))
        try console.flush()
        if let first, first.endsBatch { tell(first) }
        tell(counts, of: chosen.names.count, isDryRun: isDryRun)
        if Interruption.isRequested { throw .silent(.interrupted) }
        if let first { throw .silent(counts[.failed] == chosen.names.count || first.endsBatch ? first.status : .partlyDone) }
    }

    private func tell(_ counts: [ChangedCargo.Result: Int], of total: Int, isDryRun: Bool) {
        guard total > 0 else { return }
        let parts = ChangedCargo.Result.allCases.compactMap { result in counts[result].map { "\($0.grouped) \(result.words)" } }
        let done = counts.values.reduce(0, +)
        console.note(localized(total, one: "\(total.grouped) cargo: ", other: "\(total.grouped) cargos: ") + parts.joined(separator: ", "))
        if done < total {
            console.note(localized("Stopped after \(done.grouped). Run the command again: what is done stays as it is."))
        }
        if isDryRun { console.note(localized("Nothing was changed: this was a dry run.")) }
    }
}

extension CargoOperations {
    /// Finds one of several cargos: by its id or, if the type is given, by a reference.
    ///
    /// A word without a type isn't taken for a reference, because a word too many would change a cargo that wasn't meant.
    func find(cargo name: String) async throws(CommandFailure) -> FindCargo.Response {
        if name.contains(":") { return try await perform(FindCargo.self, cargo: name) }
        var request = RequestBuilder()
        request.code("trackingId", name)
        return try await perform(FindCargo.self, request)
    }

    fileprivate func changed(
        _ name: String,
        retries: Int = ArraySlice<String>.batchSize,
        by change: (String) async throws(CommandFailure) -> CargoRevision
    ) async -> ChangedCargo {
        do throws(CommandFailure) {
            let before = try await find(cargo: name)
            let revision = try await change(before.cargo.trackingId.text)
            return ChangedCargo(id: revision.trackingId.text, result: revision.version == before.version ? .unchanged : .changed)
        } catch {
            // The batch may name this cargo in another way, too.
            if error.code == DomainError.Code.concurrencyConflict.rawValue, retries > 0 {
                return await changed(name, retries: retries - 1, by: change)
            }
            return ChangedCargo(id: name.folded, result: .failed, failure: error)
        }
    }
}

extension ArraySlice<String> {
    /// How many cargos are changed at once: as many as a program has connections to a database or a service.
    fileprivate static var batchSize: Int { 8 }

    /// Takes out the first names, to change their cargos at once; a name that comes again waits for the next batch.
    fileprivate mutating func takeBatch() -> ArraySlice<String> {
        var known: Set<String> = []
        let batch = prefix { known.count < Self.batchSize && known.insert($0.folded).inserted }
        removeFirst(batch.count)
        return batch
    }
}

/// What became of one of several cargos.
struct ChangedCargo: WireObject {
    enum Result: String, CaseIterable {
        case changed, unchanged, failed

        var words: String {
            switch self {
            case .changed: localized("changed")
            case .unchanged: localized("unchanged")
            case .failed: localized("failed")
            }
        }
    }

    let id: String
    let result: Result
    var failure: CommandFailure?

    static let layout = Layout<ChangedCargo>(
        .init("TRACKING ID", "tracking_id") { $0.id },
        .init("RESULT", "result", cell: { .init($0.result.words, $0.result == .failed ? .bad : .good) }, value: { $0.result.rawValue }),
        .init("PROBLEM", "code", cell: { .init($0.failure?.text ?? "") }, value: { $0.failure?.code ?? "" })
    )

    static let form = ObjectForm<ChangedCargo>(
        nil,
        .optional("code", \.failure?.code),
        .optional("message", \.failure?.text),
        .member("result", \.result.rawValue),
        .member("trackingId", \.id)
    )
}

extension CommandFailure {
    /// Whether the next cargo would fail, too: the store fails, or an argument that all cargos share is invalid.
    var endsBatch: Bool { [.badData, .usage, .unavailable, .inputOutput, .notPermitted, .configuration].contains(status) }

    /// What is wrong, in a table.
    fileprivate var text: String { fields.isEmpty ? message : fields.map(\.message).joined(separator: " ") }
}
