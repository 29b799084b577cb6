/// What is done to a cargo and where, without the time: an entry of a plan, or what an event did (HND-1).
public struct HandlingActivity: Hashable, Sendable {
    /// What is done.
    public let type: HandlingType
    /// Where.
    public let location: UnLocode
    /// The voyage it is loaded onto or unloaded from; present iff the type needs one.
    public let voyageNumber: VoyageNumber?

    /// Makes an activity.
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

    /// Receiving at a location.
    public static func receive(at location: UnLocode) -> Self { .init(known: .receive, location, nil) }
    /// Loading onto a voyage.
    public static func load(onto voyage: VoyageNumber, at location: UnLocode) -> Self { .init(known: .load, location, voyage) }
    /// Unloading from a voyage.
    public static func unload(from voyage: VoyageNumber, at location: UnLocode) -> Self { .init(known: .unload, location, voyage) }
    /// Clearing customs at a location.
    public static func customs(at location: UnLocode) -> Self { .init(known: .customs, location, nil) }
    /// Claiming at a location.
    public static func claim(at location: UnLocode) -> Self { .init(known: .claim, location, nil) }
}
