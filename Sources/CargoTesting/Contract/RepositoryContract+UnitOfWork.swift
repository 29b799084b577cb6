import CargoApplication
import CargoDomain

extension RepositoryContract {
    /// The checks of events and retractions that are stored with their cargos.
    static let unitOfWorkChecks: [ContractCheck] = [
        ContractCheck(
            ["REP-3", "REP-4"],
            "an event, its cargo and the cargo's raised facts are stored in one step"
        ) { backend in
            let step = try await HandlingStep(backend, .stub(registered: .stub(day: 2)))
            try success(of: "the unit of work", await step.taken(by: backend))
            try expect("the stored cargo", await backend.cargo(), is: try step.cargo.reconstituted(atVersion: 2))
            let history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: .stub()))
            try expect("the history", history, is: .stub(step.event))
            try expect("the registration time", history.lastEvent?.registrationTime, is: .stub(day: 2))
            try expect("the outbox", await backend.allEvents().map(\.fact.type), is: ["CargoBooked", "CargoRouted", "CargoHandled"])
        },
        ContractCheck(
            ["REP-4"],
            "an event and its cargo are both there after the store is reopened",
            needs: BackendParts.reopen
        ) { backend, reopen in
            let step = try await HandlingStep(backend, .stub(registered: .stub(day: 2)))
            try success(of: "the unit of work", await step.taken(by: backend))
            let again = try await reopen()
            try expect("the cargo", await again.cargo(), is: try step.cargo.reconstituted(atVersion: 2))
            let history = try success(of: "finding a history", await again.handlingEvents.findHistory(of: .stub()))
            try expect("the history", history, is: .stub(step.event))
            try expect("the registration time", history.lastEvent?.registrationTime, is: .stub(day: 2))
        },
        ContractCheck(
            ["REP-2", "REP-4"],
            "if another writer saved the cargo, saving an event with it conflicts, with both versions, and stores neither"
        ) { backend in
            let step = try await HandlingStep(backend)
            let theirs = try await backend.saved(try await backend.cargo().changingDeadline(to: .stub(day: 90), at: .stub()))
            try failure(
                of: "the unit of work",
                await step.taken(by: backend),
                is: .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2)
            )
            try await backend.expectUnchanged(theirs, history: .empty(of: .stub()))
        },
        ContractCheck(["HND-6", "REP-4"], "an event checked against an outdated history conflicts, and neither it nor its cargo is stored")
        {
            backend in
            let step = try await HandlingStep(backend)
            let other = HandlingEvent.stub(.customs, completed: .stub(day: 2))
            try await backend.register(other)
            let before = try await backend.cargo()
            try conflict(await step.taken(by: backend))
            try conflict(await HandlingStep(existing: backend, step.event).with(history: step.history).taken(by: backend))
            try await backend.expectUnchanged(before, history: .stub(other), handled: 1)
        },
        ContractCheck(["HND-7", "REP-4"], "an event conflicts if one was retracted and another registered since, though they are as many") {
            backend in
            let customs = (1...2).map { HandlingEvent.stub(.customs, completed: .stub(day: $0)) }
            try await backend.saved(.stub(itinerary: .stub()))
            try await backend.register(customs[0])
            let history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: .stub()))
            try await backend.retract(.stub(customs[0]))
            try await backend.register(customs[1])
            let before = try await backend.cargo()
            let step = try await HandlingStep(existing: backend, .stub(.customs, completed: .stub(day: 3))).with(history: history)
            try conflict(await step.taken(by: backend))
            try expect("the cargo", await backend.cargo(), is: before)
        },
        ContractCheck(
            ["REP-3", "UC-5"],
            "an event that changes nothing of its cargo's delivery increases the cargo's version all the same"
        ) {
            backend in
            try await backend.saved(.stub(itinerary: .stub()))
            try await backend.register(.stub(completed: .stub(day: 2)))
            try await backend.register(.stub(.customs, completed: .stub(day: 1)))
            let cargo = try await backend.cargo()
            try expect("the version", cargo.version, is: 3)
            try expect("the last activity", cargo.delivery.lastHandled?.activity.type, is: .receive)
        },
        ContractCheck(["HND-7", "REP-3", "REP-4"], "a retraction, its cargo and the cargo's raised facts are stored in one step") {
            backend in
            try await backend.saved(.stub(itinerary: .stub()))
            try await backend.register(.stub())
            let cargo = try await backend.cargo().noting(retractionOf: .stub(), because: .stub())
                .derivingDeliveryProgress(from: .empty(of: .stub()))
            try success(of: "retracting", await backend.handlingUnitOfWork.retract(.stub(), after: .stub(.stub()), with: cargo))
            try expect("the stored cargo", await backend.cargo(), is: try cargo.reconstituted(atVersion: 3))
            try expect(
                "the outbox",
                await backend.allEvents().suffix(2).map(\.fact),
                is: [.handlingEventRetracted(event: .stub(), reason: .stub()), .cargoHandled(lastHandled: nil)]
            )
        },
        ContractCheck(["HND-7", "REP-2", "REP-4"], "a retraction with an outdated history or cargo conflicts and stores nothing") {
            backend in
            try await backend.saved(.stub(itinerary: .stub()))
            try await backend.register(.stub())
            let (history, cargo) = (HandlingHistory.stub(.stub()), try await backend.cargo())
            let customs = HandlingEvent.stub(.customs, completed: .stub(day: 2))
            try await backend.register(customs)
            let retracted = try cargo.derivingDeliveryProgress(from: .empty(of: .stub()))
            try conflict(await backend.handlingUnitOfWork.retract(.stub(), after: history, with: retracted))
            let longer = try history.adding(customs)
            try conflict(await backend.handlingUnitOfWork.retract(.stub(), after: longer, with: retracted))
            let current = try await backend.cargo().derivingDeliveryProgress(from: longer.retracting(.stub()))
            try conflict(await backend.handlingUnitOfWork.retract(.stub(), after: history, with: current))
            try expect("the history", success(of: "finding a history", await backend.handlingEvents.findHistory(of: .stub())), is: longer)
            try expect("the retracted events", success(of: "listing", await backend.handlingEvents.findRetracted(of: .stub())), is: [])
            try expect("the version", await backend.cargo().version, is: 3)
        },
        ContractCheck(
            ["REP-5", "REP-4"],
            "an event of a corrupt cargo isn't stored",
            needs: BackendParts.insertBrokenCargo
        ) {
            backend,
            insertBrokenCargo in
            let cargo = Cargo.stub("BROKEN")
            let event = HandlingEvent.stub(of: "BROKEN")
            try await insertBrokenCargo(cargo.trackingId, .stub())
            let result = await backend.handlingUnitOfWork.save(
                event,
                after: .empty(of: cargo.trackingId),
                with: try cargo.reconstituted(atVersion: 1).derivingDeliveryProgress(from: .stub(event))
            )
            try failure(of: "the unit of work", result, is: .corruptRecord(rule: "route_origin_is_destination", id: "BROKEN"))
            let history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: cargo.trackingId))
            try expect("the history", history, is: .empty(of: cargo.trackingId))
        },
        ContractCheck(["REP-8"], "a unit of work in a cancelled task is completed") { backend in
            let step = try await HandlingStep(backend)
            try success(of: "a cancelled unit of work", await whenCancelled { await step.taken(by: backend) })
            try expect("the stored cargo", await backend.cargo(), is: try step.cargo.reconstituted(atVersion: 2))
        },
        ContractCheck(
            ["REP-7", "REP-4"],
            "20 concurrent registrations all succeed, and every stored event is reflected in the cargo"
        ) { backend in
            try await backend.saved(.stub(itinerary: .stub()))
            try await reading { _ in
                let history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: .stub()))
                guard let last = history.lastEvent else { return }
                let known = try await backend.cargo().delivery.lastHandled?.completionTime
                try expect(known.map { $0 >= last.completionTime } ?? false, "the cargo's last event is \(last)", butGot: "\(known as Any)")
            } during: {
                _ = try await atOnce { writer in
                    let event = HandlingEvent.stub(.customs, completed: .stub(day: 1, millisecond: writer))
                    _ = try await untilSaved { try await HandlingStep(existing: backend, event).taken(by: backend) }
                }
            }
            let history = try success(of: "finding a history", await backend.handlingEvents.findHistory(of: .stub()))
            try expect("the number of events", history.events.count, is: writers)
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

    /// The same step against another history.
    func with(history: HandlingHistory) -> HandlingStep { HandlingStep(event: event, history: history, cargo: cargo) }

    private init(event: HandlingEvent, history: HandlingHistory, cargo: Cargo) {
        self.event = event
        self.history = history
        self.cargo = cargo
    }

    func taken(by backend: RepositoryBackend) async -> Result<Void, DomainError> {
        await backend.handlingUnitOfWork.save(event, after: history, with: cargo)
    }
}

/// Checks that a save lost a race.
private func conflict(_ result: Result<Void, DomainError>) throws {
    switch result {
    case .success: throw Disagreement(expected: "concurrency_conflict", actual: "success")
    case .failure(let error): try expect("the failure", error.code, is: .concurrencyConflict)
    }
}

extension RepositoryBackend {
    /// Checks that the stub cargo and its history haven't changed.
    fileprivate func expectUnchanged(_ cargo: Cargo, history: HandlingHistory, handled count: Int = 0) async throws {
        try expect("the stored cargo", await self.cargo(), is: cargo)
        try expect("the history", success(of: "finding a history", await handlingEvents.findHistory(of: .stub())), is: history)
        try expect("the events of handling", await allEvents().count { $0.fact.type == "CargoHandled" }, is: count)
    }
}
