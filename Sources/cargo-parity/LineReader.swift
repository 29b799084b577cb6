#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads lines of any length from a descriptor, in large blocks.
struct LineReader: ~Copyable {
    private let descriptor: Int32
    private var buffer: UnsafeMutableRawBufferPointer
    /// Where the next line starts.
    private var start = 0
    /// The end of the filled part of the buffer.
    private var end = 0
    private var isAtEnd = false

    init(descriptor: Int32, capacity: Int = 256 * 1024) {
        self.descriptor = descriptor
        buffer = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The next line without its newline, valid until the next call; nil at the end of input.
    ///
    /// The last line needs no newline.
    mutating func next() -> UnsafeRawBufferPointer? {
        var scanned = start
        while true {
            if let newline = memchr(buffer.baseAddress! + scanned, 0x0A, end - scanned) {
                let place = UnsafeRawPointer(newline) - UnsafeRawPointer(buffer.baseAddress!)
                defer { start = place + 1 }
                return UnsafeRawBufferPointer(rebasing: buffer[start..<place])
            }
            scanned = end - start
            guard !isAtEnd else {
                defer { start = end }
                return start < end ? UnsafeRawBufferPointer(rebasing: buffer[start..<end]) : nil
            }
            fill()
        }
    }

    /// Moves the unread rest to the front, grows the buffer if the rest fills it, and reads more.
    private mutating func fill() {
        let rest = end - start
        let target: UnsafeMutableRawBufferPointer
        if rest > buffer.count / 2 {
            target = .allocate(byteCount: buffer.count * 2, alignment: 16)
        } else {
            target = buffer
        }
        memmove(target.baseAddress!, buffer.baseAddress! + start, rest)
        if target.baseAddress != buffer.baseAddress {
            buffer.deallocate()
            buffer = target
        }
        start = 0
        end = rest
        var count: Int
        repeat { count = read(descriptor, buffer.baseAddress! + end, buffer.count - end) } while count < 0 && errno == EINTR
        if count > 0 { end += count } else { isAtEnd = true }
    }
}
