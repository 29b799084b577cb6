import Foundation

/// Four processes that save to one store.
enum ProcessRows {
    static func all(on place: String) -> [Row] {
        let suffix = place == "machine" ? "" : "-\(place)"
        return [
            Row(name: "processes-4\(suffix)", what: "4 processes", goal: 2.3, peer: "SQLite", place: place) { workshop in
                try await workshop.once("processes\(suffix)") { try await measure(workshop, place) }
            },
            Row(
                name: "processes-4-share\(suffix)",
                what: "4 processes, the slowest one's saves to the fastest one's",
                goal: 0.5,
                peer: "fastest-of-4",
                place: place
            ) { workshop in
                let measured = try await workshop.once("processes\(suffix)") { try await measure(workshop, place) }
                return Measurement(ratio: measured.figures["ours_least_share"] ?? .nan, figures: measured.figures)
            },
        ]
    }

    private static let processes = 4

    private static func measure(_ workshop: Workshop, _ place: String) async throws -> Measurement {
        let pair = try await workshop.pair(on: place)
        let slice = workshop.settings.isQuick ? 0.25 : 0.5
        let ours = try Writers("writer-ours", pair.path + "/store", pair.count / processes, slice)
        let sqlite = try Writers("writer-sqlite", pair.path + "/peer.sqlite", pair.count / processes, slice)
        let rounds = try await Rounds.run(
            [("ours", { _ in try ours.round() }), ("sqlite", { _ in try sqlite.round() })],
            seconds: workshop.settings.seconds
        )
        try ours.end()
        try sqlite.end()
        try await workshop.close(pair)
        return rounds.measurement(
            figures: ["ours_least_share": ours.leastShare, "sqlite_least_share": sqlite.leastShare]
        )
    }

    /// Child processes that save when told to.
    private final class Writers {
        private let children: [(process: Process, input: FileHandle, output: FileHandle)]
        private let slice: Double
        /// The number of saves of each process, over all rounds.
        private var totals = [Int](repeating: 0, count: processes)

        init(_ task: String, _ path: String, _ count: Int, _ slice: Double) throws {
            self.slice = slice
            children = try (0..<processes).map { try Child.start(task, [path, "\($0 * count)", "\(count)", "\(slice)"]) }
            for child in children { _ = try Self.line(child.output) }
        }

        /// Lets all processes save for a while.
        ///
        /// Returns the cost of one save, all together.
        func round() throws -> Cost {
            for child in children { try child.input.write(contentsOf: Data("go\n".utf8)) }
            let counts = try children.map { child in
                guard let count = Int(try Self.line(child.output)) else { throw BenchmarkFailure("a writer has failed") }
                return count
            }
            for (place, count) in counts.enumerated() { totals[place] += count }
            return Cost(seconds: slice) / max(1, counts.reduce(0, +))
        }

        var leastShare: Double { Double(totals.min() ?? 0) / Double(max(1, totals.max() ?? 0)) }

        func end() throws {
            for child in children {
                try child.input.close()
                child.process.waitUntilExit()
                guard child.process.terminationStatus == 0 else { throw BenchmarkFailure("a writer ended badly") }
            }
        }

        private static func line(_ output: FileHandle) throws -> String {
            var line = Data()
            while let byte = try output.read(upToCount: 1), byte.first != UInt8(ascii: "\n") { line += byte }
            return String(decoding: line, as: UTF8.self)
        }
    }
}
