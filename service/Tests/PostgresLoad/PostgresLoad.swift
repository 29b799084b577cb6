import CargoApplication
import CargoDomain
import CargoPostgres
import CargoTesting

/// Callers that save cargos in a PostgreSQL store, each on a connection of its own, for ./tool bench-postgres and bench-citus.
///
///     postgres-load URL CALLERS CARGOS SECONDS [NAME]      prints saves a second; the ids of its cargos begin with NAME
///     postgres-load fill URL CARGOS                        fills an empty store, and prints how long that takes
///     postgres-load lists URL CARGOS                       prints how long lists take, of the middle of so many cargos
@main
struct PostgresLoad {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 4, ["fill", "lists"].contains(arguments[1]), let count = Int(arguments[3]) {
            let store = try await open(arguments[2], connections: 32)
            let lists = Lists(store: store, count: count)
            try await arguments[1] == "fill" ? lists.fill() : lists.measure()
            return await store.close()
        }
        guard arguments.count >= 5, let callers = Int(arguments[2]), let cargos = Int(arguments[3]), let seconds = Int(arguments[4]) else {
            print("usage: postgres-load URL CALLERS CARGOS SECONDS [NAME]; postgres-load fill|lists URL CARGOS")
            return
        }
        let store = try await open(arguments[1], connections: callers)
        let name = arguments.count > 5 ? arguments[5] : "C"
        let each = max(cargos / callers, 1)
        let repository = store.cargos
        // What is there from an earlier round is used again; finding is not timed.
        let all = try await withThrowingTaskGroup(of: [Cargo].self) { group in
            for caller in 0..<callers { group.addTask { try await prepare(name + String(caller), each, repository) } }
            var all: [[Cargo]] = []
            for try await cargos in group { all.append(cargos) }
            return all
        }
        let started = ContinuousClock.now
        let deadline = started + .seconds(seconds)
        let saves = try await withThrowingTaskGroup(of: Int.self) { group in
            for cargos in all { group.addTask { try await save(cargos, repository, until: deadline) } }
            var saves = 0
            for try await number in group { saves += number }
            return saves
        }
        print(Int(Double(saves) / ((ContinuousClock.now - started) / .seconds(1))))
        await store.close()
    }

    private static func open(_ text: String, connections: Int) async throws -> PostgresStore {
        let url = try PostgresStoreURL(text)
        var options = url.options
        options.connections = connections
        options.poolTimeout = .seconds(60)
        options.callTimeout = .seconds(600)
        return try await PostgresStore.open(url.connectionString, schema: url.schema, options: options)
    }

    private static func prepare(_ caller: String, _ count: Int, _ repository: any CargoRepository) async throws -> [Cargo] {
        var cargos: [Cargo] = []
        for number in 0..<count {
            let id = "\(caller)-\(number)"
            switch await repository.findByTrackingId(.stub(id)) {
            case .success(let cargo): cargos.append(cargo)
            case .failure:
                try await repository.save(.stub(id, customer: "CUST-\(number % 100)", itinerary: .stub())).get()
                cargos.append(.stub(id, customer: "CUST-\(number % 100)", itinerary: .stub(), version: 1))
            }
        }
        return cargos
    }

    /// Saves a changed cargo, with the event that this raises, until the time is over.
    private static func save(_ cargos: [Cargo], _ repository: any CargoRepository, until deadline: ContinuousClock.Instant) async throws
        -> Int
    {
        var cargos = cargos
        var saves = 0
        while .now < deadline {
            let place = Int.random(in: cargos.indices)
            let cargo = cargos[place]
            let changed = try cargo.changingDeadline(to: .stub(day: 100 + Int(cargo.version % 1000)), at: .stub())
            try await repository.save(changed).get()
            cargos[place] = try changed.saved()
            saves += 1
        }
        return saves
    }
}
