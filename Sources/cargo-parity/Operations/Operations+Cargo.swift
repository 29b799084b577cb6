import CargoDomain
import CargoWire

extension Operations {
    /// Operations on a cargo, and reconstitution of stored aggregates.
    static let cargo: [(String, Operation)] = [
        (
            "cargo.book",
            members(
                .required("customerId", CustomerId.shape),
                .required("routeSpecification", RouteSpecification.shape),
                .required("trackingId", TrackingId.shape)
            ) { (world, args) throws(DomainError) in
                let customerId: CustomerId = try args.value("customerId")
                let routeSpecification: RouteSpecification = try args.value("routeSpecification")
                let trackingId: TrackingId = try args.value("trackingId")
                return Answer(
                    try Cargo.book(
                        trackingId: trackingId,
                        customerId: customerId,
                        routeSpecification: routeSpecification,
                        at: world.now
                    )
                )
            }
        ),
        (
            "cargo.assignToRoute",
            onCargo("itinerary") { (_, cargo, itinerary: Itinerary) throws(DomainError) in try cargo.assigned(to: itinerary) }
        ),
        (
            "cargo.specifyNewRoute",
            onCargo("routeSpecification") { (world, cargo, specification: RouteSpecification) throws(DomainError) in
                try cargo.specifyingNewRoute(specification, at: world.now)
            }
        ),
        (
            "cargo.changeDestination",
            onCargo("destination") { (_, cargo, destination: UnLocode) throws(DomainError) in
                try cargo.changingDestination(to: destination)
            }
        ),
        (
            "cargo.changeDeadline",
            onCargo("arrivalDeadline") { (world, cargo, deadline: Instant) throws(DomainError) in
                try cargo.changingDeadline(to: deadline, at: world.now)
            }
        ),
        (
            "cargo.deriveDeliveryProgress",
            onCargo("events") { (_, cargo, events: [HandlingEvent]) throws(DomainError) in
                try cargo.derivingDeliveryProgress(from: try HandlingHistory(trackingId: cargo.trackingId, events: events))
            }
        ),
        (
            "cargo.cancel",
            onCargo("reason") { (world, cargo, reason: Reason) throws(DomainError) in try cargo.cancelled(because: reason, at: world.now) }
        ),
        (
            "cargo.reinstate",
            members(.required("cargo", .any)) { (world, args) throws(DomainError) in
                Answer(try CargoRecord.reconstitute(try args.value("cargo")).reinstated(at: world.now))
            }
        ),
        (
            "cargo.substituteVoyage",
            members(
                .required("cargo", .any),
                .required("events", [HandlingEvent].shape),
                .required("leg", .integer),
                .required("voyageNumber", VoyageNumber.shape)
            ) { (_, args) throws(DomainError) in
                let cargo = try CargoRecord.reconstitute(try args.value("cargo"))
                let events: [HandlingEvent] = try args.value("events")
                let leg: Int64 = try args.value("leg")
                let voyageNumber: VoyageNumber = try args.value("voyageNumber")
                let history = try HandlingHistory(trackingId: cargo.trackingId, events: events)
                return Answer(try cargo.substitutingVoyage(ofLeg: leg, with: voyageNumber, history: history))
            }
        ),
        (
            "cargo.placeHold",
            members(.required("cargo", .any), .required("reason", Reason.shape), .required("type", HoldType.shape)) {
                (world, args) throws(DomainError) in
                let cargo = try CargoRecord.reconstitute(try args.value("cargo"))
                let reason: Reason = try args.value("reason")
                return Answer(try cargo.held(try args.value("type"), because: reason, at: world.now))
            }
        ),
        (
            "cargo.releaseHold",
            onCargo("type") { (_, cargo, type: HoldType) throws(DomainError) in cargo.released(type) }
        ),
        (
            "cargo.archive",
            members(
                .required("archive", ArchiveName.shape),
                .required("cargo", .any),
                .optional("days", .integer),
                .required("events", [HandlingEvent].shape)
            ) { (world, args) throws(DomainError) in
                let cargo = try CargoRecord.reconstitute(try args.value("cargo"))
                let archive: ArchiveName = try args.value("archive")
                let days: Int64? = try args.valueIfPresent("days")
                let events: [HandlingEvent] = try args.value("events")
                let history = try HandlingHistory(trackingId: cargo.trackingId, events: events)
                return Answer(try cargo.archived(in: archive, at: world.now, after: history, days: days ?? Cargo.daysUntilClosed))
            }
        ),
        (
            "cargo.eraseCustomer",
            onCargo("pseudonym") { (_, cargo, pseudonym: CustomerId) throws(DomainError) in cargo.erasingCustomer(as: pseudonym) }
        ),
        (
            "cargo.setPickUpBy",
            members(.required("cargo", .any), .optional("pickUpBy", Instant.shape)) { (_, args) throws(DomainError) in
                let cargo = try CargoRecord.reconstitute(try args.value("cargo"))
                return Answer(try cargo.settingPickUp(by: try args.valueIfPresent("pickUpBy")))
            }
        ),
        (
            "cargo.addReference",
            onCargo("reference") { (_, cargo, reference: CargoReference) throws(DomainError) in try cargo.adding(reference) }
        ),
        (
            "cargo.removeReference",
            onCargo("reference") { (_, cargo, reference: CargoReference) throws(DomainError) in cargo.removing(reference) }
        ),
        (
            "cargo.announce",
            onCargo("estimate") { (_, cargo, estimate: Estimate) throws(DomainError) in try cargo.announcing(estimate) }
        ),
        (
            "estimate.derive",
            members(
                .required("cargo", .any),
                .required("events", [HandlingEvent].shape),
                .required("voyages", [SailingVoyage].shape)
            ) { (_, args) throws(DomainError) in
                let cargo = try CargoRecord.reconstitute(try args.value("cargo"))
                let events: [HandlingEvent] = try args.value("events")
                let voyages: [SailingVoyage] = try args.value("voyages")
                let history = try HandlingHistory(trackingId: cargo.trackingId, events: events)
                let byNumber = Dictionary(voyages.map { ($0.voyage.number, $0.voyage) }) { _, last in last }
                return Answer(try cargo.outlook(after: history, voyages: byNumber))
            }
        ),
        (
            "cargo.reconstitute",
            members(.required("stored", .any)) { (_, args) throws(DomainError) in
                Answer(try CargoRecord.reconstitute(try args.value("stored")))
            }
        ),
        (
            "voyage.reconstitute",
            members(.required("stored", .any)) { (_, args) throws(DomainError) in
                Answer(try VoyageRecord.reconstitute(try args.value("stored")))
            }
        ),
    ]

    /// An operation on a stored cargo: reconstitutes the cargo first, then reads the other argument.
    private static func onCargo<Argument: InputValue & SendableMetatype>(
        _ name: String,
        _ perform: @escaping @Sendable (ParityWorld, Cargo, Argument) throws(DomainError) -> Cargo
    ) -> Operation {
        members(.required("cargo", .any), .required(name, Argument.shape)) { (world, args) throws(DomainError) in
            let cargo = try CargoRecord.reconstitute(try args.value("cargo"))
            return Answer(try perform(world, cargo, try args.value(name)))
        }
    }
}
