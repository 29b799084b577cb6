public import CargoDomain

/// A view of a voyage.
public struct VoyageView: Hashable, Sendable {
    /// The voyage's number.
    public let voyageNumber: VoyageNumber
    /// The schedule.
    public let schedule: Schedule
    /// What is known of the voyage beside its schedule (VOY-5).
    public let details: VoyageDetails?
    /// What the carrier reported (VOY-6).
    public let reports: [PortCallReport]
    /// The times that the voyage is expected to have, and those that it had (VOY-7).
    public let forecast: Schedule
    /// The number of times the voyage was saved.
    public let version: Int64

    /// Creates the view of a voyage.
    public init(of voyage: Voyage) {
        voyageNumber = voyage.number
        schedule = voyage.schedule
        details = voyage.details
        reports = voyage.reports
        forecast = voyage.forecast
        version = voyage.version
    }
}
