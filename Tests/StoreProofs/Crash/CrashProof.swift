#if DEBUG || STORE_PROOFS
import CargoTesting
import Foundation

@testable import RecordJournal

/// Opens each state that a crash can leave of a session's disk with the real engine.
struct CrashProof {
    /// The result of a session.
    struct Outcome: Sendable {
        /// The number of states tried.
        ///
        /// A state counts once for each step after which the crash happened.
        var states = 0
        /// The number of different disks among them.
        ///
        /// Each was recovered.
        var disks = 0
        /// The number of steps whose states were all tried.
        var wholeSteps = 0
        /// The number of steps with too many states, which were sampled.
        var sampledSteps = 0
        /// The number of states that ended in bytes that were never acknowledged.
        var tornTails = 0
        var problems: [String] = []

        static func += (left: inout Self, right: Self) {
            left.states += right.states
            left.disks += right.disks
            left.wholeSteps += right.wholeSteps
            left.sampledSteps += right.sampledSteps
            left.tornTails += right.tornTails
            left.problems += right.problems
        }
    }

    /// The number of states to try for each step.
    ///
    /// If a step has more, they are sampled.
    let statesPerStep: Int
    let seed: UInt64
    /// How many torn tails are recovered again with recording, to try crashes during recovery.
    let recoveriesPerSession: Int

    private static let probe = World.Key(kind: .cargo, id: "PROBE")

    func run(_ name: String, _ session: CrashSession) async -> Outcome {
        var outcome = Outcome()
        outcome.problems = session.problems.map { "\(name): \($0)" }
        var source = SplitMix64(seed: seed)
        var model = session.start
        var permitted = 0
        var known: [Int: Recovery] = [:]
        var recoveries: [(CrashState, World)] = []
        let keys = session.keys.sorted()
        let operations = session.disk.operations
        for step in 0...operations.count {
            if step > 0 {
                if case .permit(let worlds) = operations[step - 1] { permitted = worlds } else { model.apply(operations[step - 1]) }
            }
            var states: Set<CrashState> = []
            // Long files, such as padded ones, get fewer states.
            let limit = model.length > 1 << 15 ? min(statesPerStep, 100) : statesPerStep
            if model.stateCount <= Double(limit) { outcome.wholeSteps += 1 } else { outcome.sampledSteps += 1 }
            model.states(limit: limit, using: &source) { states.insert($0) }
            let worlds = session.permitted[permitted]
            let views = worlds.map { $0.view(of: keys) }
            for state in states {
                outcome.states += 1
                let recovery: Recovery
                if let seen = known[state.hashValue] {
                    recovery = seen
                } else {
                    outcome.disks += 1
                    recovery = await recover(state, keys, session.damaged, thenCompact: outcome.disks % 8 == 0)
                    known[state.hashValue] = recovery
                }
                if recovery.isTorn { outcome.tornTails += 1 }
                let match = views.firstIndex(of: recovery.view)
                if match == nil || recovery.problem != nil {
                    let expected = views.map(Self.shortened).joined(separator: "\n  or ")
                    let before = step == 0 ? "the first step" : "\(operations[step - 1])".prefix(120)
                    outcome.problems.append(
                        "\(name), seed \(seed), step \(step) after \(before): \(recovery.problem ?? "not what was acknowledged")"
                            + "\n  is \(Self.shortened(recovery.view))\n  not \(expected)\n  files \(state.files.mapValues(\.count))"
                    )
                    if outcome.problems.count > 5 { return outcome }
                } else if recovery.isTorn, recoveries.count < recoveriesPerSession, Int.random(in: 0..<16, using: &source) == 0, let match {
                    recoveries.append((state, worlds[match]))
                }
            }
        }
        for (place, (state, world)) in recoveries.enumerated() {
            let again = CrashProof(statesPerStep: min(statesPerStep, 300), seed: seed &+ UInt64(place), recoveriesPerSession: 0)
            do throws(JournalError) {
                outcome += await again.run(
                    "\(name), crash in recovery \(place)",
                    try await Self.recovery(of: state, world, session.damaged)
                )
            } catch { outcome.problems.append("\(name), recovery \(place): \(error) \(error.cause)") }
        }
        return outcome
    }

    /// A view without the filler text of its documents.
    private static func shortened(_ view: [String]) -> String {
        "\(view)".replacingOccurrences(of: "{\\\\\\\"~crc\\\\\\\":\\\\\\\"", with: "")
    }

