/// Why events can't be sent to an endpoint, whatever its host answers.
///
/// The raw value is the text that is stored and shown in English.
public enum EndpointRefusal: String, Hashable, Sendable, CaseIterable {
    /// The scheme is `http`.
    case insecure = "the endpoint must use https"
    /// The host is this machine.
    case hostNotPublic = "the endpoint's host isn't public"
    /// The host is an address that isn't public, or has only such addresses.
    case addressNotPublic = "the endpoint's address isn't public"
}

/// Why an attempt to deliver an event to an endpoint failed.
///
/// It is stored as its text, which is English. CargoLocalization translates it for people.
public enum DeliveryFailure: Hashable, Sendable, CustomStringConvertible {
    /// The operator's policy refuses the endpoint.
    case refused(EndpointRefusal)
    /// No answer was received.
    case unanswered(Obstacle)
    /// No answer was received within this time.
    case timedOut(milliseconds: Int64)
    /// The endpoint answered with an HTTP status other than success.
    case answered(status: Int)
    /// Another reason. Create it with `init(_:)`, which recognizes the texts of the other cases.
    case other(String)

    /// What prevented an answer.
    ///
    /// The raw value is the text that is stored and shown in English.
    public enum Obstacle: String, Hashable, Sendable, CaseIterable {
        /// The endpoint's URL can't be used, or no secret is valid.
        case endpointInvalid = "the subscription has no valid endpoint"
        /// The subscription's secret is encrypted, and the relay can't decrypt it.
        case secretSealed = "the subscription's secret can't be decrypted"
        /// The subscription was paused or removed meanwhile.
        case subscriptionInactive = "the subscription isn't active"
        /// URL parsers disagree on the host.
        case urlAmbiguous = "the endpoint's URL is ambiguous"
        /// The host's name can't be resolved.
        case hostUnresolved = "the endpoint's host has no address"
        /// The host's name can't be resolved, or has no address that is public: a customer isn't told which.
        case noPublicAddress = "the endpoint's host has no public address"
        /// No connection was made.
        case unreached = "no connection could be made"
        /// The certificate isn't valid for the host.
        case untrusted = "the certificate isn't valid"
        /// The connection ended before the response did.
        case connectionBroken = "the connection broke"
        /// The response took too long.
        case late = "no response came in time"
        /// The response has too many bytes.
        case responseTooLong = "the response is too long"
        /// The relay stopped.
        case cancelled = "the delivery was cancelled"
    }

    /// Recognizes a stored text; one that isn't the kit's own is `other`.
    public init(_ text: String) {
        let number = text.split(separator: " ").lazy.compactMap { Int64($0) }.first ?? 0
        let known: [DeliveryFailure?] = [
            EndpointRefusal(rawValue: text).map { .refused($0) }, Obstacle(rawValue: text).map { .unanswered($0) },
            .answered(status: Int(clamping: number)), .timedOut(milliseconds: number),
        ]
        self = known.lazy.compactMap(\.self).first { $0.text.utf8.elementsEqual(text.utf8) } ?? .other(text)
    }

    /// The text that is stored.
    public var text: String {
        switch self {
        case .refused(let refusal): refusal.rawValue
        case .unanswered(let obstacle): obstacle.rawValue
        case .timedOut(let milliseconds): "the handler did not answer within \(milliseconds) ms"
        case .answered(let status): "the endpoint answered \(status)"
        case .other(let text): text
        }
    }

    /// The text that is stored.
    public var description: String { text }
}
