import CargoApplication
import CargoDomain

extension RepositoryContract {
    /// The checks of locations.
    public static let locationChecks: [ContractCheck] = [
        limits(of: "locations") { await $0.locations.findPage(after: nil, limit: $1) },
        ContractCheck(["REP-1"], "an absent location is location_not_found with its code") { backend in
            try failure(
                of: "finding nothing",
                await backend.locations.findByUnLocode(.stub("SEGOT")),
                is: .locationNotFound(.stub("SEGOT"))
            )
        },
        ContractCheck(["REP-1"], "finding several codes returns the locations that exist, for any order and number of codes") { backend in
            let letters = Array("ABCDEFGH")
            let ports: [Location] = letters.flatMap { first in letters.prefix(5).map { .stub("XXA\(first)\($0)") } }
            try success(of: "saving", await backend.locations.save(ports))
            for count in [0, 1, 2, 17, 40] {
                let wanted = ports.prefix(count).reversed()
                let codes = wanted.map(\.unLocode) + [.stub("SEGOT")] + wanted.prefix(1).map(\.unLocode)
                let found = try success(of: "finding \(count)", await backend.locations.findAll(codes))
                try expect("the locations", found, is: Dictionary(uniqueKeysWithValues: wanted.map { ($0.unLocode, $0) }))
            }
            try expect("none of none", success(of: "finding none", await backend.locations.findAll([])), is: [:])
        },
        ContractCheck(["REP-4"], "locations are stored, stored again without a change, and renamed") { backend in
            let stockholm = Location.stub("SESTO", name: "Stockholm")
            for _ in 1...3 {
                try success(of: "saving", await backend.locations.save([.stub(), stockholm]))
                try expect("the location", await backend.location("SESTO"), is: stockholm)
            }
            let renamed = Location.stub("SESTO", name: "Stockholm Norvik")
            try success(of: "renaming", await backend.locations.save([renamed]))
            try expect("the location", await backend.location("SESTO"), is: renamed)
            try expect("the other location", await backend.location("HKHKG"), is: .stub())
            let page = try success(of: "paging", await backend.locations.findPage(after: nil, limit: 10))
            try expect("all locations", page.items, is: [.stub(), renamed])
        },
        ContractCheck(["VAL-TXT-1"], "names come back scalar for scalar; composed and decomposed letters aren't normalised") { backend in
            for name in ["G\u{F6}teborg", "Go\u{308}teborg", "\u{1F6A2} \u{FF5E}", " a ", "\u{2028}a"] {
                try success(of: "saving", await backend.locations.save([.stub("SEGOT", name: name)]))
                let found = try await backend.location("SEGOT").name.text
                try expect("the scalars", Array(found.unicodeScalars), is: Array(name.unicodeScalars))
            }
        },
        ContractCheck(["REP-1"], "pages of locations are ordered by code") { backend in
            let codes = ["USNYC", "HKHKG", "SE2TO", "SESTO", "AAAAA"]
            try success(of: "saving", await backend.locations.save(codes.map { .stub($0) }))
            for limit in [1, 2, 5, 6] {
                let pages = try await allPages { await backend.locations.findPage(after: $0, limit: limit) }
                try expect("the codes", pages.flatMap { $0.map(\.unLocode.text) }, is: codes.sorted())
                try expect("the number of pages", pages.count, is: (5 + limit - 1) / limit)
            }
        },
        ContractCheck(["REP-4"], "of two names for one code in one save the last counts; saving no locations changes nothing") { backend in
            try success(of: "saving", await backend.locations.save([.stub(name: "First"), .stub(name: "Second")]))
            try success(of: "saving nothing", await backend.locations.save([]))
            try expect("the location", await backend.location("HKHKG"), is: .stub(name: "Second"))
        },
        ContractCheck(["REP-7"], "20 concurrent saves of locations lose none") { backend in
            let letters = Array("ABCDEFGHIJKLMNOPQRST")
            let results = try await atOnce { writer in
                await backend.locations.save([.stub("XXAA\(letters[writer])"), .stub("XXBB\(letters[writer])")])
            }
            for result in results { try success(of: "saving", result) }
            let page = try success(of: "paging", await backend.locations.findPage(after: nil, limit: 1000))
            try expect("the number of locations", page.items.count, is: 2 * writers)
        },
    ]
}

extension RepositoryBackend {
    fileprivate func location(_ code: String) async throws -> Location {
        try success(of: "finding \(code)", await locations.findByUnLocode(.stub(code)))
    }
}
