import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation

/// A page of 100 cargos from the middle of a list, among a million in a JSON-file store, in milliseconds.
let listBenchmarks = [
    page("page-by-need") { kit, after in try await kit.cargos(CargoFilter(needs: [.late]), after: after).cargos.count },
    page("page-by-place") { kit, after in try await kit.cargos(CargoFilter(place: .stub("DEHAM")), after: after).cargos.count },
    page("page-by-customer") { kit, after in try await kit.cargos(of: .stub("LARGE"), after: after).cargos.count },
    page("page-by-voyage") { kit, after in
        try await kit.store.cargos.find(CargoQuery(voyage: .stub("V1")), after: after, limit: 100).get().items.count
    },
    // The 10,000 late cargos, grouped by the voyage with which they arrive: 70 causes.
    Benchmark(name: "worklist-among-a-million", goal: 100, better: .lower, peer: "millisecond") {
        let kit = try await MillionCargos.kit.value
        let summary = try await kit.worklistSummary()
        guard summary.count == 10_000, summary.groups.count >= 40 else {
            throw BenchmarkSkipped("\(summary.count) cargos in \(summary.groups.count) groups instead of 10000 in at least 40")
        }
        return try await compare {
            blackHole(try await kit.worklistSummary())
        } peer: {
        }.ours * 1000
    },
    // The ship of 1,000 cargos is late by one more day or one less, each time; all of them are inspected and announced.
    Benchmark(name: "report-among-a-million", goal: 2000, better: .lower, peer: "millisecond") {
        let kit = try await MillionCargos.kit.value
        let (voyage, port) = (VoyageNumber.stub("V2"), UnLocode.stub("SESTO"))
        try await kit.store.locations.save([.stub("HKHKG"), .stub("SESTO")]).get()
        let movement = CarrierMovement.stub(from: "HKHKG", at: .stub(day: 2), to: "SESTO", at: .stub(day: 20))
        try await kit.store.voyages.save(.register(number: voyage, schedule: .stub([movement]))).get()
        (kit.clock as? FixedClock)?.set(to: .stub(day: 1))
        var round = 0
        return try await compare(rounds: 9) {
            round += 1
            let day = round.isMultiple(of: 2) ? 21 : 22
            let reportedAt = Instant.stub(day: 0, millisecond: round)
            let time = Instant.stub(day: day)
            let concerned = try await kit.reportPortCall(
                .arrival,
                of: voyage,
                at: port,
                status: .estimated,
                time: time,
                reportedAt: reportedAt
            )
            .affectedCargos
            guard concerned.count >= 1000 else { throw BenchmarkSkipped("\(concerned.count) cargos are concerned instead of 1000") }
        } peer: {
        }.ours * 1000
    },
]

private func page(
    _ name: String,
    _ read: @escaping @Sendable (CargoKit, TrackingId) async throws -> Int
) -> Benchmark {
    Benchmark(name: name, goal: 5, better: .lower, peer: "millisecond") {
        let kit = try await MillionCargos.kit.value
        let middle = TrackingId.stub("C0500000")
        let count = try await read(kit, middle)
        guard count == 100 else { throw BenchmarkSkipped("\(count) cargos on a page instead of 100") }
        return try await compare {
            blackHole(try await read(kit, middle))
        } peer: {
        }.ours * 1000
    }
}

/// A million cargos in a JSON-file store, made once for all lists, in an order that isn't that of their ids.
///
/// One in ten is of the customer LARGE, and each of the others is one of a hundred of its customer. One in a hundred is late. One in five is
/// in a port, one in fifty in DEHAM. Each is on one of 1,000 voyages.
private enum MillionCargos {
    private static let count = 1_000_000
    private static let ports = (0..<100).map { UnLocode.stub("P\("ABCDEFGHJK".dropFirst($0 / 10).prefix(1))AA\(2 + $0 % 8)") }

    static let kit = Task {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cargo-bench-pages-\(getpid())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        atexit {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("cargo-bench-pages-\(getpid())")
            try? FileManager.default.removeItem(at: path)
        }
        let store = try await JSONFileStore.open(directory.appendingPathComponent("store").path)
        for start in stride(from: 0, to: count, by: 1000) {
            try store.saveBlocking(try (start..<start + 1000).map { try cargo($0 * 7919 % count) }).get()
        }
        return CargoKit(store: store, clock: FixedClock())
    }

    private static func cargo(_ number: Int) throws(DomainError) -> Cargo {
        let digits = String(number)
        let id = "C" + String(repeating: "0", count: 7 - digits.count) + digits
        let voyage = Leg.stub("V\(number / 7 % 1000)", from: "HKHKG", at: .stub(day: 2), to: "SESTO", at: .stub(day: 20))
        let cargo = Cargo.stub(id, customer: number % 10 == 3 ? "LARGE" : "CUST-\(number / 100)", itinerary: .stub(voyage))
        if number % 100 == 13 { return try cargo.changingDeadline(to: .stub(day: 10), at: .stub()) }
        guard number % 5 == 0 else { return cargo }
        let port = number % 50 == 0 ? UnLocode.stub("DEHAM") : ports[number / 5 % ports.count]
        return try cargo.derivingDeliveryProgress(from: .stub(.stub(.receive, at: port.text, completed: .stub(day: 1), of: id)))
    }
}
