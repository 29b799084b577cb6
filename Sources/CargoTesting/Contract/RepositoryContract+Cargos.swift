import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let savingChecks: [ContractCheck] = [
        ContractCheck(["REP-1"], "an absent cargo is cargo_not_found with its id") { backend in
            try failure(
                of: "finding an absent cargo",
                await backend.cargos.findByTrackingId(.stub("NOBODY")),
                is: .cargoNotFound(.stub("NOBODY"))
            )
        },
        ContractCheck(["REP-2"], "a new cargo is stored as version 1") { backend in
            let cargo = Cargo.stub()
            try expect("the stored cargo", await backend.saved(cargo), is: try cargo.reconstituted(atVersion: 1))
        },
        ContractCheck(["REP-2"], "each save stores the next version") { backend in
            for version in 1...5 {
                let cargo =
                    version == 1 ? Cargo.stub() : try await backend.cargo().changingDeadline(to: .stub(day: 60 + version), at: .stub())
                try expect("the stored cargo", await backend.saved(cargo), is: try cargo.reconstituted(atVersion: Int64(version)))
            }
        },
        ContractCheck(["REP-2"], "a cargo comes back equal in every state") { backend in
            for cargo in lifeOfACargo() {
                let before = try await backend.cargos.findByTrackingId(.stub()).versionOrZero()
                try expect(
                    "the stored cargo",
                    await backend.saved(try cargo.reconstituted(atVersion: before)),
                    is: try cargo.reconstituted(atVersion: before + 1)
                )
            }
        },
        ContractCheck(["REP-2"], "a save of a cargo that another writer saved conflicts, with both versions") { backend in
            let mine = try await backend.saved(.stub())
            let theirs = try await backend.saved(try mine.changingDeadline(to: .stub(day: 70), at: .stub()))
            try failure(
                of: "saving version 1 over version 2",
                await backend.cargos.save(try mine.changingDeadline(to: .stub(day: 80), at: .stub())),
                is: .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2)
            )
            try expect("the stored cargo", await backend.cargo(), is: theirs)
        },
        ContractCheck(["REP-2"], "saving the same value twice conflicts, because the first save raised the version") { backend in
            let cargo = Cargo.stub()
            try await backend.saved(cargo)
            try failure(
                of: "saving version 0 twice",
                await backend.cargos.save(cargo),
                is: .concurrencyConflict(TrackingId.stub(), expected: 0, actual: 1)
            )
        },
        ContractCheck(["REP-2"], "a save of a later version of an absent cargo conflicts and stores nothing") { backend in
            try failure(
                of: "saving version 5 over nothing",
                await backend.cargos.save(.stub(version: 5)),
                is: .concurrencyConflict(TrackingId.stub(), expected: 5, actual: 0)
            )
            try failure(of: "finding it", await backend.cargos.findByTrackingId(.stub()), is: .cargoNotFound(.stub()))
            try expect("the customer's cargos", success(of: "listing", await backend.cargos.findForCustomer(.stub())), is: [])
        },
        ContractCheck(["REP-2", "REP-4"], "a conflict leaves cargo, lists and outbox as they were") { backend in
            let stored = try await backend.saved(try await backend.saved(.stub()).changingDeadline(to: .stub(day: 70), at: .stub()))
            let events = try await backend.allEvents()
            let stale = try Cargo.stub(version: 1).assigned(to: .stub())
            try failure(
                of: "saving version 1 over version 2",
                await backend.cargos.save(stale),
                is: .concurrencyConflict(TrackingId.stub(), expected: 1, actual: 2)
            )
            try expect("the stored cargo", await backend.cargo(), is: stored)
            try expect("the customer's cargos", success(of: "listing", await backend.cargos.findForCustomer(.stub())), is: [stored])
            try expect(
                "the page of cargos",
                success(of: "paging", await backend.cargos.find(CargoQuery(), after: nil, limit: 9)).items,
                is: [stored]
            )
            try expect("the outbox", await backend.allEvents(), is: events)
        },
        ContractCheck(["REP-7"], "later saves don't change a value that was read before") { backend in
            let first = try await backend.saved(.stub())
            let second = try await backend.saved(try first.changingDeadline(to: .stub(day: 70), at: .stub()))
            try expect("the first cargo's version", first.version, is: 1)
            try expect("the first cargo's deadline", first.routeSpecification.arrivalDeadline, is: .stub(day: 60))
            try expect("the second cargo's deadline", second.routeSpecification.arrivalDeadline, is: .stub(day: 70))
        },
        ContractCheck(["REP-5"], "a cargo that is read has no raised facts") { backend in
            try expect("the facts of a stored cargo", await backend.saved(.stub()).raisedFacts, is: [])
            let voyage = try await backend.savedVoyage(.stub()).rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC"))
            try expect("the facts of a stored voyage", await backend.savedVoyage(voyage).raisedFacts, is: [])
        },
    ]

    /// Returns a cargo in every state it can reach: booked, routed, handled, misdirected, routed again, claimed.
    private static func lifeOfACargo() -> [Cargo] {
        let routed = Cargo.stub(itinerary: .stub())
        let received = HandlingEvent.stub(completed: .stub(day: 1))
        let loaded = HandlingEvent.stub(.load, at: "HKHKG", voyage: "V100", completed: .stub(day: 2))
        let lost = HandlingEvent.stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 4))
        let cleared = HandlingEvent.stub(.customs, at: "JPTYO", completed: .stub(day: 5))
        let direct = Itinerary.stub(.stub("V400", from: "JPTYO", at: .stub(day: 6)))
        let arrived = HandlingEvent.stub(.unload, at: "SESTO", voyage: "V400", completed: .stub(day: 20))
        let claimed = HandlingEvent.stub(.claim, at: "SESTO", completed: .stub(day: 21))
        return stubbed { () throws(DomainError) in
            let misdirected = try routed.derivingDeliveryProgress(from: .stub(received, loaded, lost, cleared))
            let respecified = try misdirected.specifyingNewRoute(.stub(from: "JPTYO"), at: .stub())
            let rerouted = try respecified.assigned(to: direct)
            let held = try routed.held(.customs, because: .stub(), at: .stub(day: 1)).held(.carrier, because: .stub(), at: .stub(day: 2))
            return [
                .stub(), routed, held, try held.settingPickUp(by: .stub(day: 30)).released(.carrier),
                try Cargo.stub().settingPickUp(by: .stub(day: 30)),
                try routed.substitutingVoyage(ofLeg: 0, with: .stub("V9"), history: .stub([])),
                try routed.derivingDeliveryProgress(from: .stub(received)),
                try routed.derivingDeliveryProgress(from: .stub(received, loaded)), misdirected, respecified, rerouted,
                try rerouted.derivingDeliveryProgress(from: .stub(received, loaded, lost, cleared, arrived)),
                try rerouted.derivingDeliveryProgress(from: .stub(received, loaded, lost, cleared, arrived, claimed)),
            ]
        }
    }
}

extension Result<Cargo, DomainError> {
    /// The stored version; 0 if there is no such cargo.
    fileprivate func versionOrZero() throws -> Int64 {
        switch self {
        case .success(let cargo): return cargo.version
        case .failure(let error):
            try expect("the failure", error.code, is: .cargoNotFound)
            return 0
        }
    }
}
