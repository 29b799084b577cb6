import CargoDomain
import Testing

@Suite("Routes over random networks")
struct VoyageNetworkRandomTests {
    @Test("RTG-2 RTG-3 RTG-4 RTG-5: 10,000 random networks give what the rules, followed word by word, give", arguments: 0..<8)
    func agreesWithTheReference(seed: UInt64) throws {
        var random = RandomRouting(seed: seed)
        var answered = 0
        for index in 0..<1250 {
            let problem = try random.problem()
            let expected = ReferenceRouting(voyages: problem.voyages).findRoutes(problem.search)
            // Built at once, one by one, or half and half.
            let split = index % 3 == 0 ? 0 : index % 3 == 1 ? problem.voyages.count : problem.voyages.count / 2
            var network = VoyageNetwork(problem.voyages.prefix(split))
            for voyage in problem.voyages.dropFirst(split) { network.update(voyage) }
            let found = network.findRoutes(problem.search)
            try #require(found == expected, "network \(index) of seed \(seed)")
            if !found.isEmpty { answered += 1 }
        }
        // Otherwise the problems would prove little.
        #expect(answered > 400)
    }

    @Test("RTG-2 RTG-4: larger random networks, on which the search looks back from the destination, do too", arguments: 0..<4)
    func agreesOnLargerNetworks(seed: UInt64) throws {
        var random = RandomRouting(seed: 100 + seed)
        for index in 0..<100 {
            let problem = try random.problem(ports: 20...40, voyageCounts: 60...120)
            let expected = ReferenceRouting(voyages: problem.voyages).findRoutes(problem.search)
            let found = VoyageNetwork(problem.voyages).findRoutes(problem.search)
            try #require(found == expected, "network \(index) of seed \(seed)")
        }
    }
}
