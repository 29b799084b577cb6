import CargoDomain
import CargoWire

extension Operations {
    /// Parses text into a value and prints it back.
    static let parsing: [(String, Operation)] = [
        ("trackingId.parse", parse(TrackingId.self)),
        ("customerId.parse", parse(CustomerId.self)),
        ("voyageNumber.parse", parse(VoyageNumber.self)),
        ("unLocode.parse", parse(UnLocode.self)),
        ("instant.parse", parse(Instant.self)),
        (
            "json.canonicalize",
            members(.required("text", .text)) { (_, args) throws(DomainError) in
                Answer(AnswerText(text: try CanonicalJSON.canonicalize(try args.value("text"))))
            }
        ),
    ]

    private static func parse<Value: InputText & CustomStringConvertible & SendableMetatype>(_ type: Value.Type) -> Operation {
        members(.required("text", .text)) { (_, args) throws(DomainError) in
            Answer(AnswerText(text: try args.value("text", as: Value.self).description))
        }
    }

    /// Creates a value from its wire shape and prints it back.
    static let creation: [(String, Operation)] = [
        ("location.create", create(Location.self)),
        ("routeSpecification.create", create(RouteSpecification.self)),
        ("leg.create", create(Leg.self)),
        ("itinerary.create", create(Itinerary.self)),
        ("handlingEvent.create", create(HandlingEvent.self)),
        ("reference.create", create(CargoReference.self)),
        (
            "voyage.create",
            members(
                .optional("details", VoyageDetails.shape),
                .required("schedule", Schedule.shape),
                .required("voyageNumber", VoyageNumber.shape)
            ) { (_, args) throws(DomainError) in
                let details: VoyageDetails? = try args.valueIfPresent("details")
                let schedule: Schedule = try args.value("schedule")
                return Answer(Voyage.register(number: try args.value("voyageNumber"), schedule: schedule, details: details))
            }
        ),
    ]

    private static func create<Value: InputValue & CanonicallyEncodable & SendableMetatype>(_ type: Value.Type) -> Operation {
        { (_, args) throws(DomainError) in Answer(try Value(checking: args)) }
    }

    /// Queries on values.
    static let rules: [(String, Operation)] = [
        (
            "routeSpecification.isSatisfiedBy",
            members(.required("itinerary", Itinerary.shape), .required("routeSpecification", RouteSpecification.shape)) {
                (_, args) throws(DomainError) in
                let itinerary: Itinerary = try args.value("itinerary")
                return Answer(
                    AnswerTruth(truth: try args.value("routeSpecification", as: RouteSpecification.self).isSatisfied(by: itinerary))
                )
            }
        ),
        (
            "itinerary.plan",
            members(.required("itinerary", Itinerary.shape)) { (_, args) throws(DomainError) in
                Answer(try args.value("itinerary", as: Itinerary.self).plan)
            }
        ),
        (
            "itinerary.expects",
            members(.required("event", HandlingEvent.shape), .required("itinerary", Itinerary.shape)) { (_, args) throws(DomainError) in
                let event: HandlingEvent = try args.value("event")
                return Answer(AnswerTruth(truth: try args.value("itinerary", as: Itinerary.self).expects(event)))
            }
        ),
        (
            "handlingHistory.create",
            members(.required("events", [HandlingEvent].shape), .required("trackingId", TrackingId.shape)) {
                (_, args) throws(DomainError) in
                let events: [HandlingEvent] = try args.value("events")
                return Answer(try HandlingHistory(trackingId: try args.value("trackingId"), events: events).events)
            }
        ),
        (
            "delivery.derive",
            members(
                .required("events", [HandlingEvent].shape),
                .optional("itinerary", Itinerary.shape),
                .required("routeSpecification", RouteSpecification.shape),
                .optional("routingStart", CompletedActivity.shape),
                .required("trackingId", TrackingId.shape)
            ) { (_, args) throws(DomainError) in
                let events: [HandlingEvent] = try args.value("events")
                let itinerary: Itinerary? = try args.valueIfPresent("itinerary")
                let routeSpecification: RouteSpecification = try args.value("routeSpecification")
                let routingStart: CompletedActivity? = try args.valueIfPresent("routingStart")
                return Answer(
                    Delivery.derived(
                        from: try HandlingHistory(trackingId: try args.value("trackingId"), events: events),
                        routeSpecification: routeSpecification,
                        itinerary: itinerary,
                        routingStart: routingStart
                    )
                )
            }
        ),
    ]
}
