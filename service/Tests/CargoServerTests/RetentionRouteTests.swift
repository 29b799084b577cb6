import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@testable import CargoServer

/// What the service says of cargos in archives, of trimmed events, and how it erases a customer.
struct RetentionRouteTests {
    /// Books and cancels ABC123, books DEF456, and archives the first.
    private func archive(in service: TestService) async throws {
        try await service.prepare()
        try await service.book()
        _ = try await service.send("POST", "/v1/cargos", TestService.booking.replacing("ABC123", with: "DEF456"))
        let cancelled = try await service.send(
            "PUT",
            "/v1/cargos/ABC123/cancellation",
            #"{"reason":"Smith is bankrupt"}"#,
            headers: ["If-Match": "*"]
        )
        #expect(cancelled.status == 200)
        let retention = try #require(service.store.retention)
        let cargo = try await service.store.cargos.findByTrackingId(.stub()).get()
        let place = ArchivePlace.stub()
        let leaving = try cargo.archived(in: place.archive, at: .stub(day: 3650), after: .empty(of: .stub()))
        try await retention.remove([leaving], to: place).get()
    }

    @Test func `an archived cargo is 410 with its archive, for whoever may read it`() async throws {
        try await TestService.run { service in
            try await archive(in: service)
            let answer = try await service.send("GET", "/v1/cargos/ABC123")
            #expect(answer.status == 410)
            #expect(try answer.json["code"] == "cargo_archived")
            #expect(try answer.json["params"]?["archive"] == "2026-01")
            #expect(try await service.send("GET", "/v1/cargos/DEF456").status == 200)
            let list = try await service.send("GET", "/v1/cargos")
            #expect(try list.json["cargos"]?.asList?.count == 1)
            let taken = try await service.send("POST", "/v1/cargos", TestService.booking)
            #expect(taken.status == 409)
        }
    }

    @Test func `an archived cargo whose archive is at hand can be tracked, but not changed`() async throws {
        let (acme, other) = ("acme-secret-0123456789-abcdef", "other-secret-0123456789-abcdef")
        var settings = TestService.settings
        settings.access.tokens.append(try AccessToken(role: .customer, customer: CustomerId("ACME"), secret: acme))
        settings.access.tokens.append(try AccessToken(role: .customer, customer: CustomerId("OTHER"), secret: other))
        let archives = Archives()
        try await TestService.run(settings, over: { CargoKit(store: $0, clock: $0.clock).reading(archives) }) { service in
            try await archive(in: service)
            let path = "/v1/cargos/ABC123/tracking"
            #expect(try await service.send("GET", path).status == 410)
            #expect(try await service.send("GET", path, as: acme).status == 404)
            let found = try await service.send("GET", "/v1/cargos/DEF456/tracking")
            let cargo = try await service.store.cargos.findByTrackingId(.stub("DEF456")).get()
            try await service.store.retention?.remove([cargo], to: .stub()).get()
            await archives.put(StoredCargoContents(cargo: cargo, handling: [], origins: nil))
            #expect(try await service.send("GET", "/v1/cargos/DEF456/tracking").text == found.text)
            #expect(try await service.send("GET", "/v1/cargos/DEF456/tracking", as: acme).status == 200)
            #expect(try await service.send("GET", "/v1/cargos/DEF456/tracking", as: other).status == 404)
            let page = try await service.send("GET", "/track/DEF456", as: nil, headers: ["Accept": "text/html"])
            #expect(page.status == 200 && page.text.contains("DEF456"))
            let cancelled = try await service.send(
                "PUT",
                "/v1/cargos/DEF456/cancellation",
                #"{"reason":"Smith is bankrupt"}"#,
                headers: ["If-Match": "*"]
            )
            #expect(try cancelled.status == 410 && cancelled.json["code"] == "cargo_archived")
        }
    }

