import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let outboxChecks: [ContractCheck] = [
        limits(of: "events") { await $0.events.events(after: 0, limit: $1) },
        ContractCheck(["REP-3"], "a cargo's raised facts are stored with it, in order, each in its envelope") { backend in
            try await backend.saved(.stub(itinerary: .stub()))
            let received = try await backend.cargo().derivingDeliveryProgress(from: .stub(.stub()))
            try await backend.saved(received)
            let events = try await backend.allEvents()
            try expect("the types", events.map(\.fact.type), is: ["CargoBooked", "CargoRouted", "CargoHandled"])
            try expect("the event ids", events.map(\.eventId), is: ["Cargo:ABC123:1:0", "Cargo:ABC123:1:1", "Cargo:ABC123:2:0"])
            try expect("the sequences", events.map(\.sequence), is: [1, 2, 3])
            try expect("the versions", events.map(\.aggregateVersion), is: [1, 1, 2])
            try expect("the aggregates", events.map(\.aggregateType), is: [.cargo, .cargo, .cargo])
            try expect("the ids", events.map(\.aggregateId), is: ["ABC123", "ABC123", "ABC123"])
            try expect("the schema versions", events.map(\.schemaVersion), is: [2, 2, 2])
            try expect("the facts", events.map(\.fact), is: Cargo.stub(itinerary: .stub()).raisedFacts + received.raisedFacts)
        },
        ContractCheck(["REP-3"], "event envelopes have the time of the save", needs: BackendParts.now) { backend, now in
            try await backend.saved(.stub(itinerary: .stub()))
            try expect("the times", await backend.allEvents().map(\.occurredAt), is: [now, now])
        },
        ContractCheck(["REP-3"], "events carry the id of the request that saved them") { backend in
            try await Correlation.$id.withValue(RequestId("r-1")) {
                try await backend.saved(.stub())
                try await backend.savedVoyage(.stub())
            }
            let voyage = try success(of: "finding", await backend.voyages.findByNumber(.stub()))
            try await Correlation.$id.withValue(RequestId("r-2")) {
                try await backend.savedVoyage(voyage.rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC")))
            }
            try expect("the ids of the requests", await backend.allEvents().map(\.correlationId), is: ["r-1", "r-2"])
        },
        ContractCheck(["REP-3"], "events carry the actor of the request that saved them, perhaps behind that of a service between") {
            backend in
            try await backend.saved(.stub("FIRST"))
            try await Correlation.$actor.withValue(EventActor("token:ops")) {
                try await backend.saved(.stub())
                try await backend.savedVoyage(.stub())
            }
            let voyage = try success(of: "finding", await backend.voyages.findByNumber(.stub()))
            try await Correlation.$actor.withValue(EventActor("person:a \"b\" c")) {
                try await backend.savedVoyage(voyage.rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC")))
                try await backend.register(.stub())
            }
            let actors = try await backend.allEvents().dropFirst().map { $0.actor?.text ?? "none" }
            let wanted = ["token:ops", "person:a \"b\" c", "person:a \"b\" c"]
            for (actor, wanted) in zip(actors, wanted) where actor != wanted {
                try expect(actor.hasPrefix("service:") && actor.hasSuffix(":" + wanted), "the actor \(wanted)", butGot: actor)
            }
            try expect("the number of events", actors.count, is: wanted.count)
        },
        ContractCheck(["REP-3"], "the events of one cargo are read in pages after a position") { backend in
            for id in ["ABC", "ABC1", "AAB", "ABC-X"] { try await backend.saved(.stub(id)) }
            let voyage = try await backend.savedVoyage(.stub("ABC"))
            try await backend.savedVoyage(voyage.rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC")))
            for type in [HoldType.customs, .freight] {
                for id in ["ABC", "ABC1"] {
                    try await backend.saved(try await backend.cargo(.stub(id)).held(type, because: .stub(), at: .stub(day: 1)))
                }
            }
            for limit in [1, 2, 3, 1000] {
                var sequences: [Int64] = []
                var next: Int64? = 0
                while let after = next {
                    let page = try success(of: "reading", await backend.events.page(of: .stub("ABC"), after: after, limit: limit))
                    try expect(page.items.count <= limit, "at most \(limit) events", butGot: "\(page.items.count)")
                    sequences += page.items.map(\.sequence)
                    next = page.next
                    if let next { try expect(next > after, "a position after \(after)", butGot: "\(next)") }
                }
                try expect("the sequences by \(limit)", sequences, is: [1, 6, 8])
            }
            let none = try success(of: "reading", await backend.events.page(of: .stub("NONE"), after: 0, limit: 9))
            try expect("the events of another cargo", none.items, is: [])
            for limit in [0, 1001] {
                try failure(
                    of: "reading \(limit)",
                    await backend.events.page(of: .stub("ABC"), after: 0, limit: limit).map(\.items),
                    is: .invalid(.integerOutOfRange, text: String(limit))
                )
            }
        },
        ContractCheck(["REP-3"], "saving an aggregate without raised facts adds nothing to the outbox") { backend in
            let cargo = try await backend.saved(.stub())
            try await backend.saved(cargo)
            try await backend.savedVoyage(.stub())
            try expect("the types", await backend.allEvents().map(\.fact.type), is: ["CargoBooked"])
        },
        ContractCheck(["REP-3", "VOY-4"], "voyages and cargos share one outbox") { backend in
            let voyage = try await backend.savedVoyage(.stub())
            try await backend.saved(.stub())
            try await backend.savedVoyage(voyage.rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC")))
            let events = try await backend.allEvents()
            try expect("the event ids", events.map(\.eventId), is: ["Cargo:ABC123:1:0", "Voyage:V100:2:0"])
            try expect("the sequences", events.map(\.sequence), is: [1, 2])
            try expect(
                "the last fact",
                events.last?.fact,
                is: .voyageRescheduled(voyageNumber: .stub(), schedule: .stub(calling: "HKHKG", "JPTYO", "USNYC"))
            )
        },
        ContractCheck(
            ["REP-3"],
            "the facts of estimates, retractions and cancellations come back as they were raised, in envelopes of version 2"
        ) {
            backend in
            let event = HandlingEvent.stub(.customs, registered: .stub(day: 2))
            let disruption = try Disruption(leg: 1, location: .stub("USNYC"), reason: .connectionMissed, voyageNumber: .stub("V200"))
            let cargo = try Cargo.stub(itinerary: .stub()).handled(by: event, history: .stub(event))
                .noting(retractionOf: event, because: .stub())
                .announcing(Estimate(disruption: nil, estimatedArrival: .stub(day: 25)))
                .announcing(Estimate(disruption: disruption, estimatedArrival: nil))
                .announcing(.asPlanned(.stub()))
                .cancelled(because: .stub("Not needed"), at: .stub(day: 1))
                .reinstated(at: .stub(day: 1))
            try success(of: "saving", await backend.cargos.save(cargo))
            let events = try await backend.allEvents()
            try expect("the facts", events.map(\.fact), is: cargo.raisedFacts)
            try expect("the number of types", Set(events.map(\.fact.type)).count, is: 10)
            try expect("the versions of the envelope", Set(events.map(\.schemaVersion)), is: [2])
        },
        ContractCheck(
            ["REP-3"],
            "the facts of holds, collection, other voyages and port calls come back as they were raised, in envelopes of version 3"
        ) { backend in
            let routed = try await backend.saved(.stub(itinerary: .stub()))
            let cargo = try routed.held(.customs, because: .stub(), at: .stub(day: 1)).released(.customs)
                .settingPickUp(by: .stub(day: 40)).settingPickUp(by: nil)
                .substitutingVoyage(ofLeg: 0, with: .stub("V9"), history: .stub([]))
            try success(of: "saving", await backend.cargos.save(cargo))
            let voyage = try await backend.savedVoyage(.stub()).reported().described(as: .stub()).described(as: nil)
            try await backend.savedVoyage(voyage)
            let events = try await backend.allEvents().dropFirst(routed.raisedFacts.count + 2)
            try expect("the facts", events.map(\.fact), is: cargo.raisedFacts + voyage.raisedFacts)
            try expect("the versions of the envelope", Set(events.map(\.schemaVersion)), is: [3])
        },
        ContractCheck(["REP-3"], "the outbox is read in pages after a position, and ends with an empty page") { backend in
            for place in 0..<7 { try await backend.saved(.stub("CARGO-\(place)")) }
            let all = try await backend.allEvents()
            try expect("the sequences", all.map(\.sequence), is: (1...7).map { $0 })
            for limit in [1, 3, 7, 8] {
                var read: [DomainEvent] = []
                while true {
                    let piece = try success(
                        of: "reading",
                        await backend.events.events(after: read.last?.sequence ?? 0, limit: limit)
                    )
                    try expect(piece.count <= limit, "at most \(limit) events", butGot: "\(piece.count)")
                    if piece.isEmpty { break }
                    read += piece
                    try expect(read.count <= all.count, "\(all.count) events in pages of \(limit)", butGot: "\(read.map(\.sequence))")
                }
                try expect("the events in pages of \(limit)", read, is: all)
            }
            try expect("the events after the end", success(of: "reading", await backend.events.events(after: 7, limit: 9)), is: [])
            try expect("the events far after it", success(of: "reading", await backend.events.events(after: .max, limit: 9)), is: [])
        },
        ContractCheck(
            ["REP-3", "REP-5"],
            "an unreadable event doesn't hide the events before and after it",
            needs: BackendParts.insertUnreadableEvent
        ) { backend, plant in
            try await backend.saved(.stub())
            try await plant(try await backend.cargo().changingDeadline(to: .stub(day: 61), at: .stub()))
            try await backend.saved(.stub("OTHER"))
            let entries = try success(of: "reading", await backend.events.entries(after: 0, limit: 9))
            try expect("the sequences", entries.map(\.sequence), is: [1, 2, 3])
            try expect("the event ids", entries.map(\.eventId), is: ["Cargo:ABC123:1:0", "Cargo:ABC123:2:0", "Cargo:OTHER:1:0"])
            guard case .unreadable(let unreadable) = entries[1] else {
                throw Disagreement(expected: "an unreadable event", actual: "\(entries[1])")
            }
            try expect("its aggregate", unreadable.aggregate, is: "Cargo:ABC123")
            try expect("the error code", unreadable.error.code, is: .corruptRecord)
            try expect("the second entry", success(of: "reading", await backend.events.entries(after: 1, limit: 1)), is: [entries[1]])
            let before = try success(of: "reading", await backend.events.events(after: 0, limit: 9))
            try expect("the events before it", before.map(\.sequence), is: [1])
            if case .success(let events) = await backend.events.events(after: 1, limit: 9) {
                throw Disagreement(expected: "corrupt_record", actual: "\(events)")
            }
            let after = try success(of: "reading", await backend.events.events(after: 2, limit: 9))
            try expect("the events after it", after.map(\.sequence), is: [3])
        },
    ]

    static let trackingIdChecks: [ContractCheck] = [
        ContractCheck(["REP-6"], "neither an id in use nor one generated before is generated; when all are used, generation fails") {
            backend in
            let ids = trackingIds.reduce(into: [TrackingId]()) { if !$0.contains($1) { $0.append($1) } }
            try await backend.saved(.stub(ids[1].text))
            try await backend.saved(.stub(ids[3].text))
            let free = ids.enumerated().filter { $0.offset != 1 && $0.offset != 3 }.map(\.element)
            for id in free { try expect("the generated id", success(of: "generating", await backend.cargos.nextTrackingId()), is: id) }
            try failure(of: "one more id", await backend.cargos.nextTrackingId(), is: .technical(.trackingIdsExhausted))
        },
        ContractCheck(["REP-6"], "20 concurrent calls generate 20 ids") { backend in
            let drawn = try await atOnce { _ in try success(of: "generating an id", await backend.cargos.nextTrackingId()) }
            try expect("the number of different ids", Set(drawn).count, is: writers)
        },
    ]
}
