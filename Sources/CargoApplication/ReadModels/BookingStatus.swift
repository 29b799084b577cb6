/// Whether a booking stands (CRG-8).
public enum BookingStatus: String, Hashable, Sendable, CaseIterable {
    /// The booking stands.
    case confirmed = "CONFIRMED"
    /// The booking was cancelled.
    case cancelled = "CANCELLED"
}
