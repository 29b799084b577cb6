/// The part of a delivery that comes from the handling history.
///
/// Everything else follows from the cargo's other state (DLV-10).
struct DeliveryProgress: Hashable, Sendable {
    /// The last event of any type.
    let lastHandled: CompletedActivity?
    /// The last event that moved the cargo: any but CUSTOMS (DLV-1).
    let lastMove: CompletedActivity?
    /// Whether the cargo has left its route (DLV-5).
    let isMisdirected: Bool
    /// The 0-based index of the plan's next entry; the length of the plan once it is complete; `nil` without an itinerary (DLV-3, DLV-4).
    let planPosition: Int?

    /// The progress of a cargo without handling and without an itinerary.
    static let none = DeliveryProgress(lastHandled: nil, lastMove: nil, isMisdirected: false, planPosition: nil)

    /// Returns the progress of the same cargo at the start of a new plan (CRG-2).
    func starting(_ plan: Plan) -> DeliveryProgress {
        DeliveryProgress(
            lastHandled: lastHandled,
            lastMove: lastMove,
            isMisdirected: plan.startsMisdirected,
            planPosition: plan.startPosition
        )
    }
}
