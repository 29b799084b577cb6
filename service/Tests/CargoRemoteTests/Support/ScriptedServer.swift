import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A server on a raw socket that follows a script, one step per request, so that a test can produce failures that no real server does.
///
/// It can also act as a proxy for a real server and drop that server's responses.
final class ScriptedServer: Sendable {
    enum Step: Sendable {
        /// Sends these bytes and closes the connection.
        case send(String)
        /// Closes the connection without a response.
        case drop
        /// Sends these bytes and keeps the connection open until the client closes it.
        case hold(String)
        /// Forwards the request to the real server and returns its response.
        case pass
        /// Forwards the request to the real server, then closes the connection without a response.
        case lose

        /// Keeps the connection open without a response.
        static let silence = Step.hold("")
    }

    let port: Int
    /// Yields once for each request that has arrived; if its response is held, after the first bytes were sent.
    let arrivals: AsyncStream<Void>
    /// Yields once for each held connection that the client has closed.
    let closings: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let closed: AsyncStream<Void>.Continuation
    private let listener: Int32
    private let upstream: Int?
    private let state: Mutex<State>

    private struct State {
        var steps: [Step]
        var requests: [String] = []
        var held: Set<Int32> = []
    }

    /// - Parameter upstream: the port of the real server.
    init(_ steps: [Step], before upstream: Int? = nil) throws {
        self.upstream = upstream
        (arrivals, arrived) = AsyncStream.makeStream()
        (closings, closed) = AsyncStream.makeStream()
        state = Mutex(State(steps: steps))
        listener = try Self.makeSocket()
        var address = Self.loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, address, &size) == 0
            }
        }
        guard isBound else { throw SocketFailure(text: "bind: \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

    /// The requests so far, with heads and bodies.
    var requests: [String] { state.withLock { $0.requests } }

    /// The number of steps that no request has used yet.
    var stepsLeft: Int { state.withLock { $0.steps.count } }

    /// Runs a test against a scripted server.
    static func run<Value>(
        _ steps: [Step],
        before upstream: Int? = nil,
        _ body: (ScriptedServer) async throws -> Value
    ) async throws -> Value {
        let server = try ScriptedServer(steps, before: upstream)
        Thread.detachNewThread { server.serve() }
        defer { server.end() }
        return try await body(server)
    }

    private func serve() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else {
                // The accepting thread closes the listener. If another thread closed it earlier, its descriptor could be reused before the
                // next accept.
                #if !canImport(Darwin)
                close(listener)
                #endif
                return
            }
            Thread.detachNewThread { self.answer(on: connection) }
        }
    }

    private func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        #if canImport(Darwin)
        // On Darwin, only closing the listener wakes the accepting thread.
        close(listener)
        #endif
        state.withLock { state in
            for connection in state.held { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private func answer(on connection: Int32) {
        guard let request = Self.request(on: connection) else { return _ = close(connection) }
        let step = state.withLock { state in
            state.requests.append(request)
            return state.steps.isEmpty ? Step.drop : state.steps.removeFirst()
        }
        switch step {
        case .send(let text): Self.write(text, to: connection)
        case .drop: break
        case .hold(let text): return hold(connection, text)
        case .pass: if let answer = forward(request) { Self.write(answer, to: connection) }
        case .lose: _ = forward(request)
        }
        shutdown(connection, Int32(SHUT_WR))
        close(connection)
        arrived.yield()
    }

    private func hold(_ connection: Int32, _ text: String) {
        state.withLock { _ = $0.held.insert(connection) }
        Self.write(text, to: connection)
        arrived.yield()
        while Self.read(connection) != nil {}
        state.withLock { _ = $0.held.remove(connection) }
        close(connection)
        closed.yield()
    }

    private func forward(_ request: String) -> String? {
        guard let upstream, let connection = try? Self.makeSocket() else { return nil }
        defer { close(connection) }
        var address = Self.loopback(port: upstream)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected, let end = request.firstRange(of: "\r\n\r\n") else { return nil }
        let head = request[..<end.lowerBound].components(separatedBy: "\r\n").filter { !$0.lowercased().hasPrefix("connection:") }
        Self.write(head.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + request[end.upperBound...], to: connection)
        var bytes: [UInt8] = []
        while let piece = Self.read(connection) { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Sockets

    private static func makeSocket() throws -> Int32 {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw SocketFailure(text: "socket: \(errno)") }
        return descriptor
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    /// Reads the head and body of a request; nil if the connection ends early.
    private static func request(on connection: Int32) -> String? {
        var bytes: [UInt8] = []
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.firstRange(of: "\r\n\r\n") {
                let length = text[..<end.lowerBound].lowercased().components(separatedBy: "\r\n").compactMap { line in
                    line.hasPrefix("content-length:") ? Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) : nil
                }
                if text[end.upperBound...].utf8.count >= length.first ?? 0 { return text }
            }
            guard let piece = read(connection) else { return nil }
            bytes += piece
        }
    }

    private static func read(_ connection: Int32) -> [UInt8]? {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(connection, &piece, piece.count, 0)
        return count > 0 ? Array(piece[..<count]) : nil
    }

    private static func write(_ text: String, to connection: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
            let count = rest.withUnsafeBytes { Darwin.send(connection, $0.baseAddress, $0.count, 0) }
            #else
            let count = rest.withUnsafeBytes { systemSend(connection, $0.baseAddress, $0.count) }
            #endif
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

struct SocketFailure: Error { let text: String }

#if !canImport(Darwin)
private func systemSend(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    send(descriptor, start, count, Int32(MSG_NOSIGNAL))
}
#endif
