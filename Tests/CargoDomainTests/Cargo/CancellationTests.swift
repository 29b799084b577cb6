import CargoDomain
import CargoTesting
import Testing

@Suite("Cancelling a booking")
struct CancellationTests {
    static let reason = Reason.stub("Order withdrawn")
    static let received = HandlingEvent.stub()

    @Test("CRG-8: a cargo that wasn't moved is cancelled with the reason and the time")
    func cancelled() throws {
        let cancelled = try Cargo.stub(version: 1).cancelled(because: Self.reason, at: .stub(day: 2))
        #expect(cancelled.isCancelled)
        #expect(cancelled.cancellation == Cancellation(at: .stub(day: 2), reason: Self.reason))
        #expect(cancelled.raisedFacts == [.cargoCancelled(reason: Self.reason)])
    }

    @Test("CRG-8, CRG-0: a second cancellation keeps the first reason and raises nothing")
    func twice() throws {
        let once = try Cargo.stub(version: 1).cancelled(because: Self.reason, at: .stub(day: 2))
        let twice = try once.cancelled(because: .stub("Another reason"), at: .stub(day: 3))
        #expect(twice == once)
        #expect(twice.raisedFacts == once.raisedFacts)
    }

    @Test("CRG-8: a cargo that was moved can't be cancelled; customs clearance isn't a move")
    func moved() throws {
        #expect(throws: DomainError.rule(.cargoAlreadyReceived)) {
            try Cargo.stub(handled: [Self.received]).cancelled(because: Self.reason, at: .stub(day: 2))
        }
        #expect(throws: DomainError.rule(.cargoAlreadyClaimed)) {
            try Cargo.stub(handled: [Self.received, .stub(.claim, at: "SESTO", completed: .stub(day: 2))])
                .cancelled(because: Self.reason, at: .stub(day: 3))
        }
        let cleared = Cargo.stub(handled: [.stub(.customs)])
        #expect(try cleared.cancelled(because: Self.reason, at: .stub(day: 2)).isCancelled)
    }

    @Test("CRG-8: a cancelled cargo takes no other command")
    func closed() throws {
        let cargo = try Cargo.stub().cancelled(because: Self.reason, at: .stub(day: 2))
        #expect(throws: DomainError.rule(.cargoCancelled)) { try cargo.assigned(to: .stub()) }
        #expect(throws: DomainError.rule(.cargoCancelled)) { try cargo.specifyingNewRoute(.stub(from: "USNYC"), at: .stub()) }
        #expect(throws: DomainError.rule(.cargoCancelled)) { try cargo.changingDestination(to: .stub("DEHAM")) }
        #expect(throws: DomainError.rule(.cargoCancelled)) { try cargo.changingDeadline(to: .stub(day: 90), at: .stub()) }
    }

    @Test("CRG-11: a cancelled cargo is reinstated as it was; one that isn't cancelled stays as it is")
    func reinstated() throws {
        let cargo = Cargo.stub(itinerary: .stub(), version: 1)
        let cancelled = try cargo.cancelled(because: Self.reason, at: .stub(day: 2)).reconstituted(atVersion: 2)
        let reinstated = try cancelled.reinstated(at: .stub(day: 3))
        #expect(try reinstated.reconstituted(atVersion: 1) == cargo)
        #expect(reinstated.raisedFacts == [.cargoReinstated])
        #expect(try cargo.reinstated(at: .stub(day: 99)).raisedFacts == [])
    }

    @Test("CRG-11: the deadline must lie in the future, unless the cargo was moved meanwhile")
    func deadline() throws {
        let cancelled = try Cargo.stub().cancelled(because: Self.reason, at: .stub(day: 2))
        #expect(throws: DomainError.rule(.deadlineNotInFuture)) { try cancelled.reinstated(at: .stub(day: 60)) }
        let moved = try cancelled.derivingDeliveryProgress(from: .stub(Self.received))
        #expect(try !moved.reinstated(at: .stub(day: 60)).isCancelled)
    }
}
