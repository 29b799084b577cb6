import CargoApplication
import CargoDomain

extension RepositoryContract {
    /// The checks of handling events.
    public static let handlingEventChecks: [ContractCheck] = [
        ContractCheck(["REP-1"], "a cargo without events has an empty history; this isn't an error") { backend in
            try expect("the history", await backend.history(), is: .empty(of: .stub()))
        },
        ContractCheck(["REP-4", "HND-4"], "events come back as their cargo's history, ordered, with their registration times") {
            backend in
            let events: [HandlingEvent] = [
                .stub(.load, at: "HKHKG", voyage: "V100", completed: .stub(day: 2), registered: .stub(day: 9)),
                .stub(.customs, completed: .stub(day: 1, hour: 4), registered: .stub(day: 8)),
                .stub(.receive, completed: .stub(day: 1), registered: .stub(day: 7)),
            ]
            for id in ["ABC123", "OTHER"] { try await backend.saved(.stub(id)) }
            for event in events { try expect("the event is new", await backend.register(event), is: true) }
            try await backend.register(.stub(completed: .stub(day: 3), of: "OTHER"))
            let history = try await backend.history()
            try expect("the history", history, is: .stub(events))
            try expect("the registration times", history.events.map(\.registrationTime), is: [.stub(day: 7), .stub(day: 8), .stub(day: 9)])
            try expect("the other cargo's history", await backend.history(of: "OTHER").events.count, is: 1)
        },
        ContractCheck(["HND-6", "REP-7"], "of 20 concurrent claims exactly one is stored; the others see it and are rejected") { backend in
            try await backend.saved(.stub())
            let outcomes = try await atOnce { writer in
                let claim = HandlingEvent.stub(.claim, at: "SESTO", completed: .stub(day: 30, millisecond: writer))
                for _ in 1...1000 {
                    let history = try await backend.history()
                    do throws(DomainError) {
                        try history.checkAccepts(claim)
                    } catch {
                        return "refused"
                    }
                    let cargo = try await backend.cargo().derivingDeliveryProgress(from: history.adding(claim))
                    switch await backend.handlingUnitOfWork.save(claim, after: history, with: cargo) {
                    case .success: return "stored"
                    case .failure(let error): try expect("the failure", error.code, is: .concurrencyConflict)
                    }
                }
                return "starved"
            }
            try expect("the claims stored", outcomes.count { $0 == "stored" }, is: 1)
            try expect("the claims refused", outcomes.count { $0 == "refused" }, is: writers - 1)
            try expect("the number of events", await backend.history().events.count, is: 1)
        },
        ContractCheck(["HND-3", "REP-7"], "of 20 concurrent registrations of one event exactly one is new") { backend in
            try await backend.saved(.stub())
            let isNew = try await atOnce { writer in
                try await backend.register(.stub(registered: .stub(day: 2, millisecond: writer)))
            }
            try expect("the number of new events", isNew.count { $0 }, is: 1)
            try expect("the number of events", await backend.history().events.count, is: 1)
        },
        ContractCheck(["REP-7"], "20 different events registered concurrently are all stored") { backend in
            try await backend.saved(.stub())
            let isNew = try await atOnce { writer in
                try await backend.register(.stub(.customs, completed: .stub(day: 1, millisecond: writer)))
            }
            try expect("the number of new events", isNew.count { $0 }, is: writers)
            try expect("the number of events", await backend.history().events.count, is: writers)
        },
        ContractCheck(["HND-7"], "a retracted event is no part of the history, and is listed with its reason and time") { backend in
            try await backend.saved(.stub())
            let events: [HandlingEvent] = [
                .stub(registered: .stub(day: 5)), .stub(.customs, completed: .stub(day: 2)),
                .stub(.load, voyage: "V100", completed: .stub(day: 3)),
            ]
            for event in events { try await backend.register(event) }
            try await backend.retract(.stub(events[2], because: "Wrong voyage", at: .stub(day: 6)))
            try await backend.retract(.stub(events[0], because: "Wrong container", at: .stub(day: 7)))
            try expect("the history", await backend.history().events, is: [events[1]])
            let retracted = try await backend.retracted()
            try expect(
                "the retracted events",
                retracted,
                is: [
                    .stub(events[0], because: "Wrong container", at: .stub(day: 7)),
                    .stub(events[2], because: "Wrong voyage", at: .stub(day: 6)),
                ]
            )
            try expect("the registration time", retracted.first?.event.registrationTime, is: .stub(day: 5))
            try expect("the revision", await backend.history().revision, is: 5)
            try expect("another cargo's", success(of: "listing", await backend.handlingEvents.findRetracted(of: .stub("OTHER"))), is: [])
        },
        ContractCheck(["HND-7"], "a retracted event that is registered again stands, with its new registration time") { backend in
            try await backend.saved(.stub())
            try await backend.register(.stub(registered: .stub(day: 2)))
            try await backend.retract(.stub())
            try expect("the event is new", await backend.register(.stub(registered: .stub(day: 4))), is: true)
            let history = try await backend.history()
            try expect("the history", history.events, is: [.stub()])
            try expect("the registration time", history.events.first?.registrationTime, is: .stub(day: 4))
            try expect("the revision", history.revision, is: 3)
            try expect("the retracted events", await backend.retracted(), is: [])
        },
    ]
}

extension RepositoryBackend {
    /// Returns the stored history of a cargo.
    fileprivate func history(of trackingId: String = "ABC123") async throws -> HandlingHistory {
        try success(of: "finding a history", await handlingEvents.findHistory(of: .stub(trackingId)))
    }

    /// Returns the retracted events of the stub cargo.
    fileprivate func retracted() async throws -> [RetractedEvent] {
        try success(of: "listing retracted events", await handlingEvents.findRetracted(of: .stub()))
    }

    /// Stores an event with its cargo, retrying when another one got in first, and returns whether it was new.
    @discardableResult
    func register(_ event: HandlingEvent) async throws -> Bool {
        for _ in 1...1000 {
            let known = try success(of: "finding a history", await handlingEvents.findHistory(of: event.trackingId))
            if known.contains(event) { return false }
            let cargo = try await cargo(event.trackingId).derivingDeliveryProgress(from: known.adding(event))
            switch await handlingUnitOfWork.save(event, after: known, with: cargo) {
            case .success: return true
            case .failure(let error): try expect("the failure", error.code, is: .concurrencyConflict)
            }
        }
        throw Disagreement(expected: "an event is stored within 1000 tries", actual: "it never was")
    }

    /// Retracts the stored event that is equal to a retraction's, with its registration time.
    func retract(_ retraction: RetractedEvent) async throws {
        let id = retraction.event.trackingId
        let history = try success(of: "finding a history", await handlingEvents.findHistory(of: id))
        guard let event = history.events.first(where: { $0 == retraction.event }) else {
            throw Disagreement(expected: "\(retraction.event) in the history", actual: "\(history.events)")
        }
        let cargo = try await cargo(id).derivingDeliveryProgress(from: history.retracting(event))
        let stored = RetractedEvent(event: event, reason: retraction.reason, retractedAt: retraction.retractedAt)
        try success(of: "retracting an event", await handlingUnitOfWork.retract(stored, after: history, with: cargo))
    }
}
