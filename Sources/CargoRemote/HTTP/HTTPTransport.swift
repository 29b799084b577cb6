import Foundation

/// A request to send.
struct RemoteRequest: Sendable {
    let method: String
    let url: URL
    var headers: [(name: String, value: String)] = []
    var body: [UInt8]?
}

/// A response.
struct RemoteAnswer: Sendable {
    let status: Int
    /// The header fields, with names in lower case.
    let headers: [String: String]
    let body: [UInt8]
}

/// Why there is no usable response.
struct TransportFailure: Error, Sendable {
    enum Kind {
        /// No connection was made, so the service hasn't received the call.
        case unreached
        /// The other side couldn't be authenticated, so the service hasn't received the call.
        case untrusted
        /// The connection broke or the response is malformed. The service may have received the call.
        case broken
        /// The call timed out. The service may have received it.
        case late
        /// The response is longer than the limit.
        case tooLong
        /// The calling task was cancelled. The service may have received the call.
        case cancelled
    }

    let kind: Kind
    /// The cause, for the log.
    let cause: String
}

/// Sends single requests, with limits on time and size.
///
/// It follows no redirects, which would send the token elsewhere; it keeps no cookies and no cache; and it verifies certificates. If the
/// calling task is cancelled, it aborts the request and `send` returns immediately.
protocol HTTPTransport: Sendable {
    func send(_ request: RemoteRequest) async -> Result<RemoteAnswer, TransportFailure>
}

extension TransportFailure {
    static let cancelled = TransportFailure(kind: .cancelled, cause: "the call was cancelled")
    static let noHead = TransportFailure(kind: .late, cause: "no response started in time")
    static let noEnd = TransportFailure(kind: .late, cause: "the response did not end in time")

    static func tooLong(_ maximumBytes: Int) -> TransportFailure {
        TransportFailure(kind: .tooLong, cause: "the response has more than \(maximumBytes) bytes")
    }
}
