public import CargoApplication
public import CargoDomain
import CargoInfrastructure

extension WebhookSecret {
    /// Whether this secret signed a webhook, and recently: what a receiver checks before it trusts the body.
    ///
    /// Signatures are compared in constant time. While the sender replaces its secret, accept a request that the old or the new one signed.
    /// - Parameters:
    ///   - body: the body, byte for byte as it arrived.
    ///   - id: the field `webhook-id`.
    ///   - timestamp: the field `webhook-timestamp`.
    ///   - signatures: the field `webhook-signature`, which has one signature for each secret of the sender.
    ///   - now: the current time.
    ///   - tolerance: how far the time of the signature may lie from `now`, before it or after it.
    public func hasSigned(
        _ body: [UInt8],
        id: String,
        timestamp: String,
        signatures: String,
        at now: Instant,
        tolerance: Duration = .seconds(300)
    ) -> Bool {
        // Twelve digits reach beyond the year 9999.
        guard (1...12).contains(timestamp.utf8.count), timestamp.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = Int64(timestamp)
        else { return false }
        let age = Duration.milliseconds(now.epochMilliseconds - seconds * 1000)
        guard age <= tolerance, .zero - age <= tolerance else { return false }
        let wanted = Array(signature(id: id, timestamp: timestamp, body: body).utf8)
        // Every signature is compared to its end.
        return signatures.split(separator: " ").reduce(false) { isSigned, given in
            let given = Array(given.utf8)
            let isEqual = given.count == wanted.count && zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
            return isEqual || isSigned
        }
    }

    /// Returns `v1,` followed by the Base64 of the HMAC-SHA256 of `id.timestamp.body`.
    package func signature(id: String, timestamp: String, body: [UInt8]) -> String {
        "v1," + Base64.encode(SHA256.authenticationCode(Array("\(id).\(timestamp).".utf8) + body, key: bytes))
    }

    /// Returns the value of `Notification-Signature` of DCSA: `sha256=` followed by the hexadecimal HMAC-SHA256 of the body.
    package func notificationSignature(of body: [UInt8]) -> String {
        let digits = SHA256.authenticationCode(body, key: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "sha256=" + digits.joined()
    }
}
