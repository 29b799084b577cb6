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

/// The error of a body that took too long to arrive.
struct LateBody: Error {}

/// Closes a connection if its client sends a body too slowly, doesn't read responses, or has too many connections, and tells the counter when
/// the connection waits for its client.
///
/// The guard sees every part of every request and response, whether or not a route reads the body:
/// - A request must arrive completely within `bodySeconds` of its head. A late body fails with `LateBody`, and leaves 5 s more for the response
///   that reports it. For a pipelined request the time starts when the system has taken the previous response, because nothing is read before.
/// - The system must take written data within `stallSeconds`, plus one second for each 64 KiB.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerSettings.Limits
    private let counter: ConnectionCounter
    private let logger: Logger

    /// The address under which the connection is counted; nil while it isn't counted.
    private var address: AddressPrefix?
    /// The connection's wait for its client; nil while the service works on a request.
    private var wait: ConnectionCounter.Wait?
    /// The number of requests whose head was read and whose response the system hasn't fully taken.
    private var unanswered = 0
    /// Whether a request has started but not finished arriving.
    private var isArriving = false
    private var arrival: Scheduled<Void>?
    /// The deadlines of the writes that the system hasn't taken yet, in order.
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
        let address = context.remoteAddress.map { AddressPrefix($0) } ?? .none
        guard counter.open(address) else { return close(context, "too many connections") }
        self.address = address
        noteWait(context)
    }

    private func end() {
        if let address { counter.close(address) }
        address = nil
        endWait()
        arrival?.cancel()
        arrival = nil
        taking?.cancel()
        taking = nil
    }

    private func close(_ context: ChannelHandlerContext, _ reason: Logger.MetadataValue) {
        logger.debug("connection closed", metadata: ["reason": reason])
        context.close(promise: nil)
    }

    // MARK: Waiting for the client

    /// Begins or ends the wait if the connection has started or stopped waiting for its client.
    private func noteWait(_ context: ChannelHandlerContext) {
        let waits = unanswered == 0 || (isArriving && unanswered == 1) || !untaken.isEmpty
        guard waits, address != nil else { return endWait() }
        if wait == nil { wait = counter.beginWait(context.channel) }
    }

    private func endWait() {
        if let wait { counter.endWait(wait) }
        wait = nil
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isArriving = true
            unanswered += 1
            // A wait for the rest of a request is a new one.
            endWait()
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
        noteWait(context)
        context.fireChannelReadComplete()
    }

    /// Starts the timer for the arriving request, unless earlier requests still await their responses.
    private func watchArrival(_ context: ChannelHandlerContext) {
        guard isArriving, unanswered <= 1, arrival == nil, address != nil else { return }
        arrival = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(Int64(limits.bodySeconds))) {
            self.arrival = context.eventLoop.assumeIsolated().scheduleTask(in: Self.grace) { self.close(context, "a body took too long") }
            context.fireErrorCaught(LateBody())
        }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var bytes = 0
        var isEnd = false
        switch unwrapOutboundIn(data) {
        case .head:
            // A body part or the end always follows a head.
            return context.write(data, promise: promise)
        case .body(let buffer): bytes = buffer.readableBytes
        case .end: isEnd = true
        }
        let deadline = context.eventLoop.now + .seconds(Int64(limits.stallSeconds + bytes / Self.bytesPerSecond))
        untaken.append(max(deadline, untaken.last ?? deadline))
        let taken = promise ?? context.eventLoop.makePromise()
        taken.futureResult.assumeIsolated().whenComplete { _ in
            _ = self.untaken.popFirst()
            if isEnd {
                self.unanswered = max(0, self.unanswered - 1)
                self.watchArrival(context)
            }
            self.noteWait(context)
        }
        context.write(data, promise: taken)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        watchTaking(context)
        noteWait(context)
    }

    /// Writes what `PromptResponder` has left to be flushed before the connection closes.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input { context.flush() }
        context.close(mode: mode, promise: promise)
    }

    /// Schedules a check for the oldest deadline.
    ///
    /// Most writes are taken before the check runs.
    private func watchTaking(_ context: ChannelHandlerContext) {
        guard let first = untaken.first, taking == nil, address != nil else { return }
        taking = context.eventLoop.assumeIsolated().scheduleTask(deadline: first) {
            self.taking = nil
            if let first = self.untaken.first, first <= context.eventLoop.now {
                // Discards the data still buffered for the client, which may never read it.
                (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in }
                self.close(context, "a response wasn't read")
            } else {
                self.watchTaking(context)
            }
        }
    }
}
