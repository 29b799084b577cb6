#if canImport(Darwin) || Remote
import Foundation

/// Sends single requests to other services than a `cargo-server`.
package struct PlainClient: Sendable {
    private let transport: any HTTPTransport

    /// - Parameters:
    ///   - timeouts: how long a response may take.
    ///   - maximumBytes: the maximum length of a response in bytes.
    package init(timeouts: RemoteTimeouts, maximumBytes: Int) {
        transport = RemoteConnections().transport(timeouts: timeouts, maximumBytes: maximumBytes)
    }

    /// Why there is no usable response.
    package struct Failure: Error, Sendable {
        /// The cause, for the log.
        package let cause: String
    }

    /// Sends a request, and follows no redirect.
    package func send(
        _ method: String,
        _ address: String,
        headers: [(String, String)],
        body: [UInt8]? = nil
    ) async -> Result<(status: Int, body: [UInt8]), Failure> {
        guard let url = URL(string: address) else { return .failure(Failure(cause: "not a URL")) }
        let request = RemoteRequest(method: method, url: url, headers: headers.map { (name: $0.0, value: $0.1) }, body: body)
        return await transport.send(request).map { ($0.status, $0.body) }.mapError { Failure(cause: $0.cause) }
    }
}
#endif
