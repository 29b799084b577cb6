/// A source of bytes: a file, a pipe, or an array in a test.
package protocol ByteSource {
    /// Fills the start of the buffer with the next bytes.
    /// - Returns: the number of bytes; 0 at the end and from then on.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int

    /// Whether reading returns immediately, with bytes or at the end.
    var isReady: Bool { get }
}

extension ByteSource {
    package var isReady: Bool { true }
}

/// A failed read, with the system's error number.
package struct ByteSourceFailure: Error, Hashable, Sendable {
    package let errorNumber: Int32

    package init(errorNumber: Int32) { self.errorNumber = errorNumber }
}

/// A source that reads a file descriptor.
///
/// The caller closes the descriptor.
package struct DescriptorByteSource: ByteSource {
    private let descriptor: Int32
    private let cancellation: Int32?

    /// - Parameter cancellation: a descriptor that becomes readable to cancel; a waiting read then fails with EINTR.
    package init(descriptor: Int32, cancellation: Int32? = nil) {
        self.descriptor = descriptor
        self.cancellation = cancellation
    }

    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceFailure) -> Int {
        while true {
            if let cancellation { try wait(unless: cancellation) }
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            let number = errno
            if number != EINTR { throw ByteSourceFailure(errorNumber: number) }
        }
    }

    package var isReady: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) != 0
    }

    /// Waits until there is something to read or the end is reached.
    private func wait(unless cancellation: Int32) throws(ByteSourceFailure) {
        var waiting = [
            pollfd(fd: cancellation, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&waiting, nfds_t(waiting.count), -1) < 0 {
            let number = errno
            if number != EINTR { throw ByteSourceFailure(errorNumber: number) }
        }
        // safe: the list has two elements
        if waiting[0].revents != 0 { throw ByteSourceFailure(errorNumber: EINTR) }
    }
}

/// A source that returns bytes in memory in pieces of a given size.
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
