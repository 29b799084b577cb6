public import CargoDomain

/// Why a subscription is paused.
///
/// It is stored as its text, which is English unless a person wrote it. CargoLocalization translates the kit's own reasons for people.
public enum PauseReason: Hashable, Sendable, CustomStringConvertible {
    /// The owner paused it without a reason.
    case byOwner
    /// The operator paused it without a reason.
    case byOperator
    /// Every delivery failed for a day.
    case failing(since: Instant, last: DeliveryFailure)
    /// A delivery had this result, such as an endpoint that wants no more events.
    case delivery(DeliveryFailure)
    /// A reason that a person gave. Create it with `init(_:)`, which recognizes the texts of the other cases.
    case other(String)

    /// Recognizes a stored text; one that isn't the kit's own is `other`.
    public init(_ text: String) {
        let known = [.byOwner, .byOperator, Self.failing(text), Self.delivery(text)].compactMap(\.self)
        self = known.first { $0.text.utf8.elementsEqual(text.utf8) } ?? .other(text)
    }

    private static func failing(_ text: String) -> PauseReason? {
        let parts = text.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
        guard parts.count == 7 else { return nil }
        do throws(DomainError) {
            // safe: the guard above demands seven parts
            return .failing(since: try Instant(String(parts[5].dropLast())), last: DeliveryFailure(String(parts[6])))
        } catch {
            return nil
        }
    }

    private static func delivery(_ text: String) -> PauseReason? {
        let failure = DeliveryFailure(text)
        if case .other = failure { return nil }
        return .delivery(failure)
    }

    /// The text that is stored.
    public var text: String {
        switch self {
        case .byOwner: "paused by its owner"
        case .byOperator: "paused by the operator"
        case .failing(let since, let last): "every delivery has failed since \(since): \(last)"
        case .delivery(let failure): failure.text
        case .other(let text): text
        }
    }

    /// The text that is stored.
    public var description: String { text }
}
