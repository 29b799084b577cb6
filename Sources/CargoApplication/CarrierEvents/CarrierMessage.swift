package import CargoDomain

/// What a carrier means by an event, whichever words it used.
package struct CarrierMessage: Hashable, Sendable {
    /// What was done to a container.
    package enum Move: String, Hashable, Sendable {
        case gatedIn = "GATE_IN"
        case loaded = "LOAD"
        case discharged = "DISCHARGE"
        case gatedOut = "GATE_OUT"
    }

    /// What an event tells.
    package enum Meaning: Hashable, Sendable {
        /// Something was done to a laden container.
        case move(Move)
        /// A hold is placed or released (CRG-15, CRG-16).
        case held(HoldType, because: Reason)
        case released(HoldType)
        /// A ship arrives or departs (VOY-6).
        case call(PortCallEnd, PortCallStatus)
        /// The carrier takes an earlier event back; the id of that event.
        case withdrawal(of: String)
        /// Nothing that the kit keeps.
        case nothing
    }

    /// A ship or vehicle, as far as the event names it.
    package struct Voyage: Hashable, Sendable {
        /// The numbers of the voyage that departs from the port.
        package var export: [CarrierVoyageNumber] = []
        /// The numbers of the voyage that arrives there.
        package var `import`: [CarrierVoyageNumber] = []
        /// Numbers that don't say which of the two they are.
        package var other: [CarrierVoyageNumber] = []
        /// The ship.
        package var vessel: IMONumber?
        /// How the cargo travels.
        package var mode: TransportMode?

        package init() {}

        /// The numbers, those for this end of a port call first, each once.
        package func numbers(for end: PortCallEnd) -> [CarrierVoyageNumber] {
            var numbers: [CarrierVoyageNumber] = []
            let (own, foreign) = end == .departure ? (export, `import`) : (`import`, export)
            for number in own + other + foreign where !numbers.contains(number) { numbers.append(number) }
            return numbers
        }
    }

    /// A member that is needed and missing, or that can't be read.
    package struct Fault: Hashable, Sendable {
        package let path: String
        package let code: DomainError.Code

        package init(_ path: String, _ code: DomainError.Code) {
            self.path = path
            self.code = code
        }
    }

    /// The carrier's id of the event.
    package var eventId: String?
    /// When the carrier made the event.
    package var createdAt: Instant?
    /// When it happened, or will happen.
    package var time: Instant?
    /// The port; nil if the event doesn't name one by a code.
    package var place: UnLocode?
    /// The place in the carrier's words; nil if the event names it by a UN/LOCODE.
    package var placeText: String?
    /// The container or other equipment: the reference that a cargo in it may have.
    package var equipment: [CargoReference] = []
    /// The numbers of bookings and bills of lading.
    package var documents: [CargoReference] = []
    /// The numbers of bookings that may be tracking ids.
    package var trackingIds: [TrackingId] = []
    /// The voyage.
    package var voyage = Voyage()
    /// What the event tells.
    package var meaning = Meaning.nothing
    /// What can't be read and is needed; nil if nothing.
    package var fault: Fault?
    /// What was assumed in reading the event, each once, in order.
    package var assumptions: [String] = []

    package init() {}
}
