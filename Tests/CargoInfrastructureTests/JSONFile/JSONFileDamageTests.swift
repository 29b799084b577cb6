import CargoTesting
import Testing

@testable import RecordJournal

/// Damage and torn tails at every place of a small journal.
@Suite("Journal damage and recovery")
struct JSONFileDamageTests {
    static let store = "/store"
    static let segment = "/store/seg-000001.jsonl"

    /// A journal with every kind of record, and the expected result of reading each id.
    struct Sample {
        let disk: MemoryFileSystem
        let bytes: [UInt8]
        let states: [String]
        /// The offset of each record; the last entry is the end of the data.
        let starts: [Int]
    }

    static let ids: [(JournalKind, String)] = [
        (.cargo, "ABC"), (.cargo, "DEF"), (.voyage, "V1"), (.voyage, "V2"), (.handling, "ABC"), (.cargo, "ZZZ"),
    ]

    static func sample(marks: Bool) async throws -> Sample {
        let disk = MemoryFileSystem()
        let engine = try await JournalEngine.open(store, .alone(disk, marks: marks))
        let commits: [[JournalWrite]] = [
            [.cargo("ABC", 0, "a", events: ["Booked"])],
            [.handling("ABC", 0, "r")],
            [.cargo("DEF", 0, "d", customer: nil), .voyage("V1", 0), .voyage("V2", 0)],
            [.cargo("ABC", 1, "b", events: ["Routed", "Handled"])],
            [.handling("ABC", 1, "l")],
        ]
        for commit in commits { #expect(await engine.commit(commit) == .committed) }
        let dataEnd = try #require(disk[segment]).count
        await engine.close()
        let bytes = try #require(disk[segment])
        let starts = [0] + bytes.indices.filter { bytes[$0] == RecordLine.newline && $0 < dataEnd }.map { $0 + 1 }
        return Sample(disk: disk, bytes: bytes, states: await states(of: engine), starts: starts)
    }

    /// Returns the result of reading every id of the sample, and one that isn't in it.
    static func states(of engine: JournalEngine) async -> [String] {
        var states: [String] = []
        for (kind, id) in ids {
            if kind == .handling {
                do throws(JournalError) {
                    states.append(try await engine.chain(kind, id).map { String(decoding: $0.document, as: UTF8.self) }.joined())
                } catch { states.append(error.code.rawValue) }
            } else {
                states.append(await engine.state(kind, id))
            }
        }
        return states
    }

    /// One bit of each byte; `make proofs` flips every bit.
    static func bits(of bytes: Range<Int>) -> [Int] { bytes.map { $0 * 8 + $0 % 8 } }

    @Test("A flipped bit of a closed journal is located; each id reads correctly or fails, and nothing is written")
    func flippedBitsOfClosedJournal() async throws {
        let sample = try await Self.sample(marks: true)
        let dataEnd = try #require(sample.starts.last)
        #expect(
            sample.states == [
                "2 {\"text\":\"b\"}", "1 {\"text\":\"d\"}", "1 {\"at\":0}", "1 {\"at\":0}", "{\"event\":\"r\"}{\"event\":\"l\"}", "absent",
            ]
        )
        var wrong: [String] = []
        for bit in Self.bits(of: 0..<dataEnd) {
            let disk = sample.disk.copy()
            disk[Self.segment]?[bit / 8] ^= 1 << UInt8(bit % 8)
            let engine = try await JournalEngine.open(Self.store, .alone(disk))
            let states = await Self.states(of: engine)
            for (state, right) in zip(states, sample.states) where state != right && state != "corrupt_record" {
                wrong.append("\(bit): \(state)")
            }
            let start = try #require(sample.starts.last { $0 <= bit / 8 })
            // A single flipped bit is explained, so only the record's own id is affected: "ZZZ" is known to be absent.
            if states.last != "absent" { wrong.append("\(bit): damage not explained") }
            if states.count(where: { $0 == "corrupt_record" }) > 1 { wrong.append("\(bit): \(states)") }
            guard case .failed(let error) = await engine.commit([.cargo("NEW", 0)]), error.code == .corruptRecord,
                error.cause.contains("seg-000001.jsonl at offset \(start):") == true
            else {
                wrong.append("\(bit): written")
                continue
            }
        }
        #expect(wrong == [])
    }

