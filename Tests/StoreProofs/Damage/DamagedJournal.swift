#if DEBUG || STORE_PROOFS
import CargoTesting

@testable import RecordJournal

/// A store of random saves, and what each of its bytes belongs to, to judge the effect of damage.
struct DamagedJournal {
    /// One line of a segment.
    struct Line {
        let range: Range<Int>
        let watermark: Int
        /// Nil for a mark.
        let key: World.Key?
        /// Whether reading its id returns this record: it is the newest one, or a link of a chain.
        var isShown = false
        /// The offset at which its commit begins.
        let commitStart: Int
    }

    static let segment = CrashSession.store + "/seg-000001.jsonl"

    let files: [String: [UInt8]]
    let bytes: [UInt8]
    let keys: [World.Key]
    let view: [String]
    /// The world after each commit, and the end of the journal at that time.
    ///
    /// The first entry is the empty store.
    let history: [(end: Int, world: World)]
    private(set) var lines: [Line] = []

    /// Draws a store with a few records of every kind.
    init(seed: UInt64) async throws(JournalError) {
        var source = SplitMix64(seed: seed)
        let session = CrashSession()
        var history: [(end: Int, world: World)] = [(0, World())]
        // Sometimes the store isn't closed, so that nothing marks the last saves as durable.
        let isClosed = Int.random(in: 0..<4, using: &source) > 0
        var engine = try await session.open(marks: true)
        for _ in 0..<Int.random(in: 4...7, using: &source) {
            var writes: [JournalWrite] = []
            for _ in 0..<[1, 1, 1, 2, 3][Int.random(in: 0..<5, using: &source)] {
                let kind = [JournalKind.cargo, .cargo, .handling, .voyage, .location][Int.random(in: 0..<5, using: &source)]
                let id = ["A", "B-2", "C"][Int.random(in: 0..<3, using: &source)]
                let length = [0, 20, 60, 150][Int.random(in: 0..<4, using: &source)]
                let events = kind == .cargo ? Int.random(in: 0...2, using: &source) : 0
                writes.append(session.write(kind, id, length: length, events: events, after: writes))
            }
            await session.store(engine, writes)
            history.append((session.disk[Self.segment]?.count ?? 0, session.world))
            if Int.random(in: 0..<5, using: &source) == 0 {
                await engine.close()
                engine = try await session.open(marks: true)
            }
        }
        if isClosed { await engine.close() }
        if let problem = session.problems.first { throw .failure(.storeUnavailable, cause: problem) }
        self.history = history
        files = session.disk.contents.files
        bytes = files[Self.segment] ?? []
        keys = session.keys.sorted()
        view = Array(session.world.view(of: keys)[..<keys.count])
        readLines()
    }

    private mutating func readLines() {
        var start = 0
        var commitStart = 0
        for end in bytes.indices where bytes[end] == RecordLine.newline {
            let header = bytes[start...end].withUnsafeBytes { LineReader.header(of: $0) }
            guard let header else { continue }
            if header.batch?.index ?? 0 == 0 { commitStart = start }
            lines.append(
                Line(
                    range: start..<end + 1,
                    watermark: header.watermark,
                    key: header.isMark ? nil : World.Key(kind: JournalKind.all.first { $0.name == header.kind } ?? .cargo, id: header.id),
                    commitStart: commitStart
                )
            )
            start = end + 1
        }
        for place in lines.indices {
            guard let key = lines[place].key else { continue }
            let kind = JournalKind.all.first { $0.name == key.kind.name } ?? .cargo
            lines[place].isShown = kind.history == .all || !lines[(place + 1)...].contains { $0.key == key }
        }
    }

    /// Returns the number of the line that contains a byte.
    func line(of byte: Int) -> Int { lines.firstIndex { $0.range.contains(byte) } ?? 0 }

    /// Whether a later record proves that a line was on disk, so that damage to it is never taken for a torn tail.
    func isPromised(_ line: Int) -> Bool {
        // A line that is cut in two, or runs into the next one, is bad from its start.
        let start = lines[line].range.lowerBound
        return lines[(line + 1)...].contains { $0.watermark > start }
    }
}
#endif
