import CargoTesting
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Snapshots of the index: they are used if possible, and give the same answers as a scan.
@Suite("Index snapshots")
struct IndexSnapshotTests {
    static let store = "/store"
    static let segment = "/store/seg-000001.jsonl"
    static let snapshot = "/store/index-000001.idx"

    /// Returns options for an engine that writes a snapshot on closing and uses an existing one; with `nil`, neither.
    ///
    /// It writes no snapshots in the background, because these tests store too little.
    static func options(_ disk: some FileSystem, minimum: Int? = 2000) -> JournalOptions {
        var options = JournalOptions.alone(disk, marks: true)
        options.snapshotMinimum = minimum
        return options
    }

    static func engine(_ disk: some FileSystem, snapshots: Bool = true) async throws -> JournalEngine {
        try await JournalEngine.open(store, options(disk, minimum: snapshots ? 2000 : nil))
    }

    /// Returns the answers to every query on an engine, as text.
    static let keys: [(family: KeyFamily, keys: [String])] = [
        (.voyages, ["V1", "V2", "V3"]), (.needs, ["LATE", "MISDIRECTED", "UNROUTED"]), (.places, ["HKHKG", "DEHAM"]),
        (.references, ["BOOKING:1", "CUSTOMER:a b"]),
    ]

    static func answers(of engine: JournalEngine, ids: [String]) async -> [String] {
        var answers: [String] = []
        func ask(_ question: () async throws(JournalError) -> String) async {
            do throws(JournalError) { answers.append(try await question()) } catch { answers.append(error.code.rawValue) }
        }
        for kind in JournalKind.all {
            await ask { () throws(JournalError) in "\(try await engine.ids(kind, limit: 10_000))" }
            for id in ids {
                answers.append("\(kind.name) \(id) \(await engine.state(kind, id))")
                await ask { () throws(JournalError) in
                    try await engine.chain(kind, id).map { String(decoding: $0.line, as: UTF8.self) }.joined()
                }
            }
        }
        for customer in ["ACME", "ONE", "TWO"] {
            await ask { () throws(JournalError) in "\(try await engine.ids(.cargo, customer: customer))" }
        }
        for (family, keys) in keys {
            for key in keys {
                await ask { () throws(JournalError) in
                    "\(try await engine.ids(.cargo, having: [.key(key, of: family)], after: nil, limit: 100))"
                }
            }
        }
        await ask { () throws(JournalError) in "\(try await engine.ids(.cargo, having: [.customer("ACME")], after: "ID20", limit: 3))" }
        for position: Int64 in 0..<4 {
            await ask { () throws(JournalError) in "\(try await engine.changes(.voyage, after: position))" }
            await ask { () throws(JournalError) in
                try await engine.events(after: position * 3, limit: 9).map { "\($0.sequence) \(String(decoding: $0.bytes, as: UTF8.self))" }
                    .joined()
            }
        }
        await ask { () throws(JournalError) in
            let statistics = try await engine.statistics()
            return
                "\(statistics.recordCount) \(statistics.liveBytes) \(statistics.eventCount) \(statistics.aggregates) \(statistics.damage)"
        }
        return answers
    }

    static let ids = ["A", "B", "C", "D", "V1", "V2", "NONE"]

    static let commits: [[JournalWrite]] = [
        [.cargo("B", 0, "b", customer: "ONE", events: ["Booked"])],
        [.cargo("A", 0, "a", customer: "TWO", events: ["Booked"]), .voyage("V2", 0)],
        [.cargo("B", 1, "bb", customer: "TWO", events: ["Routed", "Handled"])],
        [.handling("B", 0, "received")],
        [.handling("B", 1, "loaded"), .handling("A", 0, "received")],
        [.voyage("V1", 0)], [.voyage("V2", 1)],
        // More than the part of the journal's end that is read on opening.
        [.cargo("LONG", 0, String(repeating: "l", count: 70_000))],
    ]

