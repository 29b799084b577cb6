import CargoDomain
import Foundation

/// Where measuring is done: directories that are gone afterwards, and the two large stores, which several rows share.
final class Workshop {
    let settings: Settings
    private var directories: [String] = []
    private var large: LargeStores?
    private var known: [String: Any] = [:]

    init(_ settings: Settings) { self.settings = settings }

    /// A new directory on a place.
    func directory(on place: String) throws -> String {
        guard let found = settings.places.first(where: { $0.name == place }) else { throw BenchmarkFailure("there is no place \(place)") }
        let path = "\(found.path)/cargo-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        directories.append(path)
        return path
    }

    /// Removes a directory that is not needed any more.
    func remove(_ path: String) throws {
        directories.removeAll { $0 == path }
        try FileManager.default.removeItem(atPath: path)
    }

    func removeAll() throws {
        for path in directories { try remove(path) }
    }

    /// What several rows look at, measured once.
    func once<Value>(_ key: String, _ measure: () async throws -> Value) async throws -> Value {
        if let value = known[key] as? Value { return value }
        let value = try await measure()
        known[key] = value
        return value
    }

    /// The stores with many cargos, made when they are first asked for.
    func largeStores() async throws -> LargeStores {
        if let large { return large }
        let made = try await LargeStores.make(in: directory(on: settings.places[0].name), count: settings.cargos)
        large = made
        return made
    }

    /// Both small stores, filled, on a place.
    func pair(on place: String) async throws -> Pair {
        let path = try directory(on: place)
        let ours = try await JournalContender.open(path + "/store")
        try await ours.fill(settings.small)
        let sqlite = try SQLiteContender(path + "/peer.sqlite")
        try sqlite.fill(settings.small)
        return Pair(path: path, ours: ours, sqlite: sqlite, count: settings.small)
    }

    /// Gives a pair's room back.
    func close(_ pair: Pair) async throws {
        await pair.ours.store.close()
        try pair.sqlite.pool.close()
        try remove(pair.path)
    }

    /// Writes a line of output, at once.
    static func say(_ line: some CustomStringConvertible) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    /// Tells people what is being done; the rows alone go to standard output.
    static func tell(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

/// One store of each kind with the same cargos.
final class Pair {
    let path: String
    let ours: JournalContender
    let sqlite: SQLiteContender
    let count: Int
    /// The version that each contender's cargos are at; all are saved in turn, so all are at this one or the next.
    private var positions: [String: Int] = [:]

    init(path: String, ours: JournalContender, sqlite: SQLiteContender, count: Int) {
        self.path = path
        self.ours = ours
        self.sqlite = sqlite
        self.count = count
    }

    /// The next cargos that a contender is to save, each at the version that it has there.
    ///
    /// Each contender goes through all cargos in the same order, from the first to the last and over again.
    func next(_ number: Int, for contender: String) throws -> [Cargo] {
        let start = positions[contender, default: 0]
        positions[contender] = start + number
        return try (start..<start + number).map { try Fleet.cargo($0 % count, version: Int64($0 / count) + 1) }
    }

    /// The same, found in the contender's store: whoever changes a cargo has loaded it before.
    func found(_ number: Int, for contender: String) async throws -> [Cargo] {
        try await found(try next(number, for: contender), for: contender)
    }

    /// Looks for cargos in a contender's store; returns those given.
    ///
    /// SQLite's documents keep the version before, only its column counts on.
    func found(_ cargos: [Cargo], for contender: String) async throws -> [Cargo] {
        for cargo in cargos {
            let stored = try await contender == "ours" ? ours.find(cargo.trackingId) : sqlite.find(cargo.trackingId)
            guard stored.itinerary == cargo.itinerary else { throw BenchmarkFailure("\(cargo.trackingId) is not what was saved") }
        }
        return cargos
    }
}
