import CargoApplication
import CargoDomain
import CargoTesting
import Testing

/// Whose event it is that a carrier sends, and what becomes of it.
struct CarrierEventTests {
    private static let boarding = [
        CarrierMessage.stub(.gatedIn, at: "HKHKG", day: 1), .stub(.loaded, at: "HKHKG", day: 2, voyage: "V100"),
    ]

    @Test func `events register handling, and sending them again changes nothing`() async throws {
        let world = try await CarrierWorld()
        let first = try await world.send(Self.boarding[0], Self.boarding[1])
        #expect(first == [.applied(.cargo(.stub()), isNew: true), .applied(.cargo(.stub()), isNew: true)])
        #expect(try await world.send(Self.boarding[0]) == [.applied(.cargo(.stub()), isNew: false)])
        #expect(try await world.history() == ["RECEIVE HKHKG - 1", "LOAD HKHKG V100 2"])
    }

    @Test func `the events of a message look up a reference once, and see what the ones before them changed`() async throws {
        let bill = CargoReference.stub(.billOfLading, "BL1")
        let world = try await CarrierWorld(references: [])
        try await world.book("FIRST", [CarrierWorld.box, bill])
        try await world.book("SECOND", [CarrierWorld.box, bill])
        _ = try await world.world.handle(.claim, at: "SESTO", day: 21, of: "FIRST").get()
        let outcomes = try await world.send(
            .stub(.loaded, at: "HKHKG", day: 2, voyage: "V100", documents: [bill]),
            .stub(.gatedOut, at: "SESTO", day: 22, documents: [bill]),
            .stub(.discharged, at: "SESTO", day: 20, voyage: "V300", box: nil, documents: [bill])
        )
        // The first cargo is claimed, so the container serves the second, until that is claimed, too.
        #expect(outcomes.prefix(2) == [.applied(.cargo(.stub("SECOND")), isNew: true), .applied(.cargo(.stub("SECOND")), isNew: true)])
        #expect(outcomes.last == .kept(.init(.cargoAmbiguous, "BL1")))
        #expect(world.world.faults.calls(of: .findCargos) == 2)
    }

    // MARK: A container is used again within weeks

    @Test func `documents that contradict refuse a match by the container`() async throws {
        let world = try await CarrierWorld(references: [CarrierWorld.box, .stub(.booking, "BK-1"), .stub(.billOfLading, "BL-1")])
        let before = CarrierMessage.stub(.discharged, at: "DEHAM", day: 1, voyage: "V100", documents: [.stub(.billOfLading, "BL-0")])
        #expect(try await world.send(before) == [.kept(.init(.documentsContradict, "BL-0"))])
        #expect(try await world.send(Self.boarding[0]) == [.applied(.cargo(.stub()), isNew: true)])
        #expect(try await world.history() == ["RECEIVE HKHKG - 1"])
    }

    @Test(arguments: [-60, 400])
    func `an event far from the journey doesn't match by the container alone`(day: Int) async throws {
        let world = try await CarrierWorld()
        world.world.clock.set(to: .stub(day: 500))
        let event = CarrierMessage.stub(.gatedIn, at: "HKHKG", day: day)
        #expect(try await world.send(event) == [.kept(.init(.outsideJourney, "MSKU1234565"))])
    }

    @Test func `after the claim, the container's next journey doesn't touch the cargo`() async throws {
        let world = try await CarrierWorld()
        try await world.send(.stub(.gatedOut, at: "SESTO", day: 21))
        #expect(try await world.send(.stub(.gatedIn, at: "SESTO", day: 25)) == [.kept(.init(.outsideJourney, "MSKU1234565"))])
        #expect(try await world.history() == ["CLAIM SESTO - 21"])
    }

    @Test func `a booking whose container isn't known yet gets the events of its documents`() async throws {
        let world = try await CarrierWorld()
        try await world.book("NEXT", [.stub(.booking, "BK-2")])
        let event = CarrierMessage.stub(.gatedIn, at: "HKHKG", day: 1, documents: [.stub(.booking, "BK-2")])
        #expect(try await world.send(event) == [.applied(.cargo(.stub("NEXT")), isNew: true)])
    }

    // MARK: Corrections

    @Test func `a later event with the same id replaces the earlier one, whichever comes first`() async throws {
        for order in [[0, 1], [1, 0], [0, 1, 0]] {
            let world = try await CarrierWorld()
            try await world.send(Self.boarding[0])
            let events = [
                CarrierMessage.stub(.loaded, at: "HKHKG", day: 2, voyage: "V100", id: "E1", created: 3),
                .stub(.loaded, at: "DEHAM", day: 4, voyage: "V100", id: "E1", created: 5),
            ]
            for index in order { try await world.send(events[index]) }
            #expect(try await world.history() == ["RECEIVE HKHKG - 1", "LOAD DEHAM V100 4"])
            let retracted = try await world.world.store.handlingEvents.findRetracted(of: .stub()).get()
            #expect(retracted.map(\.reason.text) == (order.first == 0 ? ["Corrected by the carrier"] : []))
        }
    }

