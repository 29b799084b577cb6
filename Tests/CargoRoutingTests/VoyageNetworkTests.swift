import CargoDomain
import CargoRouting
import Testing

@Suite("Routes over a network of voyages")
struct VoyageNetworkTests {
    /// A search, its voyages and the expected answer.
    struct Example: Sendable, CustomTestStringConvertible {
        let rule: String
        let voyages: [String]
        let question: String
        var departAfter: Int64 = 0
        var minimumConnection: Int64 = 0
        var maxLegs: Int64 = 8
        var limit: Int64 = 10
        let answer: [String]

        var testDescription: String { rule }
    }

    static let huge: Int64 = 9_007_199_254_740_991
    static let latest: Int64 = 253_402_300_799_999

    static let labels: [Example] = [
        Example(
            rule: "a leg may ride over several movements",
            voyages: ["V1 A1-B2 B3-C4 C5-D6"],
            question: "A-D <9",
            answer: ["V1 A1-D6"]
        ),
        Example(
            rule: "the origin may be left at the very instant of departAfter",
            voyages: ["V1 A5-B6"],
            question: "A-B <9",
            departAfter: 5,
            answer: ["V1 A5-B6"]
        ),
        Example(rule: "not before departAfter", voyages: ["V1 A5-B6"], question: "A-B <9", departAfter: 6, answer: []),
        Example(
            rule: "the next voyage may leave at the very instant of arrival",
            voyages: ["V1 A1-B2", "V2 B2-C3"],
            question: "A-C <9",
            answer: ["V1 A1-B2 + V2 B2-C3"]
        ),
        Example(
            rule: "the minimum connection holds between voyages, to the instant, and not at the origin",
            voyages: ["V1 A0-B2", "V2 B5-C6", "V3 B4-C5"],
            question: "A-C <9",
            minimumConnection: 3,
            answer: ["V1 A0-B2 + V2 B5-C6"]
        ),
        Example(
            rule: "the minimum connection does not hold on board",
            voyages: ["V1 A0-B2 B3-C4"],
            question: "A-C <9",
            minimumConnection: 5,
            answer: ["V1 A0-C4"]
        ),
        Example(
            rule: "the greatest minimum connection leaves direct voyages only",
            voyages: ["V1 A0-B2", "V2 B5-C6", "V3 A1-C8"],
            question: "A-C <9",
            minimumConnection: huge,
            answer: ["V3 A1-C8"]
        ),
        Example(
            rule: "more legs only if that is earlier",
            voyages: ["V1 A1-C5", "V2 A1-B2", "V3 B3-C5", "V4 B3-C4"],
            question: "A-C <9",
            answer: ["V2 A1-B2 + V4 B3-C4", "V1 A1-C5"]
        ),
        Example(
            rule: "as early with more legs is no label",
            voyages: ["V1 A1-C5", "V2 A2-B3", "V3 B3-C5"],
            question: "A-C <9",
            limit: 1,
            answer: ["V1 A1-C5"]
        ),
        Example(
            rule: "as many legs as maxLegs",
            voyages: ["V1 A1-B2", "V2 B3-C4", "V3 C5-D6"],
            question: "A-D <9",
            maxLegs: 3,
            answer: ["V1 A1-B2 + V2 B3-C4 + V3 C5-D6"]
        ),
        Example(
            rule: "no more legs than maxLegs",
            voyages: ["V1 A1-B2", "V2 B3-C4", "V3 C5-D6"],
            question: "A-D <9",
            maxLegs: 2,
            answer: []
        ),
        Example(
            rule: "the one voyage that is left may be boarded again when another has overtaken it",
            voyages: ["V1 A1-B2 B8-C9 C10-D11", "V2 B3-C4"],
            question: "A-D <12",
            answer: ["V1 A1-D11"]
        ),
        Example(
            rule: "a later round catches what leaves just before an earlier round's label",
            voyages: ["V1 A1-B5", "V2 A1-D2", "V3 D2-B3", "V4 B4-C6", "V5 C6-E7"],
            question: "A-E <9",
            answer: ["V2 A1-D2 + V3 D2-B3 + V4 B4-C6 + V5 C6-E7"]
        ),
        Example(
            rule: "a voyage cannot be boarded before it is reached",
            voyages: ["V1 A5-B6", "V2 B4-C7"],
            question: "A-C <9",
            answer: []
        ),
        Example(
            rule: "a voyage that comes back to the origin is boarded there again",
            voyages: ["V1 A1-B2 B3-A4 A5-C6"],
            question: "A-C <9",
            answer: ["V1 A5-C6"]
        ),
        Example(
            rule: "a cargo does not come back to the origin to leave it again",
            voyages: ["V1 A1-B2", "V2 B3-A4", "V3 A4-C5"],
            question: "A-C <9",
            answer: ["V3 A4-C5"]
        ),
        Example(
            rule: "a voyage that calls twice at the destination is left the first time",
            voyages: ["V1 A1-C2 C3-B4 B5-C6"],
            question: "A-C <9",
            answer: ["V1 A1-C2"]
        ),
        Example(rule: "no voyages, no route", voyages: [], question: "A-B <9", answer: []),
        Example(rule: "no voyage calls at the origin", voyages: ["V1 B1-C2"], question: "A-C <9", answer: []),
        Example(rule: "no voyage calls at the destination", voyages: ["V1 A1-B2"], question: "A-C <9", answer: []),
        Example(rule: "no voyage leads to the destination", voyages: ["V1 A1-B2", "V2 C3-B4"], question: "A-C <9", answer: []),
        Example(
            rule: "the first and the last instant are times like others",
            voyages: ["V1 A0-B1", "V2 B\(latest - 2)-C\(latest - 1)", "V3 B\(latest - 1)-C\(latest)"],
            question: "A-C <\(latest)",
            answer: ["V1 A0-B1 + V2 B\(latest - 2)-C\(latest - 1)"]
        ),
        Example(
            rule: "a label at the end of time takes a huge connection",
            voyages: ["V1 A0-B\(latest)", "V2 A0-C\(latest)"],
            question: "A-C <\(latest)",
            minimumConnection: huge,
            answer: []
        ),
    ]

