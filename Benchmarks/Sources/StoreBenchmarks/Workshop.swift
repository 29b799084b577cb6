import CargoDomain
import Foundation

/// The working environment of a run: temporary directories, and the two large stores, which several rows share.
final class Workshop {
    let settings: Settings
    private var directories: [String] = []
    private var large: LargeStores?
    private var known: [String: Any] = [:]

    init(_ settings: Settings) { self.settings = settings }

    /// Creates a directory on a place.
    func directory(on place: String) throws -> String {
        guard let found = settings.places.first(where: { $0.name == place }) else { throw BenchmarkFailure("there is no place \(place)") }
        let path = "\(found.path)/cargo-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        directories.append(path)
        return path
    }

    /// Removes a directory.
    func remove(_ path: String) throws {
        directories.removeAll { $0 == path }
        try FileManager.default.removeItem(atPath: path)
    }

    func removeAll() throws {
        for path in directories { try remove(path) }
    }

    /// Returns a value that several rows need, measured only once.
    func once<Value>(_ key: String, _ measure: () async throws -> Value) async throws -> Value {
        if let value = known[key] as? Value { return value }
        let value = try await measure()
        known[key] = value
        return value
    }

    /// Returns the stores with many cargos, creating them on first use.
    func largeStores() async throws -> LargeStores {
        if let large { return large }
        let made = try await LargeStores.make(in: directory(on: settings.places[0].name), count: settings.cargos)
        large = made
        return made
    }

    /// Creates both small stores on a place and fills them.
    func pair(on place: String) async throws -> Pair {
        let path = try directory(on: place)
        let ours = try await JournalContender.open(path + "/store")
        try await ours.fill(settings.small)
        let sqlite = try SQLiteContender(path + "/peer.sqlite")
        try sqlite.fill(settings.small)
        return Pair(path: path, ours: ours, sqlite: sqlite, count: settings.small)
    }

    /// Closes a pair of stores and removes their directory.
    func close(_ pair: Pair) async throws {
        await pair.ours.store.close()
        try pair.sqlite.pool.close()
        try remove(pair.path)
    }

    /// Writes a line to standard output immediately.
    static func say(_ line: some CustomStringConvertible) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    /// Reports progress on standard error.
    ///
    /// Standard output is only for the rows.
    static func tell(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

/// One store of each kind, with the same cargos.
final class Pair {
    let path: String
    let ours: JournalContender
    let sqlite: SQLiteContender
    let count: Int
    private let turns: Turns

    init(path: String, ours: JournalContender, sqlite: SQLiteContender, count: Int) {
        self.path = path
        self.ours = ours
        self.sqlite = sqlite
        self.count = count
        turns = Turns(count: count)
    }

    /// Returns the next cargos for a contender to save, each at its stored version.
    func next(_ number: Int, for contender: String) throws -> [Cargo] { try turns.next(number, for: contender) }

    /// Returns the next cargos like `next`, after loading each from the contender's store, as an application would.
    func found(_ number: Int, for contender: String) async throws -> [Cargo] {
        try await found(try next(number, for: contender), for: contender)
    }

    /// Loads the cargos from a contender's store, checks them, and returns the given values.
    ///
    /// SQLite's documents contain the previous version; only its column has the current one.
    func found(_ cargos: [Cargo], for contender: String) async throws -> [Cargo] {
        for cargo in cargos {
            let stored = try await contender == "ours" ? ours.find(cargo.trackingId) : sqlite.find(cargo.trackingId)
            guard stored.itinerary == cargo.itinerary else { throw BenchmarkFailure("\(cargo.trackingId) is not what was saved") }
        }
        return cargos
    }
}
