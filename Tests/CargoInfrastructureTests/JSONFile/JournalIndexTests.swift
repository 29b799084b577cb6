import CargoTesting
import Testing

@testable import RecordJournal

@Suite("Journal index")
struct JournalIndexTests {
    /// Ways to hash ids: the normal one, one with few different hashes, and one with a single hash.
    static let hashes: [IdHash] = [
        IdHash(low: 1, high: 2), IdHash(low: 1, high: 2, mask: 0xFF00_0000_0000_0003), IdHash(low: 1, high: 2, mask: 0),
    ]

    static func id(_ number: Int) -> String { String(repeating: "I", count: 1 + number % 5) + "\(number * 7 % 10_007)" }

    static func header(
        _ id: String,
        _ version: Int64,
        kind: JournalKind = .cargo,
        customer: String? = nil,
        events: (Int64, Int) = (0, 0)
    ) -> RecordHeader {
        var header = RecordHeader(watermark: 0, kind: kind.name, id: id, version: version, schema: 1)
        header.customer = customer
        header.firstSequence = events.0
        header.eventCount = events.1
        return header
    }

    static func found(_ index: JournalIndex, _ kind: JournalKind, _ id: String) -> (version: Int64, offset: Int)? {
        if case .found(let entry) = index.lookup(kind, id) { (entry.version, entry.location.offset) } else { nil }
    }

    @Test("The hash is SipHash-1-3")
    func hashVectors() {
        // Computed with the reference implementation: key 00 01 … 0F, text 00 01 02 ….
        let hash = IdHash(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908)
        func value(_ count: UInt8) -> UInt64 { Array(0..<count).withUnsafeBytes { hash($0) } }
        #expect(value(0) == 0xABAC_0158_050F_C4DC)
        #expect(value(1) == 0xC9F4_9BF3_7D57_CA93)
        #expect(value(8) != value(9))
    }

    @Test("Every id is found, even if hashes collide", arguments: hashes)
    func collisions(hash: IdHash) {
        var index = JournalIndex(kinds: JournalKind.all, hash: hash)
        let count = hash.mask == 0 ? 600 : 6000
        for number in 0..<count {
            index.take(.record(Self.header(Self.id(number), 1), RecordPosition(segment: 1, length: 10, offset: number * 10)))
        }
        for number in stride(from: 0, to: count, by: 3) {
            index.take(.record(Self.header(Self.id(number), 2), RecordPosition(segment: 2, length: 11, offset: number * 11)))
        }
        for number in 0..<count {
            let found = Self.found(index, .cargo, Self.id(number))
            #expect(found?.version == (number % 3 == 0 ? 2 : 1))
            #expect(found?.offset == (number % 3 == 0 ? number * 11 : number * 10))
            #expect(Self.found(index, .voyage, Self.id(number)) == nil)
        }
        #expect(Self.found(index, .cargo, "I") == nil)
        #expect(Self.found(index, .cargo, "") == nil)
        #expect(index.damage.isEmpty)
    }

    @Test("Changing the original leaves a copy unchanged")
    func copies() {
        var index = JournalIndex(kinds: JournalKind.all)
        for number in 0..<3000 {
            index.take(.record(Self.header(Self.id(number), 1), RecordPosition(segment: 1, length: 10, offset: number * 10)))
        }
        let copy = index
        for number in 0..<6000 {
            let version: Int64 = number < 3000 ? 2 : 1
            index.take(.record(Self.header(Self.id(number), version), RecordPosition(segment: 3, length: 10, offset: number * 10)))
        }
        for number in 0..<6000 {
            #expect(Self.found(copy, .cargo, Self.id(number))?.version == (number < 3000 ? 1 : nil))
            #expect(Self.found(index, .cargo, Self.id(number))?.version == (number < 3000 ? 2 : 1))
        }
    }

