import CargoDomain
import CargoTesting
import Testing

@Suite("References of a cargo")
struct ReferenceTests {
    static let container = CargoReference.stub(.container, "CSQU3054383")
    static let bill = CargoReference.stub(.billOfLading, "APLU-0042 7")
    static let booking = CargoReference.stub(.booking, "ABC709951")
    static let box = CargoReference.stub(.equipment, "BOX 7/1")
    static let own = CargoReference.stub(.customer, "Order 17, G\u{F6}teborg")

    @Test("REF-1: a container number has four letters, six digits and its check digit")
    func containers() throws {
        for number in ["CSQU3054383", "MSKU1234565", "TEMU0000006", "APZU4812090"] {
            #expect(try CargoReference(.container, number).value == number)
        }
        for wrong in [
            "CSQU3054384", "CSQU3504383", "csqu3054383", "CSQU 305438 3", "CSQU305438", "CSQU30543833", "CSQ13054383", "CSQU305438A",
            "CSQU305438\u{663}", "\u{FF23}SQU3054383", "CSQU3054383\n", "",
        ] {
            #expect(throws: DomainError.invalid(.referenceInvalid, text: wrong)) { try CargoReference(.container, wrong) }
        }
    }

    @Test("REF-1: every digit but the right one is refused, and a remainder of 10 counts as 0")
    func checkDigits() {
        let valid = (0...9).filter { digit in (try? CargoReference(.container, "CSQU305438\(digit)")) != nil }
        #expect(valid == [3])
        let ofTen = (0...9).filter { digit in (try? CargoReference(.container, "HLXU000008\(digit)")) != nil }
        #expect(ofTen.count == 1)
    }

    @Test(
        "REF-1: document numbers are printable ASCII without outer spaces, up to their greatest length",
        arguments: [(ReferenceType.billOfLading, 20), (.booking, 35), (.equipment, 15)]
    )
    func documents(type: ReferenceType, longest: Int) throws {
        for number in ["7", "!~", "a  B/3", String(repeating: "A", count: longest)] { _ = try CargoReference(type, number) }
        for wrong in ["", " ", " A", "A ", "A\u{7F}", "A\tB", "A\n", "\u{DC}", String(repeating: "A", count: longest + 1)] {
            #expect(throws: DomainError.invalid(.referenceInvalid, text: wrong)) { try CargoReference(type, wrong) }
        }
    }

    @Test("REF-1: a customer's reference is 1 to 100 scalars, without control characters and not only white space")
    func customers() throws {
        for text in [" 17 ", "\u{1F6A2}", String(repeating: "o\u{308}", count: 50)] { _ = try CargoReference(.customer, text) }
        for wrong in ["", " \u{3000}", "17\n", "17\u{85}", String(repeating: "x", count: 101)] {
            #expect(throws: DomainError.invalid(.referenceInvalid, text: wrong)) { try CargoReference(.customer, wrong) }
        }
    }

    @Test("REF-1: a type is spelled exactly")
    func types() throws {
        #expect(try ReferenceType("BILL_OF_LADING") == .billOfLading)
        for wrong in ["", "container", "BILL OF LADING", "INVOICE"] {
            #expect(throws: DomainError.invalid(.referenceTypeInvalid, text: wrong)) { try ReferenceType(wrong) }
        }
    }

    @Test("REF-2, REF-3: references stand in the order of their types, then of their scalars, however they are added")
    func order() throws {
        let sorted = [
            Self.bill, Self.booking, .stub(.booking, "ABC7099510"), .stub(.customer, "\u{FF5E}"), .stub(.customer, "\u{1F600}"), Self.box,
        ]
        for references in [sorted, sorted.reversed(), [sorted[3], sorted[0], sorted[5], sorted[1], sorted[4], sorted[2]]] {
            var cargo = Cargo.stub()
            for reference in references { cargo = try cargo.adding(reference) }
            #expect(cargo.references == sorted)
        }
        #expect(try Cargo.stub().adding(Self.bill).adding(Self.container).references == [Self.container, Self.bill])
    }

    @Test("REF-3, CRG-0: a reference is added once and raises ReferenceAdded once")
    func added() throws {
        let once = try Cargo.stub(version: 1).adding(Self.container)
        #expect(once.references == [Self.container])
        #expect(once.raisedFacts == [.referenceAdded(reference: Self.container)])
        let twice = try once.adding(Self.container)
        #expect(twice == once)
        #expect(twice.raisedFacts == once.raisedFacts)
    }

