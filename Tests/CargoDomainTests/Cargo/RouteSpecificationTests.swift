import CargoDomain
import CargoTesting
import Testing

@Suite("A route specification")
struct RouteSpecificationTests {
    @Test("RTE-1: a specification whose origin is its destination is rejected")
    func origin() throws {
        #expect(throws: DomainError.rule(.routeOriginIsDestination)) {
            try RouteSpecification(origin: .stub("SESTO"), destination: .stub("sesto"), arrivalDeadline: .stub())
        }
        #expect(
            try RouteSpecification(origin: .stub("SESTO"), destination: .stub("SEGOT"), arrivalDeadline: .stub()).origin == .stub("SESTO")
        )
    }

    @Test("RTE-2: a stored specification may have a deadline in the past; only bookings and changes require one in the future")
    func readingKnowsNoNow() throws {
        let old = RouteSpecification.stub(by: .earliest)
        #expect(old.arrivalDeadline == .earliest)
        let cargo = try Cargo.reconstitute(
            trackingId: .stub(),
            customerId: .stub(),
            origin: .stub(),
            routeSpecification: old,
            itinerary: nil,
            routingStart: nil,
            delivery: .init(Cargo.stub().delivery),
            version: 1
        )
        #expect(cargo.routeSpecification == old)
    }

    @Test("RTE-2: a booking and every change require a deadline strictly after now", arguments: [(0, false), (-1, false), (1, true)])
    func deadlineAhead(milliseconds: Int, isAccepted: Bool) {
        let now = Instant.stub(day: 10)
        let deadline = Instant.stub(day: 10, millisecond: milliseconds)
        let specification = RouteSpecification.stub(by: deadline)
        let operations: [(String, () throws(DomainError) -> Cargo)] = [
            (
                "book",
                { () throws(DomainError) in
                    try .book(trackingId: .stub(), customerId: .stub(), routeSpecification: specification, at: now)
                }
            ),
            ("specifyNewRoute", { () throws(DomainError) in try Cargo.stub().specifyingNewRoute(specification, at: now) }),
            ("changeDeadline", { () throws(DomainError) in try Cargo.stub().changingDeadline(to: deadline, at: now) }),
        ]
        for (name, operation) in operations {
            if isAccepted {
                #expect((try? operation())?.routeSpecification.arrivalDeadline == deadline, "\(name)")
            } else {
                #expect(throws: DomainError.rule(.deadlineNotInFuture), "\(name)") { try operation() }
            }
        }
    }

    @Test(
        "RTE-3: a route from origin to destination that arrives strictly before the deadline satisfies the specification",
        arguments: [
            ("as specified", RouteSpecification.stub(), true),
            ("from elsewhere", .stub(from: "USNYC"), false),
            ("to elsewhere", .stub(to: "USCHI"), false),
            ("at the deadline", .stub(by: .stub(day: 20)), false),
            ("just before the deadline", .stub(by: .stub(day: 20, millisecond: 1)), true),
            ("after the deadline", .stub(by: .stub(day: 20, millisecond: -1)), false),
            ("the way back", .stub(from: "SESTO", to: "HKHKG"), false),
        ]
    )
    func satisfaction(name: String, specification: RouteSpecification, isSatisfied: Bool) {
        #expect(specification.isSatisfied(by: .stub()) == isSatisfied)
    }

    @Test("RTE-3: only the first load and the last unload count")
    func satisfactionOfOneLeg() {
        let direct = Itinerary.stub(.stub("V9", from: "HKHKG", at: .stub(), to: "SESTO", at: .stub(day: 59)))
        #expect(RouteSpecification.stub().isSatisfied(by: direct))
        let thereAndBack = Itinerary.stub(
            .stub("V9", from: "HKHKG", at: .stub(day: 1), to: "SESTO", at: .stub(day: 2)),
            .stub("V9", from: "SESTO", at: .stub(day: 3), to: "USNYC", at: .stub(day: 4))
        )
        #expect(!RouteSpecification.stub().isSatisfied(by: thereAndBack))
        #expect(RouteSpecification.stub(to: "USNYC").isSatisfied(by: thereAndBack))
    }
}