    @Test("Versions, schemas and lengths of any size survive a round trip")
    func wideValues() {
        var index = JournalIndex(kinds: JournalKind.all)
        index.take(.damage(DamagedRegion(segment: 1, range: 0..<1, header: nil)))
        let largest: Int64 = 9_007_199_254_740_991
        for (place, version) in [1, 0xFF_FFFE, 0xFF_FFFF, 0x100_0000, largest].enumerated() {
            for schema in [1, 254, 255, 256, 70_000] {
                var header = Self.header("\(version)-\(schema)", version)
                header.schema = schema
                index.take(.record(header, RecordPosition(segment: 0xFF_FFFF, length: .max, offset: (1 << 40) - 1 - place)))
                #expect(index.version(.cargo, header.id) == version)
                #expect(index.schema(.cargo, header.id) == schema)
                #expect(Self.found(index, .cargo, header.id)?.offset == (1 << 40) - 1 - place)
            }
        }
    }

    @Test("Any number of ids are listed in order, from any id")
    func order() {
        var random = SplitMix64(seed: 5)
        var index = JournalIndex(kinds: JournalKind.all)
        var known: Set<String> = []
        for round in [3, 500, 1, 5000, 0, 700, 1200, 4000] {
            for _ in 0..<round {
                let id = Self.id(Int.random(in: 0..<9_000, using: &random))
                guard known.insert(id).inserted else { continue }
                index.take(.record(Self.header(id, 1), RecordPosition(segment: 1, length: 1, offset: known.count)))
            }
            index.sortIDs(of: .cargo)
            let sorted = known.sorted()
            #expect(index.ids(of: .cargo, after: nil, limit: .max) == sorted)
            for place in [0, sorted.count / 2, sorted.count - 1] {
                #expect(index.ids(of: .cargo, after: sorted[place], limit: 7) == Array(sorted[(place + 1)...].prefix(7)))
                #expect(index.ids(of: .cargo, after: sorted[place] + " ", limit: 2) == Array(sorted[(place + 1)...].prefix(2)))
            }
        }
        #expect(index.staleOrder(of: .cargo) == nil)
    }

    @Test("A customer's ids follow every change of customer")
    func customers() {
        var random = SplitMix64(seed: 6)
        var index = JournalIndex(kinds: JournalKind.all)
        var customers: [String: String] = [:]
        var versions: [String: Int64] = [:]
        for step in 0..<3000 {
            let id = Self.id(Int.random(in: 0..<200, using: &random))
            let customer = Int.random(in: 0..<6, using: &random)
            versions[id, default: 0] += 1
            customers[id] = customer == 5 ? nil : "C\(customer)"
            let header = Self.header(id, versions[id] ?? 0, customer: customers[id])
            index.take(.record(header, RecordPosition(segment: 1, length: 1, offset: step)))
            guard step % 50 == 0 else { continue }
            for customer in 0..<6 {
                let expected = customers.filter { $0.value == "C\(customer)" }.map(\.key).sorted()
                #expect(index.ids(of: .cargo, customer: "C\(customer)") == expected)
            }
        }
    }

    @Test("Domain events are found from any sequence number on, over gaps, segments and records of any size")
    func outbox() {
        var random = SplitMix64(seed: 7)
        var outbox = OutboxIndex()
        var runs: [OutboxIndex.Run] = []
        var sequence: Int64 = 1
        var offset = 0
        var segment: UInt32 = 1
        for step in 0..<2000 {
            if step % 300 == 299 { (segment, offset) = (segment + 2, 0) }
            if step % 170 == 99 { sequence += 3 }
            if step == 1000 { offset += 1 << 33 }
            let length: UInt32 = step % 401 == 0 ? 1 << 24 : .random(in: 1...900, using: &random)
            let count = step % 331 == 5 ? 256 : Int.random(in: 1...5, using: &random)
            runs.append(.init(firstSequence: sequence, count: count, location: .init(segment: segment, length: length, offset: offset)))
            outbox.append(runs[step])
            sequence += Int64(count)
            offset += Int(length) + (step % 7 == 0 ? 50 : 0)
        }
        var all: [OutboxIndex.Run] = []
        outbox.visit { all.append($0) }
        #expect(all == runs)
        #expect(outbox.nextSequence == sequence)
        for after in stride(from: Int64(0), through: sequence, by: 37) {
            #expect(outbox.runs(after: after, limit: 3) == Array(runs.drop { $0.lastSequence <= after }.prefix(3)))
        }
    }
}
