import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Testing

@Suite("Stories of a cargo")
struct StoryTests {
    static let ports = ["HKHKG", "DEHAM", "SESTO", "USNYC"]
    static let numbers = ["V100", "V200", "V300"]

    /// A store with three voyages and a cargo that is routed through New York to Stockholm; everything happens on one day.
    struct Story {
        let kit: CargoKit
        let store: InMemoryStore
        let clock: FixedClock

        init(today: Int) async throws {
            clock = FixedClock(.stub(day: today))
            store = InMemoryStore(clock: clock)
            kit = CargoKit(store: store, clock: clock)
            try await store.locations.save(ports.map { .stub($0, name: $0) }).get()
            for number in numbers { try await store.voyages.save(.stub(number, schedule: schedule(of: number))).get() }
            let route = Itinerary.stub(
                .stub("V100", from: "HKHKG", at: .stub(day: 10), to: "USNYC", at: .stub(day: 20)),
                .stub("V200", from: "USNYC", at: .stub(day: 22), to: "SESTO", at: .stub(day: 30))
            )
            try await store.cargos.save(.stub(itinerary: route)).get()
        }

        func cargo() async throws -> Cargo { try await store.cargos.findByTrackingId(.stub()).get() }

        @discardableResult
        func register(_ event: HandlingEvent) async throws(DomainError) -> RegisterHandlingEvent.Response {
            try await kit.handle(
                event.activity.type,
                of: .stub(),
                at: event.activity.location,
                on: event.activity.voyageNumber,
                completed: event.completionTime
            )
        }

        func retract(_ event: HandlingEvent) async throws(DomainError) {
            try await kit.retract(
                event.activity.type,
                of: .stub(),
                at: event.activity.location,
                on: event.activity.voyageNumber,
                completed: event.completionTime,
                because: .stub()
            )
        }

