#if canImport(Darwin) || Remote
public import CargoApplication
public import CargoDomain
import CargoInfrastructure
public import Foundation

/// Delivers domain events to a URL, signed as Standard Webhooks 1.0.0 has it (github.com/standard-webhooks/standard-webhooks).
///
/// Each event is a POST of its envelope in canonical JSON with `webhook-id`, `webhook-timestamp` (seconds) and `webhook-signature`. The id is the
/// event's, the same for each try; a `.` in it is written `%2E`, since it parts what is signed.
///
/// | answer | what becomes of the event |
/// | --- | --- |
/// | 2xx | delivered |
/// | 429, 503, no connection, a cancelled task | the receiver takes nothing at present: all wait |
/// | other 5xx, 408, none in time, broken off | tried again later |
/// | other 4xx, a redirection | set aside |
///
/// `Retry-After` is heeded. Cancelling the task breaks the request off: the receiver may have the event, and gets it again.
public struct WebhookHandler: OutboxHandler {
    /// How long one delivery takes at most, in milliseconds.
    public let timeLimit: Int64

    private let url: URL
    private let secrets: [WebhookSecret]
    private let clock: any DomainClock
    private let transport: any HTTPTransport

    /// Prepares a handler; nothing is sent before the first event.
    /// - Parameters:
    ///   - url: where to, `https:` or, within your own walls, `http:`; without a user and a password.
    ///   - secrets: the one to sign with, and while it is replaced the old one as well; at least one.
    ///   - timeout: how long an answer may take.
    ///   - clock: says when an event is sent.
    ///   - connections: how connections are made.
    /// - Throws: `RemoteStoreError` where the URL is of no use.
    public init(
        url: URL,
        secrets: [WebhookSecret],
        timeout: Duration = .seconds(15),
        clock: any DomainClock,
        connections: RemoteConnections = RemoteConnections()
    ) throws(RemoteStoreError) {
        let scheme = url.scheme?.lowercased()
        guard scheme == "http" || scheme == "https", !(url.host() ?? "").isEmpty else {
            throw .addressInvalid(reason: "a webhook's begins with http:// or https:// and a host")
        }
        guard url.user() == nil, url.password() == nil, url.fragment() == nil else {
            throw .addressInvalid(reason: "a webhook's has no user, no password and no fragment")
        }
        // safe: the caller's list, not bytes from outside
        precondition(!secrets.isEmpty, "A webhook is signed")
        self.url = url
        self.secrets = secrets
        self.clock = clock
        // Our own work beside the call is well within a second.
        timeLimit = timeout.components.seconds * 1000 + timeout.components.attoseconds / 1_000_000_000_000_000 + 1000
        transport = connections.transport(timeouts: RemoteTimeouts(answer: timeout, whole: timeout), mostBytes: 64 << 10)
    }

    /// Sends an event.
    public func handle(_ event: DomainEvent) async -> DeliveryOutcome {
        switch await transport.send(request(event)) {
        case .success(let answer): outcome(answer)
        case .failure(let failure):
            switch failure.kind {
            case .unreached, .untrusted, .cancelled: .unavailable(reason: failure.cause, retryAfter: nil)
            case .broken, .late, .tooLong: .failed(reason: failure.cause, retryAfter: nil)
            }
        }
    }

    private func request(_ event: DomainEvent) -> RemoteRequest {
        let id = event.eventId.replacingOccurrences(of: ".", with: "%2E")
        let timestamp = String(clock.now().epochMilliseconds / 1000)
        let body = event.canonicalBytes
        let signatures = secrets.map { $0.signature(id: id, timestamp: timestamp, body: body) }
        let headers = [
            ("Content-Type", "application/json"), ("User-Agent", "cargo-kit"), ("webhook-id", id), ("webhook-timestamp", timestamp),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
        return RemoteRequest(method: "POST", url: url, headers: headers.map { (name: $0.0, value: $0.1) }, body: body)
    }

    private func outcome(_ answer: RemoteAnswer) -> DeliveryOutcome {
        let reason = "the receiver answered \(answer.status)"
        let wait = answer.retryAfter(Date(timeIntervalSince1970: TimeInterval(clock.now().epochMilliseconds) / 1000)).map {
            $0.components.seconds * 1000
        }
        return switch answer.status {
        case 200..<300: .delivered
        case 429, 503: .unavailable(reason: reason, retryAfter: wait)
        case 408, 500...: .failed(reason: reason, retryAfter: wait)
        default: .refused(reason: reason)
        }
    }
}
#else
/// Delivers domain events to a URL; it needs the trait Remote.
@available(*, unavailable, message: "Enable the trait Remote of cargo-kit to use WebhookHandler.")
public enum WebhookHandler {}
#endif
