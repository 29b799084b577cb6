#if Server
import Hummingbird
import NIOCore

/// A response whose content is in memory.
struct Reply: Sendable {
    var status: HTTPResponse.Status = .ok
    var headers: HTTPFields
    let body: ByteBuffer

    /// The same as a response of a route that may wait.
    var response: Response { Response(status: status, headers: headers, body: .init(byteBuffer: body)) }
}
#endif
