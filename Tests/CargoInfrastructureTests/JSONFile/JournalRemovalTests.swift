import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

/// Asks a journal everything that it can be asked about the ids of a test.
enum JournalAnswers {
    static let ids = ["ABC", "DEF", "GHI", "JKL", "MNO"]

    /// The answers to every query, a line each.
    static func all(of engine: JournalEngine) async throws -> [String] {
        var answers: [String] = []
        func add(_ question: String, _ answer: some Any) { answers.append("\(question): \(answer)") }
        for kind in JournalKind.all {
            for id in ids {
                let version = try await engine.version(kind, id)
                if version > 0 { add("version of \(kind.name) \(id)", version) }
                if kind.history == .all {
                    add("history of \(id)", await history(engine, kind, id))
                } else if version > 0 {
                    add("\(kind.name) \(id)", await engine.state(kind, id))
                }
            }
            add("\(kind.name) ids", try await engine.ids(kind, limit: 10))
            add("\(kind.name) ids after DEF", try await engine.ids(kind, after: "DEF", limit: 1))
        }
        for customer in ["ACME", "OTHER"] { add(customer, try await engine.ids(.cargo, customer: customer)) }
        for key in keys { add("\(key)", try await engine.ids(.cargo, having: [key], after: nil, limit: 10)) }
        add("two keys", try await engine.ids(.cargo, having: [keys[0], keys[1]], after: nil, limit: 10))
        for start: Int64 in 0..<14 {
            let entries = try await engine.events(after: start, limit: 99)
            add("events after \(start)", entries.map { "\($0.sequence)\(String(decoding: $0.bytes, as: UTF8.self))" }.joined())
        }
        for start: Int64 in 0..<8 { add("changes after \(start)", try await engine.changes(.voyage, after: start)) }
        add("first event", try await engine.firstSequence())
        let statistics = try await engine.statistics()
        let aggregates = statistics.aggregates.filter { $0.count > 0 }.map { "\($0.kind) \($0.count)" }
        add("statistics", [aggregates, ["\(statistics.eventCount)", "\(statistics.trimmedEventCount)", "\(statistics.removedCount)"]])
        return answers
    }

    static let keys: [JournalKey] = [
        .customer("ACME"), .key("V100", of: .voyages), .key("LATE", of: .needs), .key("DEHAM", of: .places), .key("PO:77", of: .references),
        .due(before: .max),
    ]

    static func history(_ engine: JournalEngine, _ kind: JournalKind, _ id: String) async -> String {
        do throws(JournalError) {
            let (records, count) = try await engine.links(kind, id)
            return "\(count) " + records.map { "\($0.version)\(String(decoding: $0.document, as: UTF8.self))" }.joined()
        } catch { return error.code.rawValue }
    }

    /// Requires an engine, one that scans the files and one that reads a snapshot to give the same answers.
    static func areEqual(_ engine: JournalEngine, in directory: TemporaryDirectory) async throws -> [String] {
        let answers = try await all(of: engine)
        #expect(try await all(of: JournalEngine.open(directory.store)) == answers)
        var options = JournalOptions.alone()
        options.snapshotMinimum = 0
        let writer = try await JournalEngine.open(directory.store, options)
        #expect(await writer.commit([.voyage("SNAP", try await writer.version(.voyage, "SNAP"))]) == .committed)
        await writer.close()
        let withSnapshot = try await JournalEngine.open(directory.store, options)
        #expect(try await withSnapshot.statistics().snapshot?.wasUsed == true)
        let afterwards = try await all(of: engine)
        #expect(try await all(of: withSnapshot) == afterwards)
        #expect(try await engine.verify() == [])
        return answers
    }
}

extension JournalWrite {
    /// A cargo with a key of each family.
    static func keyed(_ id: String, _ expected: Int64, customer: String? = "ACME", events: [String] = []) -> JournalWrite {
        var write = cargo(id, expected, "keyed", customer: customer, events: events)
        write.keys = RecordKeys(
            [(.voyages, ["V100"]), (.needs, ["LATE"]), (.places, ["DEHAM"]), (.references, ["PO:77"])],
            due: 86_400_000
        )
        return write
    }

    static func removing(_ kind: JournalKind, _ id: String, _ expected: Int64, events: [String] = []) -> JournalWrite {
        JournalWrite(
            removing: kind,
            id: id,
            expectedVersion: expected,
            document: Array("{\"archive\":\"2026-01\"}".utf8),
            events: events.map { Array("{\"type\":\"\($0)\"}".utf8) }
        )
    }
}

@Suite("Journal: removed ids")
struct JournalRemovalTests {
    let directory = TemporaryDirectory()

