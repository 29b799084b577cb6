import CargoApplication
import CargoDomain

extension RepositoryContract {
    /// The checks of voyages.
    public static let voyageChecks: [ContractCheck] = [
        limits(of: "voyages") { await $0.voyages.findPage(after: nil, limit: $1) },
        ContractCheck(["REP-1"], "an absent voyage is voyage_not_found with its number") { backend in
            try failure(of: "finding nothing", await backend.voyages.findByNumber(.stub("V9")), is: .voyageNotFound(.stub("V9")))
        },
        ContractCheck(["REP-1"], "voyages are found by their numbers in one step; unregistered ones are missing") { backend in
            let first = try await backend.savedVoyage(.stub("V1"))
            let second = try await backend.savedVoyage(.stub("V2"))
            try await backend.savedVoyage(.stub("V3"))
            let found = await backend.voyages.findAll(["V2", "V9", "V1", "V2"].map { .stub($0) })
            try expect("the voyages", success(of: "finding", found), is: [first.number: first, second.number: second])
            try expect("the voyages of no numbers", success(of: "finding", await backend.voyages.findAll([])), is: [:])
        },
        ContractCheck(["REP-2", "VOY-4"], "a registered voyage is stored as version 1, a rescheduled one as the next version") {
            backend in
            let registered = try await backend.savedVoyage(.register(number: .stub(), schedule: .stub()))
            try expect("the registered voyage", registered, is: .stub(version: 1))
            let schedule = Schedule.stub(calling: "HKHKG", "JPTYO", "USNYC")
            try expect(
                "the rescheduled voyage",
                await backend.savedVoyage(registered.rescheduled(to: schedule)),
                is: .stub(schedule: schedule, version: 2)
            )
        },
        ContractCheck(["REP-2", "VOY-5", "VOY-6"], "a voyage comes back equal, with details and with reports, and without") { backend in
            let plain = try await backend.savedVoyage(.stub())
            let described = try await backend.savedVoyage(plain.described(as: .stub()))
            try expect("the details", described.details, is: .stub())
            let reported = try await backend.savedVoyage(try described.reported())
            try expect("the reports", reported.reports, is: try described.reported().reports)
            try expect("the forecast", reported.forecast, is: try described.reported().forecast)
            let moved = try await backend.savedVoyage(reported.rescheduled(to: .stub(calling: "HKHKG", "SGSIN")).described(as: nil))
            try expect("the voyage of a new schedule", moved, is: .stub(schedule: .stub(calling: "HKHKG", "SGSIN"), version: 4))
        },
        ContractCheck(["REP-2"], "a save of a voyage that another writer saved conflicts and changes nothing") { backend in
            let mine = try await backend.savedVoyage(.stub())
            let theirs = try await backend.savedVoyage(mine.rescheduled(to: .stub(calling: "HKHKG", "JPTYO", "USNYC")))
            try failure(
                of: "saving version 1 over version 2",
                await backend.voyages.save(mine.rescheduled(to: .stub(calling: "HKHKG", "SGSIN"))),
                is: .concurrencyConflict(mine.number, expected: 1, actual: 2)
            )
            try failure(
                of: "registering it again",
                await backend.voyages.save(.stub()),
                is: .concurrencyConflict(mine.number, expected: 0, actual: 2)
            )
            try expect("the stored voyage", success(of: "finding", await backend.voyages.findByNumber(mine.number)), is: theirs)
            try expect("the outbox", await backend.allEvents().count, is: 1)
        },
        ContractCheck(["REP-1"], "pages of voyages are ordered by number, in ASCII order") { backend in
            for number in ["b", "V2", "V10", "a", "0"] { try await backend.savedVoyage(.stub(number)) }
            for limit in [1, 2, 5, 6] {
                let pages = try await allPages { await backend.voyages.findPage(after: $0, limit: limit) }
                try expect("the numbers", pages.flatMap { $0.map(\.number.text) }, is: ["0", "V10", "V2", "a", "b"])
                try expect("the number of pages", pages.count, is: (5 + limit - 1) / limit)
            }
        },
        ContractCheck(["REP-7"], "changes after a position have each changed voyage once, in its current state") { backend in
            let none = try await backend.changes(after: 0)
            try expect("the voyages of nothing", none.voyages, is: [])
            let first = try await backend.savedVoyage(.stub("V1"))
            let second = try await backend.savedVoyage(.stub("V2"))
            let start = try await backend.changes(after: none.position)
            try expect("the voyages after two saves", start.numbered, is: [first, second])

            try expect("the voyages after no save", await backend.changes(after: start.position).voyages, is: [])
            let third = try await backend.savedVoyage(.stub("V3"))
            var rescheduled = first
            for port in ["SGSIN", "USNYC", "SESTO"] {
                rescheduled = try await backend.savedVoyage(rescheduled.rescheduled(to: .stub(calling: "HKHKG", port)))
            }
            let later = try await backend.changes(after: start.position)
            try expect("the voyages after more saves", later.numbered, is: [rescheduled, third])
            try expect("the voyages since the start", await backend.changes(after: 0).numbered, is: [rescheduled, second, third])
            try expect("the voyages after them", await backend.changes(after: later.position).voyages, is: [])
        },
        ContractCheck(["REP-7"], "neither a conflicting save nor a saved cargo is a change of voyages") { backend in
            try await backend.savedVoyage(.stub())
            let position = try await backend.changes(after: 0).position
            _ = await backend.voyages.save(.stub())
            try await backend.saved(.stub())
            try expect("the changes", await backend.changes(after: position).voyages, is: [])
        },
        ContractCheck(["REP-7"], "of 20 concurrent registrations of one voyage exactly one succeeds") { backend in
            let results = try await atOnce { writer in
                await backend.voyages.save(.stub(schedule: .stub(calling: "HKHKG", "JPTYO", fromDay: writer)))
            }
            let winners = results.indices.filter { if case .success = results[$0] { true } else { false } }
            try expect("the number of winners", winners.count, is: 1)
            let stored = try success(of: "finding", await backend.voyages.findByNumber(.stub()))
            try expect("the stored schedule", stored.schedule, is: .stub(calling: "HKHKG", "JPTYO", fromDay: winners[0]))
            try expect("the stored version", stored.version, is: 1)
        },
    ]
}

extension RepositoryBackend {
    fileprivate func changes(after position: Int64) async throws -> VoyageChanges {
        try success(of: "finding changes", await voyages.findChanges(after: position))
    }
}

extension VoyageChanges {
    /// The voyages sorted by number, since the order of changes is unspecified.
    fileprivate var numbered: [Voyage] { voyages.sorted { $0.number < $1.number } }
}
