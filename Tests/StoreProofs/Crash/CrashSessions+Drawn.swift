#if DEBUG || STORE_PROOFS
import CargoTesting
import Foundation

@testable import RecordJournal

extension CrashSessions {
    /// Returns a session of random saves, batches, failures, closes and opens.
    static func drawn(seed: UInt64) async throws(JournalError) -> CrashSession {
        var source = SplitMix64(seed: seed)
        let session = CrashSession()
        let limit = [500, 2_000, 1 << 20][Int.random(in: 0..<3, using: &source)]
        let isFilled = Int.random(in: 0..<16, using: &source) == 0
        var engines = [
            try await session.open(marks: true) { options in
                options.segmentLimit = limit
                if isFilled { fill(&options) }
            }, try await session.open(),
        ]
        for _ in 0..<Int.random(in: 4...9, using: &source) {
            let place = Int.random(in: 0..<2, using: &source)
            var batch: [[JournalWrite]] = []
            var all: [JournalWrite] = []
            for _ in 0..<[1, 1, 2, 4][Int.random(in: 0..<4, using: &source)] {
                var writes: [JournalWrite] = []
                for _ in 0..<[1, 1, 2, 3][Int.random(in: 0..<4, using: &source)] {
                    let kind = [JournalKind.cargo, .cargo, .handling, .voyage][Int.random(in: 0..<4, using: &source)]
                    let length = [0, 30, 200, 480, 1_100][Int.random(in: 0..<5, using: &source)]
                    let id = ["A", "B", "C"][Int.random(in: 0..<3, using: &source)]
                    let events = kind == .cargo ? Int.random(in: 0...2, using: &source) : 0
                    let write = session.write(kind, id, length: length, events: events, after: all)
                    writes.append(write)
                    all.append(write)
                }
                batch.append(writes)
            }
            switch Int.random(in: 0..<8, using: &source) {
            case 0:
                let fault = SimulatedDisk.Fault.partial(Int.random(in: 0..<600, using: &source), ENOSPC)
                session.disk.setRule { call, file in call == "write" && file.hasPrefix("seg-") ? fault : nil }
                await session.save(engines[place], batch)
                session.disk.setRule(nil)
            case 1:
                session.failNextSync()
                await session.save(engines[place], batch)
                session.disk.setRule(nil)
                engines[place] = try await session.open(marks: true)
            case 2:
                await session.save(engines[place], batch)
                await engines[place].close()
                engines[place] = try await session.open(marks: true)
            case 3:
                await session.save(engines[place], batch)
                await session.compact(engines[1 - place])
            default: await session.save(engines[place], batch)
            }
        }
        for engine in engines { await engine.close() }
        return session
    }
}
#endif
