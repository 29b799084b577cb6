import CargoDomain
import CargoTesting
import Testing

@Suite("Port calls as carriers report them")
struct PortCallTests {
    /// Hong Kong to Singapore (days 10 to 14), then to Rotterdam (days 15 to 40).
    static let voyage = Voyage.stub(
        schedule: .stub([
            .stub(from: "HKHKG", at: .stub(day: 10), to: "SGSIN", at: .stub(day: 14)),
            .stub(from: "SGSIN", at: .stub(day: 15), to: "NLRTM", at: .stub(day: 40)),
        ])
    )

    private func report(
        _ voyage: Voyage = Self.voyage,
        _ end: PortCallEnd = .departure,
        at location: String = "HKHKG",
        _ status: PortCallStatus = .estimated,
        day: Int,
        reported: Int = 1,
        now: Int = 50
    ) throws -> Voyage {
        try voyage.reporting(
            end,
            at: .stub(location),
            status: status,
            time: .stub(day: day),
            reportedAt: .stub(day: reported),
            at: .stub(day: now)
        )
    }

    private func days(_ voyage: Voyage) -> [Int64] {
        voyage.forecast.movements.flatMap { [$0.departureTime, $0.arrivalTime] }.map {
            ($0.epochMilliseconds - Instant.stub(day: 0).epochMilliseconds) / 86_400_000
        }
    }

    @Test("VOY-7: a late ship stays late, an early one waits, and nothing that is past is later than what followed")
    func forecast() throws {
        #expect(days(Self.voyage) == [10, 14, 15, 40])
        #expect(try days(report(day: 12)) == [12, 16, 17, 42])
        #expect(try days(report(day: 8)) == [8, 14, 15, 40])
        #expect(try days(report(Self.voyage, .departure, at: "SGSIN", .actual, day: 12)) == [10, 12, 12, 40])
    }

    @Test("VOY-6: of each end the greatest report is kept, whatever the order")
    func order() throws {
        let estimated = try report(day: 12, reported: 3)
        #expect(try report(estimated, day: 11, reported: 2) == estimated)
        #expect(try report(report(day: 11, reported: 2), day: 12, reported: 3) == estimated)
        let actual = try report(estimated, .departure, at: "HKHKG", .actual, day: 11, reported: 2)
        #expect(actual.reports.map(\.status) == [.actual])
        #expect(try report(report(Self.voyage, .departure, at: "HKHKG", .actual, day: 11, reported: 2), day: 12, reported: 3) == actual)
    }

    @Test("VOY-6: a report that only repeats what is known is kept and raises nothing")
    func repeated() throws {
        let first = try report(day: 12, reported: 2)
        let again = try report(first, day: 12, reported: 3)
        #expect(again.reports.first?.reportedAt == .stub(day: 3))
        #expect(again.raisedFacts == first.raisedFacts)
    }

    @Test("VOY-6: what the voyage doesn't do, or can't have done, is rejected")
    func rejected() {
        #expect(throws: DomainError.voyageDoesNotCall(at: .stub("DEHAM"))) { try report(at: "DEHAM", day: 12) }
        #expect(throws: DomainError.voyageDoesNotCall(at: .stub("NLRTM"))) { try report(at: "NLRTM", day: 12) }
        #expect(throws: DomainError.rule(.portCallInFuture)) { try report(Self.voyage, .departure, at: "HKHKG", .actual, day: 51) }
    }

    @Test("VOY-4: a new schedule drops the reports and keeps the details")
    func rescheduled() throws {
        let described = try report(day: 12).described(as: VoyageDetails(mode: .vessel))
        let moved = described.rescheduled(to: .stub([.stub(from: "HKHKG", at: .stub(day: 11), to: "NLRTM", at: .stub(day: 41))]))
        #expect(moved.reports.isEmpty)
        #expect(moved.forecast == moved.schedule)
        #expect(moved.details == described.details)
    }

    @Test(
        "VOY-5: an IMO number has a check digit",
        arguments: [("9074729", true), ("9074728", false), ("907472", false), ("90747 9", false)]
    )
    func imoNumber(_ text: String, isValid: Bool) {
        #expect(((try? IMONumber(text)) != nil) == isValid)
    }

    @Test("VOY-6, VOY-7: the same reports in any order make the same voyage, and every forecast is a valid schedule")
    func anyOrder() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<500 {
            let calls = ["HKHKG", "SGSIN", "LKCMB", "SGSIN", "NLRTM"]
            var day = 1
            let movements = zip(calls, calls.dropFirst()).map { from, to in
                defer { day += 8 }
                return CarrierMovement.stub(
                    from: from,
                    at: .stub(day: day),
                    to: to,
                    at: .stub(day: day + Int.random(in: 1...7, using: &random))
                )
            }
            let voyage = Voyage.stub(schedule: .stub(movements))
            let reports = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                (
                    PortCallEnd.allCases.randomElement(using: &random) ?? .arrival, Int.random(in: 0...3, using: &random),
                    PortCallStatus.allCases.randomElement(using: &random) ?? .actual, Int.random(in: 1...40, using: &random),
                    Int.random(in: 1...3, using: &random)
                )
            }
            func all(_ reports: [(PortCallEnd, Int, PortCallStatus, Int, Int)]) throws -> Voyage {
                try reports.reduce(voyage) { voyage, one in
                    let location = movements[one.1].location(of: one.0).text
                    return try report(voyage, one.0, at: location, one.2, day: one.3, reported: one.4)
                }
            }
            let reported = try all(reports)
            #expect(try all(reports.shuffled(using: &random)) == reported)
            #expect(try Schedule(reported.forecast.movements) == reported.forecast)
        }
    }
}
