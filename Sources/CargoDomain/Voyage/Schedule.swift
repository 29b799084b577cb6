/// The movements of a voyage in order: 1 to 500, each leaving from where the one before arrived (VOY-2, VOY-3).
public struct Schedule: Hashable, Sendable {
    /// The most movements that a schedule may have.
    public static let maximumCount = 500

    /// The movements, first one first.
    public let movements: [CarrierMovement]

    /// Makes a schedule; connection is checked over all neighbours, then times over all.
    /// - Throws: `schedule_empty`, `schedule_too_long`, `schedule_not_connected`, `schedule_times_overlap`.
    public init(_ movements: [CarrierMovement]) throws(DomainError) {
        guard !movements.isEmpty else { throw .rule(.scheduleEmpty) }
        guard movements.count <= Self.maximumCount else { throw .rule(.scheduleTooLong) }
        let neighbours = zip(movements, movements.dropFirst())
        guard neighbours.allSatisfy({ $0.arrivalLocation == $1.departureLocation }) else { throw .rule(.scheduleNotConnected) }
        guard neighbours.allSatisfy({ $0.arrivalTime <= $1.departureTime }) else { throw .rule(.scheduleTimesOverlap) }
        self.movements = movements
    }

    /// Whether the voyage carries a cargo as the leg says: it leaves the load location at the load time and then, on this or a later
    /// movement, arrives at the unload location at the unload time.
    public func carries(_ leg: Leg) -> Bool {
        guard
            let first = movements.firstIndex(where: {
                $0.departureLocation == leg.loadLocation && $0.departureTime == leg.loadTime
            })
        else { return false }
        return movements[first...].contains { $0.arrivalLocation == leg.unloadLocation && $0.arrivalTime == leg.unloadTime }
    }
}
