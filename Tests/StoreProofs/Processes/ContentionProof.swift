#if DEBUG || STORE_PROOFS
import Foundation

@testable import RecordJournal

/// Four processes save to the same cargos as fast as they can.
///
/// Checks that everything they saw fits one order.
struct ContentionProof {
    struct Outcome {
        var saves = 0
        var operations = 0
        var problems: [String] = []
    }

    static func run(saves: Int) async -> Outcome {
        var outcome = Outcome()
        guard HistoryCheck.selfTest() else {
            outcome.problems.append("the check itself is broken")
            return outcome
        }
        do {
            let scratch = try Scratch(inMemory: true)
            defer { scratch.remove() }
            let ids = 16
            let children = try (0..<4).map {
                try Child(["contend", "--store", scratch.store, "--saves", "\(saves)", "--ids", "\(ids)"], output: scratch.file("\($0)"))
            }
            var history: [Operation] = []
            for child in children {
                if let status = child.wait(), status == 0 {
                    for words in try child.lines() {
                        guard words.count == 5, let kind = Operation.Kind(rawValue: String(words[0])), let version = Int64(words[2]),
                            let start = UInt64(words[3]), let end = UInt64(words[4])
                        else {
                            outcome.problems.append("a process told: \(words.joined(separator: " "))")
                            continue
                        }
                        history.append(Operation(id: String(words[1]), kind: kind, version: version, start: start, end: end))
                    }
                } else {
                    outcome.problems.append("a process failed: \(try child.lines().last?.joined(separator: " ") ?? "")")
                }
            }
            outcome.saves = history.count { $0.kind == .saved }
            outcome.operations = history.count
            let engine = try await Writer.open(scratch.store)
            var final: [String: Int64] = [:]
            for id in 0..<ids { final["S\(id)"] = try await engine.version(.cargo, "S\(id)") }
            if outcome.saves != saves * 4 || final.values.reduce(0, +) != Int64(saves * 4) {
                outcome.problems.append("\(saves * 4) saves were made, \(outcome.saves) acknowledged, \(final.values.reduce(0, +)) stored")
            }
            outcome.problems += HistoryCheck.problems(in: history, final: final)
            outcome.problems += try await engine.verify().map { "\($0)" }
        } catch { outcome.problems.append("\(error)") }
        return outcome
    }
}
#endif
