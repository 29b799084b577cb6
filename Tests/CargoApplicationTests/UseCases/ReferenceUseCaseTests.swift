import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@Suite("Finding cargos by references")
struct ReferenceUseCaseTests {
    static let container = CargoReference.stub(.container, "CSQU3054383")
    static let booking = CargoReference.stub(.booking, "ABC709951")

    static func world() async throws -> World {
        let world = try await World()
        for id in ["AAA", "BBB", "CCC", "DDD"] { try await world.addCargo(id) }
        for id in ["AAA", "CCC", "DDD"] { try await world.kit.addReference(container, to: .stub(id)) }
        try await world.kit.addReference(booking, to: .stub("BBB"))
        return world
    }

    @Test("REF-3, REF-5: a cargo is found by a reference from when it is added until it is removed")
    func found() async throws {
        let world = try await Self.world()
        #expect(try await world.kit.cargos(with: Self.booking).cargos.map(\.trackingId.text) == ["BBB"])
        #expect(try await world.kit.track(.stub("BBB")).references == [Self.booking])
        #expect(try await world.kit.removeReference(Self.booking, from: .stub("BBB")).version == 3)
        #expect(try await world.kit.cargos(with: Self.booking).cargos == [])
        #expect(try await world.kit.removeReference(Self.booking, from: .stub("BBB")).version == 3)
    }

    @Test("REF-5: pages of a lookup hold each cargo once, whatever the number of references")
    func pages() async throws {
        let world = try await Self.world()
        try await world.kit.addReference(Self.booking, to: .stub("CCC"))
        for limit in 1...4 {
            var ids: [String] = []
            var after: TrackingId?
            repeat {
                let page = try await world.kit.cargos(
                    matching: .init(references: [Self.container, Self.booking]),
                    after: after,
                    limit: limit
                )
                #expect(page.cargos.count <= limit)
                ids += page.cargos.map(\.trackingId.text)
                after = page.next
            } while after != nil
            #expect(ids == ["AAA", "BBB", "CCC", "DDD"])
        }
    }

    @Test("a typed text finds the cargo with that tracking id, else the cargos with such a reference")
    func typed() async throws {
        let world = try await Self.world()
        try await world.addCargo("ABC709951")
        func found(_ text: String) async throws -> [String] {
            try await world.kit.cargos(matching: CargoLookup(typed: text)).cargos.map(\.trackingId.text)
        }
        #expect(try await found(" aaa ") == ["AAA"])
        #expect(try await found("csqu 305438-3") == ["AAA", "CCC", "DDD"])
        #expect(try await found("ABC709951") == ["ABC709951"])
        #expect(try await found("booking: ABC709951") == ["BBB"])
        #expect(try await found("CSQU3054384") == [])
        #expect(try await found("") == [])
    }

    @Test("a booking or bill of lading is found as people type it, an exact number first")
    func spellings() async throws {
        let world = try await Self.world()
        try await world.kit.addReference(.stub(.billOfLading, "MAEU123456789"), to: .stub("AAA"))
        try await world.kit.addReference(.stub(.booking, "987654321"), to: .stub("BBB"))
        try await world.kit.addReference(.stub(.booking, "HLCU987654321"), to: .stub("CCC"))
        func found(_ text: String, after: TrackingId? = nil) async throws -> [String] {
            try await world.kit.lookUp(TypedLookup(text), after: after).get().cargos.map(\.trackingId.text)
        }
        for text in ["MAEU123456789", "maeu 123-456-789", "123456789", "123 456 789", "bill of lading: maeu123456789"] {
            #expect(try await found(text) == ["AAA"], "\(text)")
        }
        #expect(try await found("987654321") == ["BBB"])
        #expect(try await found("hlcu 987654321") == ["CCC"])
        #expect(try await found("MSCU 987654321") == ["BBB"])
        #expect(try await found("abc 709951") == ["BBB"])
        // The second page is one of the same reading, not of the next.
        #expect(try await found("987654321", after: .stub("BBB")) == [])
        for text in ["booking: maeu123456789", "MAEU 12345678", "CSQU3054384", "container: maeu123456789", ""] {
            #expect(try await found(text) == [], "\(text)")
        }
        #expect(TypedLookup("123456789").lookups.count <= 5)
        #expect(TypedLookup("123 456 789").forPublic.lookups.allSatisfy { $0.references.allSatisfy { $0.type != .customer } })
    }

    @Test("a typed text is a tracking id and a reference of every type that it fits")
    func texts() throws {
        let lookup = CargoLookup(typed: "\tmsku 123456-5 ")
        #expect(lookup.trackingId == nil)
        #expect(
            lookup.references == [
                .stub(), .stub(.billOfLading, "msku 123456-5"), .stub(.booking, "msku 123456-5"), .stub(.customer, "msku 123456-5"),
                .stub(.equipment, "msku 123456-5"),
            ]
        )
        #expect(lookup.forPublic.references.map(\.type) == [.container, .billOfLading, .booking, .equipment])
        #expect(CargoLookup(typed: "abc-1").trackingId == .stub("ABC-1"))
        #expect(CargoLookup(typed: "Bill of Lading:  x:1 ") == CargoLookup(references: [.stub(.billOfLading, "x:1")]))
        #expect(CargoLookup(typed: "container:MSKU1234566").isEmpty)
        #expect(CargoLookup(typed: "invoice:1").references.map(\.type) == [.billOfLading, .booking, .customer, .equipment])
        #expect(CargoLookup(typed: "equipment: BOX 7/1 ") == CargoLookup(references: [.stub(.equipment, "BOX 7/1")]))
        #expect(CargoLookup(typed: " \u{3000}\n").isEmpty)
    }
}
