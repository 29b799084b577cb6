#if canImport(Darwin) || Remote
import CargoApplication
import CargoDomain
import CargoWire
import Foundation

/// The POST request that delivers an event, to a relay's webhook or to the endpoint of a subscription: a CloudEvent, signed according to Standard
/// Webhooks 1.0.0.
enum SignedPost {
    /// Makes the request.
    /// - Parameters:
    ///   - event: the event; a `.` in its id is written `%2E` in `webhook-id`, because dots separate the parts that are signed.
    ///   - secrets: a signature is sent for each.
    static func request(_ url: URL, _ event: DomainEvent, secrets: [WebhookSecret], at now: Instant) -> RemoteRequest {
        let body = CloudEvent(event).canonicalBytes
        let id = event.eventId.replacingOccurrences(of: ".", with: "%2E")
        let timestamp = String(now.epochMilliseconds / 1000)
        let signatures = secrets.map { $0.signature(id: id, timestamp: timestamp, body: body) }
        let headers = [
            ("Content-Type", CloudEvent.mediaType), ("User-Agent", "cargo-kit"), ("webhook-id", id), ("webhook-timestamp", timestamp),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
        return RemoteRequest(method: "POST", url: url, headers: headers.map { (name: $0.0, value: $0.1) }, body: body)
    }
}

extension RemoteAnswer {
    /// How long the receiver asks to wait.
    func retryAfter(at now: Instant) -> Duration? { retryAfter(Date(timeIntervalSince1970: TimeInterval(now.epochMilliseconds) / 1000)) }
}
#endif