    @Test("RTG-2: labels", arguments: labels)
    func label(example: Example) throws { try check(example) }

    static let ties: [Example] = [
        Example(
            rule: "the earliest arrival",
            voyages: ["V1 A2-C5", "V2 A1-C4"],
            question: "A-C <9",
            limit: 1,
            answer: ["V2 A1-C4"]
        ),
        Example(
            rule: "then the latest load",
            voyages: ["V1 A1-C5", "V2 A2-C5"],
            question: "A-C <9",
            answer: ["V2 A2-C5"]
        ),
        Example(
            rule: "then the smallest voyage number, in ASCII: V10 comes before V2, upper case before lower",
            voyages: ["V2 A1-C5", "v1 A1-C5", "V10 A1-C5"],
            question: "A-C <9",
            answer: ["V10 A1-C5"]
        ),
        Example(
            rule: "one voyage: the latest place to board it",
            voyages: ["V1 A1-B2", "V2 B3-D4 D5-E6 E7-C8", "V3 A1-D3"],
            question: "A-C <9",
            limit: 1,
            answer: ["V3 A1-D3 + V2 D5-C8"]
        ),
        Example(
            rule: "the last leg alone decides, what leads to it follows the labels",
            voyages: ["V1 A1-B4", "V2 A2-D5", "V8 B6-C9", "V9 D7-C9"],
            question: "A-C <10",
            limit: 1,
            answer: ["V2 A2-D5 + V9 D7-C9"]
        ),
        Example(
            rule: "a tie on the way is broken alike",
            voyages: ["V2 A1-B3", "V1 A1-B3", "V3 B4-C5"],
            question: "A-C <9",
            answer: ["V1 A1-B3 + V3 B4-C5"]
        ),
    ]

