import Logging
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Passes on a connection's requests one at a time: the next one once the system has taken the previous response.
///
/// Without this queue, a client that pipelines requests gets all its responses in a row on a thread that other connections share. If that
/// client doesn't read, responses also pile up faster than the channel can report that it's full.
/// An event stream is a connection's last response. The connection closes as soon as the client closes its side or sends another request, so
/// that a client that has left keeps no stream.
/// Nothing more is read while a request waits. Reads are small, because a read decodes all of its requests before other connections get a
/// turn.
final class RequestQueue: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Waiting {
        case part(HTTPRequestPart)
        case failure(any Error)
        case endOfInput

        var isHead: Bool {
            if case .part(.head) = self { true } else { false }
        }

        /// Whether an event stream ends with it.
        var endsStream: Bool {
            switch self {
            case .part(.head), .failure, .endOfInput: true
            case .part: false
            }
        }
    }

    private let logger: Logger
    private var waiting = CircularBuffer<Waiting>()
    /// Whether a request was passed on and the system hasn't taken its response yet.
    private var isBusy = false
    /// Whether the response that is being written is an event stream.
    private var isStreaming = false
    /// Whether the request that is passed on has waited for the response to an earlier one.
    private(set) var isPassingWaiting = false
    /// Whether a request has begun to arrive and not ended.
    private var isArriving = false
    /// Whether to resume reading once the queue is empty.
    private var isReadDue = false

    /// What is read ahead of a route that is busy with something else, or never reads its body, is ten times this for each connection.
    private static let readBytes = 4 << 10
    /// How many unsent bytes the system buffers for a client.
    ///
    /// By default it would buffer megabytes for a client that doesn't read.
    private static let unsentBytes: ChannelOptions.Types.SocketOption.Value = 128 << 10
    /// How many bytes the system buffers for the service.
    ///
    /// After a client closes its side, everything in this buffer is read at once. By default it would grow to megabytes.
    private static let unreadBytes: ChannelOptions.Types.SocketOption.Value = 128 << 10
    /// TCP_NOTSENT_LOWAT, which Glibc's module doesn't export.
    #if canImport(Darwin)
    private static let unsentOption = NIOBSDSocket.Option(rawValue: 0x201)
    #else
    private static let unsentOption = NIOBSDSocket.Option(rawValue: 25)
    #endif
    /// The most parts that may wait; a connection with more is closed.
    ///
    /// One read holds fewer, but after a client closes its side everything that it sent is read at once.
    private static let maximumWaiting = 4096

    init(_ logger: Logger) { self.logger = logger }

    func handlerAdded(context: ChannelHandlerContext) {
        let options = context.channel.syncOptions
        try? options?.setOption(.maxMessagesPerRead, value: 1)
        try? options?.setOption(
            .recvAllocator,
            value: AdaptiveRecvByteBufferAllocator(minimum: 1 << 10, initial: 2 << 10, maximum: Self.readBytes)
        )
        try? options?.setOption(.tcpOption(Self.unsentOption), value: Self.unsentBytes)
        try? options?.setOption(.socketOption(.so_rcvbuf), value: Self.unreadBytes)
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting.removeAll()
        context.fireChannelInactive()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch part {
        case .head: isArriving = true
        case .body: break
        case .end: isArriving = false
        }
        receive(.part(part), context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        receive(.failure(error), context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
        // The rest of the request never comes. If it waits for the response to an earlier one, that response is still due.
        if isArriving, !waiting.contains(where: \.isHead) { return context.close(promise: nil) }
        receive(.endOfInput, context)
    }

    func read(context: ChannelHandlerContext) {
        if waiting.isEmpty { context.read() } else { isReadDue = true }
    }

    private func receive(_ next: Waiting, _ context: ChannelHandlerContext) {
        if isStreaming, next.endsStream { return context.close(promise: nil) }
        guard isBusy && next.isHead || !waiting.isEmpty else { return pass(next, context) }
        guard waiting.count < Self.maximumWaiting else {
            logger.debug("connection closed", metadata: ["reason": "too many requests at once"])
            waiting.removeAll()
            return context.close(promise: nil)
        }
        waiting.append(next)
    }

    private func pass(_ next: Waiting, _ context: ChannelHandlerContext) {
        if next.isHead { isBusy = true }
        switch next {
        case .part(let part): context.fireChannelRead(wrapInboundOut(part))
        case .failure(let error): context.fireErrorCaught(error)
        case .endOfInput: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isStreaming = head.headerFields[.contentType] == Media.eventStream.contentType
            return context.write(data, promise: promise)
        case .body: return context.write(data, promise: promise)
        case .end: isStreaming = false
        }
        let taken = promise ?? context.eventLoop.makePromise()
        taken.futureResult.assumeIsolated().whenSuccess { self.goOn(context) }
        context.write(data, promise: taken)
    }

    private func goOn(_ context: ChannelHandlerContext) {
        isBusy = false
        guard !waiting.isEmpty else { return }
        isPassingWaiting = true
        while let next = waiting.first, !(isBusy && next.isHead) {
            _ = waiting.popFirst()
            pass(next, context)
        }
        isPassingWaiting = false
        context.fireChannelReadComplete()
        if waiting.isEmpty, isReadDue {
            isReadDue = false
            context.read()
        }
    }
}
