import Foundation

// Runs all benchmarks, or the named ones, and prints one line for each. Each file adds its list here.
let benchmarks: [Benchmark] = codecBenchmarks + domainBenchmarks + planBenchmarks + listBenchmarks + startUpBenchmarks + routingBenchmarks

let names = CommandLine.arguments.dropFirst()
let unknown = names.filter { name in !benchmarks.contains { $0.name == name } }
guard unknown.isEmpty else {
    print("no such benchmark: \(unknown.joined(separator: " ")); there are \(benchmarks.map(\.name).joined(separator: " "))")
    exit(64)
}
for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
    do {
        print(try await benchmark.line())
    } catch let skipped as BenchmarkSkipped {
        FileHandle.standardError.write(Data("skipped \(benchmark.name): \(skipped.description)\n".utf8))
    } catch {
        print("bench \(benchmark.name) failed: \(error)")
        exit(1)
    }
}
