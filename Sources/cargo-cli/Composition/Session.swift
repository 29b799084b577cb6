import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

/// What a command runs with: its settings, its streams, and the store, opened on first use.
final class Session {
    let settings: Settings
    let console: Console
    private var opened: Backend?
    private var dryRun: CargoKit?
    private var mayHaveWritten = false
    private var agesTold: [TrackingId: CacheAges.Age] = [:]

    init(settings: Settings, console: Console) {
        self.settings = settings
        self.console = console
    }

    /// The store, opened once.
    ///
    /// A store that doesn't exist reads as empty; the first save creates it.
    func backend() async throws(CommandFailure) -> Backend {
        if let opened { return opened }
        let backend = try await Backend.open(settings.store, token: settings.token, cache: settings.cache, clock: settings.clock)
        if let caution = backend.caution { console.note(caution) }
        opened = backend
        return backend
    }

    /// The operations for commands that read.
    ///
    /// Behind a service, that is the service, unless a cache or `--now` is used.
    func desk() async throws(CommandFailure) -> any CargoOperations {
        if let service = try await backend().service { return service.operations }
        return try await kit()
    }

    /// The operations for commands that write; with `isDryRun`, changes are checked but not made.
    func desk(isDryRun: Bool) async throws(CommandFailure) -> any CargoOperations {
        guard let service = try await backend().service else { return try await kit(isDryRun: isDryRun) }
        return isDryRun ? service.dryRun : service.operations
    }

    /// The kit over the store itself, for what isn't an operation.
    func kit() async throws(CommandFailure) -> CargoKit { try await backend().kit }

    /// The store, for maintenance commands that write.
    func backendToWrite() async throws(CommandFailure) -> Backend {
        mayHaveWritten = true
        return try await backend()
    }

    /// The kit for commands that write; with `isDryRun`, saves are checked but dropped, and later steps of the command see them.
    func kit(isDryRun: Bool) async throws(CommandFailure) -> CargoKit {
        if !isDryRun { mayHaveWritten = true }
        let kit = try await kit()
        guard isDryRun else { return kit }
        let dry = dryRun ?? DryRun.kit(over: kit)
        dryRun = dry
        return dry
    }

    /// Whether the store has a cargo with this id.
    func knows(_ id: String) async throws(CommandFailure) -> Bool {
        switch await (try await desk()).perform(TrackCargo.self, input: ["trackingId": .text(id)]) {
        case .success: return true
        case .failure(let error):
            guard error.code == .cargoNotFound else { throw CommandFailure(error) }
            return false
        }
    }

    /// Prints how old data from the cache is, for cargos read since the last call.
    func tellAges() {
        for (id, age) in opened?.cacheAges?.ages ?? [] where agesTold[id] != age {
            agesTold[id] = age
            if age.isForWantOfService {
                console.note(localized("The service cannot be reached. From the cache: \(id.text) as of \(age.asOf.text)"))
            } else {
                console.detail(localized("From the cache: \(id.text) as of \(age.asOf.text)"))
            }
        }
    }

    /// Closes the store.
    ///
    /// Every acknowledged save is in it already.
    ///
    /// If nothing was written, closing is skipped: the end of the process releases the store faster.
    func close() async {
        if mayHaveWritten || opened?.cacheAges != nil { await opened?.close() }
        opened = nil
    }
}

extension Session {
    /// The output format, for commands whose default is a table.
    var format: OutputFormat { settings.output ?? .table }

    /// Prints one value; `text` is its form in the table format.
    func print<Item: CanonicallyEncodable>(_ item: Item, _ layout: Layout<Item>, text: () -> String) throws(CommandFailure) {
        try console.print(item, as: format, layout, text: text)
    }

    /// Prints a failure that does not end the command.
    func tell(_ failure: CommandFailure) {
        let isJSON = format == .json || format == .ndjson
        console.tell(isJSON ? failure.json + "\n" : failure.text(console.notePalette, isVerbose: console.isVerbose))
    }
}
