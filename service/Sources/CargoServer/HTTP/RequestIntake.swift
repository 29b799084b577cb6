import NIOCore
import NIOHTTP1

/// The error of a body whose chunks are so small that they cost more than what they carry.
struct TinyChunks: Error {}

/// Passes on what the decoder reads, if it is a request that the service would read like any proxy in front of it, and in few parts.
///
/// These heads are refused, with 400 and the end of the connection:
/// - A request of HTTP/1.1 must have one `Host`, any other at most one (RFC 9112, 3.2).
/// - A request of HTTP/1.0 can't have `Transfer-Encoding`, whatever `Connection` says (RFC 9112, 6.1).
///
/// All chunks of a read are passed on as one part, because what a body costs depends on its parts, not on its bytes. Trailer fields, which
/// nothing here has a use for, are dropped.
final class RequestIntake: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Whether something was refused; nothing after it is read.
    private var isRefused = false
    /// The chunks that were read and not passed on.
    private var gathered: ByteBuffer?
    /// The number of chunks of the request that is arriving, and their bytes.
    private var chunks = 0
    private var bytes = 0

    /// How many chunks a body may have, however small they are.
    private static let maximumTinyChunks = 4096
    /// The bytes that the chunks of a longer body have to have on average.
    private static let averageBytes = 16

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard Self.isUnambiguous(head) else { return refuse(HTTPParserError.unknown, context) }
            (chunks, bytes) = (0, 0)
            context.fireChannelRead(data)
        case .body(var part):
            chunks += 1
            bytes += part.readableBytes
            guard chunks <= Self.maximumTinyChunks || bytes / chunks >= Self.averageBytes else { return refuse(TinyChunks(), context) }
            if gathered?.writeBuffer(&part) == nil { gathered = part }
        case .end:
            passOn(context)
            context.fireChannelRead(wrapInboundOut(.end(nil)))
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        passOn(context)
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        passOn(context)
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        passOn(context)
        context.fireUserInboundEventTriggered(event)
    }

    private func passOn(_ context: ChannelHandlerContext) {
        guard let part = gathered else { return }
        gathered = nil
        context.fireChannelRead(wrapInboundOut(.body(part)))
    }

    private func refuse(_ error: any Error, _ context: ChannelHandlerContext) {
        isRefused = true
        gathered = nil
        context.fireErrorCaught(error)
    }

    private static func isUnambiguous(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["Host"].count
        if head.version != .http1_0 { return hosts == 1 }
        return hosts <= 1 && !head.headers.contains(name: "Transfer-Encoding")
    }
}

/// Drops what arrives on a connection once the rest of a request isn't worth reading.
final class InputValve: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    var isShut = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isShut { context.fireChannelRead(data) }
    }
}