    @Test("RTG-3: ties between candidates", arguments: ties)
    func tie(example: Example) throws { try check(example) }

    static let passes: [Example] = [
        Example(
            rule: "the next pass leaves 1 ms after the smallest first load time",
            voyages: ["V1 A1-C5", "V2 A2-C6", "V3 A2-C7"],
            question: "A-C <9",
            answer: ["V1 A1-C5", "V2 A2-C6"]
        ),
        Example(
            rule: "smallest of this pass: a route with a later load is found again, and counts once",
            voyages: ["V1 A1-C6", "V2 A3-B4", "V3 B4-C5"],
            question: "A-C <9",
            answer: ["V2 A3-B4 + V3 B4-C5", "V1 A1-C6"]
        ),
        Example(
            rule: "a route that comes too late is dropped, one of more legs is not",
            voyages: ["V1 A1-C9", "V2 A3-B4", "V3 B4-C8", "V4 A4-B5", "V5 B5-C9"],
            question: "A-C <9",
            answer: ["V2 A3-B4 + V3 B4-C8"]
        ),
        Example(
            rule: "passes stop where one yields nothing, whatever comes later",
            voyages: ["V1 A1-C5", "V2 A2-C9", "V3 A3-C10"],
            question: "A-C <9",
            answer: ["V1 A1-C5"]
        ),
        Example(
            rule: "the deadline is strict",
            voyages: ["V1 A1-C5"],
            question: "A-C <5",
            answer: []
        ),
        Example(
            rule: "1 ms before the deadline is in time",
            voyages: ["V1 A1-C5"],
            question: "A-C <6",
            answer: ["V1 A1-C5"]
        ),
        Example(
            rule: "the pass that reaches the limit is finished before the cut",
            voyages: ["V1 A1-C7", "V2 A1-B2", "V3 B3-C6", "V4 B3-D4", "V5 D4-C5"],
            question: "A-C <9",
            limit: 1,
            answer: ["V2 A1-B2 + V4 B3-D4 + V5 D4-C5"]
        ),
        Example(
            rule: "as many routes as the limit",
            voyages: ["V1 A1-C5", "V2 A2-C6", "V3 A3-C7"],
            question: "A-C <9",
            limit: 2,
            answer: ["V1 A1-C5", "V2 A2-C6"]
        ),
        Example(
            rule: "departing at the last instant but one leaves no pass after it",
            voyages: ["V1 A\(latest - 2)-C\(latest - 1)"],
            question: "A-C <\(latest)",
            answer: ["V1 A\(latest - 2)-C\(latest - 1)"]
        ),
        Example(
            rule: "departAfter may be the last instant",
            voyages: ["V1 A\(latest - 2)-C\(latest - 1)"],
            question: "A-C <\(latest)",
            departAfter: latest,
            answer: []
        ),
    ]

    @Test("RTG-4: passes, limit and deadline", arguments: passes)
    func pass(example: Example) throws { try check(example) }

    static let orders: [Example] = [
        Example(
            rule: "by arrival first, though more legs",
            voyages: ["V1 A1-C6", "V2 A1-B2", "V3 B2-C5"],
            question: "A-C <9",
            answer: ["V2 A1-B2 + V3 B2-C5", "V1 A1-C6"]
        ),
        Example(
            rule: "then by fewer legs",
            voyages: ["V1 A1-C5", "V2 A2-B3", "V3 B4-C5"],
            question: "A-C <9",
            answer: ["V1 A1-C5", "V2 A2-B3 + V3 B4-C5"]
        ),
        Example(
            rule: "then by later first load",
            voyages: ["V1 A1-B2", "V2 A3-D4", "V8 B7-C9", "V9 D6-C9"],
            question: "A-C <10",
            answer: ["V2 A3-D4 + V9 D6-C9", "V1 A1-B2 + V8 B7-C9"]
        ),
    ]

    @Test("RTG-5: order of results", arguments: orders)
    func order(example: Example) throws { try check(example) }

