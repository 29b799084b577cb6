#if canImport(Darwin)
import Foundation
import Synchronization

/// Sends requests with a separate `URLSession`.
final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let inbox: Inbox
    private let timeouts: RemoteTimeouts

    init(_ connections: RemoteConnections, timeouts: RemoteTimeouts, maximumBytes: Int) {
        self.timeouts = timeouts
        inbox = Inbox(maximumBytes: maximumBytes)
        let own = connections.session.copy() as? URLSessionConfiguration ?? .ephemeral
        own.httpMaximumConnectionsPerHost = connections.limit
        own.urlCache = nil
        own.httpCookieStorage = nil
        own.httpShouldSetCookies = false
        own.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: own, delegate: inbox, delegateQueue: nil)
    }

    // A session retains its delegate until it is invalidated.
    deinit { session.finishTasksAndInvalidate() }

    func send(_ request: RemoteRequest) async -> Result<RemoteAnswer, TransportFailure> {
        let task = session.dataTask(with: urlRequest(request))
        let inbox = inbox
        let timeouts = timeouts
        let watch = Task {
            do {
                try await Task.sleep(for: min(timeouts.response, timeouts.total))
                inbox.expire(task, onlyWithoutHead: true)
                try await Task.sleep(for: max(.zero, timeouts.total - timeouts.response))
                inbox.expire(task, onlyWithoutHead: false)
            } catch {
                // The response arrived in time.
            }
        }
        let received = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.expect(task, continuation)
                // If cancellation came before `expect`, the handler found nothing to end.
                if Task.isCancelled { inbox.end(task, .cancelled) } else { task.resume() }
            }
        } onCancel: {
            inbox.end(task, .cancelled)
        }
        watch.cancel()
        return received
    }

    private func urlRequest(_ request: RemoteRequest) -> URLRequest {
        var own = URLRequest(url: request.url)
        own.httpMethod = request.method
        for (name, value) in request.headers { own.setValue(value, forHTTPHeaderField: name) }
        if let body = request.body { own.httpBody = Data(body) }
        // This transport enforces its own timeouts; the session's must be longer.
        own.timeoutInterval = max(60, TimeInterval(timeouts.total.components.seconds) * 2 + 60)
        return own
    }
}

/// Collects the responses of a session's tasks.
private final class Inbox: NSObject, URLSessionDataDelegate, Sendable {
    typealias Receiver = CheckedContinuation<Result<RemoteAnswer, TransportFailure>, Never>

    private struct Exchange {
        let receiver: Receiver
        var head: (status: Int, headers: [String: String])?
        var body: [UInt8] = []
    }

    private let exchanges = Mutex<[Int: Exchange]>([:])
    private let maximumBytes: Int

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    func expect(_ task: URLSessionTask, _ receiver: Receiver) {
        // safe: a dictionary
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(receiver: receiver) }
    }

    /// Ends an exchange that takes too long.
    func expire(_ task: URLSessionTask, onlyWithoutHead: Bool) {
        let isBegun = exchanges.withLock { $0[task.taskIdentifier]?.head != nil }
        if !isBegun { end(task, .noHead) } else if !onlyWithoutHead { end(task, .noEnd) }
    }

    /// Ends an exchange if it is still running.
    func end(_ task: URLSessionTask, _ failure: TransportFailure) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.receiver.resume(returning: .failure(failure))
        task.cancel()
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        take(response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let receiver = exchanges.withLock { exchanges -> Receiver? in
            guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
            guard exchange.body.count + data.count <= maximumBytes else { return exchange.receiver }
            exchange.body.append(contentsOf: data)
            exchanges[dataTask.taskIdentifier] = exchange
            return nil
        }
        guard let receiver else { return }
        receiver.resume(returning: .failure(.tooLong(maximumBytes)))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if error == nil, let response = task.response { take(response, of: task) }
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.receiver.resume(returning: Self.result(of: exchange.head, exchange.body, error))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    private func take(_ response: URLResponse, of task: URLSessionTask) {
        guard let response = response as? HTTPURLResponse else { return }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
        }
        let status = response.statusCode
        exchanges.withLock { [headers] exchanges in
            if exchanges[task.taskIdentifier]?.head == nil { exchanges[task.taskIdentifier]?.head = (status, headers) }
        }
    }

    private static func result(
        of head: (status: Int, headers: [String: String])?,
        _ body: [UInt8],
        _ error: (any Error)?
    ) -> Result<RemoteAnswer, TransportFailure> {
        if let error { return .failure(failure(of: error)) }
        guard let head else { return .failure(TransportFailure(kind: .broken, cause: "the response has no head")) }
        if head.headers["content-encoding"] == nil, let length = head.headers["content-length"].flatMap({ Int($0) }), body.count < length {
            return .failure(TransportFailure(kind: .broken, cause: "the response ended after \(body.count) of \(length) bytes"))
        }
        return .success(RemoteAnswer(status: head.status, headers: head.headers, body: body))
    }

    private static func failure(of error: any Error) -> TransportFailure {
        let code = (error as? URLError)?.code
        let kind: TransportFailure.Kind =
            switch code {
            case .cannotConnectToHost?, .cannotFindHost?, .dnsLookupFailed?, .notConnectedToInternet?, .unsupportedURL?, .badURL?:
                .unreached
            case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
                .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?, .clientCertificateRejected?,
                .clientCertificateRequired?, .appTransportSecurityRequiresSecureConnection?:
                .untrusted
            case .timedOut?: .late
            default: .broken
            }
        return TransportFailure(kind: kind, cause: "\(code.map { "\($0.rawValue) " } ?? "")\(error.localizedDescription)")
    }
}
#endif
