import Testing

@testable import RecordJournal

/// `STATE`: the bytes of its slots, and which copy counts.
@Suite("The state file")
struct StoreStateTests {
    private static let append = StoreState.Append(sequence: 7, segment: 3, end: 182_734)
    private static let sync = StoreState.Sync(sequence: 12, isSyncing: true, generation: 5, segment: 3, durable: 8_105)

    private func slots(_ bytes: [UInt8]) -> (append: StoreState.Append?, sync: StoreState.Sync?) {
        bytes.withUnsafeBytes { StoreState.slots(in: $0) }
    }

    private func file(_ append: [StoreState.Append], _ sync: [StoreState.Sync]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: StoreState.fileLength)
        for copy in append.map(\.copy) + sync.map(\.copy) {
            bytes.replaceSubrange(copy.offset..<copy.offset + copy.bytes.count, with: copy.bytes)
        }
        return bytes
    }

    @Test("Every field is at its documented offset")
    func layout() {
        let (offset, bytes) = Self.sync.copy
        #expect(offset == 128)
        #expect(bytes.count == 64)
        #expect(Array(bytes[..<8]) == Array("CJS1".utf8) + [1, 0, 0, 0])
        #expect(Array(bytes[8..<16]) == [12, 0, 0, 0, 0, 0, 0, 0])
        #expect(Array(bytes[16..<24]) == [5, 0, 0, 0, 0, 0, 0, 0])
        #expect(Array(bytes[24..<32]) == [3, 0, 0, 0, 0, 0, 0, 0])
        #expect(Array(bytes[32..<40]) == [0xA9, 0x1F, 0, 0, 0, 0, 0, 0])
        #expect(bytes[40..<60].allSatisfy { $0 == 0 })
        let checksum = bytes[..<60].withUnsafeBytes { CRC32C.checksum($0) }
        #expect(Array(bytes[60...]) == (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })

        let appended = Self.append.copy
        #expect(appended.offset == 64)
        #expect(Array(appended.bytes[..<16]) == Array("CJA1".utf8) + [0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0])
        #expect(appended.bytes[16..<24].allSatisfy { $0 == 0 })
        #expect(Array(appended.bytes[24..<28]) == [3, 0, 0, 0])
        #expect(Array(appended.bytes[32..<36]) == [0xCE, 0xC9, 2, 0])
    }

    @Test("Both slots survive a round trip")
    func roundTrip() {
        let (append, sync) = slots(file([Self.append], [Self.sync]))
        #expect(append == Self.append)
        #expect(sync == Self.sync)
    }

    @Test("The copy with the higher sequence counts, or the intact one if the other is torn", arguments: 0..<64)
    func tornCopies(place: Int) {
        var newer = Self.sync
        newer.sequence += 1
        newer.durable += 100
        var bytes = file([], [Self.sync, newer])
        #expect(slots(bytes).sync == newer)
        bytes[newer.copy.offset + place] ^= 1
        #expect(slots(bytes).sync == Self.sync)
        bytes[Self.sync.copy.offset + place] ^= 1
        #expect(slots(bytes).sync == nil)
    }

    @Test("A slot of zeros, with the other slot's name, or truncated is invalid")
    func noSlots() {
        #expect(slots([UInt8](repeating: 0, count: StoreState.fileLength)) == (nil, nil))
        #expect(slots([]) == (nil, nil))
        var bytes = file([Self.append], [])
        bytes.replaceSubrange(192..<256, with: Self.append.copy.bytes)
        #expect(slots(bytes).sync == nil)
        #expect(slots(Array(file([Self.append], [Self.sync])[..<191])).sync == nil)
    }

    @Test("A slot that names another segment counts as 0")
    func otherSegment() {
        let state = StoreState(append: Self.append, sync: Self.sync)
        #expect(state.appended(in: 3) == 182_734)
        #expect(state.appended(in: 4) == 0)
        #expect(state.sync.durable(in: 3) == 8_105)
        #expect(state.sync.durable(in: 2) == 0)
    }

    @Test("Each write goes to the other copy, so the previous one is kept")
    func alternating() throws {
        let disk = MemoryFileSystem()
        let directory = StoreDirectory(path: "/store", fileSystem: disk)
        let file = try StateFile.create(directory)
        #expect(disk[directory.statePath]?.count == StoreState.fileLength)
        var (append, sync) = (StoreState.Append(segment: 1), StoreState.Sync(generation: 1, segment: 1))
        for end in 1...5 {
            append.end = end
            sync.durable = end
            try file.write(&append)
            try file.write(&sync)
            #expect(try file.read() == StoreState(append: append, sync: sync))
        }
        #expect((append.sequence, sync.sequence) == (5, 5))
        for offset in [64, 192] {
            disk[directory.statePath]?[offset + 32] ^= 0xFF
        }
        let before = try file.read()
        #expect((before.append.end, before.sync.durable) == (4, 4))
        #expect(try StateFile.create(directory).read() == before)
    }
}
