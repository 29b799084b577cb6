import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The bytes of a snapshot, kept while an index uses them: in memory, or in the file, mapped into memory.
///
/// A short file is read. A long one is mapped, so that the system keeps only what is used in memory. Then a page that the disk can't deliver
/// ends the process, as it does in LMDB; the store itself is never read in this way.
///
/// `@unchecked Sendable`: only `read` writes bytes, before it returns them, and nothing can write to a mapping.
final class SnapshotBytes: @unchecked Sendable {
    /// The number of bytes that one thread reads at a time, large enough to make the threading overhead small.
    private static let pieceLength = 4 << 20
    /// The huge page size.
    ///
    /// Huge pages fill several times faster than 4 KB pages.
    private static let hugePageLength = 2 << 20

    let bytes: UnsafeRawBufferPointer
    /// The checksum of what follows the header, if the bytes are mapped.
    ///
    /// They were read for it, because checking the mapping would bring all of it into memory.
    let mappedChecksum: UInt64?

    private init(_ bytes: UnsafeRawBufferPointer, mappedChecksum: UInt64? = nil) {
        self.bytes = bytes
        self.mappedChecksum = mappedChecksum
    }

    deinit {
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        if mappedChecksum == nil { free(start) } else { munmap(start, bytes.count) }
    }

    /// Maps a file.
    ///
    /// Returns nil if it can't be mapped or isn't a whole snapshot.
    static func map(_ file: FileDescriptor, length: Int, _ fileSystem: any FileSystem) throws(SystemError) -> SnapshotBytes? {
        guard length > SnapshotWriter.headerLength, length % FoldedChecksum.blockLength == 0 else { return nil }
        var checksum = FoldedChecksum()
        var position = SnapshotWriter.headerLength
        while position < length {
            let piece = try fileSystem.bytes(of: file, in: position..<min(position + 1 << 20, length))
            guard !piece.isEmpty, piece.count % FoldedChecksum.blockLength == 0 else { return nil }
            piece.withUnsafeBytes { checksum.take($0) }
            position += piece.count
        }
        return fileSystem.map(file, length: length).map { SnapshotBytes($0, mappedChecksum: checksum.value) }
    }

    /// Reads a whole file, on several threads if it is long.
    ///
    /// Returns nil if there isn't enough memory or the file ends early.
    static func read(_ file: FileDescriptor, length: Int, _ fileSystem: any FileSystem) throws(SystemError) -> SnapshotBytes? {
        guard length > 0, let memory = allocate(length) else { return nil }
        let source = SnapshotBytes(UnsafeRawBufferPointer(memory))
        // Each thread writes to a different range.
        nonisolated(unsafe) let target = memory
        let outcome = Mutex(Result<Bool, SystemError>.success(true))
        DispatchQueue.concurrentPerform(iterations: (length + pieceLength - 1) / pieceLength) { piece in
            let range = piece * pieceLength..<min((piece + 1) * pieceLength, length)
            let result = Result { () throws(SystemError) in
                let piece = UnsafeMutableRawBufferPointer(rebasing: target[range])
                return try fileSystem.readFully(file, into: piece, at: range.lowerBound) == range.count
            }
            if result != .success(true) { outcome.withLock { $0 = result } }
        }
        return try outcome.withLock { $0 }.get() ? source : nil
    }

    /// Allocates memory aligned for any element.
    ///
    /// Returns nil if the allocation fails.
    private static func allocate(_ length: Int) -> UnsafeMutableRawBufferPointer? {
        var start: UnsafeMutableRawPointer?
        let isLong = length >= pieceLength
        guard posix_memalign(&start, isLong ? hugePageLength : 16, length) == 0, let start else { return nil }
        #if !canImport(Darwin)
        // This is only a hint to the kernel; without it reading is slower.
        if isLong { _ = madvise(start, length, MADV_HUGEPAGE) }
        #endif
        return UnsafeMutableRawBufferPointer(start: start, count: length)
    }
}
