/// Bytes that come piece by piece: a file, a pipe, an array in a test.
package protocol ByteSource {
    /// Fills the start of the buffer with the next bytes.
    /// - Returns: how many there were; 0 at the end, and ever after.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int
}

/// What the system said when bytes could not be read: its error number.
package struct ByteSourceFailure: Error, Hashable, Sendable {
    package let errorNumber: Int32

    package init(errorNumber: Int32) { self.errorNumber = errorNumber }
}

/// Bytes from a file descriptor, which stays the caller's to close.
package struct DescriptorByteSource: ByteSource {
    private let descriptor: Int32
    private let isCancelled: @Sendable () -> Bool

    /// - Parameter isCancelled: asked when a signal interrupts the wait for bytes; if so, reading fails with EINTR, else it goes on.
    package init(descriptor: Int32, isCancelled: @escaping @Sendable () -> Bool = { false }) {
        self.descriptor = descriptor
        self.isCancelled = isCancelled
    }

    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            let number = errno
            if number != EINTR || isCancelled() { throw ByteSourceFailure(errorNumber: number) }
        }
    }
}

/// Bytes that are in memory already, handed out in pieces of a given size.
package struct ArrayByteSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let pieceSize: Int

    package init(_ bytes: [UInt8], pieceSize: Int = .max) {
        rest = bytes[...]
        self.pieceSize = pieceSize
    }

    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        let piece = rest.prefix(min(buffer.count, pieceSize))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(descriptor, buffer, count) }