    @Test("RTG-1: options out of range are rejected, and omitted ones have defaults")
    func ranges() throws {
        let plain = try RoutingText.search("A-B <9")
        let specification = plain.routeSpecification
        #expect(plain == (try RouteSearch(routeSpecification: specification, departAfter: .earliest)))
        #expect(plain.minimumConnection == 0 && plain.maxLegs == 8 && plain.limit == 10)
        for (limit, maxLegs, connection, wrong) in [
            (0, 8, 0, 0), (101, 8, 0, 101), (1, 0, 0, 0), (1, 17, 0, 17), (1, 1, -1, -1), (100, 16, Self.huge + 1, Self.huge + 1),
        ] as [(Int64, Int64, Int64, Int64)] {
            #expect(throws: DomainError.invalid(.integerOutOfRange, text: String(wrong))) {
                try RoutingText.search("A-B <9", minimumConnection: connection, maxLegs: maxLegs, limit: limit)
            }
        }
        #expect(throws: Never.self) { try RoutingText.search("A-B <9", minimumConnection: Self.huge, maxLegs: 16, limit: 100) }
    }

    @Test("of two voyages with the same number the last counts, added together or one by one")
    func lastCounts() throws {
        let voyages = try ["V1 A1-C5", "V2 A1-C6", "V1 A2-B3 B4-C7 C8-D9"].map(RoutingText.voyage)
        var network = VoyageNetwork(voyages.prefix(2))
        network.update(voyages[2])
        for network in [network, VoyageNetwork(voyages)] {
            #expect(network.findRoutes(try RoutingText.search("A-C <9")).map(RoutingText.text) == ["V2 A1-C6", "V1 A2-C7"])
            #expect(network.findRoutes(try RoutingText.search("A-D <10")).map(RoutingText.text) == ["V1 A2-D9"])
        }
        network.update(voyages[0])
        #expect(network.findRoutes(try RoutingText.search("A-C <9")).map(RoutingText.text) == ["V1 A1-C5"])
        #expect(network.findRoutes(try RoutingText.search("A-D <10")) == [])
    }

    @Test("updating a network leaves its copies unchanged")
    func copies() throws {
        var network = try RoutingText.network(["V1 A1-C5"])
        let copy = network
        network.update(try RoutingText.voyage("V1 A2-C4"))
        let search = try RoutingText.search("A-C <9")
        #expect(copy.findRoutes(search).map(RoutingText.text) == ["V1 A1-C5"])
        #expect(network.findRoutes(search).map(RoutingText.text) == ["V1 A2-C4"])
    }

    @Test("an update costs the same however many voyages call at other ports")
    func updateCost() throws {
        let elsewhere = try (0..<1000).map { try RoutingText.voyage("W\($0) P\($0)-Q\($0 + 1) Q\($0 + 2)-R\($0 + 3)") }
        let here = try ["V1 A1-B2 B3-C4", "V2 B5-C6"].map(RoutingText.voyage)
        var small = VoyageNetwork(here)
        var large = VoyageNetwork(elsewhere + here)
        let moved = try RoutingText.voyage("V1 A2-B3 B4-C5")
        let added = try RoutingText.voyage("V3 A7-B8")
        for voyage in [moved, added] {
            let work = small.updateCounting([voyage])
            #expect(work > 0 && work < 40)
            #expect(large.updateCounting([voyage]) == work)
        }
        #expect(large.updateCounting([moved]) == 0, "nothing to do for what is known already")
    }

    private func check(_ example: Example) throws {
        let search = try RoutingText.search(
            example.question,
            departAfter: example.departAfter,
            minimumConnection: example.minimumConnection,
            maxLegs: example.maxLegs,
            limit: example.limit
        )
        let voyages = try example.voyages.map(RoutingText.voyage)
        #expect(VoyageNetwork(voyages).findRoutes(search).map(RoutingText.text) == example.answer)
        // Checks that the answer follows from the rules, and not only from this implementation.
        #expect(ReferenceRouting(voyages: voyages).findRoutes(search).map(RoutingText.text) == example.answer)
    }
}