    /// Records a session that recovers a state: opens it, saves twice, closes it.
    private static func recovery(of state: CrashState, _ world: World, _ damaged: [UInt8]?) async throws(JournalError) -> CrashSession {
        let session = CrashSession(state.disk, holding: world, damaged: damaged)
        let engine = try await session.open(marks: true)
        if damaged != nil { _ = try await engine.repair(acceptsUnknown: false) }
        await session.store(engine, [session.write(.cargo, "AGAIN", events: 1)])
        await session.store(engine, [session.write(.cargo, "AGAIN", length: 600), session.write(.handling, "AGAIN")])
        await engine.close()
        return session
    }

    // MARK: Recovering

    /// What the engine made of a state.
    private struct Recovery: Sendable {
        var view: [String] = []
        var isTorn = false
        var problem: String?
    }

    /// Opens a state, reads everything, saves, and opens it again.
    ///
    /// If the session began with damage, repairs that first.
    private func recover(_ state: CrashState, _ keys: [World.Key], _ damaged: [UInt8]?, thenCompact: Bool) async -> Recovery {
        var recovery = Recovery()
        let disk = state.disk
        var options = JournalOptions()
        options.isShared = false
        options.writesMarks = false
        options.markDelay = nil
        options.compactsInBackground = false
        options.fileSystem = disk
        do throws(JournalError) {
            let engine = try await JournalEngine.open(CrashSession.store, kinds: JournalKind.all, options: options)
            recovery.view = await World.view(of: keys, in: engine)
            let statistics = try await engine.statistics()
            recovery.isTorn = !engine.recoveredTails.isEmpty
            if damaged != nil, statistics.damage.count == 1 {
                _ = try await engine.repair(acceptsUnknown: false)
            } else if !statistics.damage.isEmpty {
                recovery.problem = "a crash looks like damage: \(statistics.damage)"
            }
            if let damaged, !disk.contents.files.contains(where: { $0.key.contains("/quarantine/") && $0.value == damaged }) {
                recovery.problem = "the damaged bytes are nowhere"
            }

            let version = try await engine.version(.cargo, Self.probe.id)
            let write = JournalWrite(
                kind: .cargo,
                id: Self.probe.id,
                expectedVersion: version,
                document: Array("{\"text\":\"probe\"}".utf8),
                events: [Array("{}".utf8)]
            )
            let outcome = await engine.commit([write])
            if outcome != .committed { recovery.problem = "nothing can be saved: \(outcome)" }
            if recovery.isTorn, let problem = Self.lostTail(of: state, engine, disk) { recovery.problem = problem }
            if thenCompact { _ = try await engine.compact() }
            let again = try await JournalEngine.open(CrashSession.store, kinds: JournalKind.all, options: options)
            var after = await World.view(of: keys, in: again)
            if after.count == recovery.view.count, after.count > 2 {
                // The probe should be the only difference.
                let events = after.count - 3
                let added = after[events].split(separator: "\n", omittingEmptySubsequences: true)
                if added.last?.hasSuffix(" {}") == true { after[events] = added.dropLast().joined(separator: "\n") }
                let list = after.count - 1
                after[list] = after[list].split(separator: " ").filter { $0 != Self.probe.id }.joined(separator: " ")
            }
            if after != recovery.view { recovery.problem = "opened once more it is \(after)" }
            if try await again.version(.cargo, Self.probe.id) != version + 1 { recovery.problem = "the probe is lost" }
            let findings = try await again.verify()
            if !findings.isEmpty { recovery.problem = "verification finds \(findings)" }
        } catch {
            recovery.problem = "\(error) \(error.cause)"
        }
        return recovery
    }

    /// Checks that a torn tail went to quarantine completely, except for blank lines.
    ///
    /// Returns the problem if it didn't.
    private static func lostTail(of state: CrashState, _ engine: JournalEngine, _ disk: SimulatedDisk) -> String? {
        guard let tail = engine.recoveredTails.first, let bytes = state.files[CrashSession.store + "/" + tail.segment] else {
            return "a torn tail was not moved"
        }
        if bytes[tail.range.upperBound...].contains(where: { $0 != RecordLine.newline }) { return "bytes behind \(tail) are nowhere" }
        return disk[tail.quarantineFile].map { $0[...] } == bytes[tail.range] ? nil : "\(tail.range.count) bytes of a torn tail are nowhere"
    }
}
#endif
