public import CargoDomain

/// A cargo with everything that a store holds of it alone, and that leaves the store with it.
public struct StoredCargoContents: Hashable, Sendable {
    /// The cargo as it was saved last.
    public let cargo: Cargo
    /// The registrations and retractions of its handling, in their order.
    public let handling: [HandlingRecord]
    /// Which handling came from which event of a carrier, without the version that a store counts (0); nil if none did.
    public let origins: CarrierLog?

    /// Creates contents.
    public init(cargo: Cargo, handling: [HandlingRecord], origins: CarrierLog?) {
        self.cargo = cargo
        self.handling = handling
        self.origins = origins?.stored(as: 0)
    }

    /// Returns the handling history.
    /// - Throws: `handling_of_other_cargo`.
    public func history() throws(DomainError) -> HandlingHistory {
        try HandlingLog(handling).history(of: cargo.trackingId, revision: Int64(handling.count))
    }
}

/// A record of a cargo's handling.
public enum HandlingRecord: Hashable, Sendable {
    /// An event was registered.
    case registration(HandlingEvent)
    /// An event was retracted.
    case retraction(RetractedEvent)

    /// The event that is registered or retracted.
    public var event: HandlingEvent {
        switch self {
        case .registration(let event): event
        case .retraction(let retraction): retraction.event
        }
    }
}

/// A cargo's handling as its records leave it: the events that stand, and those that were retracted.
package struct HandlingLog {
    private var registered: [HandlingEvent] = []
    private var retractions: [RetractedEvent] = []

    /// Takes records in their order.
    package init(_ records: [HandlingRecord] = []) {
        for record in records { apply(record) }
    }

    /// Takes the next record: a retracted event that is registered again stands again.
    package mutating func apply(_ record: HandlingRecord) {
        switch record {
        case .registration(let event):
            retractions.removeAll { $0.event == event }
            registered.append(event)
        case .retraction(let retraction):
            registered.removeAll { $0 == retraction.event }
            retractions.append(retraction)
        }
    }

    /// Returns the history of the events that stand.
    /// - Parameter revision: the number of records that were taken.
    package func history(of trackingId: TrackingId, revision: Int64) throws(DomainError) -> HandlingHistory {
        try HandlingHistory(trackingId: trackingId, events: registered, revision: revision)
    }

    /// The retracted events, in the order of a history (HND-4).
    package var retracted: [RetractedEvent] { retractions.sorted { $0.event.handled < $1.event.handled } }
}
