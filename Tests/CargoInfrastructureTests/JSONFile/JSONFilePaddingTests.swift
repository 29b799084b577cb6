import Foundation
import Synchronization
import Testing

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Padding: the newlines after the data of the active segment.
@Suite("Journal padding")
struct JSONFilePaddingTests {
    let directory = TemporaryDirectory()

    private var segment: [UInt8] { directory.bytes(directory.segment) }

    /// The end of the data.
    private var dataEnd: Int { segment.withUnsafeBytes { SegmentScanner.lastNonBlank(in: $0, from: 0) ?? -2 } + 2 }

    @Test("An engine that keeps saving preallocates newlines, writes into them, and removes them on closing")
    func filledAndTrimmed() async throws {
        let engine = try await JournalEngine.open(directory.store, .padded())
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let size = segment.count
        #expect(size >= dataEnd + JournalOptions.padded().fillAhead)
        for version in 1..<5 as Range<Int64> { #expect(await engine.commit([.cargo("ABC", version, "b")]) == .committed) }
        #expect(segment.count == size)
        #expect(await engine.state(.cargo, "ABC") == "5 {\"text\":\"b\"}")
        await engine.close()
        #expect(segment.count == dataEnd)
        #expect(await engine.state(.cargo, "ABC") == "5 {\"text\":\"b\"}")
    }

    @Test("A program that saves a few times preallocates nothing")
    func fewSaves() async throws {
        var options = JournalOptions.alone()
        options.batchesBeforeFilling = 3
        let engine = try await JournalEngine.open(directory.store, options)
        for version in 0..<3 as Range<Int64> { #expect(await engine.commit([.cargo("ABC", version)]) == .committed) }
        #expect(segment.count == dataEnd)
        #expect(await engine.commit([.cargo("ABC", 3)]) == .committed)
        #expect(segment.count > dataEnd)
    }

    /// Runs a reader while another process tries to save three times in the middle of each read of the segment.
    private func reading(
        at prefix: Int,
        _ body: (JournalEngine, FaultyFileSystem) async throws -> Void
    ) async throws {
        var options = JournalOptions.padded()
        options.lockTimeout = 1
        let writer = try await JournalEngine.open(directory.store, options)
        #expect(await writer.commit([.cargo("ABC", 0, "a")]) == .committed)
        let disk = FaultyFileSystem()
        let reader = try await JournalEngine.open(directory.store, .alone(disk))
        #expect(await writer.commit([.cargo("ABC", 1, "b")]) == .committed)
        let version = Mutex<Int64>(2)
        disk.setRule { call, file, _ in
            guard call == "read", file.hasPrefix("seg-") else { return nil }
            return .during(prefix) {
                for _ in 0..<3 {
                    let next = version.withLock { $0 }
                    if writer.commitBlocking([.cargo("ABC", next, "c")]) == .committed { version.withLock { $0 += 1 } }
                }
            }
        }
        try await body(reader, disk)
        disk.setRule(nil)
        let last = version.withLock { $0 }
        #expect(await reader.state(.cargo, "ABC").hasPrefix("\(last) "))
        #expect(await reader.commit([.cargo("ABC", last, "d")]) == .committed)
        #expect(try await reader.statistics().damage == [])
    }

    @Test("Writes into the padding during a read aren't damage", arguments: Array(stride(from: 10, to: 900, by: 40)))
    func writtenWhileRead(prefix: Int) async throws {
        try await reading(at: prefix) { reader, _ in _ = await reader.state(.cargo, "ABC") }
        #expect(recoveredNothing)
    }

    @Test(
        "Writes into the padding while the store is opened or verified aren't damage",
        arguments: Array(stride(from: 10, to: 900, by: 40))
    )
    func writtenWhileLoaded(prefix: Int) async throws {
        try await reading(at: prefix) { reader, disk in
            #expect(try await reader.verify() == [])
            let other = try await JournalEngine.open(directory.store, .alone(disk))
            #expect(try await other.statistics().damage == [])
        }
        #expect(recoveredNothing)
    }

    private var recoveredNothing: Bool { !directory.names(in: directory.store).contains("quarantine") }

    @Test("A store that wasn't closed opens with its padding, without damage or a torn tail, and continues after the data")
    func neverClosed() async throws {
        let first = try await JournalEngine.open(directory.store, .padded())
        #expect(await first.commit([.cargo("ABC", 0, "a")]) == .committed)
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        #expect(try await again.verify() == [])
        #expect(try await again.statistics().tornBytes == 0)
        #expect(await again.commit([.cargo("ABC", 1, "b")]) == .committed)
        #expect(await first.state(.cargo, "ABC") == "2 {\"text\":\"b\"}")
        #expect(again.recoveredTails == [])
    }

    @Test("Another engine's writes into the padding are seen although the file's size stays, without reading the padding")
    func foreignRecords() async throws {
        let disk = FaultyFileSystem()
        var options = JournalOptions.padded()
        options.fillAhead = 1 << 20
        let writer = try await JournalEngine.open(directory.store, options)
        #expect(await writer.commit([.cargo("ABC", 0, "a")]) == .committed)
        let reader = try await JournalEngine.open(directory.store, .alone(disk))
        let size = segment.count
        for version in 1..<4 as Range<Int64> {
            #expect(await writer.commit([.cargo("ABC", version, "v\(version)")]) == .committed)
            disk.setRule { _, _, _ in nil }
            #expect(await reader.state(.cargo, "ABC") == "\(version + 1) {\"text\":\"v\(version)\"}")
            // Five small reads suffice: two to notice new data, and those of the record, each reading little more than it needs.
            #expect(disk.calls.count(where: { $0 == "read seg-000001.jsonl" }) <= 5)
        }
        #expect(segment.count == size)
        #expect(await reader.commit([.cargo("ABC", 4, "mine")]) == .committed)
        #expect(await writer.commit([.cargo("ABC", 5, "theirs")]) == .committed)
        #expect(await reader.state(.cargo, "ABC") == "6 {\"text\":\"theirs\"}")
    }

    @Test("Closing keeps what another engine wrote into the padding")
    func closingBesideOthers() async throws {
        let first = try await JournalEngine.open(directory.store, .padded())
        let other = try await JournalEngine.open(directory.store)
        #expect(await first.commit([.cargo("ABC", 0, "a")]) == .committed)
        #expect(await other.commit([.cargo("DEF", 0, "b")]) == .committed)
        await first.close()
        #expect(segment.count > dataEnd)
        #expect(await other.commit([.cargo("DEF", 1, "c")]) == .committed)
        await other.close()
        #expect(segment.count == dataEnd)
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "DEF") == "2 {\"text\":\"c\"}")
    }

