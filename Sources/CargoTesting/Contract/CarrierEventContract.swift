import CargoApplication
import CargoDomain

/// The promises of stored carriers' events, which hold over every backend.
///
/// The backend needs `carrierEvents`. If it has `reopen`, what was stored is read from the reopened store.
public enum CarrierEventContract {
    /// All checks.
    ///
    /// Run each on a new, empty backend.
    public static let checks: [ContractCheck] = (storingChecks + listingChecks + logChecks).map { $0.needing(BackendParts.carrierEvents) }

    static let storingChecks: [ContractCheck] = [
        ContractCheck(["REP-2", "REP-4"], "a carrier's event is stored by compare-and-set, with all its parts, in every state") { backend in
            let events = try backend.boundCarrierEvents
            let new = CarrierEvent.stub(document: #"{"remark":"\u0000 \\u0000 é"}"#, waits: everyWait)
            try expect("an event that isn't there", success(of: "finding", await events.find(new.id)), is: nil)
            try expect("whether a new one is stored", success(of: "saving", await events.save([new])), is: true)
            try expect("whether it is stored as new again", success(of: "saving", await events.save([new])), is: false)
            try expect("whether version 2 is replaced", success(of: "saving", await events.save([new.stored(as: 2)])), is: false)
            try expect("the event", success(of: "finding", await events.find(new.id)), is: new.stored(as: 1))
            for (place, state) in everyState.enumerated() {
                let next = new.stored(as: Int64(place) + 1).entering(state, waits: everyWait)
                try expect("whether \(state) is stored", success(of: "saving", await events.save([next])), is: true)
                let again = try await (backend.reopen?() ?? backend).boundCarrierEvents
                try expect("the event", success(of: "finding", await again.find(new.id)), is: next.stored(as: Int64(place) + 2))
            }
        },
        ContractCheck(["REP-2"], "a removed event of a carrier isn't found, and its id isn't used again") { backend in
            let events = try backend.boundCarrierEvents
            let new = CarrierEvent.stub(state: .applied(at: .stub(day: 2), to: nil))
            try success(of: "saving", await events.save([new]))
            try expect("whether the removal is stored", success(of: "saving", await events.save([new.stored(as: 1).emptied])), is: true)
            let again = try await (backend.reopen?() ?? backend).boundCarrierEvents
            try expect("the removed event", success(of: "finding", await again.find(new.id)), is: nil)
            for status in CarrierEvent.Status.allCases {
                try expect("the ids", try await again.everyId(status, of: nil, limit: 10), is: [])
                try expect("the list", try await again.everyOne(status, of: nil, limit: 10), is: [])
            }
            try expect("whether the id is stored as new", success(of: "saving", await again.save([new])), is: false)
        },
        ContractCheck(["REP-2"], "of several events of carriers that are saved together, all are stored or none") { backend in
            let events = try backend.boundCarrierEvents
            let all = (1...5).map { CarrierEvent.stub($0) }
            try expect("whether none is stored", success(of: "saving", await events.save([])), is: true)
            try success(of: "saving", await events.save([all[2]]))
            try expect("whether they are stored over one that is there", success(of: "saving", await events.save(all)), is: false)
            try expect("the list", try await events.everyOne(.open, of: nil, limit: 10), is: [all[2].stored(as: 1)])
            var next = all
            next[2] = all[2].stored(as: 1).entering(.dismissed(at: .stub(), by: "desk", because: .stub()))
            try expect("whether they are stored", success(of: "saving", await events.save(next)), is: true)
            let again = try await (backend.reopen?() ?? backend).boundCarrierEvents
            let open = all.filter { $0.id != all[2].id }.map { $0.stored(as: 1) }
            try expect("the open ones", try await again.everyOne(.open, of: nil, limit: 10), is: open)
            try expect("the dismissed ones", try await again.everyOne(.dismissed, of: nil, limit: 10), is: [next[2].stored(as: 2)])
        },
        ContractCheck(["REP-7"], "of 20 concurrent changes of a carrier's event, one is stored") { backend in
            let events = try backend.boundCarrierEvents
            let new = CarrierEvent.stub()
            try success(of: "saving", await events.save([new]))
            let answers = try await RepositoryContract.atOnce { writer in
                let next = new.stored(as: 1).entering(.dismissed(at: .stub(), by: "\(writer)", because: .stub()))
                // Each writer has an event of its own beside it, which isn't stored without it.
                return try success(of: "saving", await events.save([.stub(100 + writer), next]))
            }
            try expect("the number of changes stored", answers.count { $0 }, is: 1)
            try expect("the number of events beside it", try await events.everyId(.open, of: nil, limit: 100).count, is: 1)
        },
    ]

    static let listingChecks: [ContractCheck] = [
        ContractCheck(["REP-1"], "carriers' events are listed by state and carrier, by id, page by page") { backend in
            let events = try backend.boundCarrierEvents
            // One carrier's name begins with another's and a dot.
            let all = ["MAEU", "MAEU.b", "MAEU-2", "ZIMU"].flatMap { carrier in (0..<7).map { CarrierEvent.stub($0 * 0x11, of: carrier) } }
            try success(of: "saving", await events.save(all.reversed()))
            let applied = all.enumerated().filter { $0.offset.isMultiple(of: 3) }.map { place, event in
                event.stored(as: 1).entering(.applied(at: .stub(day: 3), to: .cargo(.stub())))
            }
            try success(of: "saving", await events.save(applied))
            let settled = Set(applied.map(\.id))
            let open = all.filter { !settled.contains($0.id) }.map { $0.stored(as: 1) }.sorted { $0.id < $1.id }
            let done = applied.map { $0.stored(as: 2) }.sorted { $0.id < $1.id }
            let again = try await (backend.reopen?() ?? backend).boundCarrierEvents
            for carrier in [nil, "MAEU", "MAEU.b", "MAEU-2", "ZIMU", "MAE", "", "é\0"] {
                for (status, expected) in [(.open, open), (.applied, done), (.dismissed, [])] as [(CarrierEvent.Status, [CarrierEvent])] {
                    let wanted = expected.filter { carrier == nil || $0.carrier == carrier }
                    for limit in [1, 2, 100] {
                        let subject = "\(status.rawValue) of \(carrier ?? "all") by \(limit)"
                        try expect(subject, try await again.everyOne(status, of: carrier, limit: limit), is: wanted)
                        try expect("ids \(subject)", try await again.everyId(status, of: carrier, limit: limit), is: wanted.map(\.id))
                    }
                }
            }
            try failure(
                of: "a page of 0",
                await again.findPage(.open, of: nil, after: nil, limit: 0).map { $0.items.count },
                is: .invalid(.integerOutOfRange, text: "0")
            )
        }
    ]

    static let logChecks: [ContractCheck] = [
        ContractCheck(["REP-2", "REP-4"], "the origins of a cargo's handling are stored by compare-and-set, with all parts") { backend in
            let events = try backend.boundCarrierEvents
            let id = TrackingId.stub()
            func log(version: Int64) -> CarrierLog {
                CarrierLog(
                    trackingId: id,
                    version: version,
                    entries: [
                        .init(carrier: "MAEU", eventId: "\"é\0", createdAt: .stub(day: 1), handled: .stub(.load, voyage: "V100")),
                        .init(carrier: "ZIMU", eventId: nil, createdAt: nil, handled: nil),
                    ]
                )
            }
            try expect("the log before the first save", success(of: "reading", await events.log(of: id)), is: CarrierLog(trackingId: id))
            for (version, isStored) in [(0, true), (0, false), (2, false), (1, true)] as [(Int64, Bool)] {
                let saved = try success(of: "saving", await events.save(log(version: version)))
                try expect("whether version \(version) is stored", saved, is: isStored)
            }
            let again = try await (backend.reopen?() ?? backend).boundCarrierEvents
            try expect("the log", success(of: "reading", await again.log(of: id)), is: log(version: 2))
        }
    ]

    private static let everyWait: [CarrierEventWait] = [
        .reference(.stub()), .cargo(.stub()), .voyage("UK:244 \"A\""), .location(.stub()), .time(.stub(day: 4)),
    ]

    private static let everyState: [CarrierEvent.State] =
        CarrierEventReason.Code.allCases.map { .open(CarrierEventReason($0)) } + [
            .open(CarrierEventReason(.unreadable, "a\0b\"é")), .applied(at: .stub(day: 2), to: nil),
            .applied(at: .stub(day: 2), to: .cargo(.stub())), .applied(at: .stub(day: 2), to: .voyage(.stub())),
            .dismissed(at: .stub(day: 3), by: "\"desk\"", because: .stub()),
        ]
}

extension RepositoryBackend {
    /// The carriers' events, which the check needs.
    fileprivate var boundCarrierEvents: any CarrierEventRepository {
        get throws {
            guard let carrierEvents else { throw Disagreement(expected: "a backend with carriers' events", actual: "none") }
            return carrierEvents
        }
    }
}

extension CarrierEventRepository {
    /// Reads all pages of this size.
    fileprivate func everyOne(_ status: CarrierEvent.Status, of carrier: String?, limit: Int) async throws -> [CarrierEvent] {
        var all: [CarrierEvent] = []
        var last: CarrierEventId?
        while true {
            let page = try success(of: "listing", await findPage(status, of: carrier, after: last, limit: limit))
            all += page.items
            guard let next = page.next else { return all }
            last = next
        }
    }

    /// Reads all ids, this many at a time.
    fileprivate func everyId(_ status: CarrierEvent.Status, of carrier: String?, limit: Int) async throws -> [CarrierEventId] {
        var all: [CarrierEventId] = []
        while true {
            let ids = try success(of: "listing ids", await ids(status, of: carrier, after: all.last, limit: limit))
            all += ids
            guard ids.count == limit else { return all }
        }
    }
}
