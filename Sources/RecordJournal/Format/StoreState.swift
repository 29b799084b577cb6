/// The content of `STATE`: how far the active segment was appended to, and how far it is on disk (docs/design/journal-commits.md).
///
/// `STATE` has 4096 bytes. Each slot has two copies of 64 bytes: slot A at 0 and 64, slot S at 128 and 192. Sequence number *q* goes into
/// copy *q* mod 2, and the intact copy with the higher sequence number counts. Numbers are little-endian.
///
/// | at | size | slot A | slot S |
/// | --- | --- | --- | --- |
/// | 0 | 4 + 4 | `CJA1`, 0 | `CJS1`, flags; bit 0: a sync is under way |
/// | 8 | 8 | sequence number | sequence number |
/// | 16 | 8 | 0 | generation of the manifest known to be on disk; 0: not known |
/// | 24 | 4 | segment | segment |
/// | 32 | 8 | `appended`: the end of the last complete batch | `durable`: all bytes before it are on disk |
/// | 60 | 4 | CRC-32C of bytes 0 to 59 | the same |
struct StoreState: Equatable, Sendable {
    static let fileLength = 4096
    static let slotLength = 64
    /// The length of both slots with both copies.
    static let length = 4 * slotLength

    /// Slot A, written under the lock `.append`.
    struct Append: Equatable, Sendable {
        var sequence: UInt64 = 0
        var segment: UInt32 = 0
        /// The end of the last complete batch in the segment.
        var end = 0
    }

    /// Slot S, written under the lock `.sync`.
    struct Sync: Equatable, Sendable {
        var sequence: UInt64 = 0
        var isSyncing = false
        /// The generation of the manifest known to be on disk; 0 if not known.
        var generation = 0
        var segment: UInt32 = 0
        /// All bytes of the segment before this offset are on disk.
        var durable = 0

        /// Returns how far the active segment of a manifest is on disk.
        func durable(in active: UInt32) -> Int { segment == active ? durable : 0 }
    }

    var append = Append()
    var sync = Sync()

    /// Returns the end of the last complete batch in a segment.
    func appended(in active: UInt32) -> Int { append.segment == active ? append.end : 0 }

    // MARK: Bytes

    /// Decodes both slots.
    ///
    /// A slot is nil if neither of its copies is intact.
    static func slots(in bytes: UnsafeRawBufferPointer) -> (append: Append?, sync: Sync?) {
        let a = newest(bytes, copies: 0, "CJA1")
        let s = newest(bytes, copies: 2, "CJS1")
        return (
            a.map { Append(sequence: $0.sequence, segment: $0.segment, end: $0.offset) },
            s.map {
                Sync(
                    sequence: $0.sequence,
                    isSyncing: $0.flags & 1 == 1,
                    generation: $0.generation,
                    segment: $0.segment,
                    durable: $0.offset
                )
            }
        )
    }

    /// Decodes the intact copy with the higher sequence number, of two from `first` on.
    ///
    /// If the one with the higher number is intact, it doesn't matter whether the other one is.
    private static func newest(_ bytes: UnsafeRawBufferPointer, copies first: Int, _ name: StaticString) -> Fields? {
        let isFirstNewer = Fields.sequence(bytes, copy: first) > Fields.sequence(bytes, copy: first + 1)
        let newer = isFirstNewer ? first : first + 1
        return Fields(bytes, copy: newer, name) ?? Fields(bytes, copy: newer ^ 1, name)
    }

    fileprivate struct Fields {
        var flags: UInt32 = 0
        let sequence: UInt64
        var generation = 0
        let segment: UInt32
        let offset: Int

        init(flags: UInt32 = 0, sequence: UInt64, generation: Int = 0, segment: UInt32, offset: Int) {
            self.flags = flags
            self.sequence = sequence
            self.generation = generation
            self.segment = segment
            self.offset = offset
        }

        /// Returns the sequence number of a copy, which may not be intact; 0 if it isn't there.
        static func sequence(_ bytes: UnsafeRawBufferPointer, copy: Int) -> UInt64 {
            guard bytes.count >= (copy + 1) * slotLength else { return 0 }
            return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: copy * slotLength + 8, as: UInt64.self))
        }

        /// Decodes one copy.
        ///
        /// Returns nil if it isn't intact.
        init?(_ bytes: UnsafeRawBufferPointer, copy: Int, _ name: StaticString) {
            guard bytes.count >= (copy + 1) * slotLength else { return nil }
            let slot = UnsafeRawBufferPointer(rebasing: bytes[copy * slotLength..<(copy + 1) * slotLength])
            func word(_ offset: Int) -> UInt64 { UInt64(littleEndian: slot.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
            func half(_ offset: Int) -> UInt32 { UInt32(littleEndian: slot.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
            guard slot.prefix(4).elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)),
                half(60) == CRC32C.checksum(UnsafeRawBufferPointer(rebasing: slot[..<60])), let generation = Int(exactly: word(16)),
                let offset = Int(exactly: word(32))
            else { return nil }
            self.init(flags: half(4), sequence: word(8), generation: generation, segment: half(24), offset: offset)
        }

        func bytes(_ name: StaticString) -> [UInt8] {
            var slot = [UInt8](repeating: 0, count: slotLength)
            slot.withUnsafeMutableBytes { slot in
                slot.copyBytes(from: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
                slot.storeBytes(of: flags.littleEndian, toByteOffset: 4, as: UInt32.self)
                slot.storeBytes(of: sequence.littleEndian, toByteOffset: 8, as: UInt64.self)
                slot.storeBytes(of: UInt64(generation).littleEndian, toByteOffset: 16, as: UInt64.self)
                slot.storeBytes(of: segment.littleEndian, toByteOffset: 24, as: UInt32.self)
                slot.storeBytes(of: UInt64(offset).littleEndian, toByteOffset: 32, as: UInt64.self)
                let checksum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: slot[..<60]))
                slot.storeBytes(of: checksum.littleEndian, toByteOffset: 60, as: UInt32.self)
            }
            return slot
        }
    }
}

extension StoreState.Append {
    /// The offset and bytes of the copy to write.
    var copy: (offset: Int, bytes: [UInt8]) {
        let fields = StoreState.Fields(sequence: sequence, segment: segment, offset: end)
        return (Int(sequence % 2) * StoreState.slotLength, fields.bytes("CJA1"))
    }
}

extension StoreState.Sync {
    /// The offset and bytes of the copy to write.
    var copy: (offset: Int, bytes: [UInt8]) {
        let fields = StoreState.Fields(
            flags: isSyncing ? 1 : 0,
            sequence: sequence,
            generation: generation,
            segment: segment,
            offset: durable
        )
        return ((2 + Int(sequence % 2)) * StoreState.slotLength, fields.bytes("CJS1"))
    }
}
