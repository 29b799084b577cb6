/// Why a cargo must not be handed over for now (CRG-15).
///
/// A hold is a fact, not a lock: it rejects no handling.
public struct Hold: Hashable, Sendable {
    /// Who holds the cargo, or for what.
    public let type: HoldType
    /// Why, in the user's words.
    public let reason: Reason
    /// Since when.
    public let at: Instant

    /// Creates a hold.
    public init(type: HoldType, reason: Reason, at: Instant) {
        self.type = type
        self.reason = reason
        self.at = at
    }
}

/// Who holds a cargo, or for what; a cargo has at most one hold of each type (CRG-15).
public enum HoldType: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The carrier.
    case carrier = "CARRIER"
    /// The customs authority.
    case customs = "CUSTOMS"
    /// Freight or charges that weren't paid.
    case freight = "FREIGHT"
    /// Anything else.
    case other = "OTHER"
    /// The terminal.
    case terminal = "TERMINAL"

    /// Parses the exact upper-case spelling of a type.
    /// - Throws: `hold_type_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) { self = try Self.parse(text, or: .holdTypeInvalid) }

    /// Orders by the spelling, which is the order of a cargo's holds.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