    @Test("A replaced byte damages at most its own record, whose id is known in 999 of 1,000 cases")
    func damagedBytes() async throws {
        let sample = try await Self.sample(marks: true)
        let dataEnd = try #require(sample.starts.last)
        var wrong: [String] = []
        var unexplained = 0
        var source = SplitMix64(seed: 11)
        for byte in 0..<dataEnd {
            for bits in [0xFF, UInt8.random(in: 1...254, using: &source)] {
                let disk = sample.disk.copy()
                disk[Self.segment]?[byte] ^= bits
                let engine = try await JournalEngine.open(Self.store, .alone(disk))
                let states = await Self.states(of: engine)
                for (state, right) in zip(states, sample.states) where state != right && state != "corrupt_record" {
                    wrong.append("\(byte): \(state)")
                }
                if states.last != "absent" { unexplained += 1 }
                let start = try #require(sample.starts.last { $0 <= byte })
                let place = "seg-000001.jsonl at offset \(start)"
                if try await engine.statistics().damage.first != place { wrong.append("\(byte): not named") }
            }
        }
        #expect(wrong == [])
        #expect(unexplained <= dataEnd / 500, "\(unexplained)")
    }

    @Test("Flipped bits after the last watermark look like a torn tail, which the next write quarantines and never drops")
    func flippedBitsOfTail() async throws {
        let sample = try await Self.sample(marks: false)
        let last = sample.starts[sample.starts.count - 2]
        var wrong: [String] = []
        for bit in Self.bits(of: 0..<sample.bytes.count) {
            let disk = sample.disk.copy()
            disk[Self.segment]?[bit / 8] ^= 1 << UInt8(bit % 8)
            let engine = try await JournalEngine.open(Self.store, .alone(disk))
            let states = await Self.states(of: engine)
            let outcome = await engine.commit([.cargo("NEW", 0)])
            if bit / 8 < last {
                if code(outcome) != .corruptRecord { wrong.append("\(bit): \(outcome)") }
                for (state, right) in zip(states, sample.states) where state != right && state != "corrupt_record" {
                    wrong.append("\(bit): \(state)")
                }
            } else {
                if states[4] != "{\"event\":\"r\"}" || outcome != .committed { wrong.append("\(bit): \(states) \(outcome)") }
                guard let tail = engine.recoveredTails.first, let copy = disk[tail.quarantineFile] else {
                    wrong.append("\(bit): dropped")
                    continue
                }
                if tail.range != last..<sample.bytes.count || copy.count != tail.range.count { wrong.append("\(bit): \(tail)") }
            }
        }
        #expect(wrong == [])
    }

