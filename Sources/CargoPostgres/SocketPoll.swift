#if Postgres
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The result of waiting for a socket.
enum SocketPoll {
    case ready, timedOut

    /// Blocks until a socket is readable (or writable, with `toWrite`), or until the deadline.
    static func wait(_ socket: Int32, toWrite: Bool = false, until deadline: ContinuousClock.Instant) -> SocketPoll {
        while true {
            let left = ContinuousClock.now.duration(to: deadline).components
            let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
            guard milliseconds >= 0, left.attoseconds >= 0 else { return .timedOut }
            var entry = pollfd(fd: socket, events: Int16(toWrite ? POLLIN | POLLOUT : POLLIN), revents: 0)
            // On EINTR and similar errors, check the clock and wait again.
            if poll(&entry, 1, Int32(clamping: milliseconds + 1)) > 0 { return .ready }
        }
    }
}

/// Blocking pauses on a connection's own queue.
enum Pause {
    static func wait(milliseconds: Int) {
        _ = poll(nil, 0, Int32(clamping: milliseconds))
    }
}
#endif
