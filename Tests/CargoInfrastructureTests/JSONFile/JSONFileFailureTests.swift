import Testing

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes that fail or stop short.
@Suite("Journal failures")
struct JSONFileFailureTests {
    let directory = TemporaryDirectory()

    @Test(
        "A full disk is store_full: the save leaves nothing behind, and the next save succeeds",
        arguments: [ENOSPC, EDQUOT, EFBIG]
    )
    func fullDisk(number: Int32) async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let before = directory.bytes(directory.segment)
        disk.setRule { call, file, _ in call == "write" && file == "seg-000001.jsonl" ? .partial(30, number) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeFull)
        // The segment was sealed before the save.
        #expect(directory.bytes(directory.segment) == before)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        disk.setRule(nil)
        #expect(await engine.commit([.cargo("ABC", 1, "c")]) == .committed)
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "2 {\"text\":\"c\"}")
    }

    @Test("Short writes are continued")
    func shortWrites() async throws {
        let disk = FaultyFileSystem { call, _, _ in call == "write" ? .short(1) : nil }
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a"), .cargo("DEF", 0)]) == .committed)
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
    }

    @Test("A save whose write fails leaves nothing behind, and the next save succeeds", arguments: [0, 30])
    func failedWrite(written: Int) async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let before = directory.bytes(directory.segment)
        disk.setRule { call, file, _ in call == "write" && file.hasPrefix("seg-") ? .partial(written, EIO) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeUnavailable)
        disk.setRule(nil)
        #expect(directory.bytes(directory.segment) == before)
        #expect(await engine.commit([.cargo("ABC", 1, "b")]) == .committed)
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("ABC", 2, "c")]) == .committed)
    }

    @Test(
        "A full disk at a sync is store_full: the save leaves nothing behind, and the next save succeeds",
        arguments: [ENOSPC, EDQUOT]
    )
    func fullDiskAtSync(number: Int32) async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let before = directory.bytes(directory.segment)
        // The file system detects the lack of space when it allocates the written blocks.
        disk.setRule { call, _, count in call == "syncData" && count == 0 ? .error(number) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeFull)
        // The segment was sealed before the save.
        #expect(directory.bytes(directory.segment) == before)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        disk.setRule(nil)
        #expect(await engine.commit([.cargo("ABC", 1, "c")]) == .committed)
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "2 {\"text\":\"c\"}")
    }

    @Test("A full disk at a sync, without room for a new segment, leaves the outcome unknown until there is room")
    func fullDiskAtSealing() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        disk.setRule { call, _, _ in ["syncData", "sync", "rename"].contains(call) ? .error(ENOSPC) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeOutcomeUnknown)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        disk.setRule(nil)
        #expect(await engine.commit([.cargo("DEF", 0, "c")]) == .committed)
        #expect(await engine.state(.cargo, "ABC") == "2 {\"text\":\"b\"}")
    }

    @Test("A save that fails while the store is created can be retried")
    func failedCreation() async throws {
        let disk = FaultyFileSystem()
        for (call, number) in [("mkdir", EACCES), ("sync", ENOSPC), ("rename", EIO), ("write", ENOSPC)] {
            let engine = try await JournalEngine.open(directory.store, .alone(disk))
            disk.setRule { name, file, _ in name == call && file != "LOCK" ? .error(number) : nil }
            #expect(code(await engine.commit([.cargo("ABC", 0)])) == (number == ENOSPC ? .storeFull : .storeUnavailable))
            disk.setRule(nil)
            #expect(await engine.state(.cargo, "ABC") == "absent")
        }
        #expect(await (try JournalEngine.open(directory.store)).commit([.cargo("ABC", 0)]) == .committed)
    }
}
