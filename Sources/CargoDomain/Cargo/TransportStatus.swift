/// Where a cargo is on its way through the world (DLV-1).
public enum TransportStatus: String, Hashable, Sendable, CaseIterable {
    /// Nothing was done to it yet.
    case notReceived = "NOT_RECEIVED"
    /// Ashore.
    case inPort = "IN_PORT"
    /// On a voyage.
    case onboardCarrier = "ONBOARD_CARRIER"
    /// With the customer again.
    case claimed = "CLAIMED"

    /// The status that the last thing done leaves a cargo in.
    init(after lastHandled: Handled?) {
        switch lastHandled?.activity.type {
        case nil: self = .notReceived
        case .receive, .unload, .customs: self = .inPort
        case .load: self = .onboardCarrier
        case .claim: self = .claimed
        }
    }
}
