import Synchronization
import Testing

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Journal segments and compaction")
struct JournalCompactionTests {
    let directory = TemporaryDirectory()

    /// Returns options for segments of about 2 kB, which are compacted only when a test does so, unless `isAutomatic` is set.
    private static func options(_ disk: any FileSystem = POSIXFileSystem(), limit: Int = 2000, isAutomatic: Bool = false) -> JournalOptions
    {
        var options = JournalOptions.alone(disk)
        options.segmentLimit = limit
        options.compactsInBackground = isAutomatic
        return options
    }

    /// Stores every kind of record: saved repeatedly, with and without events, several in a commit, and chained.
    private static func fill(_ engine: JournalEngine) async {
        for version: Int64 in 0..<6 {
            let padding = String(repeating: "\(version)", count: 100)
            let outcomes = await engine.commitEach([
                [.cargo("ABC", version, "a\(padding)", events: ["E\(version)", "F\(version)"])],
                [.cargo("DEF", version, "d\(padding)", customer: version < 5 ? "ACME" : "OTHER"), .voyage("V1", version)],
                [.handling("ABC", version, "\(version)"), .cargo("GHI", version, "g\(padding)", events: ["G\(version)"])],
            ])
            #expect(outcomes.allSatisfy { $0 == .committed })
        }
        #expect(await engine.commit([.cargo("ONCE", 0, "once", customer: nil)]) == .committed)
        #expect(await engine.commit([.voyage("V2", 0)]) == .committed)
    }

    /// Returns the answers to every query on a filled store.
    private static func contents(of engine: JournalEngine) async throws -> [String] {
        var contents: [String] = []
        for id in ["ABC", "DEF", "GHI", "ONCE", "NONE"] { contents.append(await engine.state(.cargo, id)) }
        for id in ["V1", "V2"] { contents.append(await engine.state(.voyage, id)) }
        contents.append(try await engine.chain(.handling, "ABC").map { String(decoding: $0.document, as: UTF8.self) }.joined())
        contents.append(try await engine.ids(.cargo, limit: 10).joined(separator: " "))
        for customer in ["ACME", "OTHER"] { contents.append(try await engine.ids(.cargo, customer: customer).joined(separator: " ")) }
        for start: Int64 in [0, 1, 4, 17] {
            contents.append(
                try await engine.events(after: start, limit: 99).map { "\($0.sequence)\(String(decoding: $0.bytes, as: UTF8.self))" }
                    .joined()
            )
        }
        for start: Int64 in 0...7 { contents.append("\(try await engine.changes(.voyage, after: start))") }
        return contents
    }

