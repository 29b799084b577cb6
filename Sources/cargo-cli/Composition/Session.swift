#if CLI
import CargoApplication
import CargoDomain
import CargoInfrastructure

/// What a command runs with: its settings, its streams, and the store once it asks for it.
final class Session {
    let settings: Settings
    let console: Console
    private var opened: Backend?
    private var mayHaveWritten = false
    private var agesTold: [TrackingId: CacheWitness.Age] = [:]

    init(settings: Settings, console: Console) {
        self.settings = settings
        self.console = console
    }

    /// The store, opened once; one that does not exist is empty, and nothing is made before the first save.
    func backend() async throws(CommandFailure) -> Backend {
        if let opened { return opened }
        let backend = try await Backend.open(settings.store, token: settings.token, cache: settings.cache, clock: settings.clock)
        if let caution = backend.caution { console.note(caution) }
        opened = backend
        return backend
    }

    /// What the use cases work with.
    func environment() async throws(CommandFailure) -> Environment { try await backend().environment }

    /// The store for upkeep that writes.
    func backendToWrite() async throws(CommandFailure) -> Backend {
        mayHaveWritten = true
        return try await backend()
    }

    /// What the use cases work with to write, or to try what writing would do.
    func environment(isDryRun: Bool) async throws(CommandFailure) -> Environment {
        if !isDryRun { mayHaveWritten = true }
        let environment = try await environment()
        return isDryRun ? DryRun.environment(over: environment) : environment
    }

    /// Whether the store has a cargo with this id.
    func knows(_ id: String) async throws(CommandFailure) -> Bool {
        let environment = try await environment()
        switch await TrackCargo(environment).execute(input: ["trackingId": .text(id)]) {
        case .success: return true
        case .failure(let error):
            guard error.code == .cargoNotFound else { throw CommandFailure(error) }
            return false
        }
    }

    /// Tells of what came from a cache since the last time how old it is.
    func tellAges() {
        for (id, age) in opened?.witness?.ages ?? [] where agesTold[id] != age {
            agesTold[id] = age
            if age.isForWantOfService {
                console.note("The service cannot be reached. From the cache: \(id.text) as of \(age.asOf.text)")
            } else {
                console.detail("From the cache: \(id.text) as of \(age.asOf.text)")
            }
        }
    }

    /// Lets go of the store; all that was acknowledged is in it already.
    ///
    /// Where nothing was written there is nothing to settle, and the end of the process lets go of it sooner.
    func close() async {
        if mayHaveWritten || opened?.witness != nil { await opened?.close() }
        opened = nil
    }
}

extension Session {
    /// How data is printed where the command has no choice of its own.
    var format: OutputFormat { settings.output ?? .table }

    /// Prints one value; `text` is what people get to see.
    func print<Item: CanonicallyEncodable>(_ item: Item, _ layout: Layout<Item>, text: () -> String) throws(CommandFailure) {
        try console.print(item, as: format, layout, text: text)
    }

    /// Tells of a failure that does not end the command.
    func tell(_ failure: CommandFailure) {
        let isJSON = format == .json || format == .ndjson
        console.tell(isJSON ? failure.json + "\n" : failure.text(console.notePalette, isVerbose: console.isVerbose))
    }
}
#endif
