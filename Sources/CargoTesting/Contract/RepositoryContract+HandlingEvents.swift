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
                .stub(.load, at: "CNHKG", voyage: "V100", completed: .stub(day: 2), registered: .stub(day: 9)),
                .stub(.customs, completed: .stub(day: 1, hour: 4), registered: .stub(day: 8)),
                .stub(.receive, completed: .stub(day: 1), registered: .stub(day: 7)),
            ]
            for event in events { try expect("the event is new", await backend.appended(event), is: true) }
            try await backend.appended(.stub(completed: .stub(day: 3), of: "OTHER"))
            let history = try await backend.history()
            try expect("the history", history, is: .stub(events))
            try expect("the registration times", history.events.map(\.registrationTime), is: [.stub(day: 7), .stub(day: 8), .stub(day: 9)])
            try expect("the other cargo's history", await backend.history(of: "OTHER").events.count, is: 1)
        },
        ContractCheck(["HND-3"], "an equal event isn't new and isn't stored again, whatever its registration time") { backend in
            try await backend.appended(.stub(registered: .stub(day: 2)))
            try expect("the event is new", await backend.appended(.stub(registered: .stub(day: 3))), is: false)
            let history = try await backend.history()
            try expect("the number of events", history.events.count, is: 1)
            try expect("the registration time", history.events.first?.registrationTime, is: .stub(day: 2))
        },
        ContractCheck(["HND-6", "REP-2"], "an event checked against an outdated history conflicts and isn't stored") {
            backend in
            let stale = try await backend.history()
            try await backend.appended(.stub())
            let result = await backend.handlingEvents.save(.stub(.customs, completed: .stub(day: 2)), after: stale)
            switch result {
            case .success: throw Disagreement(expected: "concurrency_conflict", actual: "success")
            case .failure(let error): try expect("the failure", error.code, is: .concurrencyConflict)
            }
            try expect("the number of events", await backend.history().events.count, is: 1)
        },
        ContractCheck(["HND-6", "REP-7"], "of 20 concurrent claims exactly one is stored; the others see it and are rejected") { backend in
            let outcomes = try await atOnce { writer in
                let claim = HandlingEvent.stub(.claim, at: "SESTO", completed: .stub(day: 30, millisecond: writer))
                for _ in 1...1000 {
                    let history = try await backend.history()
                    do throws(DomainError) {
                        try history.checkAccepts(claim)
                    } catch {
                        return "refused"
                    }
                    switch await backend.handlingEvents.save(claim, after: history) {
                    case .success(let isNew): return isNew ? "stored" : "known"
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
            let isNew = try await atOnce { writer in
                try await backend.appended(.stub(registered: .stub(day: 2, millisecond: writer)))
            }
            try expect("the number of new events", isNew.count { $0 }, is: 1)
            try expect("the number of events", await backend.history().events.count, is: 1)
        },
        ContractCheck(["REP-7"], "20 different events registered concurrently are all stored") { backend in
            let isNew = try await atOnce { writer in
                try await backend.appended(.stub(.customs, completed: .stub(day: 1, millisecond: writer)))
            }
            try expect("the number of new events", isNew.count { $0 }, is: writers)
            try expect("the number of events", await backend.history().events.count, is: writers)
        },
    ]
}

extension RepositoryBackend {
    /// Returns the stored history of a cargo.
    fileprivate func history(of trackingId: String = "ABC123") async throws -> HandlingHistory {
        try success(of: "finding a history", await handlingEvents.findHistory(of: .stub(trackingId)))
    }

    /// Stores an event, retrying when another one got in first, and returns whether it was new.
    @discardableResult
    fileprivate func appended(_ event: HandlingEvent) async throws -> Bool {
        for _ in 1...1000 {
            let known = try success(of: "finding a history", await handlingEvents.findHistory(of: event.trackingId))
            switch await handlingEvents.save(event, after: known) {
            case .success(let isNew): return isNew
            case .failure(let error): try expect("the failure", error.code, is: .concurrencyConflict)
            }
        }
        throw Disagreement(expected: "an event is stored within 1000 tries", actual: "it never was")
    }
}