    @Test("A removed id is read as removed and keeps its version, and no list, customer or key leads to it")
    func removal() async throws {
        let engine = try await JournalEngine.open(directory.store)
        let idle = try await JournalEngine.open(directory.store)
        for id in ["ABC", "DEF"] { #expect(await engine.commit([.keyed(id, 0, events: ["Booked"])]) == .committed) }
        for key in JournalAnswers.keys {
            #expect(try await engine.ids(.cargo, having: [key], after: nil, limit: 9) == ["ABC", "DEF"], "\(key)")
        }
        #expect(await engine.commit([.removing(.cargo, "ABC", 1, events: ["Archived"])]) == .committed)
        for reader in [engine, idle, try await JournalEngine.open(directory.store)] {
            let record = try #require(try await reader.read(.cargo, "ABC"))
            #expect(record.isRemoved)
            #expect(record.version == 2)
            #expect(record.schema == 255)
            #expect(record.customer == nil)
            #expect(record.document.elementsEqual("{\"archive\":\"2026-01\"}".utf8))
            #expect(try await reader.read(.cargo, ["ABC", "DEF"]).map { try $0.get()?.isRemoved } == [true, false])
            #expect(try reader.readBlocking(.cargo, "ABC")?.isRemoved == true)
            #expect(!reader.readAtOnce(.cargo, "ABC") { _ in Issue.record("a removed record isn't a document") })
            #expect(try await reader.versions([(.cargo, "ABC"), (.cargo, "DEF")]) == [2, 1])
            #expect(try await reader.ids(.cargo, limit: 9) == ["DEF"])
            #expect(try await reader.ids(.cargo, limit: 1) == ["DEF"])
            #expect(try await reader.ids(.cargo, customer: "ACME") == ["DEF"])
            for key in JournalAnswers.keys {
                #expect(try await reader.ids(.cargo, having: [key], after: nil, limit: 9) == ["DEF"], "\(key)")
            }
            #expect(try await reader.events(after: 0, limit: 9).map(\.sequence) == [1, 2, 3])
            let statistics = try await reader.statistics()
            #expect(statistics.aggregates.first { $0.kind == "cargo" }?.count == 1)
            #expect(statistics.removedCount == 1)
        }
        _ = try await JournalAnswers.areEqual(engine, in: directory)
    }

    @Test("Removing compares and sets; an id that is written again is live")
    func writtenAgain() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.removing(.cargo, "ABC", 1)]) == .conflict(write: 0, actual: 0))
        #expect(await engine.commit([.keyed("ABC", 0)]) == .committed)
        #expect(await engine.commit([.removing(.cargo, "ABC", 0)]) == .conflict(write: 0, actual: 1))
        // One after the other in one batch.
        let outcomes = await engine.commitEach([[.removing(.cargo, "ABC", 1)], [.removing(.cargo, "ABC", 1)], [.keyed("ABC", 2)]])
        #expect(outcomes == [.committed, .conflict(write: 0, actual: 2), .committed])
        #expect(await engine.commit([.removing(.cargo, "ABC", 3)]) == .committed)
        #expect(await engine.commit([.keyed("ABC", 3)]) == .conflict(write: 0, actual: 4))
        #expect(await engine.commit([.keyed("ABC", 4, customer: "OTHER")]) == .committed)
        for reader in [engine, try await JournalEngine.open(directory.store)] {
            #expect(await reader.state(.cargo, "ABC") == "5 {\"text\":\"keyed\"}")
            #expect(try await reader.ids(.cargo, limit: 9) == ["ABC"])
            #expect(try await reader.ids(.cargo, customer: "ACME") == [])
            for key in JournalAnswers.keys.dropFirst() {
                #expect(try await reader.ids(.cargo, having: [key], after: nil, limit: 9) == ["ABC"], "\(key)")
            }
        }
        _ = try await JournalAnswers.areEqual(engine, in: directory)
    }

    @Test("A removed record ends the history before it; the version goes on")
    func histories() async throws {
        let engine = try await JournalEngine.open(directory.store)
        for place: Int64 in 0..<3 { #expect(await engine.commit([.handling("ABC", place, "\(place)")]) == .committed) }
        #expect(await engine.commit([.removing(.handling, "ABC", 3)]) == .committed)
        let reopened = try await JournalEngine.open(directory.store)
        for reader in [engine, reopened] { #expect(await JournalAnswers.history(reader, .handling, "ABC") == "4 ") }
        #expect(try await engine.ids(.handling, limit: 9) == [])
        #expect(await engine.commit([.handling("ABC", 4, "new")]) == .committed)
        for reader in [engine, reopened] { #expect(await JournalAnswers.history(reader, .handling, "ABC") == "5 5{\"event\":\"new\"}") }
        #expect(await engine.commit([.removing(.handling, "ABC", 5)]) == .committed)
        #expect(await engine.commit([.handling("ABC", 6, "last"), .handling("ABC", 7, "of all")]) == .committed)
        let answers = try await JournalAnswers.areEqual(engine, in: directory)
        #expect(answers.contains("history of ABC: 8 7{\"event\":\"last\"}8{\"event\":\"of all\"}"))
    }

    @Test("What was lost of a history before its id was removed doesn't matter any more")
    func lostBeforeRemoval() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(marks: true))
        for place: Int64 in 0..<2 { #expect(await engine.commit([.handling("ABC", place, "\(place)")]) == .committed) }
        #expect(await engine.commit([.removing(.handling, "ABC", 2)]) == .committed)
        #expect(await engine.commit([.handling("ABC", 3, "new")]) == .committed)
        await engine.close()
        var bytes = directory.bytes(directory.segment)
        bytes[60] ^= 1
        try directory.write(bytes, to: directory.segment)
        let damaged = try await JournalEngine.open(directory.store)
        #expect(await JournalAnswers.history(damaged, .handling, "ABC") == "corrupt_record")
        #expect(try await damaged.repair(acceptsUnknown: false).count == 1)
        for reader in [damaged, try await JournalEngine.open(directory.store)] {
            #expect(await JournalAnswers.history(reader, .handling, "ABC") == "4 4{\"event\":\"new\"}")
            #expect(try await reader.losses().isEmpty)
        }
    }

    @Test("If what was saved after a removal is lost, the id is listed and can't be read; accepting the loss removes it again")
    func lostAfterRemoval() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(marks: true))
        #expect(await engine.commit([.keyed("ABC", 0)]) == .committed)
        #expect(await engine.commit([.removing(.cargo, "ABC", 1)]) == .committed)
        let start = directory.bytes(directory.segment).count
        #expect(await engine.commit([.keyed("ABC", 2)]) == .committed)
        await engine.close()
        var bytes = directory.bytes(directory.segment)
        bytes[start + 60] ^= 1
        try directory.write(bytes, to: directory.segment)
        let damaged = try await JournalEngine.open(directory.store)
        for isRepaired in [false, true] {
            if isRepaired { _ = try await damaged.repair(acceptsUnknown: false) }
            for reader in [damaged, try await JournalEngine.open(directory.store)] {
                #expect(await reader.state(.cargo, "ABC") == "corrupt_record")
                #expect(try await reader.ids(.cargo, limit: 9) == ["ABC"])
                #expect(try await reader.statistics().removedCount == 0)
            }
        }
        let loss = try #require(try await damaged.losses().first)
        #expect(loss.older?.isRemoved == true)
        #expect(await damaged.commit([JournalWrite(accepting: loss)]) == .committed)
        let record = try #require(try await damaged.read(.cargo, "ABC"))
        #expect(record.isRemoved)
        #expect(record.version == 4)
        #expect(record.document.elementsEqual("{\"archive\":\"2026-01\"}".utf8))
        #expect(try await damaged.losses().isEmpty)
        _ = try await JournalAnswers.areEqual(damaged, in: directory)
    }

    @Test("Verification doesn't take a removed record for a broken document")
    func verification() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        #expect(await engine.commit([.cargo("DEF", 0)]) == .committed)
        #expect(await engine.commit([.removing(.cargo, "ABC", 1), .removing(.handling, "GHI", 0)]) == .committed)
        let (findings, suspects) = try await engine.verify { fields in fields.version > 1 || fields.id.elementsEqual("ABC".utf8) }
        #expect(findings == [])
        #expect(suspects.map(\.id) == ["DEF"])
        let all = try await engine.verify { _ in false }.suspects
        #expect(all.map(\.id) == ["ABC", "DEF"])
        let none = try await engine.verify { fields in fields.version == 1 && !fields.isRemoved }.suspects
        #expect(none == [])
    }

    @Test("A plain compaction keeps removed records, and the store in format 1")
    func compaction() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.keyed("ABC", 0, events: ["Booked"]), .handling("ABC", 0, "scan")]) == .committed)
        #expect(await engine.commit([.removing(.cargo, "ABC", 1), .removing(.handling, "ABC", 1)]) == .committed)
        let before = try await JournalAnswers.all(of: engine)
        let summary = try #require(try await engine.compact())
        #expect(summary.droppedRecords == 0)
        #expect(summary.trimmedEvents == 0)
        #expect(try await JournalAnswers.areEqual(engine, in: directory) == before)
        #expect(String(decoding: directory.bytes(directory.store + "/MANIFEST.json"), as: UTF8.self).contains("\"format\":1,"))
    }
}
