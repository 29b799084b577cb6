import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@Suite("Booking")
struct BookCargoTests {
    static func request(
        from origin: String = "HKHKG",
        to destination: String = "SESTO",
        by deadline: Instant = .stub(day: 60),
        id: String? = nil,
        key: String? = nil
    ) -> BookCargo.Request {
        .init(
            from: .stub(origin),
            to: .stub(destination),
            by: deadline,
            for: .stub(),
            trackingId: id.map { .stub($0) },
            idempotencyKey: key.map { .stub($0) }
        )
    }

    @Test("CRG-1: booking saves a cargo under a generated id, and CargoBooked is in the outbox")
    func books() async throws {
        let world = try await World()
        #expect(try await BookCargo(world.kit).execute(Self.request()).get().trackingId == .stub("ID1"))
        let cargo = try await world.cargo("ID1")
        #expect(cargo.version == 1)
        #expect(cargo.customerId == .stub())
        #expect(cargo.routeSpecification == .stub())
        #expect(try await world.eventTypes() == ["CargoBooked"])
    }

    @Test(
        "checks run in order: locations (origin first), RTE-1, the id, RTE-2",
        arguments: [
            (request(from: "ZZZZZ", to: "YYYYY", by: .stub(day: 0), id: "TAKEN"), DomainError.locationNotFound(.stub("ZZZZZ"))),
            (request(to: "YYYYY", by: .stub(day: 0), id: "TAKEN"), .locationNotFound(.stub("YYYYY"))),
            (request(to: "HKHKG", by: .stub(day: 0), id: "TAKEN"), .rule(.routeOriginIsDestination)),
            (request(by: .stub(day: 0), id: "TAKEN"), .trackingIdInUse(.stub("TAKEN"))),
            (request(by: .stub(day: 0)), .rule(.deadlineNotInFuture)),
            (request(by: .stub(day: 0), id: "FREE"), .rule(.deadlineNotInFuture)),
        ]
    )
    func order(request: BookCargo.Request, error: DomainError) async throws {
        let world = try await World()
        try await world.addCargo("TAKEN")
        let before = try await world.eventTypes()
        #expect(await BookCargo(world.kit).execute(request).failure == error)
        #expect(try await world.eventTypes() == before)
    }

    @Test("RTE-2: a deadline one millisecond from now is accepted")
    func deadline() async throws {
        let world = try await World()
        let request = Self.request(by: .stub(day: 0, millisecond: 1))
        #expect(try await BookCargo(world.kit).execute(request).get().trackingId == .stub("ID1"))
    }

    @Test("REP-6: exhausted ids are tracking_ids_exhausted, before RTE-2 is checked")
    func exhausted() async throws {
        let world = try await World(ids: [])
        #expect(await BookCargo(world.kit).execute(Self.request(by: .stub(day: 0))).failure == .technical(.trackingIdsExhausted))
    }

    @Test("an id that another booking takes between look-up and save is tracking_id_in_use")
    func race() async throws {
        let world = try await World()
        world.faults.fail(.saveCargo, with: .concurrencyConflict(TrackingId.stub("ID1"), expected: 0, actual: 1))
        #expect(await BookCargo(world.kit).execute(Self.request()).failure == .trackingIdInUse(.stub("ID1")))
    }

    @Test("repeating a booking with its key returns the same id and books once, even after the deadline")
    func repeated() async throws {
        let world = try await World()
        let book = BookCargo(world.kit)
        let first = try await book.execute(Self.request(key: "k")).get()
        world.clock.set(to: .stub(day: 61))
        #expect(try await book.execute(Self.request(key: "k")).get() == first)
        #expect(try await world.eventTypes() == ["CargoBooked"])
        #expect(world.faults.calls(of: .nextTrackingId) == 1)
    }

    @Test("repeating a booking completes it after a crash between reservation and save")
    func healed() async throws {
        let world = try await World()
        let book = BookCargo(world.kit)
        world.faults.fail(.saveCargo, with: .technical(.storeUnavailable), times: 1)
        #expect(await book.execute(Self.request(key: "k")).failure == .technical(.storeUnavailable))
        #expect(try await book.execute(Self.request(key: "k")).get().trackingId == .stub("ID1"))
        #expect(try await world.cargo("ID1").version == 1)
    }

    @Test("a different booking with the same key is idempotency_key_reused")
    func reused() async throws {
        let world = try await World()
        let book = BookCargo(world.kit)
        _ = try await book.execute(Self.request(key: "k")).get()
        let reused = DomainError.idempotencyKeyReused(.stub("ID1"))
        #expect(await book.execute(Self.request(to: "DEHAM", key: "k")).failure == reused)
        #expect(await book.execute(Self.request(by: .stub(day: 59), key: "k")).failure == reused)
        #expect(await book.execute(Self.request(id: "OTHER", key: "k")).failure == reused)
        #expect(try await book.execute(Self.request(id: "ID1", key: "k")).get().trackingId == .stub("ID1"))
        #expect(try await book.execute(Self.request(key: "k2")).get().trackingId == .stub("ID2"))
    }

    @Test("a booking that a rule rejects leaves its key free")
    func refused() async throws {
        let world = try await World()
        let book = BookCargo(world.kit)
        #expect(await book.execute(Self.request(by: .stub(day: 0), key: "k")).failure == .rule(.deadlineNotInFuture))
        #expect(try await book.execute(Self.request(key: "k")).get().trackingId == .stub("ID2"))
    }

    @Test("20 concurrent bookings with one key book one cargo and all return its id")
    func atOnce() async throws {
        let world = try await World(ids: (1...20).map { "ID\($0)" })
        let ids = try await withThrowingTaskGroup(of: TrackingId.self) { group in
            for _ in 1...20 {
                group.addTask { try await BookCargo(world.kit).execute(Self.request(key: "k")).get().trackingId }
            }
            return try await group.reduce(into: Set<TrackingId>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try await world.eventTypes() == ["CargoBooked"])
    }

    @Test("a reserved id that another customer's cargo took is tracking_id_in_use")
    func taken() async throws {
        let world = try await World()
        let book = BookCargo(world.kit)
        world.faults.fail(.saveCargo, with: .technical(.storeUnavailable), times: 1)
        _ = await book.execute(Self.request(id: "MINE", key: "k"))
        try await world.addCargo("MINE", customer: "OTHER")
        #expect(await book.execute(Self.request(id: "MINE", key: "k")).failure == .trackingIdInUse(.stub("MINE")))
    }
}
