import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The bytes of a snapshot, in memory for as long as an index uses them.
///
/// They are read and never mapped: the first touch of a mapped page that the medium cannot deliver, or that was cut off the file, ends the
/// program.
///
/// `@unchecked Sendable`: only `read` writes the bytes, before it returns them.
final class SnapshotBytes: @unchecked Sendable {
    /// Bytes that one thread reads at a time; large enough that the threads cost little.
    private static let pieceLength = 4 << 20
    /// Memory in pages of this size is several times faster to fill than in pages of 4 KB.
    private static let hugePageLength = 2 << 20

    let bytes: UnsafeRawBufferPointer

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }

    /// Reads a whole file, long ones on several processors; nil if there is no memory for it, or if it ends early.
    static func read(_ file: FileDescriptor, length: Int, _ fileSystem: any FileSystem) throws(SystemError) -> SnapshotBytes? {
        guard length > 0, let memory = allocate(length) else { return nil }
        let source = SnapshotBytes(UnsafeRawBufferPointer(memory))
        // Each thread writes to a piece of its own.
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

    /// Memory aligned for any element; nil if the system has none.
    private static func allocate(_ length: Int) -> UnsafeMutableRawBufferPointer? {
        var start: UnsafeMutableRawPointer?
        let isLong = length >= pieceLength
        guard posix_memalign(&start, isLong ? hugePageLength : 16, length) == 0, let start else { return nil }
        #if os(Linux)
        // Only advice: without it everything works, slower.
        if isLong { _ = madvise(start, length, MADV_HUGEPAGE) }
        #endif
        return UnsafeMutableRawBufferPointer(start: start, count: length)
    }
}
