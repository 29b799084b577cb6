import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let versionChecks: [ContractCheck] = [
        ContractCheck(
            ["REP-2"],
            "versions are those of the last saves, in the order asked for, and 0 for what isn't stored",
            needs: BackendParts.versions
        ) { backend, versions in
            let names: [AggregateName] = [
                .voyage(.stub()), .cargo(.stub("NOBODYS")), .cargo(.stub()), .voyage(.stub("V404")), .cargo(.stub()),
                .location(.stub("AAAAA")),
            ]
            func present(_ names: [AggregateName]) async throws -> [Int64] {
                let present = try success(of: "asking for versions", await versions.versions(of: names))
                if let known = versions.versionsWithoutWaiting(of: names) {
                    try expect("the versions without waiting", known, is: present)
                }
                return present
            }
            try expect("the versions in an empty store", await present(names), is: [0, 0, 0, 0, 0, 0])
            try expect("the versions of nothing", await present([]), is: [])
            let cargo = try await backend.saved(.stub(itinerary: .stub()))
            try await backend.savedVoyage(.stub())
            try expect("the versions after the first saves", await present(names), is: [1, 0, 1, 0, 1, 0])
            try success(of: "saving", await backend.cargos.save(cargo))
            try expect("the versions after another save", await present(names), is: [1, 0, 2, 0, 2, 0])
        },
        ContractCheck(
            ["REP-2"],
            "a location's version changes with its name, and only then",
            needs: BackendParts.versions
        ) { backend, versions in
            func save(_ name: String) async throws -> Int64 {
                try success(of: "saving", await backend.locations.save([.stub("SEGOT", name: name)]))
                let present = try success(of: "asking for versions", await versions.versions(of: [.location(.stub("SEGOT"))]))
                return present.first ?? -1
            }
            let first = try await save("Goteborg")
            try expect(first > 0, "a version above 0", butGot: "\(first)")
            try expect("the version after an equal save", await save("Goteborg"), is: first)
            let second = try await save("Gothenburg")
            try expect(second != first, "another version than \(first)", butGot: "\(second)")
        },
        ContractCheck(
            ["REP-4", "HND-7"],
            "a cargo's version changes with each handling event and each retraction",
            needs: BackendParts.versions
        ) { backend, versions in
            func present() async throws -> [Int64] {
                try success(of: "asking for versions", await versions.versions(of: [.cargo(.stub())]))
            }
            let cargo = try await backend.saved(.stub(itinerary: .stub()))
            let event = HandlingEvent.stub()
            try success(of: "registering", await backend.handlingUnitOfWork.save(event, after: .empty(of: .stub()), with: cargo))
            try expect("the version after a registration", await present(), is: [2])
            let history = try success(of: "finding", await backend.handlingEvents.findHistory(of: .stub()))
            let retraction = RetractedEvent.stub(event)
            try success(
                of: "retracting",
                await backend.handlingUnitOfWork.retract(retraction, after: history, with: await backend.cargo())
            )
            try expect("the version after a retraction", await present(), is: [3])
        },
    ]
}
