/// Where a cargo is between its customer and the carriers (DLV-1).
public enum TransportStatus: String, Hashable, Sendable, CaseIterable {
    /// The cargo has not been received yet.
    case notReceived = "NOT_RECEIVED"
    /// The cargo is ashore.
    case inPort = "IN_PORT"
    /// The cargo is on board a voyage.
    case onboardCarrier = "ONBOARD_CARRIER"
    /// The customer has claimed the cargo.
    case claimed = "CLAIMED"

    /// Derives the status from the last move, which is never CUSTOMS.
    init(after lastMove: CompletedActivity?) {
        switch lastMove?.activity.type {
        case nil: self = .notReceived
        case .receive, .unload, .customs: self = .inPort
        case .load: self = .onboardCarrier
        case .claim: self = .claimed
        }
    }
}
