import Foundation

/// A request to send.
struct RemoteRequest: Sendable {
    let method: String
    let url: URL
    var headers: [(name: String, value: String)] = []
    var body: [UInt8]?
}

/// What came back.
struct RemoteAnswer: Sendable {
    let status: Int
    /// Names in lower case.
    let headers: [String: String]
    let body: [UInt8]
}

/// Why nothing, or nothing of use, came back.
struct TransportFailure: Error, Sendable {
    enum Kind {
        /// No connection was made: the service has not seen the call.
        case unreached
        /// The other end is not who it should be: the service has not seen the call.
        case untrusted
        /// The connection broke, or makes no sense: nobody knows what the service has seen.
        case broken
        /// It took too long: nobody knows what the service has seen.
        case late
        /// The answer is longer than we read.
        case tooLong
        /// The calling task was cancelled: nobody knows what the service has seen.
        case cancelled
    }

    let kind: Kind
    /// For the log.
    let cause: String
}

/// Sends single requests within bounds of time and size.
///
/// Follows no redirection, for that would carry the token elsewhere; keeps no cookie and no cache; verifies certificates. Cancelling the calling task
/// breaks the request off, and `send` returns at once.
protocol HTTPTransport: Sendable {
    func send(_ request: RemoteRequest) async -> Result<RemoteAnswer, TransportFailure>
}

extension TransportFailure {
    static let cancelled = TransportFailure(kind: .cancelled, cause: "the call was cancelled")
    static let noHead = TransportFailure(kind: .late, cause: "no answer began in time")
    static let noEnd = TransportFailure(kind: .late, cause: "the answer did not end in time")

    static func tooLong(_ mostBytes: Int) -> TransportFailure {
        TransportFailure(kind: .tooLong, cause: "the answer has more than \(mostBytes) bytes")
    }
}