    @Test("Padding that another process shortened is noticed and filled again without a hole", arguments: [0, 100])
    func shortenedPadding(left: Int) async throws {
        let engine = try await JournalEngine.open(directory.store, .padded())
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        #expect(await engine.commit([.cargo("ABC", 1, "a")]) == .committed)
        let disk = POSIXFileSystem()
        try disk.truncate(disk.open(directory.segment, .readWrite), to: dataEnd + left)
        let text = String(repeating: "b", count: JournalOptions.padded().fillAhead / 16)
        for version in 2..<24 as Range<Int64> { #expect(await engine.commit([.cargo("ABC", version, text)]) == .committed) }
        #expect(!segment.contains(0))
        #expect(segment.count > dataEnd)
        #expect(try await engine.verify() == [])
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "24 {\"text\":\"\(text)\"}")
    }

    @Test("An uncontended commit takes two locks, writes once and syncs once")
    func fewCalls() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .padded(disk))
        for version in 0..<3 as Range<Int64> { #expect(await engine.commit([.cargo("ABC", version, "a")]) == .committed) }
        disk.setRule { _, _, _ in nil }
        #expect(await engine.commit([.cargo("ABC", 3, "b")]) == .committed)
        #expect(
            disk.calls == [
                "lock LOCK", "read LOCK", "stat LOCK", "stat MANIFEST.json", "read STATE", "read seg-000001.jsonl",
                "write seg-000001.jsonl", "write STATE", "lock LOCK", "read STATE", "stat MANIFEST.json", "write STATE",
                "syncData seg-000001.jsonl", "write STATE",
            ]
        )
    }

    @Test("A write cut off by a crash inside the padding is a torn tail of exactly the written bytes")
    func tornInsidePadding() async throws {
        let engine = try await JournalEngine.open(directory.store, .padded())
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let (whole, end) = (segment, dataEnd)
        engine.die()
        var line: [UInt8] = []
        let header = RecordHeader(watermark: end, kind: "cargo", id: "ABC", version: 2, schema: 1)
        _ = RecordLine.append(.init(header: header, document: Array("{}".utf8), events: []), to: &line)
        for written in 1..<line.count - 1 {
            var bytes = whole
            bytes.replaceSubrange(end..<end + written, with: line[..<written])
            try directory.write(bytes, to: directory.segment)
            let again = try await JournalEngine.open(directory.store)
            #expect(await again.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
            #expect(await again.commit([.cargo("ABC", 1, "b")]) == .committed)
            let recovered = try #require(again.recoveredTails.first)
            #expect(recovered.range == end..<end + written + 1)
            #expect(directory.bytes(recovered.quarantineFile) == Array(line[..<written]) + [RecordLine.newline])
            again.die()
            #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "2 {\"text\":\"b\"}")
        }
    }

    @Test("A write of which a crash kept only the last pages is a torn tail and never read as a save")
    func tornAfterBlank() async throws {
        let engine = try await JournalEngine.open(directory.store, .padded())
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let (before, end) = (segment, dataEnd)
        #expect(await engine.commit([.cargo("DEF", 0, "a")]) == .committed)
        let middle = dataEnd
        #expect(await engine.commit([.cargo("GHI", 0, "a")]) == .committed)
        engine.die()
        // As long as the lost line, so that the next save would join the remaining one.
        var bytes = segment
        bytes.replaceSubrange(end..<middle, with: before[end..<middle])
        // The remaining line doesn't prove that the lost one was on disk.
        var left: [UInt8] = []
        let header = RecordHeader(watermark: end, kind: "cargo", id: "GHI", version: 1, schema: 1)
        _ = RecordLine.append(.init(header: header, document: Array("{}".utf8), events: []), to: &left)
        bytes.replaceSubrange(middle..., with: left + Array(repeating: RecordLine.newline, count: 9000))
        try directory.write(bytes, to: directory.segment)
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.state(.cargo, "GHI") == "absent")
        #expect(await again.commit([.cargo("DEF", 0, "b")]) == .committed)
        #expect(again.recoveredTails.map(\.range) == [end..<middle + left.count])
        let last = try await JournalEngine.open(directory.store)
        #expect(await last.state(.cargo, "DEF") == "1 {\"text\":\"b\"}")
        #expect(await last.state(.cargo, "GHI") == "absent")
    }

    @Test("Acknowledged data that turned blank is damage, not padding")
    func blankedData() async throws {
        let engine = try await JournalEngine.open(directory.store, .padded())
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let first = dataEnd
        #expect(await engine.commit([.cargo("DEF", 0, "b")]) == .committed)
        let second = dataEnd
        #expect(await engine.commit([.cargo("GHI", 0, "c")]) == .committed)
        #expect(await engine.commit([.cargo("JKL", 0, "d")]) == .committed)
        var bytes = segment
        bytes.replaceSubrange(first..<second, with: repeatElement(RecordLine.newline, count: second - first))
        try directory.write(bytes, to: directory.segment)
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.state(.cargo, "DEF") == "corrupt_record")
        #expect(await again.state(.cargo, "JKL") == "1 {\"text\":\"d\"}")
        #expect(try await again.verify().map(\.offset) == [first])
        #expect(code(await again.commit([.cargo("JKL", 1)])) == .corruptRecord)
    }

    @Test("A flipped bit in the padding damages nothing", arguments: [0, 1, 5000])
    func flippedPadding(distance: Int) async throws {
        let engine = try await JournalEngine.open(directory.store, .padded())
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        var bytes = segment
        engine.die()
        bytes[dataEnd + distance] ^= 4
        try directory.write(bytes, to: directory.segment)
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        #expect(await again.commit([.cargo("ABC", 1, "b")]) == .committed)
        #expect(again.recoveredTails.count == 1)
        #expect(await (try JournalEngine.open(directory.store)).state(.cargo, "ABC") == "2 {\"text\":\"b\"}")
    }

    @Test("A save succeeds without room to preallocate, and frees what it preallocated", arguments: [ENOSPC, EFBIG, EIO])
    func noRoomForPadding(number: Int32) async throws {
        let writes = Mutex(0)
        let disk = FaultyFileSystem { call, file, _ in
            guard call == "write", file == "seg-000001.jsonl" else { return nil }
            return writes.withLock { writes in
                writes += 1
                // The first write is the record, the second the padding.
                return writes == 2 ? .partial(1000, number) : nil
            }
        }
        let engine = try await JournalEngine.open(directory.store, .padded(disk))
        for version in 0..<4 as Range<Int64> {
            #expect(await engine.commit([.cargo("ABC", version, "a")]) == .committed)
            #expect(segment.count == dataEnd)
        }
        #expect(writes.withLock { $0 } == 5)
    }

    @Test("A batch whose sync failed inside the padding is sealed off before its first byte")
    func failedSync() async throws {
        let disk = FaultyFileSystem()
        let engine = try await JournalEngine.open(directory.store, .padded(disk))
        #expect(await engine.commit([.cargo("ABC", 0, "a")]) == .committed)
        let end = dataEnd
        disk.setRule { call, _, count in call == "syncData" && count == 0 ? .error(EIO) : nil }
        #expect(code(await engine.commit([.cargo("ABC", 1, "b")])) == .storeUnavailable)
        disk.setRule(nil)
        #expect(segment.count == end)
        #expect(await engine.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        let again = try await JournalEngine.open(directory.store)
        #expect(await again.state(.cargo, "ABC") == "1 {\"text\":\"a\"}")
        #expect(try await again.verify() == [])
        #expect(await again.commit([.cargo("ABC", 1, "c")]) == .committed)
        #expect(segment.count == end)
    }
}

extension JournalOptions {
    /// Returns options for a separate engine that adds padding from its first save on.
    static func padded(_ fileSystem: any FileSystem = POSIXFileSystem()) -> JournalOptions {
        var options = alone(fileSystem)
        options.fillAhead = 1 << 16
        options.batchesBeforeFilling = 0
        return options
    }
}
