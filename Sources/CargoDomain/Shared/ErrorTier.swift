/// Who can fix a failure.
public enum ErrorTier: String, Hashable, Sendable, CaseIterable {
    /// The caller, by sending different input.
    case validation
    /// The business: a domain rule refused the operation.
    case domain
    /// The operator: storage, the network or a broken record failed.
    case technical
}