    /// Returns the disk of a store that was closed with a snapshot.
    static func closed() async throws -> MemoryFileSystem {
        let disk = MemoryFileSystem()
        let engine = try await engine(disk)
        #expect(await engine.commitEach(commits).allSatisfy { $0 == .committed })
        await engine.close()
        return disk
    }

    static func usesSnapshot(_ engine: JournalEngine) async throws -> Bool { try await engine.statistics().snapshot?.wasUsed ?? false }

    @Test("Closing writes a snapshot; the next open reads only the journal after it and gives the same results")
    func usedOnOpening() async throws {
        let disk = try await Self.closed()
        #expect(disk[Self.snapshot] != nil)
        let expected = await Self.answers(of: try await Self.engine(disk, snapshots: false), ids: Self.ids)
        // The first bytes of the segment aren't read on opening, so their loss shows only when a record is read.
        let blind = disk.copy()
        blind[Self.segment]?[0] = 0
        let engine = try await Self.engine(disk)
        #expect(await Self.answers(of: engine, ids: Self.ids) == expected)
        let statistics = try await engine.statistics()
        #expect(
            statistics.snapshot
                == .init(
                    name: "index-000001.idx",
                    length: disk[Self.snapshot]?.count ?? 0,
                    coveredBytes: (disk[Self.segment]?.count ?? 0) - RecordLine.mark(watermark: 71_091).count,
                    wasUsed: true
                )
        )
        #expect(try await Self.usesSnapshot(try await Self.engine(blind)))
        #expect(await (try Self.engine(blind)).state(.cargo, "A") == "1 {\"text\":\"a\"}")
    }

    @Test("The journal after a snapshot is read, and an engine continues as after a scan")
    func tail() async throws {
        let disk = try await Self.closed()
        let more: [[JournalWrite]] = [
            [.cargo("B", 2, "bbb", customer: "ONE", events: ["Claimed"])], [.handling("B", 2, "unloaded"), .cargo("C", 0)],
            [.voyage("V1", 1)],
        ]
        let other = try await Self.engine(disk, snapshots: false)
        #expect(await other.commitEach(more).allSatisfy { $0 == .committed })
        let engine = try await Self.engine(disk)
        #expect(try await Self.usesSnapshot(engine))
        #expect(await Self.answers(of: engine, ids: Self.ids) == Self.answers(of: other, ids: Self.ids))
        // Both engines continue and see each other's commits.
        #expect(await engine.commit([.cargo("C", 1, customer: "TWO"), .cargo("D", 0)]) == .committed)
        #expect(await other.commit([.cargo("D", 1, events: ["X"])]) == .committed)
        #expect(await engine.commit([.cargo("A", 0)]) == .conflict(write: 0, actual: 1))
        #expect(await Self.answers(of: engine, ids: Self.ids) == Self.answers(of: other, ids: Self.ids))
        await engine.close()
        let again = try await Self.engine(disk)
        #expect(try await Self.usesSnapshot(again))
        #expect(await Self.answers(of: again, ids: Self.ids) == Self.answers(of: other, ids: Self.ids))
    }

    @Test("A snapshot with any wrong or missing byte is ignored")
    func damagedSnapshot() async throws {
        let disk = try await Self.closed()
        let bytes = try #require(disk[Self.snapshot])
        let expected = await Self.answers(of: try await Self.engine(disk, snapshots: false), ids: Self.ids)
        for place in bytes.indices {
            disk[Self.snapshot]?[place] ^= 1 << UInt8(place % 8)
            let engine = try await Self.engine(disk)
            #expect(try await !Self.usesSnapshot(engine), "byte \(place)")
            disk[Self.snapshot] = bytes
        }
        for length in stride(from: 0, to: bytes.count, by: 13) {
            disk[Self.snapshot] = Array(bytes[..<length])
            let engine = try await Self.engine(disk)
            #expect(try await !Self.usesSnapshot(engine), "cut to \(length)")
            if length % 5 == 0 { #expect(await Self.answers(of: engine, ids: Self.ids) == expected) }
        }
        disk[Self.snapshot] = bytes + Array(repeating: 0, count: 64)
        #expect(try await !Self.usesSnapshot(try await Self.engine(disk)))
        disk[Self.snapshot] = bytes
        #expect(try await Self.usesSnapshot(try await Self.engine(disk)))
    }

    @Test("A snapshot of another store, of removed segments, or of a longer segment is ignored")
    func strangeSnapshots() async throws {
        let disk = try await Self.closed()
        let bytes = try #require(disk[Self.snapshot])
        let journal = try #require(disk[Self.segment])
        let manifest = try #require(disk[Self.store + "/MANIFEST.json"])
        // The first segment was replaced by another one.
        disk["/store/seg-000002.jsonl"] = journal
        for next in [
            JournalManifest(generation: 2, sealed: [], active: 2),
            JournalManifest(generation: 2, sealed: [.init(number: 1, length: 1000, checksum: 0, count: 3)], active: 2),
        ] {
            disk[Self.store + "/MANIFEST.json"] = next.bytes
            #expect(try await !Self.usesSnapshot(try await Self.engine(disk)))
        }
        disk["/store/seg-000002.jsonl"] = nil
        disk[Self.store + "/MANIFEST.json"] = manifest
        // A segment without its end: the mark written on closing, and more.
        for missing in [200, journal.count / 2, journal.count] {
            disk[Self.segment] = Array(journal.dropLast(missing))
            let engine = try await Self.engine(disk)
            #expect(try await !Self.usesSnapshot(engine))
            let scanned = try await Self.engine(disk, snapshots: false)
            #expect(await Self.answers(of: engine, ids: Self.ids) == Self.answers(of: scanned, ids: Self.ids))
        }
        // The journal of another store, with the same length.
        disk[Self.segment] = journal.map { $0 == UInt8(ascii: "l") ? UInt8(ascii: "m") : $0 }
        #expect(try await !Self.usesSnapshot(try await Self.engine(disk)))
        disk[Self.segment] = journal
        disk[Self.snapshot] = bytes
        #expect(try await Self.usesSnapshot(try await Self.engine(disk)))
    }

    @Test("Damage under a snapshot is found by reading it; then the state is as after a scan and the snapshot is removed")
    func damageUnderSnapshot() async throws {
        let disk = try await Self.closed()
        let journal = try #require(disk[Self.segment])
        let place = try #require(journal.firstRange(of: Array("\"bb\"".utf8))).lowerBound + 1
        disk[Self.segment]?[place] ^= 1
        let scanned = try await Self.engine(disk, snapshots: false)
        let engine = try await Self.engine(disk)
        #expect(try await Self.usesSnapshot(engine))
        #expect(try await engine.verify() == scanned.verify())
        #expect(await engine.state(.cargo, "A") == "1 {\"text\":\"a\"}")
        #expect(await engine.state(.cargo, "B") == "corrupt_record")
        #expect(code(await engine.commit([.cargo("NEW", 0)])) == .corruptRecord)
        #expect(await Self.answers(of: engine, ids: Self.ids) == Self.answers(of: scanned, ids: Self.ids))
        #expect(disk[Self.snapshot] == nil)
        await engine.close()
        #expect(disk[Self.snapshot] == nil)
    }

    @Test("A snapshot remains valid after its segment is sealed and others are started")
    func sealedLater() async throws {
        let disk = try await Self.closed()
        let more = try await Self.engine(disk, snapshots: false)
        #expect(await more.commit([.cargo("B", 2, "late", customer: "ONE", events: ["Late"])]) == .committed)
        let journal = try #require(disk[Self.segment])
        let sealed = JournalManifest.Sealed(
            number: 1,
            length: journal.count,
            checksum: journal.withUnsafeBytes { CRC32C.checksum($0) },
            count: journal.count { $0 == UInt8(ascii: "\n") }
        )
        disk["/store/seg-000003.jsonl"] = []
        disk[Self.store + "/MANIFEST.json"] = JournalManifest(generation: 2, sealed: [sealed], active: 3).bytes
        let scanned = try await Self.engine(disk, snapshots: false)
        #expect(await scanned.commit([.cargo("D", 0)]) == .committed)
        let engine = try await Self.engine(disk)
        #expect(try await Self.usesSnapshot(engine))
        #expect(await engine.state(.cargo, "B") == "3 {\"text\":\"late\"}")
        #expect(await Self.answers(of: engine, ids: Self.ids) == Self.answers(of: scanned, ids: Self.ids))
        // Records that were sealed and follow the snapshot are still read, and any change there is damage.
        disk[Self.segment]?[journal.count - 20] ^= 1
        #expect(try await Self.engine(disk).statistics().damage.count == 1)
    }

    @Test("A torn tail after a snapshot is quarantined as without one")
    func tornTail() async throws {
        let disk = try await Self.closed()
        disk[Self.segment]? += Array("{\"~crc\":\"0123".utf8)
        let engine = try await Self.engine(disk)
        #expect(try await Self.usesSnapshot(engine))
        #expect(engine.recoveredTails.map(\.range.count) == [13])
        #expect(await engine.commit([.cargo("C", 0)]) == .committed)
    }

    @Test("No snapshot is written by a reader, for too few bytes, or over damage")
    func notWritten() async throws {
        let disk = MemoryFileSystem()
        let small = try await JournalEngine.open(Self.store, .alone(disk, marks: true))
        #expect(await small.commitEach(Self.commits).allSatisfy { $0 == .committed })
        await small.close()
        #expect(disk[Self.snapshot] == nil)
        let reader = try await Self.engine(disk)
        #expect(await reader.state(.cargo, "A") == "1 {\"text\":\"a\"}")
        await reader.close()
        #expect(disk[Self.snapshot] == nil)
        #expect(disk.paths.filter { $0.hasSuffix(".tmp") }.isEmpty)
    }

    @Test(
        "A snapshot that can't be written, read or removed does no harm",
        arguments: ["open", "write", "sync", "rename", "unlink", "read"]
    )
    func failures(call: String) async throws {
        let directory = TemporaryDirectory()
        let disk = FaultyFileSystem { name, file, _ in name == call && file.hasPrefix("index-") ? .error(5) : nil }
        let options = Self.options(disk, minimum: 1)
        for version in 0..<3 {
            let engine = try await JournalEngine.open(directory.store, options)
            #expect(await engine.commit([.cargo("A", Int64(version), "\(version)")]) == .committed)
            await engine.close()
        }
        #expect(await (try JournalEngine.open(directory.store, options)).state(.cargo, "A") == "3 {\"text\":\"2\"}")
    }

    @Test("Truncating a snapshot in use changes no result and doesn't crash the program", arguments: [0, 64, 5000])
    func cutOffWhileOpen(length: Int) async throws {
        let directory = TemporaryDirectory()
        let options = Self.options(POSIXFileSystem())
        let writer = try await JournalEngine.open(directory.store, options)
        #expect(await writer.commitEach(Self.commits).allSatisfy { $0 == .committed })
        await writer.close()
        let expected = await Self.answers(
            of: try await JournalEngine.open(directory.store, Self.options(POSIXFileSystem(), minimum: nil)),
            ids: Self.ids
        )
        let engine = try await JournalEngine.open(directory.store, options)
        #expect(try await Self.usesSnapshot(engine))
        let disk = POSIXFileSystem()
        try disk.truncate(disk.open(directory.store + "/index-000001.idx", .readWrite), to: length)
        #expect(await Self.answers(of: engine, ids: Self.ids) == expected)
        #expect(await engine.commit([.cargo("B", 2, "on")]) == .committed)
        #expect(await engine.state(.cargo, "B") == "3 {\"text\":\"on\"}")
    }

    @Test("A snapshot on a bad sector is ignored, and the journal is scanned")
    func badSector() async throws {
        let disk = try await Self.closed()
        let expected = await Self.answers(of: try await Self.engine(disk, snapshots: false), ids: Self.ids)
        let faulty = FaultyFileSystem(over: disk) { call, file, _ in call == "read" && file.hasPrefix("index-") ? .error(EIO) : nil }
        let engine = try await Self.engine(faulty)
        #expect(try await !Self.usesSnapshot(engine))
        #expect(faulty.calls.contains("read index-000001.idx"))
        #expect(await Self.answers(of: engine, ids: Self.ids) == expected)
    }

    @Test("A long snapshot is read in pieces; one failed or missing piece invalidates it")
    func pieces() throws {
        let disk = MemoryFileSystem()
        let length = 9 << 20
        var content = [UInt8](repeating: 7, count: length)
        for place in stride(from: 0, to: length, by: 1 << 16) { content[place] = UInt8(place >> 16) }
        disk["/long"] = content
        let file = try disk.open("/long", .read)
        let bytes = try #require(try SnapshotBytes.read(file, length: length, disk))
        #expect(Array(bytes.bytes) == content)
        #expect(try SnapshotBytes.read(file, length: length + 1, disk) == nil)
        #expect(try SnapshotBytes.read(file, length: 0, disk) == nil)
        for failing in 0..<3 {
            let faulty = FaultyFileSystem(over: disk) { call, _, count in call == "read" && count == failing ? .error(EIO) : nil }
            #expect(throws: SystemError(call: "read", path: "/long", number: EIO)) { try SnapshotBytes.read(file, length: length, faulty) }
        }
    }

    @Test("Older snapshots are removed, complete or not")
    func removal() async throws {
        let disk = try await Self.closed()
        disk["/store/index-000000.idx"] = [1]
        disk["/store/index-123.idx.tmp"] = [1]
        let engine = try await Self.engine(disk)
        #expect(await engine.commit([.cargo("D", 0, String(repeating: "d", count: 70_000))]) == .committed)
        await engine.close()
        #expect(disk.paths.filter { $0.contains("index-") } == [Self.snapshot])
    }

    @Test("An index built from a snapshot and a tail equals a full scan's, for random journals", arguments: 1...6 as ClosedRange<UInt64>)
    func randomJournals(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let disk = MemoryFileSystem()
        let ids = (0..<30).map { "ID\($0)" }
        var versions: [JournalKind: [String: Int64]] = [:]
        for _ in 0..<4 {
            // Some sessions write snapshots on closing and in the background, the others mostly on closing.
            let engine = try await JournalEngine.open(Self.store, Self.options(disk, minimum: Bool.random(using: &random) ? 1 : 500))
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                let commit = (0..<Int.random(in: 1...3, using: &random)).map { _ -> JournalWrite in
                    let id = ids[Int.random(in: 0..<ids.count, using: &random)]
                    let kind = JournalKind.all[Int.random(in: 0..<JournalKind.all.count, using: &random)]
                    let version = versions[kind]?[id] ?? 0
                    versions[kind, default: [:]][id] = version + 1
                    let events = (0..<Int.random(in: 0...2, using: &random)).map { Array("{\"n\":\($0)}".utf8) }
                    var write = JournalWrite(
                        kind: kind,
                        id: id,
                        expectedVersion: version,
                        customer: Bool.random(using: &random) ? ["ACME", "ONE", "TWO"][Int.random(in: 0..<3, using: &random)] : nil,
                        document: Array("{\"of\":\"\(id)\",\"v\":\(version + 1)}".utf8),
                        events: events
                    )
                    if kind.schema > 1, Bool.random(using: &random) {
                        write.schema = 1
                    } else {
                        let lists = Self.keys.map { family, keys in
                            (family, Bool.random(using: &random) ? keys.filter { _ in Bool.random(using: &random) } : nil)
                        }
                        write.keys = RecordKeys(lists, due: Bool.random(using: &random) ? 7 : nil)
                    }
                    return write
                }
                #expect(await engine.commit(commit) == .committed)
            }
            // Some sessions end without closing.
            if Bool.random(using: &random) { await engine.close() }
        }
        let engine = try await Self.engine(disk)
        let scanned = try await Self.engine(disk, snapshots: false)
        #expect(await Self.answers(of: engine, ids: ids) == Self.answers(of: scanned, ids: ids))
    }
}
