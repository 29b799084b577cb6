import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Answers a connection's requests on its event loop if their routes can do so without waiting, and passes on all others.
///
/// Most of the time of a small request goes into the tasks, queues and threads between a connection and its route; these requests need none.
/// A request that has waited in the connection's `RequestQueue` is passed on as well. Otherwise the event loop would answer all requests of a
/// client that pipelines before it turned to other connections.
final class PromptResponder: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private let gateway: Gateway
    private let connection: Connection
    private let queue: RequestQueue
    /// The reply to the request whose end hasn't arrived.
    private var reply: (head: HTTPResponse, body: ByteBuffer)?

    init(_ gateway: Gateway, _ connection: Connection, _ queue: RequestQueue) {
        self.gateway = gateway
        self.connection = connection
        self.queue = queue
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request):
            guard !queue.isPassingWaiting, let reply = gateway.reply(to: request, on: connection) else { break }
            self.reply = reply
            return
        case .body: break
        case .end:
            guard let (head, body) = reply else { break }
            reply = nil
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if body.readableBytes > 0 { context.write(wrapOutboundOut(.body(body)), promise: nil) }
            context.write(wrapOutboundOut(.end(nil)), promise: nil)
            // Written to the socket once the event loop has read from its other connections: a burst of requests is answered by a burst of
            // responses, which costs less time than one after the other.
            let channel = context.channel
            context.eventLoop.execute { channel.flush() }
            return
        }
        context.fireChannelRead(data)
    }
}