    @Test("A full segment is sealed in the background; this engine and others continue in the next one")
    func sealing() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options())
        let other = try await JournalEngine.open(directory.store, Self.options())
        var version: Int64 = 0
        while try await engine.statistics().segments.count < 4, version < 50_000 {
            #expect(await (version % 2 == 0 ? engine : other).commit([.cargo("ABC", version, "\(version)", events: ["E"])]) == .committed)
            version += 1
        }
        for reader in [engine, other, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "\(version) {\"text\":\"\(version - 1)\"}")
            #expect(try await reader.events(after: version - 1, limit: 9).map(\.sequence) == [version])
            #expect(try await reader.verify() == [])
        }
        let segments = try await engine.statistics().segments
        #expect(segments.map(\.isSealed) == segments.indices.map { $0 < segments.count - 1 })
        #expect(segments.dropLast().allSatisfy { $0.length >= 2000 })
    }

    @Test("When another engine seals a segment, this one continues without reading everything again")
    func adoption() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options(limit: 1 << 20))
        await Self.fill(engine)
        let other = try await JournalEngine.open(directory.store, Self.options(limit: 1 << 20))
        let epoch = other.published.withLock { $0.epoch }
        for version: Int64 in 6..<9 {
            #expect(await engine.commit([.cargo("ABC", version, "before", events: ["E"])]) == .committed)
            try engine.onWriter { (engine, files) throws(JournalError) in
                try engine.underLock(&files) { (files) throws(JournalError) in
                    try engine.sealActive(beginning: UInt32(version), nil, &files)
                }
            }
            #expect(await other.state(.cargo, "ABC") == "\(version + 1) {\"text\":\"before\"}")
        }
        #expect(await engine.commit([.voyage("V2", 1)]) == .committed)
        #expect(await other.commit([.voyage("V2", 2)]) == .committed)
        #expect(other.published.withLock { $0.epoch } == epoch)
        let contents = try await Self.contents(of: JournalEngine.open(directory.store))
        for reader in [engine, other] { #expect(try await Self.contents(of: reader) == contents) }
        #expect(try await other.verify() == [])
    }

    @Test("REP-3, REP-4: compaction changes no query result, versions continue, and files get smaller")
    func compaction() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options())
        let idle = try await JournalEngine.open(directory.store, Self.options())
        await Self.fill(engine)
        let before = try await Self.contents(of: engine)
        #expect(try await Self.contents(of: idle) == before)
        let report = try #require(try await engine.compact())
        #expect(report.bytesAfter * 3 < report.bytesBefore * 2)
        for reader in [engine, idle, try await JournalEngine.open(directory.store)] {
            #expect(try await Self.contents(of: reader) == before)
            #expect(try await reader.verify() == [])
        }
        let again = try #require(try await engine.compact())
        #expect(again.bytesAfter == again.bytesBefore)
        #expect(again.removedFiles.first == "seg-000001.jsonl")
        #expect(await idle.commit([.cargo("ABC", 6, "seven"), .handling("ABC", 6, "6")]) == .committed)
        #expect(await engine.state(.cargo, "ABC") == "7 {\"text\":\"seven\"}")
        #expect(try await JournalEngine.open(directory.store).chain(.handling, "ABC").count == 7)
        #expect(await engine.commit([.cargo("DEF", 5)]) == .conflict(write: 0, actual: 6))
    }

    @Test("The previous manifest's files are kept; older files and leftovers of interrupted work are removed")
    func oneGenerationBack() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options(limit: 1 << 20))
        await Self.fill(engine)
        try directory.write([1, 2, 3], to: directory.store + "/seg-000009.jsonl.draft")
        try directory.write([1, 2, 3], to: directory.store + "/seg-000003.jsonl")
        #expect(try await engine.compact()?.removedFiles == ["seg-000003.jsonl", "seg-000009.jsonl.draft"])
        #expect(
            directory.names(in: directory.store)
                == ["COMPACT.lock", "LOCK", "MANIFEST.json", "STATE", "seg-000001.jsonl", "seg-000002.jsonl", "seg-000004.jsonl"]
        )
        // The fourth segment was still empty, so the manifest left it out.
        #expect(try await engine.compact()?.removedFiles == ["seg-000001.jsonl", "seg-000004.jsonl"])
        #expect(try await engine.verify() == [])
    }

    @Test("Only one engine compacts at a time; the others skip it")
    func exclusion() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options())
        #expect(try await engine.compact() == nil)
        await Self.fill(engine)
        let lock = try #require(try CompactionLock(StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem())))
        #expect(try await engine.compact() == nil)
        #expect(await engine.commit([.cargo("ABC", 6)]) == .committed)
        try lock.release()
        #expect(try await engine.compact() != nil)
    }

    @Test("A damaged store isn't compacted, and the damage is located")
    func damaged() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(marks: true))
        await Self.fill(engine)
        await engine.close()
        var bytes = directory.bytes(directory.segment)
        bytes[40] ^= 1
        try directory.write(bytes, to: directory.segment)
        let damaged = try await JournalEngine.open(directory.store, Self.options())
        let error = await failure { () throws(JournalError) in try await damaged.compact() }
        #expect(error?.code == .corruptRecord)
        #expect(error?.cause.contains("seg-000001.jsonl at offset 0: damaged") == true)
        #expect(directory.bytes(directory.segment) == bytes)
    }

    @Test("REP-7: saves during repeated compactions succeed, and none is lost")
    func savingMeanwhile() async throws {
        let engines = [
            try await JournalEngine.open(directory.store, Self.options(limit: 20_000)),
            try await JournalEngine.open(directory.store, Self.options(limit: 20_000)),
        ]
        await withTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    for version: Int64 in 0..<150 {
                        let write = JournalWrite.cargo("C\(writer)", version, "\(version)", events: ["\(writer)-\(version)"])
                        #expect(await engines[writer % 2].commit([write]) == .committed)
                    }
                }
            }
            group.addTask {
                for _ in 0..<6 {
                    do throws(JournalError) { _ = try await engines[0].compact() } catch { Issue.record(error) }
                }
            }
        }
        for reader in engines + [try await JournalEngine.open(directory.store)] {
            for writer in 0..<4 { #expect(await reader.state(.cargo, "C\(writer)") == "150 {\"text\":\"149\"}") }
            let events = try await reader.events(after: 0, limit: 1000)
            #expect(events.map(\.sequence) == Array(1...600))
            #expect(Set(events.map { Array($0.bytes) }).count == 600)
            #expect(try await reader.verify() == [])
        }
    }

    @Test("A store that is half garbage is compacted in the background")
    func background() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options(limit: 40_000, isAutomatic: true))
        let text = String(repeating: "x", count: 2000)
        var version: Int64 = 0
        // A gap in the segment numbers shows that numbers were reserved for compacted segments.
        while try await engine.statistics().segments.first.map({ $0.name == "seg-000001.jsonl" }) ?? true, version < 50_000 {
            #expect(await engine.commit([.cargo("ABC", version, text)]) == .committed)
            version += 1
        }
        let state = await engine.state(.cargo, "ABC")
        #expect(state == "\(version) {\"text\":\"\(text)\"}", "\(state.prefix(60))")
        #expect(try await engine.verify() == [])
    }

    @Test("REP-4: a compaction interrupted at any call, as by a crash, loses nothing, and the next one succeeds")
    func brokenOff() async throws {
        let source = TemporaryDirectory()
        await Self.fill(try await JournalEngine.open(source.store, Self.options()))
        let expected = try await Self.contents(of: JournalEngine.open(source.store))
        var isDone = false
        var count = 0
        while !isDone {
            let copy = TemporaryDirectory()
            for name in source.names(in: source.store) {
                if name == "MANIFEST.json" { try POSIXFileSystem().makeDirectory(copy.store) }
            }
            for name in source.names(in: source.store) {
                try copy.write(source.bytes(source.store + "/" + name), to: copy.store + "/" + name)
            }
            let calls = Mutex(0)
            let disk = FaultyFileSystem()
            let engine = try await JournalEngine.open(copy.store, Self.options(disk))
            let limit = count
            disk.setRule { _, _, _ in
                calls.withLock { calls in
                    calls += 1
                    return calls > limit ? .error(EIO) : nil
                }
            }
            isDone = await failure(of: { () throws(JournalError) in try await engine.compact() }) == nil
            disk.setRule(nil)
            let fresh = try await JournalEngine.open(copy.store, Self.options())
            #expect(try await Self.contents(of: fresh) == expected, "after \(count) calls")
            #expect(try await fresh.verify() == [], "after \(count) calls")
            #expect(try await fresh.compact() != nil, "after \(count) calls")
            #expect(try await Self.contents(of: fresh) == expected, "after \(count) calls")
            #expect(await fresh.commit([.cargo("ABC", 6)]) == .committed, "after \(count) calls")
            count += 7
        }
        #expect(count > 70)
    }
}
