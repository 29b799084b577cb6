/// The movements of a voyage: 1 to 500 in order (VOY-2, VOY-3).
///
/// Each movement departs from where the previous one arrives, at the same time or later.
public struct Schedule: Hashable, Sendable {
    /// The maximum number of movements.
    public static let maximumCount = 500

    /// The movements in order; never empty.
    public let movements: [CarrierMovement]

    /// Creates a schedule.
    ///
    /// Connections between all movements are checked first, then times.
    /// - Throws: `schedule_empty`, `schedule_too_long`, `schedule_not_connected`, `schedule_times_overlap`.
    public init(_ movements: [CarrierMovement]) throws(DomainError) {
        guard !movements.isEmpty else { throw .rule(.scheduleEmpty) }
        guard movements.count <= Self.maximumCount else { throw .rule(.scheduleTooLong) }
        let neighbours = zip(movements, movements.dropFirst())
        guard neighbours.allSatisfy({ $0.arrivalLocation == $1.departureLocation }) else { throw .rule(.scheduleNotConnected) }
        guard neighbours.allSatisfy({ $0.arrivalTime <= $1.departureTime }) else { throw .rule(.scheduleTimesOverlap) }
        self.movements = movements
    }

    /// Checks that the voyage calls where a leg loads and, not before that, where it unloads, at whatever times.
    /// - Throws: `voyage_does_not_call` with the location that is missing, the load location first.
    package func checkCalls(of leg: Leg) throws(DomainError) {
        guard let first = movements.firstIndex(where: { $0.departureLocation == leg.loadLocation }) else {
            throw .voyageDoesNotCall(at: leg.loadLocation)
        }
        guard movements[first...].contains(where: { $0.arrivalLocation == leg.unloadLocation }) else {
            throw .voyageDoesNotCall(at: leg.unloadLocation)
        }
    }

    /// Returns whether the voyage can carry a cargo on a leg.
    ///
    /// That is the case if a movement departs from the load location at the load time, and that movement or a later one arrives at the
    /// unload location at the unload time.
    public func carries(_ leg: Leg) -> Bool {
        guard
            let first = movements.firstIndex(where: {
                $0.departureLocation == leg.loadLocation && $0.departureTime == leg.loadTime
            })
        else { return false }
        return movements[first...].contains { $0.arrivalLocation == leg.unloadLocation && $0.arrivalTime == leg.unloadTime }
    }
}
