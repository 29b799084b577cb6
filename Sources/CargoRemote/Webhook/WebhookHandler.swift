#if canImport(Darwin) || Remote
public import CargoApplication
public import CargoDomain
public import Foundation

/// Delivers domain events to a URL, signed according to Standard Webhooks 1.0.0 (github.com/standard-webhooks/standard-webhooks).
///
/// Each event is a POST request with a CloudEvent, as ``SubscriptionWebhook`` sends it, and the header fields `webhook-id`,
/// `webhook-timestamp` (in seconds) and `webhook-signature`. The id is the event's id, the same for each attempt. A `.` in it is written `%2E`, because dots
/// separate the parts that are signed.
///
/// | response | effect |
/// | --- | --- |
/// | 2xx | the event is delivered |
/// | 429, 503, no connection, a cancelled task | the receiver is unavailable: all events wait |
/// | other 5xx, 408, a timeout, a broken connection | this event is retried later |
/// | other 4xx, a redirect | the event goes to the dead-letter queue |
///
/// `Retry-After` is respected. Cancelling the task aborts the request. The receiver may have received the event by then, and it receives
/// the event again.
public struct WebhookHandler: OutboxHandler {
    /// The maximum duration of one delivery.
    public let timeout: Duration

    private let url: URL
    private let secrets: [WebhookSecret]
    private let clock: any DomainClock
    private let transport: any HTTPTransport

    /// Creates a handler without sending anything.
    /// - Parameters:
    ///   - url: the receiver's address: `https:` or, within your own network, `http:`, without user and password.
    ///   - secrets: the secrets to sign with, at least one. While you replace a secret, give both the new and the old one.
    ///   - timeout: how long a response may take.
    ///   - clock: supplies the time at which an event is sent.
    ///   - connections: how to connect.
    /// - Throws: `RemoteStoreError` if the URL can't be used.
    public init(
        url: URL,
        secrets: [WebhookSecret],
        timeout: Duration = .seconds(15),
        clock: any DomainClock,
        connections: RemoteConnections = RemoteConnections()
    ) throws(RemoteStoreError) {
        let scheme = url.scheme?.lowercased()
        guard scheme == "http" || scheme == "https", !(url.host() ?? "").isEmpty else {
            throw .addressInvalid(reason: "a webhook needs http:// or https:// and a host")
        }
        guard url.user() == nil, url.password() == nil, url.fragment() == nil else {
            throw .addressInvalid(reason: "a webhook must not contain a user, a password or a fragment")
        }
        // safe: the caller's list, not bytes from outside
        precondition(!secrets.isEmpty, "A webhook is signed")
        self.url = url
        self.secrets = secrets
        self.clock = clock
        // The handler's own work takes far less than a second.
        self.timeout = timeout + .seconds(1)
        transport = connections.transport(timeouts: RemoteTimeouts(response: timeout, total: timeout), maximumBytes: 64 << 10)
    }

    /// Sends an event.
    public func handle(_ event: DomainEvent) async -> DeliveryOutcome {
        switch await transport.send(SignedPost.request(url, event, secrets: secrets, at: clock.now())) {
        case .success(let answer): outcome(answer)
        case .failure(let failure):
            switch failure.kind {
            case .unreached, .untrusted, .cancelled: .unavailable(reason: failure.cause, retryAfter: nil)
            case .broken, .late, .tooLong: .failed(reason: failure.cause, retryAfter: nil)
            }
        }
    }

    private func outcome(_ answer: RemoteAnswer) -> DeliveryOutcome {
        let reason = "the receiver answered \(answer.status)"
        let wait = answer.retryAfter(at: clock.now())
        return switch answer.status {
        case 200..<300: .delivered
        case 429, 503: .unavailable(reason: reason, retryAfter: wait)
        case 408, 500...: .failed(reason: reason, retryAfter: wait)
        default: .refused(reason: reason)
        }
    }
}
#else
/// Delivers domain events to a URL.
///
/// It requires the trait Remote.
@available(*, unavailable, message: "Enable the trait Remote of cargo-kit to use WebhookHandler.")
public enum WebhookHandler {}
#endif
