import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@Suite("Listing, finding and searching")
struct ListingTests {
    @Test("REP-1: cargos are paged by tracking id, and every page but the last has a cursor", arguments: [true, false])
    func cargos(ofCustomer: Bool) async throws {
        let world = try await World()
        for id in ["CCC", "AAA", "BBB", "DDD"] { try await world.addCargo(id) }
        if ofCustomer { try await world.addCargo("ABB", customer: "OTHER") }
        func page(after: String?, limit: Int = 100) async throws -> CargoList {
            let after = after.map { TrackingId.stub($0) }
            return ofCustomer
                ? try await ListCargosForCustomer(world.kit).execute(.init(customerId: .stub(), after: after, limit: limit)).get()
                : try await ListCargos(world.kit).execute(.init(after: after, limit: limit)).get()
        }
        let first = try await page(after: nil, limit: 2)
        #expect(first.cargos.map(\.trackingId.text) == ["AAA", "BBB"])
        #expect(first.next == .stub("BBB"))
        let second = try await page(after: "BBB", limit: 2)
        #expect(second.cargos.map(\.trackingId.text) == ["CCC", "DDD"])
        #expect(second.next == nil)
        #expect(try await page(after: nil).cargos.count == 4)
        #expect(try await page(after: "AAB", limit: 1).cargos.map(\.trackingId.text) == ["BBB"])
        #expect(try await page(after: "DDD", limit: 1).cargos.isEmpty)
        #expect(
            first.cargos[0].canonicalText == """
                {"arrivalDeadline":"2026-03-02T00:00:00.000Z","bookingStatus":"CONFIRMED","customerId":"CUST-1","destination":"SESTO",\
                "isDisrupted":false,"isHeld":false,"isLate":false,"isMisdirected":false,\
                "origin":"HKHKG","routingStatus":"NOT_ROUTED","trackingId":"AAA","transportStatus":"NOT_RECEIVED"}
                """
        )
    }

    @Test("a page size out of range is rejected", arguments: [0, 1001, -1, Int.max])
    func sizes(limit: Int) async throws {
        let world = try await World()
        let error = DomainError.invalid(.integerOutOfRange, text: String(limit))
        #expect(await ListCargos(world.kit).execute(.init(limit: limit)).failure == error)
        #expect(await ListCargosForCustomer(world.kit).execute(.init(customerId: .stub(), limit: limit)).failure == error)
        #expect(await ListVoyages(world.kit).execute(.init(limit: limit)).failure == error)
        #expect(await ListLocations(world.kit).execute(.init(limit: limit)).failure == error)
        #expect(await ReadEvents(world.kit).execute(.init(limit: limit)).failure == error)
    }

    @Test("voyages are found and listed")
    func voyages() async throws {
        let world = try await World()
        try await world.addStubVoyages()
        let page = try await ListVoyages(world.kit).execute(.init(limit: 2)).get()
        #expect(page.items.map(\.voyageNumber.text) == ["V100", "V200"])
        #expect(page.next == .stub("V200"))
        #expect(try await FindVoyage(world.kit).execute(.init(voyageNumber: .stub("V200"))).get() == page.items[1])
        #expect(await FindVoyage(world.kit).execute(.init(voyageNumber: .stub("V9"))).failure == .voyageNotFound(.stub("V9")))
    }

    @Test("locations are found, listed and searched, ignoring ASCII case")
    func locations() async throws {
        let world = try await World()
        let list = ListLocations(world.kit)
        #expect(try await FindLocation(world.kit).execute(.init(unLocode: .stub("JPTYO"))).get().name.text == "Tokyo")
        #expect(
            await FindLocation(world.kit).execute(.init(unLocode: .stub("ZZZZZ"))).failure == .locationNotFound(.stub("ZZZZZ"))
        )
        let first = try await list.execute(.init(limit: 4)).get()
        #expect(first.items.map(\.unLocode.text) == ["DEHAM", "HKHKG", "JPTYO", "SESTO"])
        #expect(first.next == .stub("SESTO"))
        func search(_ text: String, limit: Int = 10) async throws -> [String] {
            try await list.execute(.init(containing: text, limit: limit)).get().items.map(\.unLocode.text)
        }
        #expect(try await search("O") == ["HKHKG", "JPTYO", "SESTO", "USCHI", "USNYC"])
        #expect(try await search("hAm") == ["DEHAM"])
        #expect(try await search("usn") == ["USNYC"])
        #expect(try await search("nowhere").isEmpty)
        let page = try await list.execute(.init(containing: "o", after: .stub("HKHKG"), limit: 2)).get()
        #expect(page.items.map(\.unLocode.text) == ["JPTYO", "SESTO"])
        #expect(page.next == .stub("SESTO"))
        let last = try await list.execute(.init(containing: "o", after: page.next, limit: 2)).get()
        #expect(last.items.map(\.unLocode.text) == ["USCHI", "USNYC"])
        #expect(last.next == nil)
    }

    @Test("registering a location again with another name renames it")
    func rename() async throws {
        let world = try await World()
        let response = await RegisterLocation(world.kit).execute(.init(unLocode: .stub("JPTYO"), name: try LocationName("Tōkyō")))
        #expect(try response.get() == .stub("JPTYO", name: "Tōkyō"))
        #expect(try await world.store.locations.findByUnLocode(.stub("JPTYO")).get().name.text == "Tōkyō")
    }

    @Test("REP-3: the outbox is read in order, from a given position")
    func events() async throws {
        let world = try await World()
        for id in ["AAA", "BBB", "CCC"] { try await world.addCargo(id) }
        let read = ReadEvents(world.kit)
        #expect(try await read.execute(.init()).get().map(\.sequence) == [1, 2, 3])
        #expect(try await read.execute(.init(after: 1, limit: 1)).get().map(\.aggregateId) == ["BBB"])
        #expect(try await read.execute(.init(after: 3)).get().isEmpty)
    }
}
