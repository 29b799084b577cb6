/// Who can mend a failure.
public enum ErrorTier: String, Hashable, Sendable, CaseIterable {
    /// The caller, by sending other input.
    case validation
    /// The business: a rule refused the operation.
    case domain
    /// The operator: storage, network or a broken record.
    case technical
}