    @Test func `without an id, the type, the port and the voyage name the event that is corrected`() async throws {
        let world = try await CarrierWorld()
        try await world.send(.stub(.loaded, at: "HKHKG", day: 2, voyage: "V100", created: 3))
        try await world.send(.stub(.loaded, at: "HKHKG", day: 4, voyage: "V100", created: 5))
        #expect(try await world.history() == ["LOAD HKHKG V100 4"])
        #expect(
            try await world.send(.stub(.loaded, at: "HKHKG", day: 3, voyage: "V100", created: 4)) == [
                .ignored("superseded", .cargo(.stub()))
            ]
        )
    }

    @Test func `a carrier that returns to what it said first, or sends a withdrawn event anew, has the last word`() async throws {
        let world = try await CarrierWorld()
        for (day, created) in [(2, 3), (4, 5), (2, 6)] {
            try await world.send(.stub(.loaded, at: "HKHKG", day: day, voyage: "V100", id: "E1", created: created))
        }
        #expect(try await world.history() == ["LOAD HKHKG V100 2"])
        var withdrawal = CarrierMessage.stub(.loaded, at: "HKHKG", day: 2, id: "E2", created: 7)
        withdrawal.meaning = .withdrawal(of: "E1")
        try await world.send(withdrawal)
        #expect(try await world.history().isEmpty)
        try await world.send(.stub(.loaded, at: "HKHKG", day: 2, voyage: "V100", id: "E1", created: 8))
        #expect(try await world.history() == ["LOAD HKHKG V100 2"])
    }

    @Test func `handling that a clerk retracted isn't restored by the carrier`() async throws {
        let world = try await CarrierWorld()
        try await world.send(Self.boarding[0])
        let retraction = RetractHandlingEvent.Request(
            trackingId: .stub(),
            type: .receive,
            location: .stub("HKHKG"),
            completionTime: .stub(day: 1),
            reason: .stub()
        )
        _ = try await RetractHandlingEvent(world.world.kit).execute(retraction).get()
        #expect(try await world.send(Self.boarding[0]) == [.ignored("handling_retracted", .cargo(.stub()))])
        #expect(try await world.history().isEmpty)
    }

    @Test func `a corrupt cargo keeps its own event, and delays no other`() async throws {
        let world = try await CarrierWorld()
        world.world.faults.fail(.findCargo, with: .corruptRecord(rule: "DLV-10", id: "BROKEN"), times: 1)
        var broken = CarrierMessage.stub(.gatedIn, at: "HKHKG", day: 1, box: nil)
        broken.trackingIds = [.stub("BROKEN")]
        let outcomes = try await world.send(broken, Self.boarding[0])
        #expect(outcomes == [.kept(.init(.refused, "corrupt_record")), .applied(.cargo(.stub()), isNew: true)])
    }

    @Test func `a corrected gate-in isn't a gate on the way`() async throws {
        let world = try await CarrierWorld()
        try await world.send(.stub(.gatedIn, at: "HKHKG", day: 1, id: "E1", created: 2))
        try await world.send(.stub(.gatedIn, at: "HKHKG", day: 2, id: "E1", created: 3))
        #expect(try await world.history() == ["RECEIVE HKHKG - 2"])
    }

    @Test func `events of different types may share an id`() async throws {
        let world = try await CarrierWorld()
        try await world.send(.stub(.gatedIn, at: "HKHKG", day: 1, id: "E1"), .stub(.loaded, at: "HKHKG", day: 2, voyage: "V100", id: "E1"))
        #expect(try await world.history() == ["RECEIVE HKHKG - 1", "LOAD HKHKG V100 2"])
    }

    @Test func `an event that the carrier takes back is retracted, also if it comes after that`() async throws {
        for isLate in [false, true] {
            let world = try await CarrierWorld()
            let event = CarrierMessage.stub(.gatedIn, at: "HKHKG", day: 1, id: "E1", created: 2)
            var withdrawal = event
            withdrawal.meaning = .withdrawal(of: "E1")
            withdrawal.eventId = "E2"
            withdrawal.createdAt = .stub(day: 3)
            if isLate { try await world.send(withdrawal, event) } else { try await world.send(event, withdrawal) }
            #expect(try await world.history().isEmpty)
        }
    }

    // MARK: The voyage

    /// A voyage of a carrier, which calls at two ports.
    private static func voyage(
        _ number: String,
        _ carrierNumber: String? = nil,
        imo: String? = nil,
        from: String,
        to: String
    ) throws -> Voyage {
        let details = try VoyageDetails(
            carrierVoyageNumbers: try carrierNumber.map { [try CarrierVoyageNumber($0)] } ?? [],
            vessel: try imo.map { try Vessel(imoNumber: try IMONumber($0)) }
        )
        return .register(number: .stub(number), schedule: .stub([.stub(from: from, to: to)]), details: details)
    }

    @Test func `a discharge goes by the number for the arrival, or by what the cargo is on`() async throws {
        for imported in ["V100", nil] {
            let world = try await CarrierWorld()
            try await world.world.store.voyages.save(try Self.voyage("NEXT", "052E", from: "USNYC", to: "DEHAM")).get()
            try await world.send(Self.boarding[0], Self.boarding[1])
            var event = CarrierMessage.stub(.discharged, at: "USNYC", day: 12, voyage: imported)
            event.voyage.export = [try CarrierVoyageNumber("052E")]
            #expect(try await world.send(event) == [.applied(.cargo(.stub()), isNew: true)])
            #expect(try await world.history().last == "UNLOAD USNYC V100 12")
        }
    }

    @Test func `a discharge that comes late goes by what the cargo was on then`() async throws {
        let world = try await CarrierWorld()
        try await world.send(Self.boarding[1], .stub(.loaded, at: "USNYC", day: 15, voyage: "V200"))
        var event = CarrierMessage.stub(.discharged, at: "USNYC", day: 12)
        event.voyage.export = [try CarrierVoyageNumber("V200")]
        #expect(try await world.send(event) == [.applied(.cargo(.stub()), isNew: true)])
        #expect(try await world.history() == ["LOAD HKHKG V100 2", "UNLOAD USNYC V100 12", "LOAD USNYC V200 15"])
    }

    @Test func `a number for the arrival counts more than what the cargo is on, if its voyage calls there`() async throws {
        for (port, unloaded) in [("USNYC", "OTHER"), ("DEHAM", "V100")] {
            let world = try await CarrierWorld()
            try await world.world.store.voyages.save(try Self.voyage("OTHER", from: "HKHKG", to: port)).get()
            try await world.send(Self.boarding[1], .stub(.discharged, at: "USNYC", day: 12, voyage: "OTHER"))
            #expect(try await world.history().last == "UNLOAD USNYC \(unloaded) 12")
        }
    }

    @Test func `the ship decides between voyages with equal numbers`() async throws {
        let world = try await CarrierWorld()
        for (number, imo) in [("M1", "9074729"), ("M2", "9321483")] {
            try await world.world.store.voyages.save(try Self.voyage(number, "052W", imo: imo, from: "HKHKG", to: "DEHAM")).get()
        }
        var event = CarrierMessage.stub(.loaded, at: "HKHKG", day: 3, voyage: "052W")
        #expect(try await world.send(event) == [.kept(.init(.voyageAmbiguous, "052W"))])
        event.voyage.vessel = try IMONumber("9321483")
        #expect(try await world.send(event) == [.applied(.cargo(.stub()), isNew: true)])
        #expect(try await world.history() == ["LOAD HKHKG M2 3"])
    }

    @Test func `a train that the route doesn't have is no handling`() async throws {
        let world = try await CarrierWorld()
        var event = CarrierMessage.stub(.loaded, at: "DEHAM", day: 3, voyage: "R7")
        event.voyage.mode = .rail
        #expect(try await world.send(event) == [.ignored("inland_move", .cargo(.stub()))])
    }

    // MARK: What waits

    @Test func `what is registered later applies what waited for it, in the order of the events' times`() async throws {
        let world = try await CarrierWorld(references: [])
        try await world.send(.stub(.loaded, at: "HKHKG", day: 2, voyage: "NEW"), Self.boarding[0])
        #expect(try await world.waiting().sorted() == ["cargo_not_found MSKU1234565", "cargo_not_found MSKU1234565"])
        #expect(try await world.follower.step() == 0)
        _ = try await AddReference(world.world.kit).execute(.init(CarrierWorld.box, to: .stub())).get()
        #expect(try await world.follower.step() == 1)
        #expect(try await world.waiting() == ["voyage_not_found NEW"])
        try await world.world.store.voyages.save(try Self.voyage("NEW", from: "HKHKG", to: "DEHAM")).get()
        #expect(try await world.follower.step() == 1)
        #expect(try await world.history() == ["RECEIVE HKHKG - 1", "LOAD HKHKG NEW 2"])
        #expect(try await world.waiting().isEmpty)
        #expect(try await world.follower.step() == 0)
    }

    @Test func `a place that is registered later applies what happened there`() async throws {
        let world = try await CarrierWorld()
        try await world.send(.stub(.gatedIn, at: "CNSHA", day: 1))
        #expect(try await world.waiting() == ["location_not_found CNSHA"])
        _ = try await world.follower.step()
        try await world.world.store.locations.save([.stub("CNSHA", name: "Shanghai")]).get()
        #expect(try await world.follower.step() == 1)
        #expect(try await world.history() == ["RECEIVE CNSHA - 1"])
    }

    @Test func `an event a few minutes ahead is applied when its time has come, one of hours ahead waits for a person`() async throws {
        let world = try await CarrierWorld()
        let now = Instant.stub(day: 1)
        world.world.clock.set(to: now.earlier(.seconds(300)))
        try await world.send(.stub(.gatedIn, at: "HKHKG", day: 1))
        #expect(try await world.waiting() == ["time_in_future \(now)"])
        #expect(try await world.follower.step() == 0)
        world.world.clock.set(to: now)
        #expect(try await world.follower.step() == 1)
        #expect(try await world.history() == ["RECEIVE HKHKG - 1"])
        try await world.send(.stub(.loaded, at: "HKHKG", day: 2, voyage: "V100"))
        _ = try await world.follower.step()
        world.world.clock.set(to: .stub(day: 3))
        #expect(try await world.follower.step() == 0)
        #expect(try await world.waiting().count == 1)
    }

    @Test func `equal events are kept once, and a dismissed one stays dismissed`() async throws {
        let world = try await CarrierWorld(references: [])
        let event = Self.boarding[0]
        try await world.send(event, event)
        #expect(try await world.send(event) == [.kept(.init(.cargoUnknown, "MSKU1234565"))])
        let kept = try #require(try await world.desk.list(limit: 10).items.first)
        #expect(try await world.desk.list(limit: 10).items.count == 1)
        let dismissed = try #require(try await world.desk.dismiss(kept.id, by: "clerk", because: .stub()))
        #expect(dismissed.state.status == .dismissed)
        #expect(try await world.send(event) == [.ignored("dismissed", nil)])
        #expect(try await world.desk.retry(kept.id)?.state.status == .dismissed)
        #expect(try await world.desk.list(.dismissed, limit: 10).items == [dismissed])
    }

    @Test func `a carrier has so many events that wait, and no more`() async throws {
        let world = try await CarrierWorld(references: [], maximumOpen: 1)
        let unknown = CarrierEventReason(.cargoUnknown, "MSKU1234565")
        #expect(try await world.send(Self.boarding[0]) == [.kept(unknown)])
        #expect(try await world.send(Self.boarding[1]) == [.full(unknown)])
        #expect(try await world.send(Self.boarding[1], of: "MSCU") == [.kept(unknown)])
        #expect(try await CarrierWorld(references: [], maximumOpen: 0).send(Self.boarding[0]) == [.full(unknown)])
    }

    @Test func `settled events are emptied after their time`() async throws {
        let world = try await CarrierWorld(references: [])
        try await world.send(Self.boarding[0])
        let id = try #require(try await world.desk.list(limit: 10).items.first).id
        _ = try await world.desk.dismiss(id, by: "clerk", because: .stub())
        #expect(try await world.desk.forget(settledBefore: .stub(day: 60)) == 0)
        #expect(try await world.desk.forget(settledBefore: .stub(day: 61)) == 1)
        #expect(try await world.desk.find(id) == nil)
        #expect(try await world.desk.list(.dismissed, limit: 10).items.isEmpty)
    }

    @Test func `a cargo in several containers keeps what its carrier says of one of them`() async throws {
        let world = try await CarrierWorld(references: [])
        // Stores of older versions have such cargos (REF-3).
        let booked = Cargo.stub("TWO")
        let cargo = try Cargo.reconstitute(
            trackingId: booked.trackingId,
            customerId: booked.customerId,
            origin: booked.origin,
            routeSpecification: booked.routeSpecification,
            itinerary: nil,
            routingStart: nil,
            delivery: .init(booked.delivery),
            references: [.stub(.container, "CSQU3054383"), CarrierWorld.box],
            version: 0
        )
        try await world.world.store.cargos.save(cargo).get()
        #expect(try await world.send(Self.boarding[0]) == [.kept(.init(.severalContainers, "TWO"))])
        #expect(try await world.history("TWO").isEmpty)
        _ = try await world.follower.step()
        let kit = world.world.kit
        let other = CargoReference.stub(.container, "CSQU3054383")
        _ = try await RemoveReference(kit).execute(.init(other, from: booked.trackingId)).get()
        #expect(try await world.follower.step() == 1)
        #expect(try await world.history("TWO") == ["RECEIVE HKHKG - 1"])
    }
}
