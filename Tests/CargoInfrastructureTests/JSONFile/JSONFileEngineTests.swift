import CargoApplication
import CargoDomain
import CargoTesting
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

@Suite("Journal engine")
struct JSONFileEngineTests {
    let directory = TemporaryDirectory()

    @Test("A missing store is empty, and reading it creates nothing")
    func missingStoreIsEmpty() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(try await engine.read(.cargo, "ABC") == nil)
        #expect(try await engine.ids(.cargo, limit: 10) == [])
        #expect(try await engine.ids(.cargo, customer: "ACME") == [])
        #expect(try await engine.events(after: 0, limit: 10).isEmpty)
        #expect(try await engine.chain(.handling, "ABC").isEmpty)
        await engine.close()
        #expect(directory.names(in: directory.path) == [])
    }

    @Test("A conflict on a store that doesn't exist leaves no record")
    func conflictOnMissingStore() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 3)]) == .conflict(write: 0, actual: 0))
        #expect(directory.bytes(directory.segment) == [])
    }

    @Test("The first commit creates the store; saved records come back, even after reopening")
    func roundTrip() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0, "one", events: ["Booked"])]) == .committed)
        #expect(await engine.commit([.cargo("ABC", 1, "two", events: ["Routed", "Handled"])]) == .committed)
        #expect(directory.names(in: directory.store) == ["LOCK", "MANIFEST.json", "STATE", "seg-000001.jsonl"])
        let again = try await JournalEngine.open(directory.store)
        for engine in [engine, again] {
            let record = try #require(try await engine.read(.cargo, "ABC"))
            #expect(record.version == 2)
            #expect(record.header.customer == "ACME")
            #expect(String(decoding: record.document, as: UTF8.self) == "{\"text\":\"two\"}")
            let events = try await engine.events(after: 0, limit: 10)
            #expect(events.map(\.sequence) == [1, 2, 3])
            #expect(
                events.map { String(decoding: $0.bytes, as: UTF8.self) } == ["Booked", "Routed", "Handled"].map { "{\"type\":\"\($0)\"}" }
            )
            #expect(try await engine.events(after: 1, limit: 1).map(\.sequence) == [2])
            #expect(try await engine.events(after: 3, limit: 1).isEmpty)
        }
    }

    @Test("REP-2: a save succeeds only if the expected version is the stored one; otherwise it conflicts with both and changes nothing")
    func compareAndSet() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        let before = directory.bytes(directory.segment)
        #expect(await engine.commit([.cargo("ABC", 0)]) == .conflict(write: 0, actual: 1))
        #expect(await engine.commit([.cargo("ABC", 2)]) == .conflict(write: 0, actual: 1))
        #expect(await engine.commit([.cargo("DEF", 0), .cargo("ABC", 0)]) == .conflict(write: 1, actual: 1))
        #expect(directory.bytes(directory.segment) == before)
        #expect(await engine.state(.cargo, "DEF") == "absent")
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
    }

    @Test("A commit of several records is one step and can have successive versions of a record")
    func severalRecords() async throws {
        let engine = try await JournalEngine.open(directory.store)
        let writes: [JournalWrite] = [.cargo("ABC", 0, "a", events: ["A"]), .cargo("ABC", 1, "b", events: ["B"]), .voyage("V1", 0)]
        #expect(await engine.commit(writes) == .committed)
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.state(.cargo, "ABC") == "2 {\"text\":\"b\"}")
        #expect(await again.state(.voyage, "V1") == "1 {\"at\":0}")
        #expect(try await again.events(after: 0, limit: 9).count == 2)
    }

    @Test("Concurrent commits each have an outcome")
    func severalCommits() async throws {
        let engine = try await JournalEngine.open(directory.store)
        let outcomes = await engine.commitEach([[.cargo("ABC", 0)], [.cargo("ABC", 0)], [.cargo("ABC", 1)], [.cargo("DEF", 0)]])
        #expect(outcomes == [.committed, .conflict(write: 0, actual: 1), .committed, .committed])
        #expect(await engine.commitEach([]) == [])
    }

    @Test("All records of a chain come back in order")
    func chains() async throws {
        let engine = try await JournalEngine.open(directory.store)
        for number in 0..<3 { #expect(await engine.commit([.handling("ABC", Int64(number), "\(number)")]) == .committed) }
        #expect(await engine.commit([.handling("ABC", 2, "late")]) == .conflict(write: 0, actual: 3))
        for engine in [engine, try await JournalEngine.open(directory.store)] {
            let chain = try await engine.chain(.handling, "ABC")
            #expect(chain.map { String(decoding: $0.document, as: UTF8.self) } == (0..<3).map { "{\"event\":\"\($0)\"}" })
        }
    }

    @Test("Ids are listed in ASCII order, from a given id up to a limit")
    func listing() async throws {
        let engine = try await JournalEngine.open(directory.store)
        for id in ["M-1", "B", "Z", "A"] { #expect(await engine.commit([.cargo(id, 0)]) == .committed) }
        #expect(try await engine.ids(.cargo, limit: 10) == ["A", "B", "M-1", "Z"])
        for id in ["C", "0", "ZZ"] { #expect(await engine.commit([.cargo(id, 0)]) == .committed) }
        #expect(try await engine.ids(.cargo, limit: 10) == ["0", "A", "B", "C", "M-1", "Z", "ZZ"])
        #expect(try await engine.ids(.cargo, after: "B", limit: 2) == ["C", "M-1"])
        #expect(try await engine.ids(.cargo, after: "BB", limit: 1) == ["C"])
        #expect(try await engine.ids(.cargo, after: "ZZ", limit: 5) == [])
    }

    @Test("A customer's ids are listed in order and follow a change of customer")
    func customers() async throws {
        let engine = try await JournalEngine.open(directory.store)
        for (id, customer) in [("C", "ONE"), ("B", "TWO"), ("A", "ONE")] {
            #expect(await engine.commit([.cargo(id, 0, customer: customer)]) == .committed)
        }
        #expect(try await engine.ids(.cargo, customer: "ONE") == ["A", "C"])
        #expect(await engine.commit([.cargo("C", 1, customer: "TWO")]) == .committed)
        #expect(try await engine.ids(.cargo, customer: "ONE") == ["A"])
        #expect(try await engine.ids(.cargo, customer: "TWO") == ["B", "C"])
    }

    @Test("Each change after a position is returned once")
    func changes() async throws {
        let engine = try await JournalEngine.open(directory.store)
        #expect(await engine.commitEach([[.voyage("V2", 0)], [.voyage("V1", 0)], [.voyage("V2", 1)]]).allSatisfy { $0 == .committed })
        let (ids, position) = try await engine.changes(.voyage, after: 0)
        #expect(ids == ["V2", "V1"])
        #expect(try await engine.changes(.voyage, after: position).ids == [])
        #expect(await engine.commit([.voyage("V1", 1)]) == .committed)
        #expect(try await engine.changes(.voyage, after: position).ids == ["V1"])
    }

    @Test("REP-7: of 20 writers of one record exactly one wins each version, through two engines")
    func concurrentWriters() async throws {
        let engines = [try await JournalEngine.open(directory.store), try await JournalEngine.open(directory.store)]
        let wins = await withTaskGroup(of: [Int64].self) { group in
            for writer in 0..<20 {
                group.addTask {
                    var wins: [Int64] = []
                    var version: Int64 = 0
                    while version < 30 {
                        switch await engines[writer % 2].commit([.cargo("ABC", version, "\(writer)")]) {
                        case .committed:
                            version += 1
                            wins.append(version)
                        case .conflict(_, let actual): version = actual
                        case .failed(let error):
                            Issue.record(error)
                            return wins
                        }
                    }
                    return wins
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(wins.sorted() == Array(1...30))
        #expect(try await engines[0].version(.cargo, "ABC") == 30)
        #expect(try await JournalEngine.open(directory.store).version(.cargo, "ABC") == 30)
    }

    @Test("A commit of one engine is visible to another at once")
    func otherEngines() async throws {
        let writer = try await JournalEngine.open(directory.store)
        let reader = try await JournalEngine.open(directory.store)
        for version in 0..<20 {
            #expect(await writer.commit([.cargo("ABC", Int64(version), "\(version)")]) == .committed)
            #expect(await reader.state(.cargo, "ABC") == "\(version + 1) {\"text\":\"\(version)\"}")
        }
        #expect(await reader.commit([.cargo("ABC", 20, "r", events: ["E"])]) == .committed)
        #expect(try await writer.events(after: 0, limit: 1).count == 1)
    }

    @Test("Two opens of a store share one engine until both close it")
    func sharing() async throws {
        var options = JournalOptions()
        options.writesMarks = false
        let first = try await JournalEngine.open(directory.store, options)
        #expect(await first.commit([.cargo("ABC", 0)]) == .committed)
        await first.close()
        let one = try await JournalEngine.open(directory.store, options)
        let other = try await JournalEngine.open(directory.store + "/../store/", options)
        #expect(one === other)
        await one.close()
        #expect(await other.commit([.cargo("ABC", 1)]) == .committed)
        await other.close()
        #expect(code(await other.commit([.cargo("ABC", 2)])) == .storeUnavailable)
        let third = try await JournalEngine.open(directory.store, options)
        #expect(third !== one)
        #expect(await third.commit([.cargo("ABC", 2)]) == .committed)
    }

    @Test("Closing a store twice doesn't end another store's saving")
    func closingTwice() async throws {
        let one = try await JSONFileStore.open(directory.store)
        let other = try await JSONFileStore.open(directory.store)
        await one.close()
        await one.close()
        try await other.cargos.save(.stub("ABC")).get()
        await other.close()
    }

    @Test("Closing writes one mark that everything is durable")
    func marks() async throws {
        let engine = try await JournalEngine.open(directory.store, .alone(marks: true))
        #expect(await engine.commit([.cargo("ABC", 0)]) == .committed)
        let length = directory.bytes(directory.segment).count
        await engine.close()
        #expect(directory.bytes(directory.segment)[length...] == RecordLine.mark(watermark: length)[...])
        let again = try await JournalEngine.open(directory.store, .alone(marks: true))
        #expect(await again.state(.cargo, "ABC") == "1 {\"text\":\"x\"}")
        await again.close()
        #expect(directory.bytes(directory.segment).count == length + RecordLine.mark(watermark: length).count)
    }
}
