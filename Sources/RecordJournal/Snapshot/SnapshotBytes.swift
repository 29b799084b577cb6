import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The bytes of a snapshot, kept in memory while an index uses them.
///
/// The file is read, not memory-mapped. Touching a mapped page that the disk can't deliver, or that was truncated, would kill the process.
///
/// `@unchecked Sendable`: only `read` writes the bytes, before it returns them.
final class SnapshotBytes: @unchecked Sendable {
    /// The number of bytes that one thread reads at a time, large enough to make the threading overhead small.
    private static let pieceLength = 4 << 20
    /// The huge page size.
    ///
    /// Huge pages fill several times faster than 4 KB pages.
    private static let hugePageLength = 2 << 20

    let bytes: UnsafeRawBufferPointer

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }

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
        #if os(Linux)
        // This is only a hint to the kernel; without it reading is slower.
        if isLong { _ = madvise(start, length, MADV_HUGEPAGE) }
        #endif
        return UnsafeMutableRawBufferPointer(start: start, count: length)
    }
}
