import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("Journal: compactions that drop and rewrite")
struct JournalTrimmingTests {
    let directory = TemporaryDirectory()

    /// Returns options for segments of about 1 kB, which are compacted only when a test does so.
    private static func options(_ disk: any FileSystem = POSIXFileSystem(), limit: Int = 1000) -> JournalOptions {
        var options = JournalOptions.alone(disk)
        options.segmentLimit = limit
        options.compactsInBackground = false
        // Compactions write snapshots, too.
        options.mappedSnapshotLength = 0
        return options
    }

    private static func relay(_ id: String, _ expected: Int64) -> JournalWrite {
        JournalWrite(kind: .relay, id: id, expectedVersion: expected, document: Array("{}".utf8))
    }

    /// Stores ids that are removed early and late, and some that stay, with events 1 to 11.
    private static func fill(_ engine: JournalEngine) async {
        let commits: [[JournalWrite]] = [
            [.keyed("ABC", 0, events: ["A1"]), .handling("ABC", 0, "a")],
            [.keyed("DEF", 0, events: ["D2", "D3"]), .handling("DEF", 0, "d"), relay("DEF", 0)],
            [.keyed("GHI", 0, events: ["G4"]), .handling("GHI", 0, "g"), .voyage("GHI", 0)],
            [.keyed("JKL", 0), .handling("JKL", 0, "j")],
            [.keyed("DEF", 1, events: ["D5"]), .handling("DEF", 1, "dd")],
            [.removing(.cargo, "DEF", 2, events: ["D6"]), .removing(.handling, "DEF", 2), .removing(.relay, "DEF", 1)],
            [.removing(.cargo, "JKL", 1), .removing(.handling, "JKL", 1), .keyed("JKL", 2, customer: "OTHER")],
            [.keyed("ABC", 1, events: ["A7", "A8", "A9"]), .handling("ABC", 1, "aa")],
            [.removing(.cargo, "GHI", 1, events: ["G10"]), .removing(.handling, "GHI", 1), .removing(.voyage, "GHI", 1)],
            [.keyed("MNO", 0, events: ["M11"])],
        ]
        #expect(await engine.commitEach(commits).allSatisfy { $0 == .committed })
    }

    private func manifest() -> String { String(decoding: directory.bytes(directory.store + "/MANIFEST.json"), as: UTF8.self) }

    /// The records in the segments that the manifest names, as kind, id, version, schema and events, in order.
    private func records() throws -> [String] {
        let store = StoreDirectory(path: directory.store, fileSystem: POSIXFileSystem())
        let manifest = try #require(try store.readManifest()?.manifest)
        var items: [JournalItem] = []
        for number in manifest.sealed.map(\.number) + [manifest.active] {
            let file = try store.fileSystem.open(store.segmentPath(number), .read)
            let size = try store.fileSystem.endOfData(file)
            _ = try SegmentScanner.scan(store.fileSystem, file, segment: number, range: 0..<size, isSealed: true, into: &items)
        }
        return items.map { item in
            guard case .record(let header, _) = item else { return "damage" }
            let events = header.eventCount == 0 ? "" : " \(header.firstSequence)+\(header.eventCount)"
            return "\(header.kind) \(header.id) \(header.version) d\(header.schema)\(events)"
        }
    }

