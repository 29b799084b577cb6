import CargoDomain
import CargoInfrastructure
import Foundation

/// This program in another process, which does one task and prints figures.
enum Child {
    /// The argument before the name of the task.
    static let mark = "--child"

    /// Starts a child.
    static func start(_ task: String, _ arguments: [String]) throws -> (process: Process, input: FileHandle, output: FileHandle) {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = [mark, task] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        return (process, input.fileHandleForWriting, output.fileHandleForReading)
    }

    /// Runs a child to its end and returns the one figure that it prints.
    static func figure(_ task: String, _ arguments: [String]) async throws -> Double { try await figures(task, arguments)[0] }

    /// Runs a child to its end and returns the figures that it prints, at least one.
    static func figures(_ task: String, _ arguments: [String]) async throws -> [Double] {
        let child = try start(task, arguments)
        let answer = String(decoding: try child.output.readToEnd() ?? Data(), as: UTF8.self)
        child.process.waitUntilExit()
        let figures = answer.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard child.process.terminationStatus == 0, !figures.isEmpty else { throw BenchmarkFailure("the child for \(task) says \(answer)") }
        return figures
    }

    /// Does a child's task.
    static func run(_ task: String, _ arguments: [String]) async throws {
        switch (task, arguments.count) {
        case ("open", 1):
            var store: JournalContender?
            let cost = try await Cost.of { store = try await JournalContender.open(arguments[0]) }
            // Wall-clock seconds, processor seconds, and whether a snapshot was used.
            let usesSnapshot = try await store?.store.statistics().get().snapshot?.wasUsed == true
            Workshop.say("\(cost.seconds) \(cost.cpu) \(usesSnapshot ? 1 : 0)")
            await store?.store.close()
        case ("memory-ours", 2):
            let contender = try await JournalContender.open(arguments[0])
            for id in try sample(of: arguments[1]) { _ = try await contender.find(id) }
            Workshop.say(try residentBytes())
        case ("memory-sqlite", 2):
            let contender = try SQLiteContender(arguments[0])
            for id in try sample(of: arguments[1]) { _ = try contender.find(id) }
            Workshop.say(try residentBytes())
        case ("fill-ours", 2):
            // For profiling, like the tasks below: creates a store with this many cargos.
            let contender = try await JournalContender.open(arguments[0], durability: .none)
            try await contender.fill(Int(arguments[1]) ?? 0)
            await contender.store.close()
        case ("fill-aged", 3):
            // Creates a store in which many cargos are archived and some are not.
            let contender = try await JournalContender.open(arguments[0], durability: .none)
            guard let archived = Int(arguments[1]), let stored = Int(arguments[2]) else { throw BenchmarkFailure("numbers") }
            try await contender.fill(archived: archived, stored: stored)
            await contender.store.close()
        case ("find-aged", 3):
            // Finds cargos that aren't archived, in rounds with their parts: reading and decoding the records.
            guard let archived = Int(arguments[1]), let stored = Int(arguments[2]) else { throw BenchmarkFailure("numbers") }
            let ids = try (0..<20_000).map { _ in try TrackingId(Fleet.id(archived + .random(in: 0..<stored))) }
            let parts = try FindParts(of: ids, in: arguments[0])
            let contender = try await JournalContender.open(arguments[0])
            var ratios: [Double] = []
            for _ in 0..<9 {
                let ours = try await Cost.of { for id in ids { _ = try await contender.find(id) } }
                let theirs = try Cost.ofBlocking { for id in ids { try parts.find(id) } }
                ratios.append(ours.seconds / theirs.seconds)
            }
            Workshop.say(ratios.median)
        case ("find-ours", 3):
            let contender = try await JournalContender.open(arguments[0])
            let ids = try sample(of: arguments[1])
            let rounds = Int(arguments[2]) ?? 1
            let cost = try await Cost.of { for _ in 0..<rounds { for id in ids { _ = try await contender.find(id) } } }
            Workshop.say("\(cost.seconds / Double(rounds * ids.count) * 1e6) µs")
        case ("verify-ours", 2):
            let contender = try await JournalContender.open(arguments[0])
            let cost = try await Cost.of { _ = try await contender.store.verify(readingDocuments: arguments[1] == "documents").get() }
            Workshop.say("\(cost.seconds) s, \(cost.cpu) s of the processors")
        case ("callers-ours", 3):
            // For profiling: only this many callers, for this many rounds.
            let contender = try await JournalContender.open(arguments[0])
            try await contender.fill(4000)
            let pair = Pair(path: arguments[0], ours: contender, sqlite: try SQLiteContender(arguments[0] + "/peer.sqlite"), count: 4000)
            guard let callers = Int(arguments[1]), let rounds = Int(arguments[2]) else { throw BenchmarkFailure("numbers") }
            var costs: [Cost] = []
            for _ in 0..<rounds { costs.append(try await CallerRounds.ours(pair, callers: callers, each: min(200, 4000 / callers))) }
            Workshop.say("\(costs.map(\.seconds).median * 1e6) µs, \(costs.map(\.cpu).median * 1e6) µs of the processors")
        case ("writer-ours", 4):
            let contender = try await JournalContender.open(arguments[0])
            try await writer(arguments) { try contender.saveBlocking($0) }
            await contender.store.close()
        case ("writer-sqlite", 4):
            let contender = try SQLiteContender(arguments[0])
            try await writer(arguments) { try contender.save($0) }
        default: throw BenchmarkFailure("a child cannot \(task) with \(arguments.count) arguments")
        }
    }

    /// For each line of input, saves its own cargos for `limit` seconds and prints how many.
    ///
    /// Ends with the input.
    private static func writer(_ arguments: [String], _ save: (Cargo) async throws -> Void) async throws {
        guard let first = Int(arguments[1]), let count = Int(arguments[2]), let limit = Double(arguments[3]) else {
            throw BenchmarkFailure("a writer wants numbers")
        }
        var position = 0
        let clock = ContinuousClock()
        Workshop.say("ready")
        while readLine() != nil {
            let start = clock.now
            var saved = 0
            while clock.now - start < .seconds(limit) {
                try await save(Fleet.cargo(first + position % count, version: Int64(position / count) + 1))
                position += 1
                saved += 1
            }
            Workshop.say(saved)
        }
    }

    private static func sample(of text: String) throws -> [TrackingId] {
        guard let count = Int(text) else { throw BenchmarkFailure("not a number: \(text)") }
        return try (0..<2000).map { try TrackingId(Fleet.id($0 * max(1, count / 2000) % count)) }
    }

    private static func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
            let kilobytes = Int(line.filter(\.isNumber))
        else { throw BenchmarkFailure("this system does not tell the memory in use") }
        return kilobytes * 1024
    }
}