    @Test("REF-3: a cargo has at most 100 references")
    func tooMany() throws {
        var cargo = Cargo.stub()
        for number in 0..<100 { cargo = try cargo.adding(.stub(.booking, "B\(number)")) }
        #expect(cargo.references.count == 100)
        let full = cargo
        #expect(throws: DomainError.rule(.referencesTooMany)) { try full.adding(Self.container) }
        #expect(try full.adding(.stub(.booking, "B7")) == full)
    }

    @Test("REF-3: a cargo in a box isn't put into another until it is taken out", arguments: [container, box])
    func oneBox(first: CargoReference) throws {
        let cargo = try Cargo.stub().adding(first)
        for other in [CargoReference.stub(.container, "MSKU1234565"), .stub(.equipment, "CSQU3054383"), .stub(.equipment, "BOX 7/2")] {
            #expect(throws: DomainError.rule(.containerAlreadyAssigned)) { try cargo.adding(other) }
            #expect(try cargo.removing(first).adding(other).references == [other])
        }
        #expect(try cargo.adding(first) == cargo)
        #expect(try cargo.adding(Self.booking).references.contains(first))
    }

    @Test("REF-3: a full cargo is told that before it is told of its box")
    func fullBeforeBox() throws {
        var cargo = try Cargo.stub().adding(Self.container)
        for number in 0..<99 { cargo = try cargo.adding(.stub(.booking, "B\(number)")) }
        let full = cargo
        #expect(throws: DomainError.rule(.referencesTooMany)) { try full.adding(Self.box) }
    }

    @Test("REF-2, REF-3: a stored cargo in several boxes keeps them, and leaves them one by one")
    func severalBoxes() throws {
        let several = [Self.container, .stub(.container, "MSKU1234565"), Self.box]
        let cargo = try Self.restored(several)
        #expect(cargo.references == several)
        #expect(try cargo.adding(Self.booking).references == [several[0], several[1], Self.booking, Self.box])
        #expect(try cargo.adding(Self.box) == cargo)
        let left = cargo.removing(several[0]).removing(several[1])
        #expect(left.references == [Self.box])
        #expect(throws: DomainError.rule(.containerAlreadyAssigned)) { try left.adding(Self.container) }
        #expect(try left.removing(Self.box).adding(Self.container).references == [Self.container])
    }

    @Test("REF-4, CRG-0: a reference is removed and raises ReferenceRemoved; one that isn't there raises nothing")
    func removed() throws {
        let cargo = try Cargo.stub().adding(Self.bill).adding(Self.own).reconstituted(atVersion: 3)
        let removed = cargo.removing(Self.bill)
        #expect(removed.references == [Self.own])
        #expect(removed.raisedFacts == [.referenceRemoved(reference: Self.bill)])
        let other = cargo.removing(.stub(.booking, Self.bill.value))
        #expect(other == cargo)
        #expect(other.raisedFacts == [])
    }

    @Test("REF-3, REF-4: the state of the cargo doesn't matter")
    func anyState() throws {
        let claimed = Cargo.stub(handled: [.stub(), .stub(.claim, at: "SESTO", completed: .stub(day: 2))])
        let cancelled = try Cargo.stub().cancelled(because: .stub(), at: .stub(day: 1))
        for cargo in [claimed, cancelled] {
            let named = try cargo.adding(Self.booking)
            #expect(named.references == [Self.booking])
            #expect(named.removing(Self.booking) == cargo)
        }
    }

    @Test("REF-2: a stored cargo with references out of order, twice or too many is corrupt")
    func reconstituted() throws {
        #expect(try Self.restored([Self.container, Self.own]).references == [Self.container, Self.own])
        let many = (100...200).map { CargoReference.stub(.booking, "B\($0)") }
        #expect(try Self.restored(Array(many.dropLast())).references.count == 100)
        for wrong in [[Self.own, Self.container], [Self.bill, Self.bill], many] {
            #expect(throws: DomainError.corruptRecord(rule: "REF-2")) { try Self.restored(wrong) }
        }
    }

    private static func restored(_ references: [CargoReference]) throws(DomainError) -> Cargo {
        let cargo = Cargo.stub()
        return try .reconstitute(
            trackingId: cargo.trackingId,
            customerId: cargo.customerId,
            origin: cargo.origin,
            routeSpecification: cargo.routeSpecification,
            itinerary: nil,
            routingStart: nil,
            delivery: Delivery.Stored(cargo.delivery),
            references: references,
            version: 1
        )
    }
}
