#if DEBUG || STORE_PROOFS
@testable import RecordJournal

/// Flips every bit of small stores, and cuts each store at every byte.
struct DamageProof {
    struct Outcome: Sendable {
        var journals = 0
        var flips = 0
        /// The number of flips in bytes that a later record marks as durable.
        ///
        /// They must be reported as damage at the exact offset.
        var damaged = 0
        /// The number of flips in the last bytes, which can't be told from an unacknowledged tail.
        ///
        /// They must be reported and kept in quarantine.
        var torn = 0
        var cuts = 0
        var problems: [String] = []

        static func += (left: inout Self, right: Self) {
            left.journals += right.journals
            left.flips += right.flips
            left.damaged += right.damaged
            left.torn += right.torn
            left.cuts += right.cuts
            left.problems += right.problems
        }
    }

    /// Draws stores until enough bits were flipped.
    static func run(flips: Int, atOnce: Int, seed: UInt64) async -> Outcome {
        var total = Outcome()
        var next = seed
        while total.flips < flips, total.problems.isEmpty {
            let seeds = (0..<UInt64(atOnce)).map { next &+ $0 }
            next = next &+ UInt64(atOnce)
            total += await withTaskGroup(of: Outcome.self) { group in
                for seed in seeds { group.addTask { await damage(seed: seed) } }
                return await group.reduce(into: Outcome()) { $0 += $1 }
            }
        }
        return total
    }

    private static func damage(seed: UInt64) async -> Outcome {
        var outcome = Outcome()
        outcome.journals = 1
        do throws(JournalError) {
            let journal = try await DamagedJournal(seed: seed)
            for bit in 0..<journal.bytes.count * 8 {
                outcome.flips += 1
                let line = journal.line(of: bit / 8)
                let problem: String?
                if journal.isPromised(line) {
                    outcome.damaged += 1
                    problem = await damagedFlip(bit, line, journal)
                } else {
                    outcome.torn += 1
                    problem = await tornFlip(bit, line, journal)
                }
                if let problem { outcome.problems.append("journal \(seed), bit \(bit): \(problem)") }
                if outcome.problems.count > 3 { return outcome }
            }
            for length in 0..<journal.bytes.count {
                outcome.cuts += 1
                if let problem = await cut(length, journal) { outcome.problems.append("journal \(seed), cut at \(length): \(problem)") }
                if outcome.problems.count > 3 { return outcome }
            }
        } catch { outcome.problems.append("journal \(seed): \(error) \(error.cause)") }
        return outcome
    }

    private static func opened(_ journal: DamagedJournal, _ bytes: [UInt8]) async throws(JournalError) -> (SimulatedDisk, JournalEngine) {
        var files = journal.files
        files[DamagedJournal.segment] = bytes
        let disk = SimulatedDisk(files: files, directories: [CrashSession.store])
        var options = JournalOptions()
        options.isShared = false
        options.writesMarks = false
        options.markDelay = nil
        // Every other journal is checked in chunks, with different boundaries in each.
        if journal.bytes.count % 2 == 1 { options.ahead = .init(minimum: 0, chunkLength: 100 + journal.bytes.count % 997) }
        options.fileSystem = disk
        return (disk, try await .open(CrashSession.store, kinds: JournalKind.all, options: options))
    }

    private static func flipped(_ bit: Int, _ journal: DamagedJournal) -> [UInt8] {
        var bytes = journal.bytes
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }

    /// Returns what each id reads as: its state, or an error code.
    private static func states(_ keys: [World.Key], _ engine: JournalEngine) async -> [String] {
        var states: [String] = []
        for key in keys {
            do throws(JournalError) {
                if key.kind.history == .all {
                    let chain = try await engine.chain(key.kind, key.id)
                    states.append(chain.map { String(decoding: $0.document, as: UTF8.self) }.joined(separator: "\n"))
                } else if let record = try await engine.read(key.kind, key.id) {
                    states.append("\(record.version) \(String(decoding: record.document, as: UTF8.self))")
                } else {
                    states.append("absent")
                }
            } catch { states.append(error.code.rawValue) }
        }
        return states
    }