    @Test("A journal cut at any byte opens with the complete commits before the cut and quarantines the rest")
    func truncatedAnywhere() async throws {
        let sample = try await Self.sample(marks: false)
        // The third commit has three records. It counts only if the last of them is complete.
        let commitEnds = [0, 1, 2, 5, 6, 7].map { sample.starts[$0] }
        for length in 0...sample.bytes.count {
            let disk = sample.disk.copy()
            disk[Self.segment] = Array(sample.bytes[..<length])
            let engine = try await JournalEngine.open(Self.store, .alone(disk))
            let end = try #require(commitEnds.last { $0 <= length })
            let expected = try #require(commitEnds.firstIndex(of: end))
            #expect(
                await engine.state(.cargo, "ABC")
                    == (expected >= 4 ? "2 {\"text\":\"b\"}" : expected >= 1 ? "1 {\"text\":\"a\"}" : "absent")
            )
            #expect(await engine.state(.cargo, "DEF") == (expected >= 3 ? "1 {\"text\":\"d\"}" : "absent"))
            #expect(await engine.state(.voyage, "V2") == (expected >= 3 ? "1 {\"at\":0}" : "absent"))
            #expect(try await engine.chain(.handling, "ABC").count == (expected >= 5 ? 2 : expected >= 2 ? 1 : 0))
            #expect(await engine.commit([.cargo("NEW", 0, "n", events: ["E"])]) == .committed)
            #expect(engine.recoveredTails.map(\.range) == (end == length ? [] : [end..<length]))
            let again = try await JournalEngine.open(Self.store, .alone(disk))
            #expect(await again.state(.cargo, "NEW") == "1 {\"text\":\"n\"}")
            #expect(try await again.events(after: 0, limit: 9).count == (expected >= 4 ? 4 : expected >= 1 ? 2 : 1))
        }
    }

    @Test("Random bytes in place of a record are never read as another record", arguments: 0..<7)
    func overwrittenRecords(record: Int) async throws {
        let sample = try await Self.sample(marks: true)
        let fillings: [UInt8] = [0, UInt8(ascii: "\n"), UInt8(ascii: "{"), UInt8(ascii: "~"), 0xFF]
        for filling in fillings {
            let disk = sample.disk.copy()
            for place in sample.starts[record]..<sample.starts[record + 1] { disk[Self.segment]?[place] = filling }
            let engine = try await JournalEngine.open(Self.store, .alone(disk))
            let states = await Self.states(of: engine)
            for (state, right) in zip(states, sample.states) { #expect(state == right || state == "corrupt_record") }
            // The lost record is unknown, so no id can be reported as absent, and no customer's list as complete.
            #expect(states.last == "corrupt_record")
            #expect(
                await failure(of: { () throws(JournalError) in try await engine.ids(.cargo, customer: "ACME") })?.code == .corruptRecord
            )
            #expect(code(await engine.commit([.cargo("NEW", 0)])) == .corruptRecord)
        }
    }

    @Test("Ids saved again after unexplained damage read correctly")
    func newerRecordsHeal() async throws {
        let sample = try await Self.sample(marks: true)
        for place in sample.starts[0]..<sample.starts[1] { sample.disk[Self.segment]?[place] = 0 }
        let engine = try await JournalEngine.open(Self.store, .alone(sample.disk))
        #expect(await engine.state(.cargo, "ABC") == "2 {\"text\":\"b\"}")
        #expect(await engine.state(.cargo, "DEF") == "1 {\"text\":\"d\"}")
        // The first domain event is lost. Reading from the start fails rather than skipping it.
        #expect(await failure(of: { () throws(JournalError) in try await engine.events(after: 0, limit: 9) })?.code == .corruptRecord)
        #expect(try await engine.events(after: 1, limit: 9).map(\.sequence) == [2, 3])
    }

    @Test("A missing link damages its chain alone, even if later links exist")
    func missingLink() async throws {
        let sample = try await Self.sample(marks: true)
        for place in sample.starts[1]..<sample.starts[2] { sample.disk[Self.segment]?[place] = 0 }
        let engine = try await JournalEngine.open(Self.store, .alone(sample.disk))
        #expect(await Self.states(of: engine) == sample.states[..<4] + ["corrupt_record", "corrupt_record"])
    }

    @Test("A bit that flips while the store is open is found when the record is read")
    func damageWhileOpen() async throws {
        let sample = try await Self.sample(marks: true)
        let engine = try await JournalEngine.open(Self.store, .alone(sample.disk))
        for bit in sample.starts[5] * 8..<sample.starts[6] * 8 {
            sample.disk[Self.segment]?[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(await engine.state(.cargo, "ABC") == "corrupt_record")
            sample.disk[Self.segment]?[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        #expect(await Self.states(of: engine) == sample.states)
    }

    @Test("Every flipped bit of the manifest and its loss are found")
    func manifestDamage() async throws {
        let sample = try await Self.sample(marks: true)
        let manifest = Self.store + "/MANIFEST.json"
        let bytes = try #require(sample.disk[manifest])
        for bit in 0..<bytes.count * 8 {
            sample.disk[manifest]?[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(
                await failure(of: { () throws(JournalError) in try await JournalEngine.open(Self.store, .alone(sample.disk)) })?.code
                    == .corruptRecord
            )
            sample.disk[manifest] = bytes
        }
        sample.disk[manifest] = nil
        #expect(
            await failure(of: { () throws(JournalError) in try await JournalEngine.open(Self.store, .alone(sample.disk)) })?.code
                == .corruptRecord
        )
    }

    @Test("A repeated record or a skipped version damages its id alone")
    func versionsOutOfOrder() async throws {
        for version: Int64 in [1, 2, 4] {
            let disk = MemoryFileSystem()
            let engine = try await JournalEngine.open(Self.store, .alone(disk))
            #expect(await engine.commitEach([[.cargo("ABC", 0)], [.cargo("ABC", 1)], [.cargo("DEF", 0)]]).allSatisfy { $0 == .committed })
            var bytes = try #require(disk[Self.segment])
            let header = RecordHeader(watermark: 0, kind: "cargo", id: "ABC", version: version, schema: 1)
            _ = RecordLine.append(.init(header: header, document: Array("{}".utf8), events: []), to: &bytes)
            engine.die()
            disk[Self.segment] = bytes
            let again = try await JournalEngine.open(Self.store, .alone(disk))
            #expect(await again.state(.cargo, "ABC") == "corrupt_record")
            #expect(await again.state(.cargo, "DEF") == "1 {\"text\":\"x\"}")
            #expect(code(await again.commit([.cargo("ABC", 2)])) == .corruptRecord)
        }
    }
}
