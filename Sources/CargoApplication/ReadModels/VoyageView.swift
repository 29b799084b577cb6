public import CargoDomain

/// A view of a voyage.
public struct VoyageView: Hashable, Sendable {
    /// The voyage's number.
    public let voyageNumber: VoyageNumber
    /// The schedule.
    public let schedule: Schedule
    /// The number of times the voyage was saved.
    public let version: Int64

    /// Creates the view of a voyage.
    public init(of voyage: Voyage) {
        voyageNumber = voyage.number
        schedule = voyage.schedule
        version = voyage.version
    }
}
