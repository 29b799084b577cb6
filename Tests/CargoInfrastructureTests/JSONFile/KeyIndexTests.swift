import CargoTesting
import Testing

@testable import CargoInfrastructure
@testable import RecordJournal

@Suite("The index of a journal by keys")
struct KeyIndexTests {
    private static let store = "/store"
    private static let lists = KeyFamily("vo", .lists, namedSince: 0)
    private static let column = KeyFamily("ne", .column, namedSince: 2)
    private static let always = KeyFamily("at", .column, namedSince: .max)
    private static let kind = JournalKind("thing", schema: 2, keys: [lists, column, always])

    private static func engine(_ disk: MemoryFileSystem = MemoryFileSystem()) async throws -> JournalEngine {
        try await JournalEngine.open(store, kinds: [kind], options: .alone(disk))
    }

    /// Saves the next version of a record with these keys.
    private static func save(
        _ id: String,
        version: Int64 = 1,
        schema: Int = 2,
        _ keys: [(KeyFamily, [String]?)],
        in engine: JournalEngine
    ) async {
        var write = JournalWrite(kind: kind, id: id, expectedVersion: version - 1, document: Array("{}".utf8))
        write.schema = schema
        write.keys = RecordKeys(keys, due: nil)
        #expect(await engine.commit([write]) == .committed)
    }

    private static func ids(
        _ key: String,
        _ family: KeyFamily,
        after id: String? = nil,
        limit: Int = 100,
        in engine: JournalEngine
    ) async throws -> [String] {
        try await engine.ids(kind, having: [.key(key, of: family)], after: id, limit: limit)
    }

    @Test("answers with the ids of a key after an id, in order, each once", arguments: [1, 2, 3, 7, 1000])
    func pages(limit: Int) async throws {
        let engine = try await Self.engine()
        // Ids of one first part, ids that are shorter than eight bytes, and in no order.
        let ids = (0..<60).map { $0 % 2 == 0 ? "ID-OF-THE-SAME-BEGINNING-\($0 * 37 % 61)" : "\($0 * 37 % 61)" }
        for (place, id) in ids.enumerated() {
            let isWanted = place % 3 != 0
            await Self.save(
                id,
                [(Self.lists, isWanted ? ["A", "B"] : ["B"]), (Self.column, isWanted ? ["X"] : nil), (Self.always, [])],
                in: engine
            )
            // The list of `A` has the id twice.
            await Self.save(
                id,
                version: 2,
                [(Self.lists, isWanted ? ["A"] : nil), (Self.column, isWanted ? ["X", "Y"] : ["Y"]), (Self.always, [])],
                in: engine
            )
        }
        let wanted = ids.enumerated().filter { $0.offset % 3 != 0 }.map(\.element).sorted()
        for (key, family) in [("A", Self.lists), ("X", Self.column)] {
            var found: [String] = []
            while true {
                let page = try await Self.ids(key, family, after: found.last, limit: limit, in: engine)
                #expect(page.count <= limit)
                found += page
                if page.count < limit { break }
            }
            #expect(found == wanted)
        }
        #expect(try await Self.ids("B", Self.lists, in: engine) == ids.sorted())
        #expect(try await Self.ids("C", Self.lists, in: engine) == [])
        #expect(try await Self.ids("C", Self.column, in: engine) == [])
    }

    @Test("more ids than are sorted at once are answered in order")
    func many() async throws {
        var random = SplitMix64(seed: 7)
        var names = NameTable(hash: .random())
        for number in (0..<20_000).shuffled(using: &random) {
            var name = "ID-\(number)"
            _ = name.withUTF8 { names.place(of: UnsafeRawBufferPointer($0)) }
        }
        var first = FirstIds(names, after: "ID-5", limit: 10)
        for place in 0..<names.count { for _ in 0..<2 { first.add(place) } }
        let sorted: [String] = (0..<20_000).map { "ID-\($0)" }.sorted()
        #expect(first.ids() == Array(sorted.drop { $0 <= "ID-5" }.prefix(10)))
    }

    @Test("a record leaves a key of a column with the save that doesn't list it, and stays in a list")
    func leaving() async throws {
        let engine = try await Self.engine()
        await Self.save("ID", [(Self.lists, ["A"]), (Self.column, ["X"]), (Self.always, ["P"])], in: engine)
        await Self.save("ID", version: 2, [(Self.lists, ["B"]), (Self.always, ["Q"])], in: engine)
        #expect(try await Self.ids("A", Self.lists, in: engine) == ["ID"])
        #expect(try await Self.ids("B", Self.lists, in: engine) == ["ID"])
        #expect(try await Self.ids("X", Self.column, in: engine) == [])
        #expect(try await Self.ids("P", Self.always, in: engine) == [])
        #expect(try await Self.ids("Q", Self.always, in: engine) == ["ID"])
    }

    @Test("a record that is too old to name its keys may have any")
    func old() async throws {
        let engine = try await Self.engine()
        await Self.save("OLD", schema: 1, [], in: engine)
        await Self.save("NEW", [], in: engine)
        #expect(try await Self.ids("A", Self.lists, in: engine) == [])
        #expect(try await Self.ids("X", Self.column, in: engine) == ["OLD"])
        #expect(try await Self.ids("P", Self.always, in: engine) == ["NEW", "OLD"])
        await Self.save("NEW", version: 2, [(Self.always, [])], in: engine)
        #expect(try await Self.ids("P", Self.always, in: engine) == ["OLD"])
    }

    @Test(
        "keys with brackets and commas, and the longest keys, are found",
        arguments: ["]", "],[", ",", String(repeating: "k", count: 1023)]
    )
    func odd(key: String) async throws {
        let disk = MemoryFileSystem()
        let engine = try await Self.engine(disk)
        await Self.save("ID", [(Self.lists, ["A", key]), (Self.column, ["A", key]), (Self.always, [key])], in: engine)
        await Self.save("OTHER", [(Self.lists, ["B"]), (Self.column, ["B"]), (Self.always, ["B"])], in: engine)
        // The second engine reads the header from the file.
        for engine in [engine, try await Self.engine(disk)] {
            for family in [Self.lists, Self.column, Self.always] { #expect(try await Self.ids(key, family, in: engine) == ["ID"]) }
            #expect(try await Self.ids("B", Self.lists, in: engine) == ["OTHER"])
        }
    }

    @Test("more different lists than a column can number are found by every key of it")
    func tooMany() {
        var column = KeyColumn(Self.column, hash: .random())
        for number in 0..<70_000 {
            var header = RecordHeader(watermark: 0, kind: "thing", id: "ID", version: 1, schema: 2)
            header.keys = RecordKeys([(Self.column, ["K\(number)"])], due: nil)
            header.withFields { column.take($0, of: Self.kind, in: number) }
        }
        func places(_ key: String) -> [Int] {
            var places: [Int] = []
            column.forEachPlace(having: key) { places.append($0) }
            return places
        }
        #expect(places("K5").first == 5)
        #expect(places("K5").count == 1 + 70_000 - 65_534)
        #expect(places("K69999").contains(69_999))
    }
}
