import Synchronization
import Testing

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Each system call fails in turn.
@Suite("Journal calls that fail")
struct JSONFileEveryCallTests {
    @Test(
        "REP-4: whichever call fails, an acknowledged save is there afterwards and a failed one isn't",
        arguments: [EIO, ENOSPC, EACCES, EMFILE]
    )
    func everyCallFails(number: Int32) async throws {
        let names = ["open", "fstat", "stat", "read", "write", "truncate", "syncData", "sync", "rename", "mkdir", "lock"]
        for name in names {
            // The two errors that a disk has are tried at each call, the others at every third.
            for count in stride(from: 0, to: 40, by: number == EIO || number == ENOSPC ? 1 : 3) {
                let directory = TemporaryDirectory()
                let didFail = Mutex(false)
                let disk = FaultyFileSystem { call, _, place in
                    guard call == name, place == count else { return nil }
                    didFail.withLock { $0 = true }
                    return .error(number)
                }
                var version: Int64 = 0
                var isUnknown = false
                do throws(JournalError) {
                    let engine = try await JournalEngine.open(directory.store, .alone(disk, marks: true))
                    for text in ["a", "b", "c"] {
                        switch await engine.commit([.cargo("ABC", version, text), .voyage("V", version)]) {
                        case .committed: version += 1
                        case .conflict(_, let actual):
                            isUnknown = true
                            Issue.record("\(name) \(count): a conflict with \(actual)")
                        case .failed: break
                        }
                        let seen = await engine.state(.cargo, "ABC")
                        if seen != "store_unavailable", seen != "store_full", !seen.hasPrefix(version == 0 ? "absent" : "\(version) ") {
                            Issue.record("\(name) \(count): \(seen), not \(version)")
                        }
                    }
                    await engine.close()
                } catch {}
                let again = try await JournalEngine.open(directory.store)
                let found = try await again.version(.cargo, "ABC")
                #expect(found == version && !isUnknown, "\(name) \(count)")
                #expect(try await again.version(.voyage, "V") == version, "\(name) \(count)")
                #expect(await again.commit([.cargo("ABC", version), .voyage("V", version)]) == .committed, "\(name) \(count)")
                if !didFail.withLock({ $0 }) { break }
            }
        }
    }
}
