public import CargoDomain

extension DomainError {
    /// The error codes of a remote that couldn't answer.
    ///
    /// They say nothing about the requested value, and a retry may succeed.
    package static let codesOfUnavailability: Set<Code> = [.remoteUnavailable, .remoteTimeout, .storeUnavailable, .storeLocked]

    /// Whether the remote couldn't answer, so that a cached value may be used (CCH-4).
    public var meansUnavailable: Bool { Self.codesOfUnavailability.contains(code) }
}
