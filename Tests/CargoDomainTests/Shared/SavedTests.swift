import CargoDomain
import CargoTesting
import Testing

@Suite("A saved aggregate has the next version and no facts")
struct SavedTests {
    @Test func `a cargo keeps its state`() throws {
        let cargo = Cargo.stub(itinerary: .stub(), handled: [.stub()])
        let saved = try cargo.saved()
        #expect(saved == (try cargo.reconstituted(atVersion: 1)))
        #expect(saved.raisedFacts.isEmpty)
        #expect(try saved.saved().version == 2)
        #expect(Delivery.Stored(saved.delivery) == Delivery.Stored(cargo.delivery))
    }

    @Test func `a voyage keeps its schedule`() throws {
        let saved = try Voyage.stub().rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC")).saved()
        #expect(saved == .stub(schedule: .stub(calling: "HKHKG", "JPTYO", "USNYC"), version: 1))
        #expect(saved.raisedFacts.isEmpty)
    }

    @Test func `the largest version has no successor`() {
        let error = DomainError.invalid(.integerOutOfRange, text: "9007199254740992")
        #expect(throws: error) { try Cargo.stub(version: 9_007_199_254_740_991).saved() }
        #expect(throws: error) { try Voyage.stub(version: 9_007_199_254_740_991).saved() }
    }
}
