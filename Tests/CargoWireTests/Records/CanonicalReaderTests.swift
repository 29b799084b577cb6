import CargoDomain
import CargoTesting
import Testing

@testable import CargoWire

@Suite("The fast reader of canonical records")
struct CanonicalReaderTests {
    /// Returns a fixed set of cargos of every kind, in their stored form.
    static func records(seed: UInt64, count: Int) throws -> [[UInt8]] {
        var generator = SplitMix64(seed: seed)
        return try (0..<count).map { _ in
            try CargoRecord.encode(Cargo.random(using: &generator).reconstituted(atVersion: .random(in: 0...20, using: &generator)))
        }
    }

    /// Decodes a record through a tree, which is the slow path.
    static func cargoByTree(_ bytes: [UInt8]) throws(DomainError) -> Cargo {
        let tree = try bytes.withUnsafeBytes { bytes in
            Result { () throws(DomainError) in try JSONParser.parse(bytes, hugeIntegers: .kept) }
        }.get()
        return try CargoRecord.reconstitute(tree)
    }

    @Test("the fast reader reads every written record to the same value")
    func reads() throws {
        for bytes in try Self.records(seed: 3, count: 400) {
            let cargo = bytes.withUnsafeBytes { CanonicalReader.cargo($0) }
            #expect(try cargo == Self.cargoByTree(bytes))
        }
    }

