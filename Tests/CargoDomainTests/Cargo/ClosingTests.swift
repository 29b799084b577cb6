import CargoDomain
import CargoTesting
import Testing

@Suite("Closed cargos and erased customers")
struct ClosingTests {
    private static let archive = try? ArchiveName("2026-01")
    private static let claim = HandlingEvent.stub(.claim, at: "SESTO", completed: .stub(day: 30), registered: .stub(day: 31))
    private static let received = HandlingEvent.stub(completed: .stub(day: 1))

    private static func claimed() throws -> Cargo {
        try Cargo.stub(itinerary: .stub()).derivingDeliveryProgress(from: .stub(received, claim))
    }

    @Test("CRG-17: a claimed cargo is closed 90 days after its last event was registered, not a millisecond earlier")
    func claimedCargo() throws {
        let (cargo, history) = (try Self.claimed(), HandlingHistory.stub(Self.received, Self.claim))
        #expect(cargo.endedAt(after: history) == .stub(day: 31))
        #expect(cargo.isClosed(at: .stub(day: 121), after: history))
        #expect(!cargo.isClosed(at: .stub(day: 120, hour: 23, millisecond: 3_599_999), after: history))
        #expect(cargo.isClosed(at: .stub(day: 31), after: history, days: 0))
        #expect(!cargo.isClosed(at: .stub(day: 30), after: history, days: 0))
        let late = try history.adding(.stub(.customs, at: "SESTO", completed: .stub(day: 29), registered: .stub(day: 100)))
        #expect(!cargo.isClosed(at: .stub(day: 121), after: late))
    }

    @Test("CRG-17: a cancelled cargo is closed 90 days after its cancellation, and a cargo on its way never")
    func cancelledCargo() throws {
        let cancelled = try Cargo.stub().cancelled(because: .stub(), at: .stub(day: 2))
        #expect(cancelled.isClosed(at: .stub(day: 92), after: .stub()))
        #expect(!cancelled.isClosed(at: .stub(day: 91), after: .stub()))
        let underway = try Cargo.stub(itinerary: .stub()).derivingDeliveryProgress(from: .stub(Self.received))
        #expect(underway.endedAt(after: .stub(Self.received)) == nil)
        #expect(!underway.isClosed(at: .stub(day: 10_000), after: .stub(Self.received), days: 0))
        // A retracted claim opens it again.
        let opened = try Self.claimed().derivingDeliveryProgress(from: .stub(Self.received))
        #expect(!opened.isClosed(at: .stub(day: 10_000), after: .stub(Self.received)))
    }

    @Test("CRG-17: only a closed cargo goes into an archive, unchanged but for the fact")
    func archived() throws {
        let (cargo, history) = (try Self.claimed(), HandlingHistory.stub(Self.received, Self.claim))
        let archive = try #require(Self.archive)
        let archived = try cargo.archived(in: archive, at: .stub(day: 121), after: history)
        #expect(archived == cargo)
        #expect(archived.raisedFacts.last == .cargoArchived(archive: archive))
        #expect(throws: DomainError.rule(.cargoNotClosed)) { try cargo.archived(in: archive, at: .stub(day: 120), after: history) }
        let other = HandlingHistory.stub(.stub(of: "OTHER"))
        #expect(throws: DomainError.rule(.handlingOfOtherCargo)) { try cargo.archived(in: archive, at: .stub(day: 121), after: other) }
    }

    @Test("CRG-18: an erased customer leaves a pseudonym, no references and no reasons")
    func erased() throws {
        let cargo = try Cargo.stub().adding(.stub()).held(.customs, because: .stub(), at: .stub(day: 1)).cancelled(
            because: .stub("Bankrupt"),
            at: .stub(day: 2)
        )
        let erased = cargo.erasingCustomer(as: .stub("ERASED-1"))
        #expect(erased.customerId == .stub("ERASED-1"))
        #expect(erased.references.isEmpty)
        #expect(erased.cancellation == Cancellation(at: .stub(day: 2), reason: .erased))
        #expect(erased.holds == [Hold(type: .customs, reason: .erased, at: .stub(day: 1))])
        #expect(erased.delivery == cargo.delivery && erased.routeSpecification == cargo.routeSpecification)
        #expect(erased.raisedFacts.last == .customerErased(customerId: .stub("ERASED-1")))
        #expect(erased.erasingCustomer(as: .stub("ERASED-1")).raisedFacts == erased.raisedFacts)
    }

    @Test("REP-11: facts lose what they say of the customer, and nothing else")
    func facts() throws {
        let (customer, pseudonym) = (CustomerId.stub(), CustomerId.stub("ERASED-1"))
        let booked = DomainFact.cargoBooked(customerId: customer, origin: .stub(), routeSpecification: .stub())
        #expect(
            booked.erasing(customer, as: pseudonym)
                == .cargoBooked(customerId: pseudonym, origin: .stub(), routeSpecification: .stub())
        )
        #expect(booked.erasing(.stub("OTHER"), as: pseudonym) == booked)
        for fact in [
            DomainFact.cargoCancelled(reason: .stub()), .cargoHeld(type: .customs, reason: .stub()),
            .handlingEventRetracted(event: Self.claim, reason: .stub()), .referenceAdded(reference: .stub()),
            .referenceRemoved(reference: .stub()),
        ] {
            let erased = fact.erasing(customer, as: pseudonym)
            #expect(erased != fact && erased.type == fact.type)
            #expect(erased.erasing(customer, as: pseudonym) == erased)
        }
        #expect(DomainFact.cargoReinstated.erasing(customer, as: pseudonym) == .cargoReinstated)
    }

    @Test(
        "VAL-ID-4: an archive's name has 1 to 100 characters",
        arguments: ["", ".a", "-a", "a/b", "ä", String(repeating: "a", count: 101)]
    )
    func names(text: String) throws {
        #expect(throws: DomainError.invalid(.archiveNameInvalid, text: text)) { try ArchiveName(text) }
        #expect(try ArchiveName(String(repeating: "a", count: 100)).text.count == 100)
        #expect(try ArchiveName("2026-01_x.y").description == "2026-01_x.y")
    }
}
