import CargoDomain
import CargoInfrastructure
import Foundation

/// This program once more as a process of its own, which does one thing and prints figures.
enum Child {
    /// What stands before the name of the thing to do.
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

    /// Lets a child work to its end and takes the one figure that it prints.
    static func figure(_ task: String, _ arguments: [String]) async throws -> Double {
        let child = try start(task, arguments)
        let answer = String(decoding: try child.output.readToEnd() ?? Data(), as: UTF8.self)
        child.process.waitUntilExit()
        guard child.process.terminationStatus == 0, let figure = Double(answer.filter { !$0.isWhitespace }) else {
            throw BenchmarkFailure("the child for \(task) says \(answer)")
        }
        return figure
    }

    /// What a child does.
    static func run(_ task: String, _ arguments: [String]) async throws {
        switch (task, arguments.count) {
        case ("open", 1):
            var store: JournalContender?
            let time = try await seconds { store = try await JournalContender.open(arguments[0]) }
            Workshop.say(time)
            await store?.store.close()
        case ("memory-ours", 2):
            let contender = try await JournalContender.open(arguments[0])
            for id in try sample(of: arguments[1]) { _ = try await contender.find(id) }
            Workshop.say(try residentBytes())
        case ("memory-sqlite", 2):
            let contender = try SQLiteContender(arguments[0])
            for id in try sample(of: arguments[1]) { _ = try contender.find(id) }
            Workshop.say(try residentBytes())
        case ("callers-ours", 3):
            // For profilers: so many callers, for so many rounds, and nothing else.
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

    /// Saves cargos of its own for so many seconds whenever a line comes in, and prints how many; ends with the input.
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
