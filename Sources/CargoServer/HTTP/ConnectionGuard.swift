#if Server
import Logging
import NIOCore
import NIOHTTPTypes

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Closes a connection whose client holds it: by a request body that doesn't arrive, by responses it doesn't read, or by having too many.
///
/// It sees every part of every request and response, whether a route reads the body or not:
/// - A request has `bodySeconds` from its head to its end, and 5 s more for the answer to a body that came too late. Behind a pipelined request
///   the time starts when the answer to that one is taken, since nothing is read before.
/// - What is written has `stallSeconds` to be taken by the system, and a second more for each 64 KiB.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerSettings.Limits
    private let counter: ConnectionCounter
    private let logger: Logger

    /// The address that the connection counts for, while it does.
    private var address: AddressPrefix?
    /// How many requests have a head that was read and an answer that the system hasn't taken to its end.
    private var unanswered = 0
    /// Whether a request has begun to arrive and not ended.
    private var isArriving = false
    private var arrival: Scheduled<Void>?
    /// The deadlines of what is written and not taken yet, in order.
    private var untaken = CircularBuffer<NIODeadline>()
    private var taking: Scheduled<Void>?

    private static let grace = TimeAmount.seconds(5)
    private static let bytesPerSecond = 64 << 10

    init(_ limits: ServerSettings.Limits, _ counter: ConnectionCounter, _ logger: Logger) {
        self.limits = limits
        self.counter = counter
        self.logger = logger
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func begin(_ context: ChannelHandlerContext) {
        guard address == nil else { return }
        let address = context.remoteAddress?.ipAddress.flatMap { AddressPrefix($0) } ?? .none
        guard counter.open(address) else { return close(context, "too many connections of its address") }
        self.address = address
    }

    private func end() {
        if let address { counter.close(address) }
        address = nil
        arrival?.cancel()
        arrival = nil
        taking?.cancel()
        taking = nil
    }

    private func close(_ context: ChannelHandlerContext, _ reason: Logger.MetadataValue) {
        logger.debug("connection closed", metadata: ["reason": reason])
        context.close(promise: nil)
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isArriving = true
            unanswered += 1
        case .body: break
        case .end:
            isArriving = false
            arrival?.cancel()
            arrival = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        watchArrival(context)
        context.fireChannelReadComplete()
    }

    /// Starts the time of the request that is arriving, unless others before it are still to be answered.
    private func watchArrival(_ context: ChannelHandlerContext) {
        guard isArriving, unanswered <= 1, arrival == nil, address != nil else { return }
        let time = TimeAmount.seconds(Int64(limits.bodySeconds)) + Self.grace
        arrival = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.close(context, "a body took too long") }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = 0
        var isEnd = false
        switch unwrapOutboundIn(data) {
        case .head:
            // Something always follows it.
            return context.write(data, promise: promise)
        case .body(let buffer): bytes = buffer.readableBytes
        case .end: isEnd = true
        }
        let deadline = context.eventLoop.now + .seconds(Int64(limits.stallSeconds + bytes / Self.bytesPerSecond))
        untaken.append(max(deadline, untaken.last ?? deadline))
        let taken = promise ?? context.eventLoop.makePromise()
        taken.futureResult.assumeIsolated().whenComplete { _ in
            _ = self.untaken.popFirst()
            guard isEnd else { return }
            self.unanswered = max(0, self.unanswered - 1)
            self.watchArrival(context)
        }
        context.write(data, promise: taken)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        watchTaking(context)
    }

    /// Looks again when the oldest deadline is due; most writes are taken before a look is needed.
    private func watchTaking(_ context: ChannelHandlerContext) {
        guard let first = untaken.first, taking == nil, address != nil else { return }
        taking = context.eventLoop.assumeIsolated().scheduleTask(deadline: first) {
            self.taking = nil
            if let first = self.untaken.first, first <= context.eventLoop.now {
                // The system drops what it still holds for the client, which may never read it.
                (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in }
                self.close(context, "a response isn't read")
            } else {
                self.watchTaking(context)
            }
        }
    }
}
#endif
