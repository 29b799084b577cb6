/// An estimate with the times behind it (EST-1 to EST-6).
public struct Outlook: Hashable, Sendable {
    /// The estimated arrival and the disruption.
    public let estimate: Estimate
    /// The actual and estimated times of each leg, in the itinerary's order.
    public let legs: [LegTimes]
    /// When the next scan is expected; `nil` if it can't be overdue (EST-6).
    let nextScan: Instant?

    /// When a leg was done and is estimated to be done.
    public struct LegTimes: Hashable, Sendable {
        /// When the cargo was loaded, by its scan (EST-1).
        public let actualLoadTime: Instant?
        /// When the cargo was unloaded, by its scan (EST-1).
        public let actualUnloadTime: Instant?
        /// When the cargo is estimated to be loaded; `nil` once that is done (EST-2).
        public let estimatedLoadTime: Instant?
        /// When the cargo is estimated to be unloaded; `nil` once that is done (EST-2).
        public let estimatedUnloadTime: Instant?

        /// Creates the times of a leg.
        public init(
            actualLoadTime: Instant? = nil,
            actualUnloadTime: Instant? = nil,
            estimatedLoadTime: Instant? = nil,
            estimatedUnloadTime: Instant? = nil
        ) {
            self.actualLoadTime = actualLoadTime
            self.actualUnloadTime = actualUnloadTime
            self.estimatedLoadTime = estimatedLoadTime
            self.estimatedUnloadTime = estimatedUnloadTime
        }
    }

    init(estimate: Estimate, legs: [LegTimes], nextScan: Instant?) {
        self.estimate = estimate
        self.legs = legs
        self.nextScan = nextScan
    }
}
