#if DEBUG || STORE_PROOFS
@testable import RecordJournal

/// Runs all sessions concurrently.
enum CrashRun {
    /// Tries at least `states` states and returns the outcome.
    static func run(states: Int, statesPerStep: Int, seed: UInt64, only: String?) async -> CrashProof.Outcome {
        let proof = CrashProof(statesPerStep: statesPerStep, seed: seed, recoveriesPerSession: 4)
        var total = await withTaskGroup(of: CrashProof.Outcome.self) { group in
            for (name, story) in CrashSessions.all where only.map({ name.contains($0) }) ?? true {
                group.addTask { await told(name, proof, story) }
            }
            return await group.reduce(into: CrashProof.Outcome()) { $0 += $1 }
        }
        // Random sessions make up for missing states.
        var next: UInt64 = 0
        while total.states < states, only == nil, total.problems.isEmpty {
            let seeds = (0..<8).map { seed &+ next &+ $0 }
            next += 8
            total += await withTaskGroup(of: CrashProof.Outcome.self) { group in
                for seed in seeds {
                    group.addTask {
                        await told(
                            "drawn session, seed \(seed)",
                            proof,
                            { () throws(JournalError) in try await CrashSessions.drawn(seed: seed) }
                        )
                    }
                }
                return await group.reduce(into: CrashProof.Outcome()) { $0 += $1 }
            }
        }
        return total
    }

    private static func told(_ name: String, _ proof: CrashProof, _ story: CrashSessions.Story) async -> CrashProof.Outcome {
        do throws(JournalError) {
            let outcome = await proof.run(name, try await story())
            if outcome.problems.isEmpty, !name.hasPrefix("drawn") {
                print(
                    "  \(name): \(outcome.states) states, \(outcome.disks) different disks, \(outcome.wholeSteps) steps in every state, "
                        + "\(outcome.sampledSteps) sampled"
                )
            }
            return outcome
        } catch {
            var outcome = CrashProof.Outcome()
            outcome.problems = ["\(name): \(error) \(error.cause)"]
            return outcome
        }
    }
}
#endif
