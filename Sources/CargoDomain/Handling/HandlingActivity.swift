/// What is done to a cargo and where, without a time: an entry of a plan, or the activity of an event (HND-1).
public struct HandlingActivity: Hashable, Sendable {
    /// What is done.
    public let type: HandlingType
    /// Where it is done.
    public let location: UnLocode
    /// The voyage that the cargo is loaded onto or unloaded from.
    ///
    /// Set for LOAD and UNLOAD, `nil` for the other types.
    public let voyageNumber: VoyageNumber?

    /// Creates an activity.
    /// - Throws: `handling_voyage_required`, `handling_voyage_prohibited`.
    public init(type: HandlingType, location: UnLocode, voyageNumber: VoyageNumber? = nil) throws(DomainError) {
        if type.needsVoyage, voyageNumber == nil { throw .rule(.handlingVoyageRequired) }
        if !type.needsVoyage, voyageNumber != nil { throw .rule(.handlingVoyageProhibited) }
        self.init(known: type, location, voyageNumber)
    }

    private init(known type: HandlingType, _ location: UnLocode, _ voyageNumber: VoyageNumber?) {
        self.type = type
        self.location = location
        self.voyageNumber = voyageNumber
    }

    /// Receipt of the cargo at a location.
    public static func receive(at location: UnLocode) -> Self { .init(known: .receive, location, nil) }
    /// Loading onto a voyage at a location.
    public static func load(onto voyage: VoyageNumber, at location: UnLocode) -> Self { .init(known: .load, location, voyage) }
    /// Unloading from a voyage at a location.
    public static func unload(from voyage: VoyageNumber, at location: UnLocode) -> Self { .init(known: .unload, location, voyage) }
    /// Customs clearance at a location.
    public static func customs(at location: UnLocode) -> Self { .init(known: .customs, location, nil) }
    /// Handover to the customer at a location.
    public static func claim(at location: UnLocode) -> Self { .init(known: .claim, location, nil) }
}
