#if Remote && canImport(NIOPosix)
import CargoDomain
import CargoWire
import NIOCore
import NIOPosix

/// A connection to one NATS server, for requests.
///
/// Requests are concurrent; each has its own reply subject.
final class NATSConnection: Sendable {
    /// Why a request has no reply; the text is for people.
    enum Failure: Error {
        /// Nothing was sent, or the server doesn't reply to anybody.
        case unreached(String)
        /// The request was sent, and its reply didn't arrive.
        case noReply(String)
        /// The request is longer than the server allows.
        case tooLong(limit: Int)
    }

    struct Reply: Sendable {
        let status: Int?
        let payload: [UInt8]
    }

    private let channel: any Channel
    private let session: NIOLoopBound<NATSSession>

    private init(_ channel: any Channel, _ session: NIOLoopBound<NATSSession>) {
        self.channel = channel
        self.session = session
    }

    deinit { close() }

    func close() { channel.close(promise: nil) }

    /// Whether requests can be sent.
    var isOpen: Bool { channel.isActive }

    /// Connects, introduces the client, and waits until the server has accepted it.
    static func open(_ server: NATSAddress.Server, token: String?, within limit: Duration) async throws(Failure) -> NATSConnection {
        let limit = TimeAmount.nanoseconds(limit.wholeNanoseconds)
        do {
            let (channel, session) = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(limit)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .connect(host: server.host, port: server.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let session = NATSSession(channel, token: token)
                        try channel.pipeline.syncOperations.addHandler(session)
                        return (channel, NIOLoopBound(session, eventLoop: channel.eventLoop))
                    }
                }
            let connection = NATSConnection(channel, session)
            try await channel.eventLoop.flatSubmit { session.value.ready(within: limit) }.get()
            return connection
        } catch let failure as Failure {
            throw failure
        } catch is NIOConnectionError {
            throw .unreached("no connection could be made")
        } catch {
            throw .unreached("\(error)")
        }
    }

    /// Publishes a message with header fields and returns the reply.
    ///
    /// Header fields contain no line breaks.
    func request(
        _ subject: String,
        headers: [(name: String, value: String)],
        _ payload: [UInt8],
        within limit: Duration
    ) async throws(Failure) -> Reply {
        let limit = TimeAmount.nanoseconds(limit.wholeNanoseconds)
        let head = "NATS/1.0\r\n" + headers.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
        let session = session
        do {
            return try await channel.eventLoop.flatSubmit {
                session.value.request(subject, Array(head.utf8), payload, within: limit)
            }.get()
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .noReply("\(error)")
        }
    }
}