        /// Does anything; the rules may refuse it.
        func step(_ random: inout SplitMix64) async throws {
            do throws(DomainError) {
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1, 2: try await register(event(on: 5...16, &random))
                case 3:
                    let known = try await store.handlingEvents.findHistory(of: .stub()).get().events
                    try await retract(known.randomElement(using: &random) ?? event(on: 5...16, &random))
                case 4:
                    let number = numbers.randomElement(using: &random)!
                    let late = schedule(of: number, late: .random(in: 0...3, using: &random))
                    try await kit.rescheduleVoyage(.stub(number), to: late)
                case 5: try await kit.cancelBooking(of: .stub(), because: .stub())
                case 6: try await kit.reinstateBooking(of: .stub())
                case 7: try await kit.changeDestination(of: .stub(), to: .stub(ports.randomElement(using: &random)!))
                case 8: try await kit.changeDeadline(of: .stub(), to: .stub(day: .random(in: 45..<55, using: &random)))
                default:
                    let routes = try await kit.routes(for: .stub())
                    if let route = routes.randomElement(using: &random) { try await kit.assign(route, to: .stub()) }
                }
            } catch {
                #expect(error.tier != .technical, "\(error)")
            }
        }
    }

    static func schedule(of number: String, late: Int = 0) -> Schedule {
        func movement(_ from: String, _ departure: Int, _ to: String, _ arrival: Int) -> CarrierMovement {
            .stub(from: from, at: .stub(day: departure + late), to: to, at: .stub(day: arrival + late))
        }
        return switch number {
        case "V100": .stub([movement("HKHKG", 10, "DEHAM", 15), movement("DEHAM", 16, "USNYC", 20)])
        case "V200": .stub([movement("USNYC", 22, "SESTO", 30)])
        default: .stub([movement("DEHAM", 24, "SESTO", 28), movement("SESTO", 29, "HKHKG", 45)])
        }
    }

    static func event(
        on days: ClosedRange<Int>,
        of types: [HandlingType] = HandlingType.allCases,
        _ random: inout SplitMix64
    ) -> HandlingEvent {
        let type = types.randomElement(using: &random)!
        let isAtSea = type == .load || type == .unload
        return .stub(
            type,
            at: ports.randomElement(using: &random)!,
            voyage: isAtSea ? numbers.randomElement(using: &random)! : nil,
            completed: .stub(day: .random(in: days, using: &random))
        )
    }

    @Test("HND-7, UC-5: registrations and retractions that leave the same events end in the same cargo and view", arguments: 1...60)
    func retractions(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        // Types that HND-6 accepts in any order.
        let types: [HandlingType] = [.load, .unload, .customs]
        let stay = Set((0..<5).map { _ in Self.event(on: 5...35, of: types, &random) })
        let go = Set((0..<4).map { _ in Self.event(on: 5...35, of: types, &random) }).subtracting(stay)
        let straight = try await Story(today: 40)
        for event in stay { try await straight.register(event) }

        // Each event that goes is registered before it is retracted; some that stay go and come back.
        var steps: [(event: HandlingEvent, isRegistered: Bool)] = []
        for event in stay.union(go).shuffled(using: &random) {
            var place = Int.random(in: 0...steps.count, using: &random)
            steps.insert((event, true), at: place)
            guard go.contains(event) || Bool.random(using: &random) else { continue }
            place = .random(in: place + 1...steps.count, using: &random)
            steps.insert((event, false), at: place)
            if stay.contains(event) { steps.insert((event, true), at: .random(in: place + 1...steps.count, using: &random)) }
        }
        let winding = try await Story(today: 40)
        for step in steps {
            if step.isRegistered { try await winding.register(step.event) } else { try await winding.retract(step.event) }
        }
        #expect(try await winding.cargo().reconstituted(atVersion: 1) == straight.cargo().reconstituted(atVersion: 1))
        #expect(try await winding.kit.track(.stub()) == straight.kit.track(.stub()))

        let before = try await winding.cargo()
        for event in stay { #expect(try await !winding.register(event).isNew) }
        #expect(try await winding.cargo() == before)
    }

    @Test("CRG-9, CRG-10, REP-3: a consumer that reads the domain events alone tracks the cargo as the store does", arguments: 1...200)
    func projection(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let story = try await Story(today: 16)
        for _ in 0..<12 {
            try await story.step(&random)
            let cargo = try await story.cargo()
            let history = try await story.store.handlingEvents.findHistory(of: .stub()).get()
            #expect(try cargo.derivingDeliveryProgress(from: history) == cargo)
        }
        var projection = CargoProjection(voyages: Self.numbers.map { .stub($0, schedule: Self.schedule(of: $0)) })
        for event in try await story.store.events.events(after: 0, limit: 1000).get() { try projection.apply(event) }
        #expect(try await projection.cargos == [story.cargo()])

        let copy = InMemoryStore()
        copy.change { world in
            for port in Self.ports { world.place(Location.stub(port, name: port)) }
            for voyage in projection.voyages.values { world.place(voyage) }
            for cargo in projection.cargos { world.place(cargo) }
            for event in projection.history(of: .stub()).events { world.place(event) }
        }
        let tracked = try await CargoKit(store: copy, clock: FixedClock(.stub(day: 16))).track(.stub())
        #expect(try await tracked == story.kit.track(.stub()))
    }

    @Test("UC-6: while a tracking view's basis holds, the view is the one that would be made now", arguments: 1...200)
    func basis(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let story = try await Story(today: 16)
        let versions = try #require(story.store.versions)
        var kept: [(view: CargoTrackingView, basis: TrackCargo.Basis)] = []
        var held = 0
        for _ in 0..<20 {
            let (view, basis) = try await TrackCargo(story.kit).executeWithBasis(.init(trackingId: .stub())).get()
            for old in kept {
                let isCurrent = try await old.basis.holds(for: versions.versions(of: old.basis.aggregates).get(), at: story.clock.now())
                if isCurrent { #expect(old.view == view) }
                if isCurrent { held += 1 }
            }
            kept.append((view, try #require(basis)))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: story.clock.set(to: .stub(day: .random(in: 5...40, using: &random)))
            case 1:
                let name = ["Port", "Harbour"].randomElement(using: &random)!
                try await story.store.locations.save([.stub(Self.ports.randomElement(using: &random)!, name: name)]).get()
            case 2: try await story.store.cargos.save(.stub("OTHER-\(kept.count)")).get()
            default: try await story.step(&random)
            }
        }
        #expect(held > 0)
    }

    @Test("CRG-2, RTG-7: a cargo accepts every route that is offered, on board of the wrong ship as well", arguments: 1...60)
    func offers(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let story = try await Story(today: 16)
        if seed.isMultiple(of: 3) {
            try await story.register(.stub(.load, at: "DEHAM", voyage: "V300", completed: .stub(day: 16)))
            try await story.kit.rescheduleVoyage(.stub("V300"), to: Self.schedule(of: "V300", late: -8))
        }
        for _ in 0..<(seed.isMultiple(of: 3) ? 0 : 8) { try await story.step(&random) }
        let offers: [Itinerary]
        do throws(DomainError) { offers = try await story.kit.routes(for: .stub()) } catch { return }
        #expect(!seed.isMultiple(of: 3) || !offers.isEmpty)
        for route in offers.prefix(1) {
            try await story.kit.assign(route, to: .stub())
            #expect(try await story.cargo().itinerary == route)
        }
    }
}