    @Test("a damaged record that the fast reader accepts has the same value in the full reader")
    func agreesOnDamage() throws {
        var generator = SplitMix64(seed: 4)
        var taken = 0
        for original in try Self.records(seed: 5, count: 40) {
            for _ in 0..<100 {
                var bytes = original
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[place] = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
                case 2: bytes.remove(at: place)
                case 3: bytes.removeSubrange(place..<min(place + Int.random(in: 2...4, using: &generator), bytes.count))
                default: bytes.insert(Array("019AZaz-.\"{}[]:, \\".utf8).randomElement(using: &generator)!, at: place)
                }
                guard let cargo = bytes.withUnsafeBytes({ CanonicalReader.cargo($0) }) else { continue }
                #expect(try cargo == Self.cargoByTree(bytes))
                taken += 1
            }
        }
        #expect(taken > 100)
    }

    @Test("a truncated record is never accepted and never read past its end")
    func truncation() throws {
        for bytes in try Self.records(seed: 6, count: 20) {
            for length in 0..<bytes.count {
                let cut = Array(bytes[..<length])
                #expect(cut.withUnsafeBytes { CanonicalReader.cargo($0) } == nil)
            }
            #expect((bytes + [0x20]).withUnsafeBytes { CanonicalReader.cargo($0) } == nil)
        }
    }

    @Test("a record with bytes removed is accepted only if the full reader reads the same value")
    func missingRuns() throws {
        for bytes in try Self.records(seed: 8, count: 3) {
            for place in bytes.indices {
                for length in 1...3 {
                    var shorter = bytes
                    shorter.removeSubrange(place..<min(place + length, bytes.count))
                    guard let cargo = shorter.withUnsafeBytes({ CanonicalReader.cargo($0) }) else { continue }
                    #expect(throws: Never.self) { try Self.cargoByTree(shorter) }
                    #expect((try? Self.cargoByTree(shorter)) == cargo)
                }
            }
        }
    }

    @Test("both readers read handling events to the same values")
    func events() throws {
        var generator = SplitMix64(seed: 7)
        var types: Set<HandlingType> = []
        for _ in 0..<60 {
            var life = RandomCargoLife(using: &generator)
            for _ in 0..<20 { life.step(using: &generator) }
            for event in life.history.events {
                types.insert(event.activity.type)
                let bytes = HandlingEventRecord.encode(event)
                let short = bytes.withUnsafeBytes { CanonicalReader.handlingEvent($0) }
                #expect(short == event)
                #expect(short?.registrationTime == event.registrationTime)
                let tree = try JSONParser.parse(String(decoding: bytes, as: UTF8.self))
                #expect(try HandlingEventRecord.reconstitute(tree) == event)
                for length in 0..<bytes.count {
                    #expect(Array(bytes[..<length]).withUnsafeBytes { CanonicalReader.handlingEvent($0) } == nil)
                }
            }
        }
        #expect(types.count == HandlingType.allCases.count)
    }

    /// Returns a record that differs in one place.
    static func damaged(_ original: [UInt8], using generator: inout SplitMix64) -> [UInt8] {
        var bytes = original
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
        case 2: bytes.remove(at: place)
        default: bytes.insert(Array("019AZaz-.\"{}[]:, \\".utf8).randomElement(using: &generator)!, at: place)
        }
        return bytes
    }

    @Test("both readers read locations to the same values, damaged ones too")
    func locations() throws {
        var generator = SplitMix64(seed: 9)
        var taken = 0
        let names = ["Hamburg", "Göteborg", "São \"Paulo\"", "a\\b", "\u{1F6A2} Δ", "\u{301}x", String(repeating: "漢", count: 200)]
        for name in names {
            let location = Location(unLocode: try UnLocode("DEHAM"), name: try LocationName(name))
            let bytes = LocationRecord.encode(location)
            #expect(bytes.withUnsafeBytes { CanonicalReader.location($0) == nil } == name.contains { "\"\\".contains($0) })
            #expect(try bytes.withUnsafeBytes { try LocationRecord.decode($0) }.name == location.name)
            for _ in 0..<300 {
                let damaged = Self.damaged(bytes, using: &generator)
                guard let short = damaged.withUnsafeBytes({ CanonicalReader.location($0) }) else { continue }
                let tree = try damaged.withUnsafeBytes { try JSONParser.parse($0, hugeIntegers: .kept) }
                let long = try LocationRecord.reconstitute(tree)
                #expect(short == long && short.name == long.name)
                taken += 1
            }
        }
        #expect(taken > 100)
    }

    @Test("both readers read domain events of every type to the same values, damaged ones too; those of schema 3 only the slow one")
    func domainEvents() throws {
        var generator = SplitMix64(seed: 10)
        var types: Set<String> = []
        var taken = 0
        var events: [DomainEvent] = []
        for _ in 0..<80 {
            var life = RandomCargoLife(using: &generator)
            for _ in 0..<12 { life.step(using: &generator) }
            events += DomainEvent.events(raisedBy: life.cargo, storedAs: 3, at: .stub())
        }
        let facts: [DomainFact] = [
            .cargoArrived(location: .stub()), .cargoClaimed(location: .stub()), .cargoBackOnTrack,
            .cargoMisdirected(actual: .receive(at: .stub()), expected: .load(onto: .stub(), at: .stub())),
            .cargoMisdirected(actual: .customs(at: .stub()), expected: nil), .voyageRescheduled(voyageNumber: .stub(), schedule: .stub()),
        ]
        events += facts.map { fact in
            DomainEvent(
                eventId: "Cargo:\(fact.type):1:0",
                occurredAt: .stub(),
                schemaVersion: 1,
                correlationId: fact.type == "CargoArrived" ? "request \"7\"" : fact.type == "CargoClaimed" ? "ü" : nil,
                actor: fact.type == "CargoArrived" ? .person("a \"b\"") : fact.type == "CargoClaimed" ? .token("ops") : nil,
                aggregateType: .voyage,
                aggregateId: "V1",
                aggregateVersion: 1,
                sequence: 0,
                fact: fact
            )
        }
        for (place, event) in events.enumerated() {
            types.insert(event.fact.type)
            let event = place % 3 == 0 ? event.stored(as: Int64(place + 1)) : event
            let bytes = DomainEventRecord.encode(event)
            #expect(try bytes.withUnsafeBytes { try DomainEventRecord.decode($0) } == event)
            #expect(
                bytes.withUnsafeBytes { CanonicalReader.domainEvent($0) == nil }
                    == (event.correlationId == "request \"7\"" || event.schemaVersion == 3)
            )
            for _ in 0..<10 {
                let damaged = Self.damaged(bytes, using: &generator)
                guard let short = damaged.withUnsafeBytes({ CanonicalReader.domainEvent($0) }) else { continue }
                let tree = try damaged.withUnsafeBytes { try JSONParser.parse($0, hugeIntegers: .kept) }
                #expect(try DomainEventRecord.reconstitute(tree) == short)
                taken += 1
            }
        }
        #expect(taken > 100)
        #expect(types.count == 17)
    }

    @Test(
        "VAL-INT-1: integers are accepted up to 2^53−1, in canonical form only",
        arguments: [
            ("0", 0), ("9007199254740991", 9_007_199_254_740_991), ("9007199254740992", nil), ("00", nil), ("01", nil), ("-0", nil),
            ("-1", nil),
            ("", nil), ("99999999999999999999", nil), ("1.0", nil), ("+1", nil),
        ] as [(String, Int64?)]
    )
    func naturals(text: String, expected: Int64?) {
        let bytes = Array(text.utf8)
        let number = bytes.withUnsafeBytes {
            CanonicalReader.read($0) { (reader: inout CanonicalReader) throws(CanonicalReader.Deviation) -> Int64 in try reader.natural() }
        }
        #expect(number == expected)
    }
}
