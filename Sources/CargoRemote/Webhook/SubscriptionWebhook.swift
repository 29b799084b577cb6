#if Remote && !canImport(Darwin)
public import CargoApplication
public import CargoDomain
import Foundation

/// Sends the events of subscriptions to their endpoints: as CloudEvents 1.0 in structured JSON, signed according to Standard Webhooks 1.0.0,
/// or as callbacks of DCSA Track and Trace 2.2, signed by `Notification-Signature`.
///
/// It connects only to addresses that the policy lets pass, and follows no redirects.
///
/// | response | effect |
/// | --- | --- |
/// | 2xx | the event is delivered |
/// | 410 | the subscription is paused |
/// | 429, 503, no connection, a refused address | the endpoint is unavailable: all its events wait |
/// | any other, a timeout, a broken connection | this event is retried later |
public struct SubscriptionWebhook: SubscriptionSender {
    /// The maximum duration of one delivery.
    public let timeout: Duration

    private let clock: any DomainClock
    private let transport: EndpointTransport

    /// Creates a sender without sending anything.
    /// - Parameters:
    ///   - policy: the endpoints that are allowed.
    ///   - timeout: how long a response may take.
    ///   - clock: supplies the time at which an event is sent.
    public init(policy: EndpointPolicy = EndpointPolicy(), timeout: Duration = .seconds(15), clock: any DomainClock) {
        let timeouts = RemoteTimeouts(response: timeout, total: timeout)
        self.init(transport: EndpointTransport(policy, timeouts: timeouts), timeout: timeout, clock: clock)
    }

    init(transport: EndpointTransport, timeout: Duration, clock: any DomainClock) {
        // The name is resolved first, and the sender's own work takes far less than a second.
        self.timeout = timeout + .seconds(11)
        self.clock = clock
        self.transport = transport
    }

    /// Sends an event.
    public func send(_ event: DomainEvent, to subscription: Subscription) async -> DeliveryOutcome {
        let now = clock.now()
        let secrets = subscription.validSecrets(at: now)
        guard let url = URL(string: subscription.endpoint.text), !secrets.isEmpty else {
            return .unavailable(reason: DeliveryFailure.unanswered(.endpointInvalid).text, retryAfter: nil)
        }
        return await post(SignedPost.request(url, event, secrets: secrets, at: now), to: subscription)
    }

    /// Sends a callback.
    ///
    /// It has no `Signature`, which the standard deprecates.
    public func sendCallback(_ body: [UInt8], to subscription: Subscription) async -> DeliveryOutcome {
        guard let url = URL(string: subscription.endpoint.text), let secret = subscription.validSecrets(at: clock.now()).first else {
            return .unavailable(reason: DeliveryFailure.unanswered(.endpointInvalid).text, retryAfter: nil)
        }
        let headers = [
            ("Content-Type", "application/json"), ("User-Agent", "cargo-kit"), ("API-Version", DCSAEventFilter.standardVersion),
            ("Subscription-ID", subscription.id.text), ("Notification-Signature", secret.notificationSignature(of: body)),
        ]
        let request = RemoteRequest(method: "POST", url: url, headers: headers.map { (name: $0.0, value: $0.1) }, body: body)
        return await post(request, to: subscription)
    }

    private func post(_ request: RemoteRequest, to subscription: Subscription) async -> DeliveryOutcome {
        switch await transport.send(request, to: subscription) {
        case .success(let answer): return outcome(answer)
        case .failure(let failure):
            return switch failure.kind {
            case .unreached, .untrusted, .cancelled: .unavailable(reason: failure.reason.text, retryAfter: nil)
            case .broken, .late, .tooLong: .failed(reason: failure.reason.text, retryAfter: nil)
            }
        }
    }

    private func outcome(_ answer: RemoteAnswer) -> DeliveryOutcome {
        let reason = DeliveryFailure.answered(status: answer.status).text
        let wait = answer.retryAfter(at: clock.now())
        return switch answer.status {
        case 200..<300: .delivered
        case 410: .refused(reason: reason)
        case 429, 503: .unavailable(reason: reason, retryAfter: wait)
        default: .failed(reason: reason, retryAfter: wait)
        }
    }
}
#else
/// Sends the events of subscriptions to their endpoints.
///
/// It requires Linux and the trait Remote: URLSession can't connect to a chosen address of a host.
@available(*, unavailable, message: "Enable the trait Remote of cargo-kit, on Linux, to use SubscriptionWebhook.")
public enum SubscriptionWebhook {}
#endif