    /// Damage to acknowledged bytes: it is reported exactly, its id can't be read, all others can, and nothing is written.
    private static func damagedFlip(_ bit: Int, _ line: Int, _ journal: DamagedJournal) async -> String? {
        do throws(JournalError) {
            let (disk, engine) = try await opened(journal, flipped(bit, journal))
            let place = "seg-000001.jsonl at offset \(journal.lines[line].range.lowerBound)"
            let damage = try await engine.statistics().damage
            if damage != [place] { return "damage \(damage), not \(place)" }
            let states = await states(journal.keys, engine)
            for (number, key) in journal.keys.enumerated() {
                let mustFail = journal.lines[line].key == key && journal.lines[line].isShown
                if states[number] != (mustFail ? "corrupt_record" : journal.view[number]) { return "\(key) reads \(states[number])" }
            }
            if bit % 8 != 0 { return nil }
            let outcome = await engine.commit([JournalWrite(kind: .cargo, id: "NEW", expectedVersion: 0, document: Array("{}".utf8))])
            guard case .failed(let error) = outcome, error.code == .corruptRecord, error.cause.contains(place) else {
                return "saving gives \(outcome)"
            }
            return disk[DamagedJournal.segment] == flipped(bit, journal) ? nil : "the file was changed"
        } catch { return "\(error) \(error.cause)" }
    }

    /// Damage that may be an unacknowledged tail: it is reported from the start of its commit, everything before it reads correctly, and it
    /// moves to quarantine completely.
    private static func tornFlip(_ bit: Int, _ line: Int, _ journal: DamagedJournal) async -> String? {
        do throws(JournalError) {
            let bytes = flipped(bit, journal)
            let (disk, engine) = try await opened(journal, bytes)
            let start = journal.lines[line].commitStart
            let statistics = try await engine.statistics()
            let torn = statistics.tornBytes + recoveredBytes(engine)
            if torn != bytes.count - start || !statistics.damage.isEmpty {
                return "\(torn) torn bytes, damage \(statistics.damage)"
            }
            let world = journal.history.last { $0.end <= start }?.world ?? World()
            let expected = Array(world.view(of: journal.keys)[..<journal.keys.count])
            let states = await states(journal.keys, engine)
            if states != expected { return "reads \(states), not \(expected)" }
            if bit % 8 != 0 { return nil }
            return await quarantines(bytes[start...], disk, engine)
        } catch { return "\(error) \(error.cause)" }
    }

    /// A store cut anywhere contains the complete commits before that place, and keeps the remaining bytes.
    private static func cut(_ length: Int, _ journal: DamagedJournal) async -> String? {
        do throws(JournalError) {
            let bytes = Array(journal.bytes[..<length])
            let (disk, engine) = try await opened(journal, bytes)
            let line = journal.lines[journal.line(of: length)]
            let world = journal.history.last { $0.end <= length }?.world ?? World()
            let expected = world.view(of: journal.keys)
            let seen = await World.view(of: journal.keys, in: engine)
            if seen != expected { return "reads \(seen), not \(expected)" }
            let torn = try await engine.statistics().tornBytes + recoveredBytes(engine)
            let start = length == line.range.lowerBound && line.commitStart == length ? length : line.commitStart
            if torn != length - start { return "\(torn) torn bytes, not \(length - start)" }
            return await quarantines(bytes[start...], disk, engine)
        } catch { return "\(error) \(error.cause)" }
    }

    /// The number of bytes that opening the store moved to quarantine.
    private static func recoveredBytes(_ engine: JournalEngine) -> Int { engine.recoveredTails.reduce(0) { $0 + $1.range.count } }

    private static func quarantines(_ torn: ArraySlice<UInt8>, _ disk: SimulatedDisk, _ engine: JournalEngine) async -> String? {
        let write = JournalWrite(kind: .cargo, id: "NEW", expectedVersion: 0, document: Array("{}".utf8))
        let outcome = await engine.commit([write])
        if outcome != .committed { return "saving gives \(outcome)" }
        let isKept = torn.isEmpty || disk.contents.files.contains { $0.key.contains("/quarantine/") && $0.value[...] == torn }
        return isKept ? nil : "\(torn.count) bytes are nowhere"
    }
}
#endif
