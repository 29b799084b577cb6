/// What of a delivery only the handling history can tell; all the rest follows from the cargo's state (DLV-10).
struct DeliveryProgress: Hashable, Sendable {
    /// What was done last.
    let lastHandled: Handled?
    /// Whether the cargo is off its route (DLV-5).
    let isMisdirected: Bool
    /// The 0-based index of the plan's entry due; the plan's length at its end; absent without an itinerary (DLV-3, DLV-4).
    let planPosition: Int?
    /// Where the last thing done other than CUSTOMS took it ashore, if that is what it did (DLV-8).
    let unloadedAt: UnLocode?

    /// Of a cargo that nothing was done to and that has no itinerary.
    static let none = DeliveryProgress(lastHandled: nil, isMisdirected: false, planPosition: nil, unloadedAt: nil)

    /// The same cargo at the start of a new plan (CRG-2).
    func starting(_ plan: Plan) -> DeliveryProgress {
        DeliveryProgress(
            lastHandled: lastHandled,
            isMisdirected: plan.startsMisdirected,
            planPosition: plan.startPosition,
            unloadedAt: unloadedAt
        )
    }
}
