import CCRC32C
import CargoDomain
import CargoWire

/// What a save costs the processors.
enum CostRows {
    static var all: [Row] {
        [
            Row(
                name: "save-cost-512",
                what: "processor time of a save by one of 512 callers, against encoding and checksumming the same cargo",
                goal: 2.5,
                better: .lower,
                peer: "encode-and-checksum",
                run: measure
            )
        ]
    }

    /// The rounds' figures are processor seconds of the whole process, the store's background work included.
    private static func measure(_ workshop: Workshop) async throws -> Measurement {
        let pair = try await workshop.pair(on: workshop.settings.places[0].name)
        let each = pair.count / 512
        let rounds = try await Rounds.run(
            [
                ("ours", { _ in Cost(seconds: try await CallerRounds.ours(pair, callers: 512, each: each).cpu) }),
                (
                    "parts",
                    { _ in
                        let cargos = try pair.next(512 * each, for: "parts")
                        var sum: UInt32 = 0
                        let cost = Cost.ofBlocking { for cargo in cargos { sum ^= checksum(CargoRecord.encode(cargo)) } }
                        guard sum != 0 else { throw BenchmarkFailure("the checksums cancel out") }
                        return Cost(seconds: cost.cpu / Double(cargos.count))
                    }
                ),
            ],
            seconds: workshop.settings.seconds
        )
        try await workshop.close(pair)
        return rounds.measurement(ours: "parts", peer: "ours")
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { bytes in bytes.baseAddress.map { ~ccrc32c_update(~0, $0, bytes.count) } ?? 0 }
    }
}
