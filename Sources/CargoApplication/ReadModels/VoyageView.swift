public import CargoDomain

/// A voyage as it is shown.
public struct VoyageView: Hashable, Sendable {
    /// Its number.
    public let voyageNumber: VoyageNumber
    /// When and where it calls.
    public let schedule: Schedule
    /// How often it was saved.
    public let version: Int64

    init(of voyage: Voyage) {
        voyageNumber = voyage.number
        schedule = voyage.schedule
        version = voyage.version
    }
}
