import CargoApplication
import CargoDomain

extension RepositoryContract {
    static let listingChecks: [ContractCheck] = [
        ContractCheck(["REP-1"], "a customer without cargos has an empty list") { backend in
            try await backend.saved(.stub())
            try expect("the list", success(of: "listing", await backend.cargos.findForCustomer(.stub("CUST-2"))), is: [])
        },
        ContractCheck(["REP-1"], "a customer's list has that customer's cargos only, ordered by tracking id in ASCII order") { backend in
            let ids = ["ZZZ", "A-A", "A0A", "AAA", "AA", "9ZZ", "AAA-1"].map { $0.count < 3 ? $0 + "0" : $0 }
            for (place, id) in ids.enumerated() {
                try await backend.saved(.stub(id))
                try await backend.saved(.stub("OTHER-\(place)", customer: place.isMultiple(of: 2) ? "CUST-2" : "cust-1"))
            }
            let listed = try success(of: "listing", await backend.cargos.findForCustomer(.stub()))
            try expect("the ids", listed.map(\.trackingId.text), is: ["9ZZ", "A-A", "A0A", "AA0", "AAA", "AAA-1", "ZZZ"])
        },
        ContractCheck(["REP-1"], "a list has the current state of each cargo") { backend in
            try await backend.saved(.stub())
            let changed = try await backend.saved(try await backend.cargo().assigned(to: .stub()))
            try expect("the list", success(of: "listing", await backend.cargos.findForCustomer(.stub())), is: [changed])
        },
        ContractCheck(["REP-1"], "pages of cargos are ordered by tracking id, complete and without duplicates") { backend in
            for place in (0..<23).reversed() { try await backend.saved(.stub("PAGE-\(place + 10)")) }
            let expected = (0..<23).map { "PAGE-\($0 + 10)" }
            for limit in [1, 5, 22, 23, 24, 1000] {
                let pages = try await allPages { await backend.cargos.find(CargoQuery(), after: $0, limit: limit) }
                try expect("the ids in pages of \(limit)", pages.flatMap { $0.map(\.trackingId.text) }, is: expected)
                try expect("the number of pages of \(limit)", pages.count, is: (23 + limit - 1) / limit)
                try expect(pages.dropLast().allSatisfy { $0.count == limit }, "every page but the last is full", butGot: "\(pages)")
            }
        },
        ContractCheck(["REP-1"], "the last page has no cursor, even if it is full; an empty store has one empty page") {
            backend in
            let empty = try success(of: "paging", await backend.cargos.find(CargoQuery(), after: nil, limit: 10))
            try expect("the items of nothing", empty.items, is: [])
            try expect("the next page of nothing", empty.next, is: nil)
            for place in 0..<10 { try await backend.saved(.stub("PAGE-\(place)")) }
            let full = try success(of: "paging", await backend.cargos.find(CargoQuery(), after: nil, limit: 10))
            try expect("the number of items", full.items.count, is: 10)
            try expect("the next page", full.next, is: nil)
        },
        ContractCheck(["REP-1"], "a page can start after an id that no cargo has") { backend in
            for id in ["AAA", "CCC", "EEE"] { try await backend.saved(.stub(id)) }
            let page = try success(of: "paging", await backend.cargos.find(CargoQuery(), after: .stub("BBB"), limit: 1))
            try expect("the ids", page.items.map(\.trackingId.text), is: ["CCC"])
            try expect("the next", page.next?.text, is: "CCC")
        },
        ContractCheck(["REP-1", "UC-9"], "the cargos on a voyage are found in pages, each once, wherever they are") { backend in
            let twice = Itinerary.stub(
                .stub("V100", from: "HKHKG", at: .stub(day: 2), to: "USNYC", at: .stub(day: 8)),
                .stub("V200", from: "USNYC", at: .stub(day: 9), to: "USCHI", at: .stub(day: 11)),
                .stub("V100", from: "USCHI", at: .stub(day: 12), to: "SESTO", at: .stub(day: 20))
            )
            for id in ["B-BOOKED", "F-BOOKED"] { try await backend.saved(.stub(id)) }
            for id in ["C-TWICE", "A-TWICE"] { try await backend.saved(.stub(id, itinerary: twice)) }
            try await backend.saved(try Cargo.stub("E-CANCELLED", itinerary: .stub()).cancelled(because: .stub(), at: .stub(day: 1)))
            try await backend.saved(.stub("D-CLAIMED", itinerary: .stub()))
            try await backend.register(.stub(.claim, at: "SESTO", completed: .stub(day: 30), of: "D-CLAIMED"))
            try await backend.saved(.stub("G-OTHER", itinerary: .stub(.stub("V900"))))
            for limit in [1, 2, 3, 4, 5] {
                let pages = try await allPages { await backend.cargos.find(CargoQuery(voyage: .stub("V100")), after: $0, limit: limit) }
                try expect(
                    "the ids in pages of \(limit)",
                    pages.flatMap { $0.map(\.trackingId.text) },
                    is: ["A-TWICE", "C-TWICE", "D-CLAIMED", "E-CANCELLED"]
                )
                try expect("the number of pages of \(limit)", pages.count, is: (4 + limit - 1) / limit)
            }
            let last = try success(
                of: "paging",
                await backend.cargos.find(CargoQuery(voyage: .stub("V300")), after: .stub("D-CLAIMED"), limit: 9)
            )
            try expect("the last cargo", last.items, is: [await backend.cargo(.stub("E-CANCELLED"))])
            let none = try success(of: "paging", await backend.cargos.find(CargoQuery(voyage: .stub("V404")), after: nil, limit: 9))
            try expect("the cargos on no voyage", none.items, is: [])
        },
        ContractCheck(["REP-1", "CRG-2"], "a cargo with another route is found on its new voyages only") { backend in
            try await backend.saved(try await backend.saved(.stub(itinerary: .stub())).assigned(to: .stub(.stub("V900"))))
            let voyages = ["V100", "V200", "V300", "V900"]
            var found: [String] = []
            for voyage in voyages {
                let page = try success(of: "paging", await backend.cargos.find(CargoQuery(voyage: .stub(voyage)), after: nil, limit: 9))
                if !page.items.isEmpty { found.append(voyage) }
            }
            try expect("the voyages", found, is: ["V900"])
        },
        ContractCheck(["REP-1"], "the cargos that need attention are found in pages, by every need of theirs") { backend in
            for id in ["D-LATE", "B-LATE"] {
                try await backend.saved(try Cargo.stub(id, itinerary: .stub()).changingDeadline(to: .stub(day: 10), at: .stub(day: 1)))
            }
            for id in ["C-BOOKED", "A-BOOKED", "E-BOOKED"] { try await backend.saved(.stub(id)) }
            try await backend.saved(try Cargo.stub("F-CANCELLED").cancelled(because: .stub(), at: .stub(day: 1)))
            try await backend.saved(.stub("G-ROUTED", itinerary: .stub()))
            for limit in [1, 2, 3, 4, 5, 6] {
                for (need, ids) in [
                    (AttentionReason.unrouted, ["A-BOOKED", "B-LATE", "C-BOOKED", "D-LATE", "E-BOOKED"]), (.late, ["B-LATE", "D-LATE"]),
                    (.misdirected, []),
                ] {
                    let pages = try await allPages { await backend.cargos.find(CargoQuery(need: need), after: $0, limit: limit) }
                    try expect("the \(need) ids in pages of \(limit)", pages.flatMap { $0.map(\.trackingId.text) }, is: ids)
                }
            }
            let last = try success(of: "paging", await backend.cargos.find(CargoQuery(need: .late), after: .stub("B-LATE"), limit: 9))
            try expect("the last cargo", last.items, is: [await backend.cargo(.stub("D-LATE"))])
        },
        ContractCheck(["REP-1"], "cargos are found in pages by several conditions, and each of them counts") { backend in
            let container = CargoReference.stub()
            var cargos: [Cargo] = []
            for number in 0..<16 {
                let customer = number.isMultiple(of: 2) ? "ACME" : "OTHER"
                var cargo = Cargo.stub("C-\(10 + number)", customer: customer, itinerary: number & 2 == 0 ? .stub() : nil)
                if number & 4 == 0 { cargo = try cargo.adding(container) }
                try await backend.saved(cargo)
                if number & 8 == 0 {
                    try await backend.register(.stub(.receive, at: "USNYC", completed: .stub(day: 1), of: cargo.trackingId.text))
                }
                cargos.append(try await backend.cargo(cargo.trackingId))
            }
            for customer in [nil, CustomerId.stub("ACME"), .stub("NOBODY")] {
                for place in [nil, UnLocode.stub("USNYC")] {
                    for (need, voyage) in [(nil, nil), (.misdirected, .stub("V100")), (.unrouted, nil)]
                        as [(AttentionReason?, VoyageNumber?)]
                    {
                        for reference in [nil, container] {
                            let query = CargoQuery(customer: customer, place: place, voyage: voyage, need: need, reference: reference)
                            for limit in [1, 3, 100] {
                                let pages = try await allPages { await backend.cargos.find(query, after: $0, limit: limit) }
                                try expect("the cargos of \(query)", pages.flatMap(\.self), is: cargos.filter(query.matches))
                            }
                        }
                    }
                }
            }
        },
        ContractCheck(["REP-1"], "a cargo is found by what it needs now, not by what it needed") { backend in
            func needs(_ cargo: Cargo) async throws -> [AttentionReason] {
                var needs: [AttentionReason] = []
                for need in AttentionReason.stored {
                    let page = try success(of: "paging", await backend.cargos.find(CargoQuery(need: need), after: nil, limit: 9))
                    if page.items.map(\.trackingId).contains(cargo.trackingId) { needs.append(need) }
                }
                return needs
            }
            let booked = try await backend.saved(.stub())
            try expect("the needs without a route", try await needs(booked), is: [.unrouted])
            try await backend.saved(try booked.assigned(to: .stub()))
            try expect("the needs with a route", try await needs(booked), is: [])
            try await backend.register(.stub(.receive, at: "USNYC", completed: .stub(day: 1), of: booked.trackingId.text))
            try expect("the needs off the route", try await needs(booked), is: [.misdirected])
            let other = try await backend.saved(.stub("OTHER"))
            try await backend.saved(try other.cancelled(because: .stub(), at: .stub(day: 2)))
            try expect("the needs of a cancelled cargo", try await needs(other), is: [])
        },
        ContractCheck(["REP-1", "EST-6"], "the cargos that weren't collected in time are found in pages, from that time on") { backend in
            // Two lie at their destination until day 33, one until day 40, and one as long as it likes; one is on its way there.
            for (id, day) in [("D-33", 33), ("B-33", 33), ("C-40", 40), ("E-NEVER", nil), ("A-AWAY", 33)] as [(String, Int?)] {
                let cargo = Cargo.stub(id, itinerary: .stub())
                try await backend.saved(try day.map { (day) throws(DomainError) in try cargo.settingPickUp(by: .stub(day: day)) } ?? cargo)
                if id == "A-AWAY" { continue }
                try await backend.register(.stub(.unload, at: "SESTO", voyage: "V200", completed: .stub(day: 30), of: id))
            }
            func ids(_ query: CargoQuery, limit: Int = 9) async throws -> [String] {
                try await allPages { await backend.cargos.find(query, after: $0, limit: limit) }.flatMap { $0.map(\.trackingId.text) }
            }
            for (day, expected) in [(33, []), (34, ["B-33", "D-33"]), (40, ["B-33", "D-33"]), (41, ["B-33", "C-40", "D-33"])] {
                for limit in [1, 2, 3, 4] {
                    let found = try await ids(CargoQuery(uncollectedAt: .stub(day: day)), limit: limit)
                    try expect("the ids on day \(day) in pages of \(limit)", found, is: expected)
                }
            }
            let deadline = Instant.stub(day: 33)
            let next = try Instant(epochMilliseconds: deadline.epochMilliseconds + 1)
            try expect("the ids a millisecond later", try await ids(CargoQuery(uncollectedAt: next)), is: ["B-33", "D-33"])
            for (query, expected) in [
                (CargoQuery(place: .stub("SESTO"), uncollectedAt: next), ["B-33", "D-33"]),
                (CargoQuery(place: .stub("HKHKG"), uncollectedAt: next), []),
                (CargoQuery(customer: .stub(), voyage: .stub("V200"), uncollectedAt: next), ["B-33", "D-33"]),
                (CargoQuery(customer: .stub("NOBODY"), uncollectedAt: next), []), (CargoQuery(need: .late, uncollectedAt: next), []),
            ] {
                try expect("the ids of \(query)", try await ids(query), is: expected)
            }
            let last = try success(of: "paging", await backend.cargos.find(CargoQuery(uncollectedAt: next), after: .stub("B-33"), limit: 1))
            try expect("the last page", last.items, is: [try await backend.cargo(.stub("D-33"))])
            try expect("what follows it", last.next, is: nil)
            // One gets more time, and one is collected.
            try await backend.saved(try await backend.cargo(.stub("B-33")).settingPickUp(by: .stub(day: 50)))
            try await backend.register(.stub(.claim, at: "SESTO", completed: .stub(day: 35), of: "D-33"))
            try expect("the ids then", try await ids(CargoQuery(uncollectedAt: .stub(day: 41))), is: ["C-40"])
            try expect("the ids on day 60", try await ids(CargoQuery(uncollectedAt: .stub(day: 60))), is: ["B-33", "C-40"])
        },
        ContractCheck(["REP-1"], "the cargos that lie in a port are found in pages, whether they are on their route or not") { backend in
            for id in ["D-RECEIVED", "B-RECEIVED"] {
                try await backend.saved(.stub(id, itinerary: .stub()))
                try await backend.register(.stub(.receive, at: "HKHKG", completed: .stub(day: 1), of: id))
            }
            try await backend.saved(.stub("A-LOST", itinerary: .stub()))
            try await backend.register(.stub(.unload, at: "HKHKG", voyage: "V900", completed: .stub(day: 3), of: "A-LOST"))
            try await backend.saved(.stub("C-BOOKED", itinerary: .stub()))
            try await backend.saved(.stub("E-ELSEWHERE", itinerary: .stub()))
            try await backend.register(.stub(.receive, at: "USNYC", completed: .stub(day: 1), of: "E-ELSEWHERE"))
            for limit in [1, 2, 3, 4] {
                let pages = try await allPages { await backend.cargos.find(CargoQuery(place: .stub("HKHKG")), after: $0, limit: limit) }
                try expect(
                    "the ids in pages of \(limit)",
                    pages.flatMap { $0.map(\.trackingId.text) },
                    is: ["A-LOST", "B-RECEIVED", "D-RECEIVED"]
                )
                try expect("the number of pages of \(limit)", pages.count, is: (3 + limit - 1) / limit)
            }
            let last = try success(
                of: "paging",
                await backend.cargos.find(CargoQuery(place: .stub("HKHKG")), after: .stub("B-RECEIVED"), limit: 9)
            )
            try expect("the last cargo", last.items, is: [await backend.cargo(.stub("D-RECEIVED"))])
            let none = try success(of: "paging", await backend.cargos.find(CargoQuery(place: .stub("SESTO")), after: nil, limit: 9))
            try expect("the cargos in an empty port", none.items, is: [])
        },
        ContractCheck(["REP-1", "DLV-1"], "a cargo is found in the port where it lies now, not where it lay") { backend in
            func ports(where id: String) async throws -> [String] {
                var ports: [String] = []
                for port in ["HKHKG", "JPTYO", "SESTO"] {
                    let page = try success(of: "paging", await backend.cargos.find(CargoQuery(place: .stub(port)), after: nil, limit: 9))
                    if page.items.map(\.trackingId).contains(.stub(id)) { ports.append(port) }
                }
                return ports
            }
            try await backend.saved(.stub("MOVED", itinerary: .stub()))
            try expect("the port before it is received", try await ports(where: "MOVED"), is: [])
            try await backend.register(.stub(.receive, at: "HKHKG", completed: .stub(day: 1), of: "MOVED"))
            try expect("the port of its receipt", try await ports(where: "MOVED"), is: ["HKHKG"])
            try await backend.register(.stub(.load, at: "HKHKG", voyage: "V100", completed: .stub(day: 2), of: "MOVED"))
            try expect("the port on board", try await ports(where: "MOVED"), is: [])
            try await backend.register(.stub(.unload, at: "JPTYO", voyage: "V100", completed: .stub(day: 4), of: "MOVED"))
            try expect("the port of unloading", try await ports(where: "MOVED"), is: ["JPTYO"])
            try await backend.register(.stub(.claim, at: "SESTO", completed: .stub(day: 30), of: "MOVED"))
            try expect("the port after the claim", try await ports(where: "MOVED"), is: [])
        },
        ContractCheck(["REP-1"], "a customer's cargos are found in pages") { backend in
            for id in ["DDD", "BBB", "FFF"] { try await backend.saved(.stub(id, customer: "CUST-7")) }
            for id in ["AAA", "CCC", "EEE"] { try await backend.saved(.stub(id, customer: "CUST-8")) }
            for limit in [1, 2, 3, 4] {
                let pages = try await allPages { await backend.cargos.find(CargoQuery(customer: .stub("CUST-7")), after: $0, limit: limit) }
                try expect("the ids in pages of \(limit)", pages.flatMap { $0.map(\.trackingId.text) }, is: ["BBB", "DDD", "FFF"])
                try expect("the number of pages of \(limit)", pages.count, is: (3 + limit - 1) / limit)
            }
            let last = try success(
                of: "paging",
                await backend.cargos.find(CargoQuery(customer: .stub("CUST-7")), after: .stub("EEE"), limit: 9)
            )
            try expect("the last cargo", last.items, is: [await backend.cargo(.stub("FFF"))])
            let none = try success(of: "paging", await backend.cargos.find(CargoQuery(customer: .stub("CUST-9")), after: nil, limit: 9))
            try expect("the cargos of another customer", none.items, is: [])
        },
        limits(of: "a customer's cargos") { await $0.cargos.find(CargoQuery(customer: .stub()), after: nil, limit: $1) },
        limits(of: "cargos in a port") { await $0.cargos.find(CargoQuery(place: .stub()), after: nil, limit: $1) },
        limits(of: "cargos that meet several conditions") { await $0.cargos.find(CargoQuery(need: .late), after: nil, limit: $1) },
        limits(of: "cargos that weren't collected in time") {
            await $0.cargos.find(CargoQuery(uncollectedAt: .stub(day: 1)), after: nil, limit: $1)
        },
        limits(of: "cargos that need attention") { await $0.cargos.find(CargoQuery(need: .late), after: nil, limit: $1) },
        limits(of: "cargos on a voyage") { await $0.cargos.find(CargoQuery(voyage: .stub()), after: nil, limit: $1) },
        limits(of: "cargos") { await $0.cargos.find(CargoQuery(), after: nil, limit: $1) },
    ]

