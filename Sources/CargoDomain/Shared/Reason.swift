/// Why a booking was cancelled or a handling event retracted, in the user's words (VAL-TXT-2).
///
/// 1 to 200 Unicode scalars, without control characters, and not only white space.
public struct Reason: ScalarText {
    /// The text as given.
    public let text: String

    /// Validates a reason, which is neither trimmed nor normalised.
    /// - Throws: `reason_invalid`, with the text as given.
    public init(_ text: String) throws(DomainError) {
        guard FreeText.isValid(text) else { throw .invalid(.reasonInvalid, text: text) }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    /// What stands in place of a reason once the customer is erased (CRG-18).
    public static let erased = Reason(known: "ERASED")

    /// Uses the type of a hold in place of the reason, for people who may not know that.
    package init(_ type: HoldType) { text = type.rawValue }
}
