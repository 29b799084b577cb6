public import CargoDomain

extension DomainError {
    /// The codes that mean: nobody could answer, try again later; nothing is said about what was asked for.
    package static let codesOfUnavailability: Set<Code> = [.remoteUnavailable, .remoteTimeout, .storeUnavailable, .storeLocked]

    /// Whether nobody could answer, so that a cached value is better than none (CCH-4).
    public var meansUnavailable: Bool { Self.codesOfUnavailability.contains(code) }
}
