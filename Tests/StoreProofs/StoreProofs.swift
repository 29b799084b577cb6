#if DEBUG || STORE_PROOFS
import Foundation

/// The proofs of the JSON-file store that need an optimized build or separate processes.
///
/// Build and run them with ./tool store-proofs.
@main
struct StoreProofs {
    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let command = arguments.isEmpty ? "help" : arguments.removeFirst()
        let options = Options(arguments)
        switch command {
        case "write-forever": exit(await Writer.writeForever(options.text("store") ?? "", name: options.text("name") ?? ""))
        case "contend":
            exit(await Writer.contend(options.text("store") ?? "", saves: options.number("saves") ?? 0, ids: options.number("ids") ?? 1))
        case "help":
            print(usage)
            exit(64)
        default: break
        }
        var failures = 0
        for proof in command == "all" ? ["crash", "damage", "kill", "contention"] : [command] {
            let started = ContinuousClock.now
            let problems = await prove(proof, options)
            for problem in problems.prefix(10) { print(problem) }
            print("\(proof): \(problems.count) problems, \(ContinuousClock.now - started)")
            failures += problems.count
        }
        exit(failures == 0 ? 0 : 1)
    }

    private static let usage = """
        usage: store-proofs all | crash | damage | kill | contention [options]
          crash       --states N (200000) --states-per-step N (1500) --only TEXT   every state of the disk that a crash may leave
          damage      --flips N (800000) --journals N (8 at once)                  every bit flipped, and cuts at every byte
          kill        --rounds N (200)                                             four writing processes killed with SIGKILL
          contention  --saves N (10000)                                            four processes saving to the same cargos
          all of them --seed N
        """

    /// Runs a proof, prints a summary, and returns the problems found.
    private static func prove(_ proof: String, _ options: Options) async -> [String] {
        let seed = UInt64(options.number("seed") ?? Int.random(in: 0..<1_000_000))
        switch proof {
        case "crash":
            let outcome = await CrashRun.run(
                states: options.number("states") ?? 200_000,
                statesPerStep: options.number("states-per-step") ?? 1_500,
                seed: seed,
                only: options.text("only")
            )
            print(
                "crash: \(outcome.states) states tried, \(outcome.disks) different disks recovered, \(outcome.tornTails) with a torn tail, "
                    + "\(outcome.wholeSteps) steps in every state, \(outcome.sampledSteps) sampled, seed \(seed)"
            )
            return outcome.problems
        case "damage":
            let outcome = await DamageProof.run(
                flips: options.number("flips") ?? 800_000,
                atOnce: options.number("journals") ?? 8,
                seed: seed
            )
            print(
                "damage: \(outcome.journals) journals, \(outcome.flips) bits flipped (\(outcome.damaged) named with their exact offset, "
                    + "\(outcome.torn) reported as a torn tail and kept), \(outcome.cuts) cuts, seed \(seed)"
            )
            return outcome.problems
        case "kill":
            let outcome = await KillProof.run(rounds: options.number("rounds") ?? 200, seed: seed)
            print(
                "kill: \(outcome.rounds) rounds of 4 processes killed, \(outcome.acknowledged) versions acknowledged, \(outcome.stored) stored, "
                    + "\(outcome.tornTails) torn tails seen, seed \(seed)"
            )
            return outcome.problems
        case "contention":
            let outcome = await ContentionProof.run(saves: options.number("saves") ?? 10_000)
            print("contention: 4 processes, \(outcome.saves) saves, \(outcome.operations) operations in one order each")
            return outcome.problems
        default: return [usage]
        }
    }
}

/// Arguments of the form `--name value`.
struct Options {
    private var values: [String: String] = [:]

    init(_ words: [String]) {
        for place in stride(from: 0, to: words.count - 1, by: 2) { values[String(words[place].dropFirst(2))] = words[place + 1] }
    }

    func text(_ name: String) -> String? { values[name] }
    func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
}
#else
/// This build has no access to the store's internals.
///
/// Build it with ./tool store-proofs.
@main
struct StoreProofs {
    static func main() { print("build me with ./tool store-proofs") }
}
#endif
