#if DEBUG || STORE_PROOFS
import CargoTesting
import Foundation

@testable import RecordJournal

/// The work of the child processes.
enum Writer {
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    static func print(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // One call per line, so that a killed process leaves each line complete or not at all.
        _ = write(1, bytes, bytes.count)
    }

    static func open(_ path: String) async throws(JournalError) -> JournalEngine {
        var options = JournalOptions()
        options.isShared = false
        options.lockTimeout = 60_000
        return try await JournalEngine.open(path, kinds: JournalKind.all, options: options)
    }

    static func document(_ token: String) -> [UInt8] { Array("{\"token\":\"\(token)\"}".utf8) }

    /// Saves to shared ids endlessly, one or two per commit, and prints each acknowledged save: `id version token`.
    static func writeForever(_ path: String, name: String) async -> Int32 {
        do throws(JournalError) {
            let engine = try await open(path)
            var source = SplitMix64(seed: UInt64(getpid()))
            var number = 0
            while true {
                number += 1
                let token = "\(name).\(getpid()).\(number)"
                let first = Int.random(in: 0..<8, using: &source)
                let ids = number % 3 == 0 ? ["S\(first)", "S\((first + 3) % 8)"] : ["S\(first)"]
                var writes: [JournalWrite] = []
                for id in ids {
                    let version = try await engine.version(.cargo, id)
                    writes.append(
                        JournalWrite(
                            kind: .cargo,
                            id: id,
                            expectedVersion: version,
                            document: document(token),
                            events: [document(token)]
                        )
                    )
                }
                switch await engine.commit(writes) {
                case .committed: for write in writes { print("\(write.id) \(write.expectedVersion + 1) \(token)") }
                case .conflict: break
                case .failed(let error): throw error
                }
            }
        } catch {
            print("failed \(error) \(error.cause)")
            return 1
        }
    }

    /// Makes a number of saves to shared ids, and prints everything it saw: `kind id version start end`.
    static func contend(_ path: String, saves: Int, ids: Int) async -> Int32 {
        do throws(JournalError) {
            let engine = try await open(path)
            var source = SplitMix64(seed: UInt64(getpid()))
            var lines: [String] = []
            var done = 0
            while done < saves {
                let id = "S\(Int.random(in: 0..<ids, using: &source))"
                var start = now()
                var version = try await engine.version(.cargo, id)
                lines.append("saw \(id) \(version) \(start) \(now())")
                while true {
                    start = now()
                    let write = JournalWrite(kind: .cargo, id: id, expectedVersion: version, document: document("\(getpid())"))
                    let outcome = await engine.commit([write])
                    if outcome == .committed {
                        lines.append("saved \(id) \(version + 1) \(start) \(now())")
                        done += 1
                        break
                    }
                    guard case .conflict(_, let actual) = outcome else {
                        print("failed \(outcome)")
                        return 1
                    }
                    lines.append("saw \(id) \(actual) \(start) \(now())")
                    version = actual
                }
            }
            for line in lines { print(line) }
            await engine.close()
            return 0
        } catch {
            print("failed \(error) \(error.cause)")
            return 1
        }
    }
}
#endif