    @Test("A compaction drops the events up to a position, the records of removed ids without later events, and nothing else")
    func dropping() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options())
        let idle = try await JournalEngine.open(directory.store, Self.options())
        await Self.fill(engine)
        let before = try await JournalAnswers.all(of: idle)
        let summary = try #require(try await engine.compact(JournalTrimming(events: 8, dropsRemoved: true)))
        #expect(summary.trimmedEvents == 8)
        #expect(summary.droppedRecords == 11)
        #expect(
            try records() == [
                "cargo ABC 1 d0", "handling ABC 1 d2",
                "cargo GHI 1 d0",
                "voyage GHI 1 d0",
                "cargo JKL 1 d0",
                "cargo DEF 3 d255",
                "cargo JKL 2 d0", "cargo JKL 3 d5",
                "cargo ABC 2 d5 9+1", "handling ABC 2 d2",
                "cargo GHI 2 d255 10+1", "voyage GHI 2 d255",
                "cargo MNO 1 d5 11+1",
            ]
        )
        #expect(manifest().contains("\"format\":2,\"minWriter\":2,"))
        #expect(manifest().contains(",\"trimmed\":8,\"segments\":["))
        let answers = try await JournalAnswers.areEqual(engine, in: directory)
        // What differs is what was dropped.
        let lost = before.filter { !answers.contains($0) }
        #expect(
            lost.filter { !$0.hasPrefix("events after ") } == [
                "version of handling DEF: 3", "history of DEF: 3 ",
                "version of handling GHI: 2", "history of GHI: 2 ",
                "version of handling JKL: 2", "history of JKL: 2 ",
                "version of relay DEF: 2", "relay DEF: 2 {\"archive\":\"2026-01\"}",
                "first event: 1", "statistics: [[\"cargo 3\", \"handling 1\"], [\"11\", \"0\", \"7\"]]",
            ]
        )
        #expect(answers.contains("first event: 9"))
        #expect(answers.contains("statistics: [[\"cargo 3\", \"handling 1\"], [\"3\", \"8\", \"3\"]]"))
        #expect(answers.contains("cargo DEF: 3 {\"archive\":\"2026-01\"}"))
        for start: Int64 in 0...8 { #expect(try await idle.events(after: start, limit: 9).map(\.sequence) == [9, 10, 11]) }
        #expect(try await idle.events(after: 10, limit: 9).map(\.sequence) == [11])
        #expect(try await JournalAnswers.all(of: idle) == JournalAnswers.all(of: engine))
        // The next round drops what the events kept, and lowers nothing.
        let next = try #require(try await engine.compact(JournalTrimming(events: 3, dropsRemoved: true)))
        #expect((next.trimmedEvents, next.droppedRecords) == (0, 0))
        #expect(try await engine.firstSequence() == 9)
        let last = try #require(try await engine.compact(JournalTrimming(events: .max, dropsRemoved: true)))
        #expect((last.trimmedEvents, last.droppedRecords) == (3, 1))
        #expect(try await engine.firstSequence() == 12)
        #expect(await engine.commit([.keyed("MNO", 1, events: ["M12"])]) == .committed)
        #expect(try await JournalEngine.open(directory.store).events(after: 0, limit: 9).map(\.sequence) == [12])
        // Plain compactions, seals and repairs keep what is known of it.
        _ = try await engine.compact()
        #expect(manifest().contains(",\"trimmed\":11,\"segments\":["))
        _ = try await JournalAnswers.areEqual(engine, in: directory)
        #expect(try await idle.firstSequence() == 12)
    }

    @Test("A store stays in format 1 until something is dropped")
    func format() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options())
        #expect(await engine.commit([.keyed("ABC", 0)]) == .committed)
        let summary = try #require(try await engine.compact(JournalTrimming(events: 100, dropsRemoved: true)))
        #expect((summary.trimmedEvents, summary.droppedRecords) == (0, 0))
        #expect(manifest().contains("\"format\":1,"))
        #expect(await engine.commit([.handling("ABC", 0, "x")]) == .committed)
        #expect(await engine.commit([.removing(.handling, "ABC", 1)]) == .committed)
        #expect(try await engine.compact(JournalTrimming(events: 100))?.droppedRecords == 0)
        #expect(manifest().contains("\"format\":1,"))
        #expect(try await engine.compact(JournalTrimming(dropsRemoved: true))?.droppedRecords == 2)
        #expect(manifest().contains("\"format\":2,"))
        #expect(manifest().contains("\"trimmed\":0,"))
    }

    @Test("When all records are dropped, event numbers go on, also for an engine that knew the store while it was empty")
    func everything() async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options())
        #expect(await engine.commit([]) == .committed)
        let early = try await JournalEngine.open(directory.store, Self.options())
        #expect(try await early.ids(.relay, limit: 1) == [])
        var write = Self.relay("DEF", 0)
        write.events = [Array("{}".utf8), Array("{}".utf8)]
        #expect(await engine.commit([write]) == .committed)
        #expect(await engine.commit([.removing(.relay, "DEF", 1, events: ["R"])]) == .committed)
        #expect(try await engine.compact(JournalTrimming(events: 2, dropsRemoved: true))?.droppedRecords == 0)
        #expect(try await engine.compact(JournalTrimming(events: 3, dropsRemoved: true))?.droppedRecords == 2)
        #expect(try records() == [])
        #expect(try await early.version(.relay, "DEF") == 0)
        #expect(await early.commit([.keyed("ABC", 0, events: ["A"])]) == .committed)
        for reader in [engine, early, try await JournalEngine.open(directory.store)] {
            #expect(try await reader.events(after: 0, limit: 9).map(\.sequence) == [4])
        }
        _ = try await JournalAnswers.areEqual(engine, in: directory)
    }

    @Test("An id that is written again while its records are dropped goes on with the next version")
    func writtenMeanwhile() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, Self.options(disk, limit: 1 << 20))
        let other = try await JournalEngine.open(directory.store, Self.options(limit: 1 << 20))
        await Self.fill(engine)
        let isSealed = Mutex(false)
        let isWritten = Mutex(false)
        disk.setRule { call, file, _ in
            if call == "rename", file == "MANIFEST.json.tmp" { isSealed.withLock { $0 = true } }
            guard call == "read", file == "seg-000001.jsonl", isSealed.withLock({ $0 }), !isWritten.withLock({ $0 }) else { return nil }
            isWritten.withLock { $0 = true }
            return .during(1) {
                #expect(other.commitBlocking([.handling("DEF", 3, "again"), Self.relay("DEF", 2)]) == .committed)
                #expect(other.commitBlocking([.handling("DEF", 4, "and again"), .keyed("DEF", 3, events: ["D12"])]) == .committed)
            }
        }
        let summary = try #require(try await engine.compact(JournalTrimming(events: .max, dropsRemoved: true)))
        disk.setRule(nil)
        #expect(isWritten.withLock { $0 })
        #expect(summary.droppedRecords == 12)
        let answers = try await JournalAnswers.areEqual(engine, in: directory)
        #expect(answers.contains("history of DEF: 5 4{\"event\":\"again\"}5{\"event\":\"and again\"}"))
        #expect(answers.contains("relay DEF: 3 {}"))
        #expect(answers.contains("cargo DEF: 4 {\"text\":\"keyed\"}"))
        #expect(try await other.events(after: 0, limit: 9).map(\.sequence) == [12])
        #expect(await other.commit([.handling("DEF", 5, "x"), .handling("GHI", 0, "x")]) == .committed)
        _ = try await engine.compact()
        #expect(try await JournalAnswers.areEqual(engine, in: directory).contains { $0.hasPrefix("history of DEF: 6 4{") })
    }

    @Test("An outbox is read without gaps while another engine trims it")
    func outboxMeanwhile() async throws {
        let writer = try await JournalEngine.open(directory.store, Self.options())
        let reader = try await JournalEngine.open(directory.store, Self.options())
        let total: Int64 = 300
        try await withThrowingTaskGroup { group in
            group.addTask {
                for version in 0..<total {
                    #expect(await writer.commit([.cargo("ABC", version, events: ["E\(version + 1)"])]) == .committed)
                    guard version % 20 == 19 else { continue }
                    var trimming = JournalTrimming(events: version - 10)
                    trimming.deletesOldFiles = version % 40 == 19
                    _ = try await writer.compact(trimming)
                }
            }
            group.addTask {
                var position: Int64 = 0
                while position < total {
                    for entry in try await reader.entries(after: position, limit: 7) {
                        let bytes = try entry.bytes.get()
                        #expect(String(decoding: bytes, as: UTF8.self) == "{\"type\":\"E\(entry.sequence)\"}")
                        if entry.sequence != position + 1 { #expect(try await reader.firstSequence() > position + 1) }
                        position = entry.sequence
                    }
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await reader.firstSequence() == 290)
        #expect(try await reader.verify() == [])
    }

    @Test("Of a record whose events are on both sides of the position, the first are dropped; numbers of lost events likewise")
    func straddling() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(marks: true))
        #expect(await engine.commit([.cargo("ABC", 0, events: ["A", "B"])]) == .committed)
        let start = directory.bytes(directory.segment).count
        #expect(await engine.commit([.cargo("DEF", 0, events: ["C", "D", "E"])]) == .committed)
        #expect(await engine.commit([.cargo("GHI", 0, events: ["F", "G", "H"])]) == .committed)
        await engine.close()
        var bytes = directory.bytes(directory.segment)
        bytes[start + 60] ^= 1
        try directory.write(bytes, to: directory.segment)
        let repaired = try await JournalEngine.open(directory.store)
        _ = try await repaired.repair(acceptsUnknown: false)
        _ = try await repaired.compact(JournalTrimming(events: 1))
        #expect(try records() == ["cargo ABC 1 d5 2+1", "cargo DEF 1 d0 3+3", "cargo GHI 1 d5 6+3"])
        _ = try await repaired.compact(JournalTrimming(events: 4))
        #expect(try records() == ["cargo ABC 1 d5", "cargo DEF 1 d0 5+1", "cargo GHI 1 d5 6+3"])
        #expect(try await JournalEngine.open(directory.store).events(after: 0, limit: 9).map(\.sequence) == [6, 7, 8])
        _ = try await repaired.compact(JournalTrimming(events: 7))
        #expect(try records() == ["cargo ABC 1 d5", "cargo DEF 1 d0", "cargo GHI 1 d5 8+1"])
        let events = try await JournalEngine.open(directory.store).events(after: 0, limit: 9)
        #expect(events.map { "\($0.sequence)\(String(decoding: $0.bytes, as: UTF8.self))" } == ["8{\"type\":\"H\"}"])
        #expect(await repaired.state(.cargo, "DEF") == "corrupt_record")
        #expect(try await repaired.verify() == [])
    }

    @Test("Records of kinds that the program doesn't know stay, and lose only their events")
    func unknownKind() async throws {
        let future = JournalKind("future", schema: 9)
        let newer = try await JournalEngine.open(directory.store, kinds: JournalKind.all + [future], options: Self.options())
        let write = JournalWrite(
            kind: future,
            id: "F",
            expectedVersion: 0,
            customer: "ACME",
            document: Array("{\"a\":1}".utf8),
            events: [Array("{}".utf8)]
        )
        #expect(await newer.commit([write]) == .committed)
        #expect(await newer.commit([JournalWrite(removing: future, id: "F", expectedVersion: 1)]) == .committed)
        let engine = try await JournalEngine.open(directory.store, Self.options())
        _ = try await engine.compact(JournalTrimming(events: 1, dropsRemoved: true))
        #expect(try records() == ["future F 1 d9", "future F 2 d255"])
        #expect(try await newer.version(future, "F") == 2)
    }

    @Test("A trimming that is interrupted at any call, as by a crash, leaves the old store or the new one")
    func brokenOff() async throws {
        let source = TemporaryDirectory()
        await Self.fill(try await JournalEngine.open(source.store, Self.options()))
        let before = try await JournalAnswers.all(of: JournalEngine.open(source.store))
        var trimming = JournalTrimming(events: 8, dropsRemoved: true)
        trimming.deletesOldFiles = true
        let done = TemporaryDirectory()
        await Self.fill(try await JournalEngine.open(done.store, Self.options()))
        _ = try await JournalEngine.open(done.store, Self.options()).compact(trimming)
        let after = try await JournalAnswers.all(of: JournalEngine.open(done.store))
        #expect(before != after)
        var results = [0, 0]
        var isDone = false
        var count = 0
        while !isDone {
            let copy = TemporaryDirectory()
            try POSIXFileSystem().makeDirectory(copy.store)
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
            isDone = await failure(of: { () throws(JournalError) in try await engine.compact(trimming) }) == nil
            disk.setRule(nil)
            let fresh = try await JournalEngine.open(copy.store, Self.options())
            let found = try await JournalAnswers.all(of: fresh)
            #expect(found == before || found == after, "after \(count) calls")
            results[found == after ? 1 : 0] += 1
            #expect(try await fresh.verify() == [], "after \(count) calls")
            #expect(try await fresh.compact(trimming) != nil, "after \(count) calls")
            #expect(try await JournalAnswers.all(of: fresh) == after, "after \(count) calls")
            #expect(try await JournalAnswers.all(of: engine) == after, "after \(count) calls")
            #expect(await fresh.commit([.keyed("MNO", 1, events: ["M12"])]) == .committed, "after \(count) calls")
            #expect(try await engine.events(after: 0, limit: 9).map(\.sequence) == [9, 10, 11, 12], "after \(count) calls")
            count += 3
        }
        #expect(results.allSatisfy { $0 > 2 }, "\(results)")
        #expect(count > 70)
    }

    @Test(
        "REP-4: whichever call of a trimming fails, the store is the old one or the new one, and the next trimming succeeds",
        arguments: [EIO, ENOSPC]
    )
    func everyCallFails(number: Int32) async throws {
        var trimming = JournalTrimming(events: 8, dropsRemoved: true)
        trimming.deletesOldFiles = true
        let start = MemoryFileSystem()
        await Self.fill(try await JournalEngine.open("/store", Self.options(start)))
        let before = try await JournalAnswers.all(of: JournalEngine.open("/store", Self.options(start.copy())))
        let done = start.copy()
        _ = try await JournalEngine.open("/store", Self.options(done)).compact(trimming)
        let after = try await JournalAnswers.all(of: JournalEngine.open("/store", Self.options(done)))
        var results = [0, 0]
        var count = 0
        var didFail = true
        while didFail {
            let copy = start.copy()
            let disk = FaultyFileSystem(over: copy)
            let engine = try await JournalEngine.open("/store", Self.options(disk))
            let calls = Mutex(0)
            let failing = count
            disk.setRule { _, _, _ in
                calls.withLock { calls in
                    calls += 1
                    return calls == failing + 1 ? .error(number) : nil
                }
            }
            do throws(JournalError) { _ = try await engine.compact(trimming) } catch {}
            didFail = calls.withLock { $0 } > failing
            disk.setRule(nil)
            let fresh = try await JournalEngine.open("/store", Self.options(copy))
            let found = try await JournalAnswers.all(of: fresh)
            #expect(found == before || found == after, "call \(count)")
            results[found == after ? 1 : 0] += 1
            #expect(try await JournalAnswers.all(of: engine) == found, "call \(count)")
            #expect(try await fresh.verify() == [], "call \(count)")
            #expect(try await engine.compact(trimming) != nil, "call \(count)")
            #expect(try await JournalAnswers.all(of: fresh) == after, "call \(count)")
            #expect(
                copy.paths.filter { $0.hasSuffix(".jsonl") || $0.hasSuffix(".draft") }.count
                    == done.paths.filter { $0.hasSuffix(".jsonl") }.count
            )
            count += 1
        }
        #expect(results.allSatisfy { $0 > 2 }, "\(results)")
        #expect(count > 70)
    }

    // MARK: Rewriting

    /// Replaces `SECRET` in documents, events and customers, and leaves the references out.
    private static let erasing: @Sendable (RecordFields) -> JournalContent? = { fields in
        guard Data(fields.line).range(of: Data("SECRET".utf8)) != nil else { return nil }
        var content = JournalContent(of: fields.record())
        func erased(_ bytes: [UInt8]) -> [UInt8] {
            Array(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "SECRET", with: "gone").utf8)
        }
        content.document = erased(content.document)
        content.events = content.events.map(erased)
        content.customer = content.customer.map { $0 == "SECRET" ? "GONE" : $0 }
        if fields.kind.elementsEqual("cargo".utf8) {
            content.keys = RecordKeys([(.voyages, ["V100"])], due: nil)
            content.schema = 2
        }
        return content
    }

    private static func secret(_ id: String, _ expected: Int64, events: [String] = []) -> JournalWrite {
        var write = JournalWrite.cargo(id, expected, "of SECRET", customer: "SECRET", events: events)
        write.keys = RecordKeys([(.voyages, ["V100"]), (.places, []), (.references, ["PO:SECRET"])], due: nil)
        return write
    }

    /// The files below the store that contain a text.
    private func files(with text: String) -> [String] {
        directory.names(in: directory.store).filter { name in
            Data(directory.bytes(directory.store + "/" + name)).range(of: Data(text.utf8)) != nil
        }
    }

    @Test("Rewritten words are in no file any more, and versions and event numbers stay")
    func rewriting() async throws {
        var options = Self.options()
        options.snapshotMinimum = 0
        let engine = try await JournalEngine.open(directory.store, options)
        let idle = try await JournalEngine.open(directory.store, options)
        #expect(await engine.commit([Self.secret("ABC", 0, events: ["SECRET1", "x"]), .handling("ABC", 0, "SECRET")]) == .committed)
        #expect(await engine.commit([.keyed("DEF", 0, events: ["other"])]) == .committed)
        #expect(await engine.commit([Self.secret("ABC", 1, events: ["SECRET2"]), Self.secret("GHI", 0)]) == .committed)
        var removal = JournalWrite.removing(.cargo, "GHI", 1, events: ["SECRET3"])
        removal.document = Array("{\"why\":\"SECRET\"}".utf8)
        #expect(await engine.commit([removal]) == .committed)
        let writer = try await JournalEngine.open(directory.store, options)
        #expect(await writer.commit([.handling("ABC", 1, "SECRET")]) == .committed)
        await writer.close()
        try POSIXFileSystem().makeDirectory(directory.store + "/quarantine")
        try directory.write(Array("SECRET".utf8), to: directory.store + "/quarantine/seg-000001.jsonl-0-0")
        try directory.write(Array("SECRET".utf8), to: directory.store + "/seg-000001.jsonl.draft")
        #expect(files(with: "SECRET").contains { $0.hasPrefix("index-") && $0.hasSuffix(".idx") })
        var trimming = JournalTrimming()
        trimming.rewriting = Self.erasing
        trimming.deletesOldFiles = true
        let summary = try #require(try await engine.compact(trimming))
        #expect(summary.rewrittenRecords == 6)
        #expect(files(with: "SECRET") == ["quarantine/seg-000001.jsonl-0-0"])
        trimming.deletesQuarantine = true
        let again = try #require(try await engine.compact(trimming))
        #expect(again.rewrittenRecords == 0)
        #expect(files(with: "SECRET") == [])
        #expect(manifest().contains("\"format\":1,"))
        for reader in [engine, idle, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "2 {\"text\":\"of gone\"}")
            let record = try #require(try await reader.read(.cargo, "ABC"))
            #expect(record.schema == 2)
            #expect(record.customer == "GONE")
            #expect(await JournalAnswers.history(reader, .handling, "ABC") == "2 1{\"event\":\"gone\"}2{\"event\":\"gone\"}")
            #expect(try await reader.read(.cargo, "GHI")?.isRemoved == true)
            #expect(await reader.state(.cargo, "GHI") == "2 {\"why\":\"gone\"}")
            #expect(try await reader.ids(.cargo, customer: "SECRET") == [])
            #expect(try await reader.ids(.cargo, customer: "GONE") == ["ABC"])
            #expect(try await reader.ids(.cargo, having: [.key("PO:SECRET", of: .references)], after: nil, limit: 9) == [])
            #expect(try await reader.ids(.cargo, having: [.key("V100", of: .voyages)], after: nil, limit: 9) == ["ABC", "DEF"])
            let events = try await reader.events(after: 0, limit: 9)
            #expect(
                events.map { "\($0.sequence)\(String(decoding: $0.bytes, as: UTF8.self))" } == [
                    "1{\"type\":\"gone1\"}", "2{\"type\":\"x\"}", "3{\"type\":\"other\"}", "4{\"type\":\"gone2\"}", "5{\"type\":\"gone3\"}",
                ]
            )
        }
        _ = try await JournalAnswers.areEqual(engine, in: directory)
        #expect(files(with: "SECRET") == [])
    }

    @Test("A rewriting that changes the number of events, or makes a bad line, changes nothing", arguments: [true, false])
    func badRewriting(changesEvents: Bool) async throws {
        let engine = try await JournalEngine.open(directory.store, Self.options())
        await Self.fill(engine)
        let before = try await JournalAnswers.all(of: engine)
        let manifest = manifest()
        var trimming = JournalTrimming()
        trimming.rewriting = { fields in
            var content = JournalContent(of: fields.record())
            if !changesEvents {
                content.document.append(UInt8(ascii: "\n"))
            } else if !content.events.isEmpty {
                content.events.append(Array("{}".utf8))
            }
            return content
        }
        let error = await failure { () throws(JournalError) in try await engine.compact(trimming) }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.cause.contains("number of events") == changesEvents)
        #expect(self.manifest().contains("\"name\":\"seg-000001.jsonl\"") == manifest.contains("\"name\":\"seg-000001.jsonl\""))
        #expect(try await JournalAnswers.all(of: JournalEngine.open(directory.store)) == before)
    }

    @Test("A snapshot that another engine was writing while the old files were deleted doesn't bring their words back")
    func snapshotMeanwhile() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, Self.options())
        var options = Self.options(disk)
        // No snapshot is written before closing.
        options.snapshotMinimum = 100
        let other = try await JournalEngine.open(directory.store, options)
        #expect(await other.commit([Self.secret("ABC", 0)]) == .committed)
        disk.setRule { call, file, _ in
            // The engine has looked at the manifest and the state.
            guard call == "open", file.hasSuffix(".idx.tmp") else { return nil }
            return .during(0) {
                let isCompacted = DispatchSemaphore(value: 0)
                Task {
                    var trimming = JournalTrimming()
                    trimming.rewriting = Self.erasing
                    trimming.deletesOldFiles = true
                    do throws(JournalError) { _ = try await engine.compact(trimming) } catch { Issue.record(error) }
                    isCompacted.signal()
                }
                isCompacted.wait()
            }
        }
        await other.close()
        #expect(disk.calls.contains { $0.hasPrefix("rename index-") })
        #expect(disk.calls.contains("unlink index-000001.idx"))
        #expect(files(with: "SECRET") == [])
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"of gone\"}")
    }

    // MARK: Damage

    /// Makes a store of format 2 with a history that begins with version 4, behind another id's records.
    private func late() async throws -> JournalEngine {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk, marks: true))
        for place: Int64 in 0..<2 { #expect(await engine.commit([.handling("DEF", place, "d")]) == .committed) }
        #expect(await engine.commit([.removing(.handling, "DEF", 2)]) == .committed)
        let isSealed = Mutex(false)
        disk.setRule { call, file, _ in
            if call == "rename", file == "MANIFEST.json.tmp" { isSealed.withLock { $0 = true } }
            guard call == "read", file == "seg-000001.jsonl", isSealed.withLock({ $0 }) else { return nil }
            isSealed.withLock { $0 = false }
            return .during(1) {
                let writes: [JournalWrite] = [
                    .cargo("ABC", 0, "first"), .cargo("ABC", 1, "second"), .handling("DEF", 3, "late"), .handling("DEF", 4, "later"),
                ]
                for write in writes { #expect(engine.commitBlocking([write]) == .committed) }
            }
        }
        #expect(try await engine.compact(JournalTrimming(dropsRemoved: true))?.droppedRecords == 3)
        disk.setRule(nil)
        #expect(await JournalAnswers.history(engine, .handling, "DEF") == "5 4{\"event\":\"late\"}5{\"event\":\"later\"}")
        await engine.close()
        return engine
    }

    @Test("Damage with a known record leaves a history that begins late as it is, and repair puts nothing before it")
    func explainedDamage() async throws {
        _ = try await late()
        let name = try #require(directory.names(in: directory.store).filter { $0.hasSuffix(".jsonl") }.last)
        var bytes = directory.bytes(directory.store + "/" + name)
        bytes[60] ^= 1
        try directory.write(bytes, to: directory.store + "/" + name)
        let damaged = try await JournalEngine.open(directory.store)
        #expect(await JournalAnswers.history(damaged, .handling, "DEF") == "5 4{\"event\":\"late\"}5{\"event\":\"later\"}")
        _ = try await damaged.repair(acceptsUnknown: false)
        #expect(try records() == ["cargo ABC 1 d0", "cargo ABC 2 d5", "handling DEF 4 d2", "handling DEF 5 d2"])
        #expect(manifest().contains("\"format\":2,"))
        #expect(await JournalAnswers.history(damaged, .handling, "DEF") == "5 4{\"event\":\"late\"}5{\"event\":\"later\"}")
        #expect(await damaged.state(.cargo, "ABC") == "2 {\"text\":\"second\"}")
        // The position of a broken event counts from the first one that is left.
        let place = await damaged.place(ofBroken: .handling, "DEF") { $0.version < 5 }
        let lines = directory.bytes(directory.store + "/" + place.file).split(separator: RecordLine.newline)
        #expect(place.offset == lines.dropLast().reduce(0) { $0 + $1.count + 1 })
    }

    @Test("Repair leaves a sound store of format 2 as it is; losses in it are listed, and it can be compacted")
    func losses() async throws {
        _ = try await late()
        let sound = try await JournalEngine.open(directory.store)
        let before = manifest()
        #expect(try await sound.repair(acceptsUnknown: true) == [])
        #expect(manifest() == before)
        await sound.close()
        let name = try #require(directory.names(in: directory.store).filter { $0.hasSuffix(".jsonl") }.last)
        var bytes = directory.bytes(directory.store + "/" + name)
        var start = 0
        for (place, line) in bytes.split(separator: RecordLine.newline).enumerated() {
            // The newest record of the cargo, and the last one of the history.
            if place == 1 || place == 3 { bytes[start + 60] ^= 1 }
            start += line.count + 1
        }
        try directory.write(bytes, to: directory.store + "/" + name)
        let damaged = try await JournalEngine.open(directory.store)
        _ = try await damaged.repair(acceptsUnknown: false)
        #expect(try records() == ["cargo ABC 1 d5", "cargo ABC 2 d0", "handling DEF 4 d2", "handling DEF 5 d0"])
        let losses = try await damaged.losses()
        #expect(losses.map { "\($0.id) \($0.version)" } == ["ABC 2", "DEF 5"])
        #expect(try await damaged.compact() != nil)
        for loss in losses { #expect(await damaged.commit([JournalWrite(accepting: loss)]) == .committed) }
        #expect(await JournalAnswers.history(damaged, .handling, "DEF") == "6 4{\"event\":\"late\"}")
        #expect(try await damaged.verify() == [])
    }

    @Test("Damage that may have hit any record may have hit the first ones of a history; repair says so")
    func unexplainedDamage() async throws {
        _ = try await late()
        let name = try #require(directory.names(in: directory.store).filter { $0.hasSuffix(".jsonl") }.last)
        var bytes = directory.bytes(directory.store + "/" + name)
        for place in 20..<60 { bytes[place] = UInt8(ascii: "#") }
        try directory.write(bytes, to: directory.store + "/" + name)
        let damaged = try await JournalEngine.open(directory.store)
        #expect(await JournalAnswers.history(damaged, .handling, "DEF") == "corrupt_record")
        // A newer state makes up for what was lost of an id before it.
        #expect(await damaged.state(.cargo, "ABC") == "2 {\"text\":\"second\"}")
        _ = try await damaged.repair(acceptsUnknown: true)
        #expect(
            try records() == [
                "cargo ABC 2 d5", "handling DEF 1 d0", "handling DEF 2 d0", "handling DEF 3 d0", "handling DEF 4 d2",
                "handling DEF 5 d2", "repair 3 1 d0 1+2",
            ]
        )
        #expect(await JournalAnswers.history(damaged, .handling, "DEF") == "corrupt_record")
        #expect(try await damaged.losses().map(\.id) == ["DEF"])
        #expect(await damaged.state(.cargo, "ABC") == "2 {\"text\":\"second\"}")
    }

    @Test("Repair numbers what it reserves behind the events that were dropped")
    func reservation() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(marks: true))
        #expect(await engine.commit([.cargo("ABC", 0, events: ["A", "B"])]) == .committed)
        _ = try await engine.compact(JournalTrimming(events: 2))
        #expect(await engine.commit([.cargo("ABC", 1)]) == .committed)
        #expect(await engine.commit([.cargo("ABC", 2)]) == .committed)
        await engine.close()
        let name = try #require(directory.names(in: directory.store).filter { $0.hasSuffix(".jsonl") }.last)
        var bytes = directory.bytes(directory.store + "/" + name)
        for place in 20..<60 { bytes[place] = UInt8(ascii: "#") }
        try directory.write(bytes, to: directory.store + "/" + name)
        let damaged = try await JournalEngine.open(directory.store)
        _ = try await damaged.repair(acceptsUnknown: true)
        let reserved = try #require(try records().first { $0.hasPrefix("repair ") })
        #expect(reserved.contains(" 3+"))
        #expect(try await damaged.verify() == [])
    }

    // MARK: The manifest

    @Test("A manifest of format 2 says how far events are gone; other formats are refused")
    func manifestFormats() throws {
        let sealed = JournalManifest.Sealed(number: 3, length: 10, checksum: 7, count: 1)
        let manifest = JournalManifest(generation: 5, trimmed: 120_000, sealed: [sealed], active: 9)
        let text = String(decoding: manifest.bytes, as: UTF8.self)
        #expect(text.contains("\"format\":2,\"minWriter\":2,\"generation\":5,\"trimmed\":120000,\"segments\":["))
        #expect(try JournalManifest(bytes: manifest.bytes, path: "M") == manifest)
        func failure(_ old: String, _ new: String) -> JournalError.Code? {
            var bytes = Array(text.replacingOccurrences(of: old, with: new).utf8)
            RecordLine.seal(from: 0, in: &bytes)
            do throws(JournalError) { _ = try JournalManifest(bytes: bytes, path: "M") } catch { return error.code }
            return nil
        }
        #expect(failure("\"format\":2", "\"format\":2") == nil)
        #expect(failure("\"format\":2", "\"format\":3") == .storeSchemaUnsupported)
        #expect(failure("\"format\":2", "\"format\":0") == .storeSchemaUnsupported)
        #expect(failure("\"format\":2", "\"format\":1") == .corruptRecord)
        #expect(failure("\"trimmed\":120000,", "") == .corruptRecord)
        #expect(failure("\"trimmed\":120000,", "\"trimmed\":-1,") == .corruptRecord)
    }
}
