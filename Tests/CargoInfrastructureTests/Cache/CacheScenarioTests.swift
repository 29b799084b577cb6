import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation
import Testing

/// The set-ups of docs/cache.md, exactly as written there.
@Suite("The scenarios of docs/cache.md")
struct CacheScenarioTests {
    let directory = TemporaryDirectory()
    let id = TrackingId.stub()

    @Test("remote only")
    func remoteOnly() async throws {
        let remote: any CargoRepository = InMemoryStore(clock: FixedClock()).cargos
        try await remote.save(.stub()).get()

        let cargos: any CargoRepository = remote
        let cargo = try await cargos.findByTrackingId(id).get()

        #expect(cargo == .stub(version: 1))
    }

    @Test("local only")
    func localOnly() async throws {
        let directory = directory.store
        try await JSONFileStore.open(directory).cargos.save(.stub()).get()

        let store = try await JSONFileStore.open(directory)
        let cargos: any CargoRepository = store.cargos
        let cargo = try await cargos.findByTrackingId(id).get()

        #expect(cargo == .stub(version: 1))
    }

    @Test("both")
    func both() async throws {
        let directory = directory.store
        let faults = FaultInjection()
        let remote: any CargoRepository = FailingCargoRepository(InMemoryStore(clock: FixedClock()).cargos, faults: faults)
        try await remote.save(.stub()).get()

        let cargos = CachedCargoRepository(
            remote: remote,
            cache: try await JSONFileCargoCache.open(directory),
            policy: .localFirst,
            timeToLive: try TimeToLive(.seconds(30))
        )
        let shown = try await cargos.fetch(id).get()
        let status = shown.value.delivery.transportStatus
        let line = shown.isStale ? "\(status), as of \(shown.asOf)" : "\(status)"

        #expect(line == "notReceived")
        #expect(shown.source == .remote)
        faults.fail(.findCargo, with: .technical(.remoteUnavailable))
        #expect(try await cargos.fetch(id, policy: .remoteFirst).get().source == .cache)
    }

    @Test("each example of the page appears in this file")
    func examples() throws {
        let here = URL(fileURLWithPath: #filePath)
        let page = here.deletingLastPathComponent().appendingPathComponent("../../../docs/cache.md").standardizedFileURL
        let lines = try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        #expect(blocks.count == 3)
        for block in blocks {
            let example = try #require(block.components(separatedBy: "```").first).split(separator: "\n")
            for line in example { #expect(lines.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)") }
        }
    }
}
