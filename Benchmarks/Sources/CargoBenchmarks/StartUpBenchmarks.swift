import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation

/// How long a user waits for the command line, against a program that only prints, both built the same way.
let startUpBenchmarks = [
    Benchmark(name: "cli-track-start-up", goal: 2, better: .lower, peer: "program-that-only-prints") {
        let environment = ProcessInfo.processInfo.environment
        guard let cli = environment["CARGO_CLI"], let printOnly = environment["PRINT_ONLY"] else {
            throw BenchmarkFailure("set CARGO_CLI and PRINT_ONLY to release builds of cargo-cli and PrintOnly, as ./tool bench does")
        }
        let directory = FileManager.default.temporaryDirectory.appending(path: "cargo-bench-\(UUID())").path()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let id = try await fill(directory, with: 1000)
        return try await compare(rounds: 101) {
            try run(cli, ["track", id.text, "--store", "json:\(directory)"])
        } peer: {
            try run(printOnly, [])
        }.cost
    }
]

/// Creates a store of booked cargos, as durable as by default, and returns the id of the last one.
private func fill(_ directory: String, with count: Int) async throws -> TrackingId {
    let store = try await JSONFileStore.open(directory)
    var random = SplitMix64(seed: 3)
    var last: TrackingId?
    for _ in 0..<count {
        let cargo = RandomCargoLife(using: &random).cargo
        try await store.cargos.save(cargo).get()
        last = cargo.trackingId
    }
    await store.close()
    guard let last else { throw BenchmarkFailure("an empty store") }
    return last
}

/// Runs a program to its end and discards its output.
private func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchmarkFailure("\(program) ended with \(process.terminationStatus)") }
}
