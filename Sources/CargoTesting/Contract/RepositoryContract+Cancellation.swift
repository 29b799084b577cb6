import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let cancellationChecks: [ContractCheck] = [
        ContractCheck(["REP-8"], "a save in a cancelled task is completed; cancellation isn't a domain error") {
            backend in
            let stored = try await backend.saved(.stub())
            let routed = try stored.assigned(to: .stub())
            try success(of: "a cancelled save", await whenCancelled { await backend.cargos.save(routed) })
            try expect("the stored cargo", await backend.cargo(), is: try routed.reconstituted(atVersion: 2))
            try expect("the outbox", await backend.allEvents().map(\.fact.type), is: ["CargoBooked", "CargoRouted"])
        },
        ContractCheck(["REP-8"], "every other call works the same in a cancelled task") { backend in
            let cargo = try await backend.saved(.stub())
            try expect(
                "the cargo found",
                success(of: "a cancelled find", await whenCancelled { await backend.cargos.findByTrackingId(.stub()) }),
                is: cargo
            )
            try success(of: "generating an id in a cancelled task", await whenCancelled { await backend.cargos.nextTrackingId() })
            try success(of: "a cancelled voyage", await whenCancelled { await backend.voyages.save(.stub()) })
            try success(of: "a cancelled location", await whenCancelled { await backend.locations.save([.stub()]) })
            try failure(
                of: "finding an absent cargo in a cancelled task",
                await whenCancelled { await backend.cargos.findByTrackingId(.stub("NOBODY")) },
                is: .cargoNotFound(.stub("NOBODY"))
            )
        },
        ContractCheck(
            ["REP-8"],
            "a save cancelled while it runs is stored whole if it succeeds, and not at all if it fails with a known outcome"
        ) {
            backend in
            let tasks = (0..<writers).map { writer in
                Task { await backend.cargos.save(.stub("CARGO-\(writer + 10)")) }
            }
            for task in tasks { task.cancel() }
            var expected: [String] = []
            var unknown: Set<String> = []
            for (writer, task) in tasks.enumerated() {
                switch await task.value {
                case .success: expected.append("CARGO-\(writer + 10)")
                case .failure(let error): if error.code == .storeOutcomeUnknown { unknown.insert("CARGO-\(writer + 10)") }
                }
            }
            // A save with an unknown outcome may still be in progress.
            let listed = try success(of: "listing", await backend.cargos.findForCustomer(.stub())).map(\.trackingId.text)
            try expect("the ids stored", listed.filter { !unknown.contains($0) }, is: expected)
            let told = try await backend.allEvents().map(\.aggregateId).sorted()
            try expect("the ids in the outbox", told.filter { !unknown.contains($0) }, is: expected)
        },
    ]

    /// Runs `work` in a task that was already cancelled.
    static func whenCancelled<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await work()
        }
        task.cancel()
        return await task.value
    }
}