    @Test func `events that were trimmed are 410 with the first that is there, in a page and in a stream`() async throws {
        try await TestService.run { service in
            try await archive(in: service)
            let retention = try #require(service.store.retention)
            _ = try await retention.trim(eventsUpTo: 2, keysOf: []).get()
            let page = try await service.send("GET", "/v1/events?after=1")
            #expect(page.status == 410)
            #expect(try page.json["code"] == "events_trimmed" && page.json["params"]?["first"] == 3)
            let stream = try await service.send("GET", "/v1/events", headers: ["Accept": "text/event-stream", "Last-Event-ID": "1"])
            #expect(stream.status == 410)
            #expect(try await service.send("GET", "/v1/events?after=2").status == 200)
            let all = try await service.send("GET", "/v1/events")
            #expect(try all.json["events"]?.asList?.first?["sequence"] == 3)
        }
    }

    @Test func `an admin erases a customer, once`() async throws {
        try await TestService.run { service in
            try await service.prepare()
            try await service.book()
            let path = "/v1/customers/ACME/erasure"
            #expect(try await service.send("POST", path, #"{"reason":"They asked"}"#).status == 403)
            #expect(try await service.send("POST", path, "{}", as: TestService.admin).status == 422)
            let erased = try await service.send("POST", path, #"{"reason":"They asked"}"#, as: TestService.admin)
            #expect(erased.status == 200, "\(erased.text)")
            #expect(try erased.json["cargos"]?.asList == ["ABC123"])
            #expect(!(try await service.send("GET", "/v1/events").text.contains("ACME")))
            #expect(!(try await service.send("GET", "/v1/cargos").text.contains("ACME")))
            let again = try await service.send("POST", path, #"{"reason":"They asked"}"#, as: TestService.admin)
            #expect(try again.json["cargos"]?.asList == [] && again.json["records"] == 0)
        }
    }
}

@Suite("Reading archives")
struct BoundedArchivesTests {
    /// Archives in which finding lasts until it is told to end.
    private actor Slow: CargoArchives {
        private var isOpen = false
        private(set) var count = 0
        private var waiting: CheckedContinuation<Void, Never>?

        func find(_ trackingId: TrackingId, at place: ArchivePlace) async -> Result<ArchivedCargo?, DomainError> {
            count += 1
            if !isOpen { await withCheckedContinuation { waiting = $0 } }
            return .failure(.cargoNotFound(trackingId))
        }

        func open() {
            isOpen = true
            waiting?.resume()
        }
    }

    @Test("one request reads, 16 wait, and more are told that the archive isn't at hand", .timeLimit(.minutes(10)))
    func crowd() async throws {
        let slow = Slow()
        let archives = BoundedArchives(slow)
        await withTaskGroup(of: Bool.self) { group in
            func ask() { group.addTask { if case .failure = await archives.find(.stub(), at: .stub()) { true } else { false } } }
            ask()
            while await slow.count == 0 { await Task.yield() }
            for _ in 0..<BoundedArchives.maximumWaiting { ask() }
            while await archives.turns.waitingCount < BoundedArchives.maximumWaiting { await Task.yield() }
            #expect(await archives.find(.stub(), at: .stub()) == .success(nil))
            #expect(await slow.count == 1)
            await slow.open()
            for await wasRead in group { #expect(wasRead) }
        }
        #expect(await slow.count == 1 + BoundedArchives.maximumWaiting)
    }
}

/// The cargos of all archives, by their tracking ids.
private actor Archives: CargoArchives {
    private var cargos: [TrackingId: StoredCargoContents] = [:]

    func put(_ contents: StoredCargoContents) { cargos[contents.cargo.trackingId] = contents }

    func find(_ trackingId: TrackingId, at place: ArchivePlace) -> Result<ArchivedCargo?, DomainError> {
        .success(cargos[trackingId].map { ArchivedCargo(contents: $0, events: [], archivedAt: .stub()) })
    }
}
