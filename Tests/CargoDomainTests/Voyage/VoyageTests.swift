import CargoDomain
import CargoTesting
import Testing

@Suite("Voyages")
struct VoyageTests {
    @Test("VOY-1: a movement arrives at another port, at a later time; ports are checked first")
    func movement() throws {
        func make(to arrival: String, at time: Instant) throws -> CarrierMovement {
            try CarrierMovement(
                departureLocation: .stub("HKHKG"),
                arrivalLocation: .stub(arrival),
                departureTime: .stub(day: 2),
                arrivalTime: time
            )
        }
        #expect(try make(to: "JPTYO", at: .stub(day: 2, millisecond: 1)).arrivalTime > .stub(day: 2))
        #expect(throws: DomainError.rule(.movementLocationsEqual)) { try make(to: "HKHKG", at: .stub(day: 3)) }
        #expect(throws: DomainError.rule(.movementTimesInvalid)) { try make(to: "JPTYO", at: .stub(day: 2)) }
        #expect(throws: DomainError.rule(.movementTimesInvalid)) { try make(to: "JPTYO", at: .stub(day: 1)) }
        #expect(throws: DomainError.rule(.movementLocationsEqual)) { try make(to: "HKHKG", at: .stub(day: 1)) }
    }

    /// Returns movements back and forth between two ports.
    private func movements(_ count: Int) -> [CarrierMovement] {
        (0..<count).map { place in
            let isOut = place.isMultiple(of: 2)
            return .stub(
                from: isOut ? "HKHKG" : "JPTYO",
                at: .stub(day: 2, hour: place),
                to: isOut ? "JPTYO" : "HKHKG",
                at: .stub(day: 2, hour: place + 1)
            )
        }
    }

    @Test("VOY-2: a schedule has 1 to 500 movements")
    func scheduleLength() throws {
        for count in [1, 2, 499, 500] { #expect(try Schedule(movements(count)).movements.count == count) }
        #expect(throws: DomainError.rule(.scheduleEmpty)) { try Schedule([]) }
        #expect(throws: DomainError.rule(.scheduleTooLong)) { try Schedule(movements(501)) }
    }

    @Test("VOY-2: the number of movements is checked before their connections")
    func scheduleLengthFirst() {
        #expect(throws: DomainError.rule(.scheduleTooLong)) { try Schedule(Array(repeating: .stub(), count: 501)) }
    }

    @Test("VOY-3: each movement departs from where the previous movement arrives")
    func scheduleConnection() {
        let first = CarrierMovement.stub()
        let elsewhere = CarrierMovement.stub(from: "SGSIN", at: .stub(day: 5), to: "USNYC", at: .stub(day: 9))
        let onward = CarrierMovement.stub(from: "JPTYO", at: .stub(day: 5), to: "SGSIN", at: .stub(day: 6))
        #expect(throws: DomainError.rule(.scheduleNotConnected)) { try Schedule([first, elsewhere]) }
        #expect(throws: DomainError.rule(.scheduleNotConnected)) { try Schedule([first, first]) }
        #expect(throws: DomainError.rule(.scheduleNotConnected)) { try Schedule([first, onward, first]) }
    }

    @Test("VOY-3: a movement may depart at the instant the previous movement arrives, but not before")
    func scheduleTimes() throws {
        let first = CarrierMovement.stub()
        let atOnce = CarrierMovement.stub(from: "JPTYO", at: .stub(day: 4), to: "USNYC", at: .stub(day: 9))
        let tooSoon = CarrierMovement.stub(from: "JPTYO", at: .stub(day: 4, millisecond: -1), to: "USNYC", at: .stub(day: 9))
        #expect(try Schedule([first, atOnce]).movements == [first, atOnce])
        #expect(throws: DomainError.rule(.scheduleTimesOverlap)) { try Schedule([first, tooSoon]) }
    }

    @Test("VOY-3: the ports of all pairs of movements are checked before the times of any")
    func schedulePrecedence() {
        let overlapping = CarrierMovement.stub(from: "JPTYO", at: .stub(day: 3), to: "USNYC", at: .stub(day: 9))
        let elsewhere = CarrierMovement.stub(from: "SGSIN", at: .stub(day: 10), to: "JPTYO", at: .stub(day: 11))
        #expect(throws: DomainError.rule(.scheduleNotConnected)) { try Schedule([.stub(), overlapping, elsewhere]) }
    }

    @Test("VOY-4: a registered voyage has version 0 and raises no facts")
    func registering() {
        let voyage = Voyage.register(number: .stub(), schedule: .stub())
        #expect(voyage.version == 0)
        #expect(voyage.number == .stub())
        #expect(voyage.schedule == .stub())
        #expect(voyage.raisedFacts == [])
    }

    @Test("VOY-4: rescheduling replaces the schedule and raises VoyageRescheduled; only the store raises the version")
    func rescheduling() {
        let schedule = Schedule.stub(calling: "HKHKG", "SGSIN")
        let rescheduled = Voyage.stub(version: 3).rescheduled(to: schedule)
        #expect(rescheduled == .stub(schedule: schedule, version: 3))
        #expect(rescheduled.raisedFacts == [.voyageRescheduled(voyageNumber: .stub(), schedule: schedule)])
        #expect(rescheduled.isSameVoyage(as: .stub()))
        #expect(!rescheduled.isSameVoyage(as: .stub("V200", schedule: schedule, version: 3)))
        #expect(rescheduled.rescheduled(to: .stub()).raisedFacts.count == 2)
    }

    @Test("VOY-4: rescheduling to an equal schedule changes nothing and raises no facts")
    func reschedulingToEqual() {
        let voyage = Voyage.stub(version: 3)
        #expect(voyage.rescheduled(to: .stub()) == voyage)
        #expect(voyage.rescheduled(to: .stub()).raisedFacts == [])
    }

    @Test("A schedule carries a leg over one or more movements, only at their times")
    func carries() {
        let schedule = Schedule.stub(calling: "HKHKG", "JPTYO", "USNYC", "JPTYO", "SESTO")
        func leg(_ from: String, _ departure: Int, _ to: String, _ arrival: Int) -> Leg {
            .stub(from: from, at: .stub(day: departure), to: to, at: .stub(day: arrival))
        }
        #expect(schedule.carries(leg("HKHKG", 2, "JPTYO", 4)))
        #expect(schedule.carries(leg("HKHKG", 2, "USNYC", 7)))
        #expect(schedule.carries(leg("HKHKG", 2, "SESTO", 13)))
        #expect(schedule.carries(leg("JPTYO", 5, "SESTO", 13)))
        #expect(schedule.carries(leg("JPTYO", 11, "SESTO", 13)))
        #expect(!schedule.carries(leg("JPTYO", 5, "SESTO", 12)))
        #expect(!schedule.carries(leg("JPTYO", 4, "SESTO", 13)))
        #expect(!schedule.carries(leg("SESTO", 2, "HKHKG", 4)))
        #expect(!schedule.carries(leg("USNYC", 8, "HKHKG", 13)))
        #expect(!schedule.carries(leg("JPTYO", 11, "USNYC", 12)))
    }
}
