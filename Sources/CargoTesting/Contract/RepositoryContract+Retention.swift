public import CargoApplication
import CargoDomain

extension RepositoryContract {
    /// The checks of what is archived, trimmed and erased.
    static let retentionChecks: [ContractCheck] = [
        ContractCheck(["REP-9"], "a cargo leaves with its history, and its id stays in use", needs: BackendParts.retention) {
            backend,
            retention in
            let (claimed, kept) = (try await backend.claimed(), try await backend.saved(.stub("KEPT")))
            try success(of: "removing", await retention.remove([claimed.archived()], to: .stub()))
            let gone = DomainError.cargoArchived(.stub(), in: ArchivePlace.stub().archive)
            try failure(of: "finding", await backend.cargos.findByTrackingId(.stub()), is: gone)
            try failure(of: "reading its contents", await retention.contents(of: .stub()), is: gone)
            let history = try success(of: "finding its history", await backend.handlingEvents.findHistory(of: .stub()))
            try expect("the events", history.events, is: [])
            try expect("its place", success(of: "asking", await retention.place(of: .stub())), is: .stub())
            try expect("the place of another", success(of: "asking", await retention.place(of: .stub("KEPT"))), is: nil)
            try expect("the customer's cargos", success(of: "listing", await backend.cargos.findForCustomer(.stub())), is: [kept])
            for query in [CargoQuery(), CargoQuery(customer: .stub()), CargoQuery(reference: .stub()), CargoQuery(voyage: .stub())] {
                let page = try success(of: "finding", await backend.cargos.find(query, after: nil, limit: 9))
                try expect("the cargos found", page.items.filter { $0.trackingId == .stub() }, is: [])
            }
            let version = claimed.version + 1
            try failure(
                of: "saving it as it was",
                await backend.cargos.save(claimed),
                is: .concurrencyConflict(TrackingId.stub(), expected: claimed.version, actual: version)
            )
            try failure(
                of: "booking over it",
                await backend.cargos.save(.stub()),
                is: .concurrencyConflict(TrackingId.stub(), expected: 0, actual: version)
            )
            try expect("the last event", await backend.allEvents().last?.eventId, is: "Cargo:ABC123:\(version):0")
        },
        ContractCheck(["REP-9", "REP-6"], "a removed id isn't given again", needs: BackendParts.retention) { backend, retention in
            let id = try success(of: "drawing", await backend.cargos.nextTrackingId())
            let cargo = try await backend.saved(try Cargo.stub(id.text).cancelled(because: .stub(), at: .stub()))
            try success(of: "removing", await retention.remove([cargo.archived()], to: .stub()))
            var drawn: Set<TrackingId> = []
            while case .success(let next) = await backend.cargos.nextTrackingId() { drawn.insert(next) }
            try expect("whether it was drawn again", drawn.contains(id), is: false)
        },
        ContractCheck(["REP-9"], "of several cargos all leave or none", needs: BackendParts.retention) { backend, retention in
            let (first, second) = (try await backend.cancelled("FIRST"), try await backend.cancelled("SECOND"))
            let changed = try await backend.saved(try second.adding(.stub(.booking, "B1")))
            try failure(
                of: "removing a cargo that was changed",
                await retention.remove([try first.archived(), try second.archived()], to: .stub()),
                is: .concurrencyConflict(TrackingId.stub("SECOND"), expected: second.version, actual: changed.version)
            )
            try expect("the first cargo", await backend.cargo(.stub("FIRST")), is: first)
            try success(of: "removing", await retention.remove([try first.archived(), try changed.archived()], to: .stub()))
            try expect("the cargos", success(of: "listing", await backend.cargos.findForCustomer(.stub())), is: [])
        },
        ContractCheck(["REP-9"], "a restored cargo is as it was, and goes on", needs: BackendParts.retention) { backend, retention in
            let claimed = try await backend.claimed()
            let contents = try success(of: "reading", await retention.contents(of: .stub()))
            try expect("the handling", contents.handling.count, is: 3)
            try success(of: "removing", await retention.remove([claimed.archived()], to: .stub()))
            try success(of: "restoring", await retention.restore(contents))
            try expect("the cargo", await backend.cargo(), is: try claimed.reconstituted(atVersion: claimed.version + 2))
            let history = try success(of: "finding", await backend.handlingEvents.findHistory(of: .stub()))
            try expect("the history", history.events, is: try contents.history().events)
            let retracted = try success(of: "finding", await backend.handlingEvents.findRetracted(of: .stub()))
            try expect("the retracted events", retracted.map(\.event.activity.type), is: [.customs])
            try expect("its place", success(of: "asking", await retention.place(of: .stub())), is: nil)
            try expect(
                "the cargos",
                success(of: "finding", await backend.cargos.find(CargoQuery(customer: .stub()), after: nil, limit: 9)).items.count,
                is: 1
            )
            try expect("the last facts", await backend.allEvents().suffix(2).map(\.fact.type), is: ["CargoArchived", "CargoRestored"])
            try failure(
                of: "restoring again",
                await retention.restore(contents),
                is: .concurrencyConflict(TrackingId.stub(), expected: 0, actual: claimed.version + 2)
            )
            // A late scan, then off it goes again.
            let event = HandlingEvent.stub(.customs, at: "SESTO", completed: .stub(day: 29))
            let late = try await backend.cargo().derivingDeliveryProgress(from: try history.adding(event))
            try success(of: "registering", await backend.handlingUnitOfWork.save(event, after: history, with: late))
            try success(of: "removing again", await retention.remove([try await backend.cargo().archived()], to: .stub()))
            let again = try success(of: "finding", await backend.handlingEvents.findHistory(of: .stub()))
            try expect("the history then", again.events, is: [])
        },
        ContractCheck(["REP-9"], "what was never removed can't be restored", needs: BackendParts.retention) { backend, retention in
            let contents = StoredCargoContents(cargo: .stub(), handling: [], origins: nil)
            try failure(
                of: "restoring",
                await retention.restore(contents),
                is: .concurrencyConflict(TrackingId.stub(), expected: 0, actual: 0)
            )
            try failure(of: "reading", await retention.contents(of: .stub()), is: .cargoNotFound(.stub()))
        },
        ContractCheck(["REP-10"], "events are gone up to a position, and the others keep theirs", needs: BackendParts.retention) {
            backend,
            retention in
            for number in 1...5 { try await backend.saved(.stub("CARGO-\(number)")) }
            let before = try await backend.allEvents()
            try expect("the first position", success(of: "asking", await retention.firstEvent()), is: 1)
            for (position, first) in [(0, 1), (2, 3), (1, 3), (2, 3), (3, 4)] {
                try success(of: "trimming", await retention.trim(eventsUpTo: Int64(position), keysOf: []))
                try expect("the first position", success(of: "asking", await retention.firstEvent()), is: Int64(first))
            }
            let read = { (position: Int64) in await backend.events.events(after: position, limit: 9) }
            try expect("the events", success(of: "reading", await read(0)), is: Array(before.dropFirst(3)))
            try expect("the events after 3", success(of: "reading", await read(3)), is: Array(before.dropFirst(3)))
            try expect("the events after 4", success(of: "reading", await read(4)), is: Array(before.dropFirst(4)))
            for position in 1...2 as ClosedRange<Int64> {
                try failure(of: "reading after \(position)", await read(position), is: .eventsTrimmed(first: 4))
                try failure(
                    of: "reading entries after \(position)",
                    await backend.events.entries(after: position, limit: 9),
                    is: .eventsTrimmed(first: 4)
                )
            }
            try await backend.saved(.stub("CARGO-6"))
            try expect("the new event", success(of: "reading", await read(5)).map(\.sequence), is: [6])
        },
        ContractCheck(["REP-10"], "once all events are gone, the next one has the next position", needs: BackendParts.retention) {
            backend,
            retention in
            for number in 1...3 { try await backend.saved(.stub("CARGO-\(number)")) }
            _ = try await backend.allEvents()
            try success(of: "trimming", await retention.trim(eventsUpTo: 99, keysOf: []))
            try expect("the first position", success(of: "asking", await retention.firstEvent()), is: 4)
            try expect("the events", success(of: "reading", await backend.events.events(after: 0, limit: 9)), is: [])
            try expect("the events after 3", success(of: "reading", await backend.events.events(after: 3, limit: 9)), is: [])
            try failure(of: "reading after 2", await backend.events.events(after: 2, limit: 9), is: .eventsTrimmed(first: 4))
            try await backend.saved(.stub("CARGO-4"))
            try expect("the position", success(of: "reading", await backend.events.events(after: 3, limit: 9)).map(\.sequence), is: [4])
        },
        ContractCheck(["REP-10"], "keys of bookings go with them, and can be used again", needs: BackendParts.retention) {
            backend,
            retention in
            for (key, id) in [("key-1", "FIRST"), ("key-2", "SECOND")] {
                try success(of: "reserving", await backend.idempotencyKeys.reserve(.stub(key), for: .stub(id)))
            }
            // More than a backend may read or remove in one step.
            let many = (0..<150).map { "MANY-\($0)" }
            _ = try await atOnce { writer in
                for id in stride(from: writer, to: many.count, by: writers).map({ many[$0] }) {
                    try success(of: "reserving", await backend.idempotencyKeys.reserve(.stub("key-\(id)"), for: .stub(id)))
                }
            }
            let booked = Set((["FIRST"] + many).map { TrackingId.stub($0) })
            try expect("the keys removed", success(of: "trimming", await retention.trim(eventsUpTo: 0, keysOf: booked)), is: 151)
            try expect("the key", success(of: "finding", await backend.idempotencyKeys.find(.stub("key-1"))), is: nil)
            let other = try success(of: "finding", await backend.idempotencyKeys.find(.stub("key-2")))
            try expect("the other key", other, is: .stub("SECOND"))
            try expect(
                "the reservation",
                success(of: "reserving", await backend.idempotencyKeys.reserve(.stub("key-1"), for: .stub("THIRD"))),
                is: .stub("THIRD")
            )
            try expect("the key then", success(of: "finding", await backend.idempotencyKeys.find(.stub("key-1"))), is: .stub("THIRD"))
        },
        ContractCheck(["REP-11", "CRG-18"], "nothing that is read says anything of an erased customer", needs: BackendParts.retention) {
            backend,
            retention in
            let (reason, own) = (Reason.stub("Bankrupt"), CargoReference.stub(.customer, "Order 17"))
            let cargo = try await backend.claimed(retractedBecause: reason)
            let held = try await Correlation.$actor.withValue(.customer(.stub(), "Jane Roe")) {
                try await backend.saved(try cargo.adding(own))
            }
            try await backend.saved(held.removing(own))
            let other = try await backend.saved(try Cargo.stub("OTHER", customer: "CUST-2").adding(.stub(.customer, "Mine")))
            try success(of: "reserving", await backend.idempotencyKeys.reserve(.stub(), for: .stub()))
            let events = try await backend.allEvents()
            try await backend.saved(try await backend.cargo().erasingCustomer(as: .stub("ERASED-1")))
            let count = try success(of: "erasing", await retention.eraseTraces(of: .stub(), in: [.stub()], as: .stub("ERASED-1")))
            try expect(count > 3, "at least four records are changed", butGot: "\(count)")
            let after = try await backend.allEvents()
            try expect("the ids of the events", after.dropLast().map(\.eventId), is: events.map(\.eventId))
            try expect("the times of the events", after.dropLast().map(\.occurredAt), is: events.map(\.occurredAt))
            let facts = after.filter { $0.aggregateId == "ABC123" }.map(\.fact)
            for fact in facts { try expect("a fact", fact.erasing(.stub(), as: .stub("ERASED-1")), is: fact) }
            try expect("the customer's actor", after.compactMap(\.actor?.text), is: ["customer:ERASED-1"])
            let retracted = try success(of: "finding", await backend.handlingEvents.findRetracted(of: .stub()))
            try expect("the reason of the retraction", retracted.map(\.reason), is: [.erased])
            try expect("the key", success(of: "finding", await backend.idempotencyKeys.find(.stub())), is: nil)
            try expect("the other customer's cargo", await backend.cargo(.stub("OTHER")), is: other)
            let others = after.filter { $0.aggregateId == "OTHER" }
            try expect("the other customer's events", others, is: events.filter { $0.aggregateId == "OTHER" })
            let again = try success(of: "erasing", await retention.eraseTraces(of: .stub(), in: [.stub()], as: .stub("ERASED-1")))
            try expect("what is found then", again, is: 0)
        },
        ContractCheck(
            ["REP-9", "REP-10", "REP-11"],
            "what was removed stays so after a restart",
            needs: BackendParts.retention.and(BackendParts.reopen)
        ) {
            backend,
            parts in
            let (retention, reopen) = parts
            let claimed = try await backend.claimed()
            try await backend.saved(.stub("OTHER"))
            let last = try await backend.allEvents().count
            try success(of: "removing", await retention.remove([claimed.archived()], to: .stub()))
            try success(of: "trimming", await retention.trim(eventsUpTo: Int64(last), keysOf: []))
            let reopened = try await reopen()
            try failure(
                of: "finding",
                await reopened.cargos.findByTrackingId(.stub()),
                is: .cargoArchived(.stub(), in: ArchivePlace.stub().archive)
            )
            try failure(of: "reading after 1", await reopened.events.events(after: 1, limit: 9), is: .eventsTrimmed(first: Int64(last) + 1))
            let events = try success(of: "reading", await reopened.events.events(after: 0, limit: 9))
            try expect("the events", events.map(\.fact.type), is: ["CargoArchived"])
            try await reopened.saved(.stub("NEW"))
            let newest = try success(of: "reading", await reopened.events.events(after: Int64(last) + 1, limit: 9))
            try expect("the position of a new event", newest.map(\.sequence), is: [Int64(last) + 2])
            try expect(
                "the cargos",
                success(of: "listing", await reopened.cargos.findForCustomer(.stub())).map(\.trackingId.text),
                is: ["NEW", "OTHER"]
            )
        },
    ]
}

