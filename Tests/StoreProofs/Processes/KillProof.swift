#if DEBUG || STORE_PROOFS
import CargoTesting
import Foundation

@testable import RecordJournal

/// Four processes save to shared ids and are killed with SIGKILL at a random time, for many rounds.
struct KillProof {
    struct Outcome {
        var rounds = 0
        var acknowledged = 0
        var stored = 0
        var tornTails = 0
        var problems: [String] = []
    }

    private static let processes = 4
    private static let roundsOnOneStore = 25

    static func run(rounds: Int, seed: UInt64) async -> Outcome {
        var outcome = Outcome()
        var source = SplitMix64(seed: seed)
        do {
            while outcome.rounds < rounds, outcome.problems.isEmpty {
                let scratch = try Scratch()
                defer { scratch.remove() }
                var won: [String: [Int64: String]] = [:]
                for _ in 0..<min(roundsOnOneStore, rounds - outcome.rounds) where outcome.problems.isEmpty {
                    outcome.rounds += 1
                    let children = try (0..<processes).map {
                        try Child(
                            ["write-forever", "--store", scratch.store, "--name", "\(outcome.rounds).\($0)"],
                            output: scratch.file("\($0)")
                        )
                    }
                    // Kill them one by one, at a moment from before the first save to several dozen saves later.
                    let (all, patience) = (Int.random(in: 0..<4_000, using: &source), ContinuousClock.now + .seconds(2))
                    while ContinuousClock.now < patience, try children.reduce(0, { try $0 + $1.outputSize }) < all { usleep(500) }
                    for child in children {
                        usleep(UInt32.random(in: 0..<3_000, using: &source))
                        child.kill()
                    }
                    for child in children { if let status = child.wait() { outcome.problems.append("a writer ended with \(status)") } }
                    for child in children { take(try child.lines(), &won, &outcome) }
                    try await check(scratch.store, won, &outcome)
                }
                outcome.stored += try stored(scratch.store).values.reduce(0) { $0 + $1.count }
            }
        } catch { outcome.problems.append("\(error)") }
        return outcome
    }

    /// Records acknowledged versions.
    ///
    /// No version may be acknowledged twice.
    private static func take(_ lines: [[Substring]], _ won: inout [String: [Int64: String]], _ outcome: inout Outcome) {
        for words in lines {
            guard words.count == 3, let version = Int64(words[1]) else {
                outcome.problems.append("round \(outcome.rounds): \(words.joined(separator: " "))")
                continue
            }
            outcome.acknowledged += 1
            let before = won[String(words[0]), default: [:]].updateValue(String(words[2]), forKey: version)
            if let before { outcome.problems.append("version \(version) of \(words[0]) was won by \(before) and by \(words[2])") }
        }
    }

    private static func check(_ store: String, _ won: [String: [Int64: String]], _ outcome: inout Outcome) async throws {
        guard !won.isEmpty else { return }
        let engine = try await Writer.open(store)
        let findings = try await engine.verify()
        if findings.contains(where: { $0.problem == .tornTail }) { outcome.tornTails += 1 }
        let bad = findings.filter { $0.problem != .tornTail }
        if !bad.isEmpty { outcome.problems.append("round \(outcome.rounds): \(bad)") }
        let records = try stored(store)
        for (id, versions) in won {
            let newest = try await engine.read(.cargo, id)
            let version = newest?.version ?? 0
            for (acknowledged, token) in versions {
                if acknowledged > version { outcome.problems.append("round \(outcome.rounds): version \(acknowledged) of \(id) is lost") }
                // Older versions may have been compacted away.
                if let found = records[id]?[acknowledged], found != token {
                    outcome.problems.append("round \(outcome.rounds): version \(acknowledged) of \(id) is \(found), not \(token)")
                }
            }
            if let token = versions[version], let newest, newest.document != Writer.document(token)[...] {
                outcome.problems.append("round \(outcome.rounds): \(id) is not what was acknowledged last")
            }
        }
    }

    /// Returns the tokens of all records in the store's files, by id and version.
    private static func stored(_ store: String) throws -> [String: [Int64: String]] {
        var records: [String: [Int64: String]] = [:]
        guard FileManager.default.fileExists(atPath: store) else { return [:] }
        for name in try FileManager.default.contentsOfDirectory(atPath: store) where name.hasSuffix(".jsonl") {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: store + "/" + name)))
            for line in bytes.split(separator: RecordLine.newline) {
                let whole = Array(line) + [RecordLine.newline]
                let header = whole.withUnsafeBytes { LineReader.isIntact($0) ? LineReader.header(of: $0) : nil }
                // Compaction empties the documents of superseded records.
                guard let header, !header.isMark, header.schema > 0 else { continue }
                let document = String(decoding: whole[header.document], as: UTF8.self)
                records[header.id, default: [:]][header.version] = String(document.dropFirst(10).dropLast(2))
            }
        }
        return records
    }
}
#endif
