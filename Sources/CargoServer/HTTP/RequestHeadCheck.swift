#if Server
import NIOCore
import NIOHTTP1

/// Refuses request heads that a proxy in front could read differently, with 400 and the end of the connection.
///
/// - A request of HTTP/1.1 must have one `Host`, any other at most one (RFC 9112, 3.2).
/// - A request of HTTP/1.0 can't have `Transfer-Encoding`, whatever `Connection` says (RFC 9112, 6.1).
final class RequestHeadCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Whether a head was refused; nothing after it is read.
    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .head(let head) = unwrapInboundIn(data), !Self.isUnambiguous(head) {
            isRefused = true
            return context.fireErrorCaught(HTTPParserError.unknown)
        }
        context.fireChannelRead(data)
    }

    private static func isUnambiguous(_ head: HTTPRequestHead) -> Bool {
        let hosts = head.headers["Host"].count
        if head.version != .http1_0 { return hosts == 1 }
        return hosts <= 1 && !head.headers.contains(name: "Transfer-Encoding")
    }
}
#endif
