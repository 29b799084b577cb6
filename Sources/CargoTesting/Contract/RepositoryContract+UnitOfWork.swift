import CargoApplication
import CargoDomain

extension RepositoryContract {
    /// The checks for backends that have a unit of work.
    static let unitOfWorkChecks: [ContractCheck] = [
        ContractCheck(
            ["REP-3", "REP-4"],
            "an event, its cargo and the cargo's raised facts are stored in one step",
            needs: BackendParts.unitOfWork
        ) {
            backend,
            unitOfWork in
            let step = try await HandlingStep(backend, .stub(registered: .stub(day: 2)))
            try expect("the event is new", success(of: "the unit of work", await step.taken(by: unitOfWork)), is: true)
            try expect("the stored cargo", await backend.cargo(), is: try step.cargo.reconstituted(atVersion: 2))
            let history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: .stub()))
            try expect("the history", history, is: .stub(step.event))
            try expect("the registration time", history.lastEvent?.registrationTime, is: .stub(day: 2))
            try expect("the outbox", await backend.allEvents().map(\.fact.type), is: ["CargoBooked", "CargoRouted", "CargoHandled"])
        },
        ContractCheck(
            ["REP-4"],
            "an event and its cargo are both there after the store is reopened",
            needs: BackendParts.unitOfWork.and(BackendParts.reopen)
        ) { backend, parts in
            let (unitOfWork, reopen) = parts
            let step = try await HandlingStep(backend, .stub(registered: .stub(day: 2)))
            try success(of: "the unit of work", await step.taken(by: unitOfWork))
            let again = try await reopen()
            try expect("the cargo", await again.cargo(), is: try step.cargo.reconstituted(atVersion: 2))
            let history = try success(of: "finding a history", await again.handlingEvents.findHistory(of: .stub()))
            try expect("the history", history, is: .stub(step.event))
            try expect("the registration time", history.lastEvent?.registrationTime, is: .stub(day: 2))
        },
        ContractCheck(
            ["REP-2", "REP-4"],
            "if another writer saved the cargo, saving an event with it conflicts, with both versions, and stores neither",
            needs: BackendParts.unitOfWork
        ) {
            backend,
            unitOfWork in
            let step = try await HandlingStep(backend)
            let theirs = try await backend.saved(try await backend.cargo().changingDeadline(to: .stub(day: 90), at: .stub()))
            try failure(
                of: "the unit of work",
                await step.taken(by: unitOfWork),
                is: .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2)
            )
            try await backend.expectUnchanged(theirs, history: .empty(of: .stub()))
        },
        ContractCheck(
            ["HND-6", "REP-4"],
            "an event checked against an outdated history conflicts, and its cargo isn't stored",
            needs: BackendParts.unitOfWork
        ) {
            backend,
            unitOfWork in
            let step = try await HandlingStep(backend)
            let other = HandlingEvent.stub(.customs, completed: .stub(day: 2))
            try success(of: "storing another event", await backend.handlingEvents.save(other, after: .empty(of: .stub())))
            let before = try await backend.cargo()
            switch await step.taken(by: unitOfWork) {
            case .success: throw Disagreement(expected: "concurrency_conflict", actual: "success")
            case .failure(let error): try expect("the failure", error.code, is: .concurrencyConflict)
            }
            try await backend.expectUnchanged(before, history: .stub(other))
        },
        ContractCheck(["HND-3"], "an event that is already stored isn't new, and its cargo isn't stored", needs: BackendParts.unitOfWork) {
            backend,
            unitOfWork in
            let step = try await HandlingStep(backend)
            try success(of: "storing the event", await backend.handlingEvents.save(step.event, after: .empty(of: .stub())))
            let before = try await backend.cargo()
            try expect("the event is new", success(of: "the unit of work", await step.taken(by: unitOfWork)), is: false)
            try await backend.expectUnchanged(before, history: .stub(step.event))
        },
        ContractCheck(
            ["REP-5", "REP-4"],
            "an event of a corrupt cargo isn't stored",
            needs: BackendParts.unitOfWork.and(BackendParts.plantBrokenCargo)
        ) {
            backend,
            parts in
            let (unitOfWork, plantBrokenCargo) = parts
            let cargo = Cargo.stub("BROKEN")
            let event = HandlingEvent.stub(of: "BROKEN")
            try await plantBrokenCargo(cargo.trackingId, .stub())
            let result = await unitOfWork.save(
                event,
                after: .empty(of: cargo.trackingId),
                with: try cargo.reconstituted(atVersion: 1).derivingDeliveryProgress(from: .stub(event))
            )
            try failure(of: "the unit of work", result, is: .corruptRecord(rule: "route_origin_is_destination", id: "BROKEN"))
            let history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: cargo.trackingId))
            try expect("the history", history, is: .empty(of: cargo.trackingId))
        },
        ContractCheck(["REP-8"], "a unit of work in a cancelled task is completed", needs: BackendParts.unitOfWork) {
            backend,
            unitOfWork in
            let step = try await HandlingStep(backend)
            try success(of: "a cancelled unit of work", await whenCancelled { await step.taken(by: unitOfWork) })
            try expect("the stored cargo", await backend.cargo(), is: try step.cargo.reconstituted(atVersion: 2))
        },
        ContractCheck(
            ["REP-7", "REP-4"],
            "20 concurrent registrations all succeed, and every stored event is reflected in the cargo",
            needs: BackendParts.unitOfWork
        ) {
            backend,
            unitOfWork in
            try await backend.saved(.stub(itinerary: .stub()))
            try await withThrowingTaskGroup { group in
                for writer in 1...writers {
                    group.addTask {
                        _ = try await untilSaved {
                            let step = try await HandlingStep(
                                existing: backend,
                                .stub(.customs, completed: .stub(day: 1, millisecond: writer))
                            )
                            return await step.taken(by: unitOfWork)
                        }
                    }
                }
                for _ in 0..<4 {
                    group.addTask {
                        var count = 0
                        while count < writers {
                            try Task.checkCancellation()  // a writer failed
                            await Task.yield()  // a repository that never suspends would starve the writers
                            let history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: .stub()))
                            count = history.events.count
                            guard let last = history.lastEvent else { continue }
                            let known = try await backend.cargo().delivery.lastHandled?.completionTime
                            try expect(
                                known.map { $0 >= last.completionTime } ?? false,
                                "the cargo's last event is \(last)",
                                butGot: "\(known as Any)"
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            try expect("the version", await backend.cargo().version, is: Int64(writers) + 1)
        },
    ]
}

/// The arguments for a unit of work, read from a backend.
private struct HandlingStep {
    let event: HandlingEvent
    let history: HandlingHistory
    let cargo: Cargo

    /// Creates a step after saving the stub cargo on its route.
    init(_ backend: RepositoryBackend, _ event: HandlingEvent = .stub()) async throws {
        try await backend.saved(.stub(itinerary: .stub()))
        try await self.init(existing: backend, event)
    }

    init(existing backend: RepositoryBackend, _ event: HandlingEvent) async throws {
        self.event = event
        history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: event.trackingId))
        cargo = try await backend.cargo(event.trackingId).derivingDeliveryProgress(from: try history.adding(event))
    }

    func taken(by unitOfWork: any HandlingUnitOfWork) async -> Result<Bool, DomainError> {
        await unitOfWork.save(event, after: history, with: cargo)
    }
}

extension RepositoryBackend {
    /// Checks that the stub cargo and its history haven't changed.
    fileprivate func expectUnchanged(_ cargo: Cargo, history: HandlingHistory) async throws {
        try expect("the stored cargo", await self.cargo(), is: cargo)
        try expect("the history", success(of: "finding a history", await handlingEvents.findHistory(of: .stub())), is: history)
        try expect("the events of handling", await allEvents().count { $0.fact.type == "CargoHandled" }, is: 0)
    }
}