    /// Makes the check of a listing's limits.
    static func limits<Value: Sendable>(
        of items: String,
        _ read: @escaping @Sendable (RepositoryBackend, Int) async -> Result<Value, DomainError>
    ) -> ContractCheck {
        ContractCheck(["REP-1", "VAL-INT-1"], "a page of \(items) has a limit of 1 to 1000") { backend in
            for limit in [0, -1, 1001, .min, .max] {
                let refused = DomainError.invalid(.integerOutOfRange, text: String(limit))
                try failure(of: "reading \(limit) \(items)", await read(backend, limit), is: refused)
            }
            for limit in [1, 1000] { _ = try success(of: "reading \(limit) \(items)", await read(backend, limit)) }
        }
    }

    /// Follows `next` to the last page; fails if it doesn't advance.
    static func allPages<Item: Sendable, Key: Comparable & Sendable>(
        _ page: (Key?) async -> Result<Page<Item, Key>, DomainError>
    ) async throws -> [[Item]] {
        var pages: [[Item]] = []
        var next: Key?
        while true {
            let found = try success(of: "paging", await page(next))
            pages.append(found.items)
            guard let key = found.next else { return pages }
            if let next { try expect(key > next, "`next` is greater than \(next)", butGot: "\(key)") }
            next = key
        }
    }
}