extension ArchivePlace {
    /// Returns a place in an archive.
    ///
    /// Traps if the name isn't valid.
    public static func stub(_ archive: String = "2026-01", offset: Int64 = 4096) -> Self {
        stubbed { () throws(DomainError) in try Self(archive: try ArchiveName(archive), offset: offset) }
    }
}

extension Cargo {
    /// Returns the cargo as it goes into an archive, many years later.
    func archived() throws -> Cargo {
        let history = try HandlingHistory(trackingId: trackingId, events: [])
        return try archived(in: ArchivePlace.stub().archive, at: .stub(day: 3650), after: history)
    }
}

extension RepositoryBackend {
    /// Books a cargo with a route and a reference, registers its claim and an event that is retracted, and returns it as stored.
    func claimed(retractedBecause reason: Reason = .stub()) async throws -> Cargo {
        try await saved(try Cargo.stub(itinerary: .stub()).adding(.stub()))
        let claim = HandlingEvent.stub(.claim, at: "SESTO", completed: .stub(day: 30))
        let customs = HandlingEvent.stub(.customs, at: "SESTO", completed: .stub(day: 28))
        for event in [customs, claim] { try await register(event) }
        let history = try success(of: "finding the history", await handlingEvents.findHistory(of: .stub()))
        let cargo = try await cargo().derivingDeliveryProgress(from: history.retracting(customs))
        let retraction = RetractedEvent(event: customs, reason: reason, retractedAt: .stub(day: 31))
        try success(of: "retracting", await handlingUnitOfWork.retract(retraction, after: history, with: cargo))
        return try await self.cargo()
    }

    /// Books a cargo and cancels it, and returns it as stored.
    func cancelled(_ trackingId: String) async throws -> Cargo {
        try await saved(try Cargo.stub(trackingId).cancelled(because: .stub(), at: .stub()))
    }
}
