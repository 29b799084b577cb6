import Dispatch
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A raw connection to this machine, which lets a test send bytes that no client library would.
///
/// Its calls block: use it inside `blocking`, off the cooperative pool.
final class SocketClient {
    struct Failure: Error { let text: String }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Parameter receiveBuffer: the bytes of responses that the system holds for this client; chosen by the system if it is nil.
    init(port: Int, timeoutSeconds: Int = 120, receiveBuffer: Int32? = nil) throws {
        #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw Failure(text: "socket: \(errno)") }
        var patience = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard result == 0 else {
            let number = errno
            close(descriptor)
            throw Failure(text: "connect: \(number)")
        }
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(text: "send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    /// Tells the peer that nothing more will be sent.
    func closeSide() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether the peer closes the connection within a number of seconds; unread data is ignored.
    func isEnded(within seconds: Double) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let rest = (end - .now).components
            let milliseconds = max(0, rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000)
            #if canImport(Darwin)
            var state = pollfd(fd: descriptor, events: Int16(POLLHUP), revents: 0)
            #else
            // POLLRDHUP, which Glibc's module doesn't export.
            var state = pollfd(fd: descriptor, events: 0x2000, revents: 0)
            #endif
            let count = poll(&state, 1, Int32(clamping: milliseconds))
            if count > 0 { return true }
            if count == 0 || errno != EINTR { return false }
        }
    }

    /// Reads one response; nil if the connection ends before one begins.
    func answer(toHead: Bool = false) throws -> Answer? {
        guard let head = try line(until: "\r\n\r\n") else { return nil }
        var lines = head.components(separatedBy: "\r\n")[...]
        let status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
        let headers = lines.map { line in
            let sides = line.split(separator: ":", maxSplits: 1)
            return (String(sides[0]).lowercased(), sides.count > 1 ? sides[1].trimmingCharacters(in: .whitespaces) : "")
        }
        var answer = Answer(status: status, headers: headers, body: [])
        if toHead || status == 304 || status == 204 { return answer }
        if let length = answer["content-length"].flatMap({ Int($0) }) {
            answer.body = try read(length)
        } else if answer["transfer-encoding"] == "chunked" {
            while let size = try line(until: "\r\n").flatMap({ Int($0, radix: 16) }) {
                answer.body += try read(size)
                _ = try read(2)
                if size == 0 { break }
            }
        }
        return answer
    }

    /// Reads up to a mark and returns the text before it; nil at the end of the connection.
    func line(until mark: String) throws -> String? {
        let mark = Array(mark.utf8)
        while true {
            if let range = buffer.firstRange(of: mark) {
                let text = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
                buffer.removeSubrange(..<range.upperBound)
                return text
            }
            guard try fill() else { return nil }
        }
    }

    private func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try fill() else { throw Failure(text: "the answer ends early") }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func fill() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count >= 0 else { throw Failure(text: "recv: \(errno)") }
        buffer += piece[..<count]
        return count > 0
    }
}

private func systemSend(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, start, count, 0)
    #else
    send(descriptor, start, count, Int32(MSG_NOSIGNAL))
    #endif
}

/// Runs blocking work on a separate thread.
func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}