/// The state of a connection.
///
/// It is used on the connection's event loop only.
private final class NATSSession: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let channel: any Channel
    private let token: String?
    private let inbox: String
    private var parser = NATSParser()
    private var isReady: EventLoopPromise<Void>?
    private var end: NATSConnection.Failure?
    private var isIntroduced = false
    private var longestMessage = 1 << 20
    private var waiting: [UInt64: EventLoopPromise<NATSConnection.Reply>] = [:]
    private var lastRequest: UInt64 = 0

    init(_ channel: any Channel, token: String?) {
        self.channel = channel
        self.token = token
        var generator = SystemRandomNumberGenerator()
        inbox = "_INBOX." + String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
    }

    func ready(within limit: TimeAmount) -> EventLoopFuture<Void> {
        if let end { return channel.eventLoop.makeFailedFuture(end) }
        let promise = channel.eventLoop.makePromise(of: Void.self)
        isReady = promise
        let session = NIOLoopBound(self, eventLoop: channel.eventLoop)
        let late = channel.eventLoop.scheduleTask(in: limit) { session.value.fail(.unreached("the server doesn't answer")) }
        promise.futureResult.whenComplete { _ in late.cancel() }
        return promise.futureResult
    }

    func request(_ subject: String, _ head: [UInt8], _ payload: [UInt8], within limit: TimeAmount) -> EventLoopFuture<NATSConnection.Reply>
    {
        if let end { return channel.eventLoop.makeFailedFuture(end) }
        let length = head.count + payload.count
        guard length <= longestMessage else {
            return channel.eventLoop.makeFailedFuture(NATSConnection.Failure.tooLong(limit: longestMessage))
        }
        lastRequest += 1
        let number = lastRequest
        let promise = channel.eventLoop.makePromise(of: NATSConnection.Reply.self)
        waiting[number] = promise
        let session = NIOLoopBound(self, eventLoop: channel.eventLoop)
        let late = channel.eventLoop.scheduleTask(in: limit) {
            session.value.waiting.removeValue(forKey: number)?.fail(NATSConnection.Failure.noReply("no acknowledgement in time"))
        }
        promise.futureResult.whenComplete { _ in late.cancel() }
        send("HPUB \(subject) \(inbox).\(number) \(head.count) \(length)\r\n", head + payload + [0x0D, 0x0A])
        return promise.futureResult
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        parser.append(unwrapInboundIn(data).readableBytesView)
        do throws(NATSParser.Malformed) {
            while end == nil, let operation = try parser.next() { receive(operation) }
        } catch {
            fail(.noReply("the server's bytes can't be read: \(error.reason)"))
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(.noReply("the server closed the connection"))
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { fail(.noReply("\(error)")) }

    private func receive(_ operation: NATSOperation) {
        switch operation {
        case .info(let bytes):
            // Later introductions tell of changes in the cluster.
            guard let info = Self.parsed(bytes) else { return fail(.unreached("the server's introduction can't be read")) }
            if case .integer(let limit)? = info["max_payload"] { longestMessage = Int(clamping: max(0, limit)) }
            if isIntroduced { return }
            isIntroduced = true
            if case .boolean(true)? = info["tls_required"] { return fail(.unreached("the server requires TLS")) }
            guard case .boolean(true)? = info["headers"] else { return fail(.unreached("the server doesn't support header fields")) }
            introduce()
        case .ping: send("PONG\r\n")
        case .pong:
            isReady?.succeed(())
            isReady = nil
        case .ok: break
        case .error(let text): fail(isReady == nil ? .noReply("the server says \(text)") : .unreached("the server says \(text)"))
        case .message(let subject, let status, let payload):
            guard subject.hasPrefix(inbox + "."), let number = UInt64(subject.dropFirst(inbox.count + 1)) else { return }
            waiting.removeValue(forKey: number)?.succeed(.init(status: status, payload: payload))
        }
    }

    private func introduce() {
        var writer = JSONWriter()
        writer.raw(#"{"echo":false,"headers":true,"lang":"swift","name":"cargo-kit","no_responders":true,"pedantic":false,"protocol":1,"#)
        if let token {
            writer.raw(#""auth_token":"#)
            writer.text(token)
            writer.raw(",")
        }
        writer.raw(#""verbose":false,"version":"1"}"#)
        send("CONNECT ", writer.bytes + Array("\r\nSUB \(inbox).* 1\r\nPING\r\n".utf8))
    }

    private func send(_ text: String, _ bytes: [UInt8] = []) {
        var buffer = channel.allocator.buffer(capacity: text.utf8.count + bytes.count)
        buffer.writeString(text)
        buffer.writeBytes(bytes)
        channel.writeAndFlush(buffer, promise: nil)
    }

    /// Ends the connection.
    private func fail(_ failure: NATSConnection.Failure) {
        guard end == nil else { return }
        end = failure
        isReady?.fail(failure)
        isReady = nil
        for promise in waiting.values { promise.fail(failure) }
        waiting.removeAll()
        channel.close(promise: nil)
    }

    private static func parsed(_ bytes: [UInt8]) -> Input? {
        do throws(DomainError) {
            return try bytes.withUnsafeBytes { bytes in Result { () throws(DomainError) in try JSONParser.parse(bytes) } }.get()
        } catch { return nil }
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, 86_400) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
#endif
