package import CargoDomain

/// A type of domain event: its name on the wire, when it is raised, and what its data looks like.
///
/// Readers of stored events, filters of subscriptions, the API description and the guide to webhooks all use this list.
package struct EventType: Sendable {
    /// The name, such as `CargoBooked`.
    package let name: String
    /// When it is raised, in a sentence.
    package let meaning: String
    /// The schema of its data, with an example.
    package let data: Schema
    /// The type of aggregate that raises it.
    package let aggregate: DomainEvent.AggregateType

    private init(_ name: String, of aggregate: DomainEvent.AggregateType = .cargo, _ meaning: String, _ members: Schema.Member...) {
        self.name = name
        self.meaning = meaning
        self.aggregate = aggregate
        data = .object(name + "Data", members)
    }

    /// The type with a name; nil if there is none.
    package static func named(_ name: String) -> EventType? {
        // safe: a dictionary
        index[name]
    }

    private static let index = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let specification = Schema.Member.required("routeSpecification", RouteSpecification.schema)
    private static let reference = Schema.Member.required("reference", CargoReference.schema)
    private static let sailing = Schema.Member.required("voyageNumber", VoyageNumber.schema)

    /// An event of this type, for documentation; nil if the data's example isn't valid, which a test rules out.
    package var example: DomainEvent? {
        guard let fact = try? DomainFact(type: name, data: data.example ?? [:]), let time = try? Instant("2026-01-01T00:00:00Z") else {
            return nil
        }
        let id = aggregate == .cargo ? "7K3M9QX2R5TB" : "V100"
        return DomainEvent(
            eventId: "\(aggregate.rawValue):\(id):1:0",
            occurredAt: time,
            schemaVersion: fact.schemaVersion,
            correlationId: nil,
            actor: nil,
            aggregateType: aggregate,
            aggregateId: id,
            aggregateVersion: 1,
            sequence: 1,
            fact: fact
        )
    }

    /// All types, sorted by name.
    package static let all: [EventType] = [
        EventType("CargoArchived", "The closed cargo went into an archive and left the store.", .required("archive", ArchiveName.schema)),
        EventType("CargoArrived", "The cargo was unloaded at its destination.", .required("location", UnLocode.schema, example: "SESTO")),
        EventType("CargoBackOnTrack", "The cargo is on its route again."),
        EventType(
            "CargoBooked",
            "A cargo was booked.",
            .required("customerId", CustomerId.schema),
            .required("origin", UnLocode.schema),
            specification
        ),
        EventType(
            "CargoCancelled",
            "The booking was cancelled.",
            .required("reason", Reason.schema, example: "The customer withdrew the order")
        ),
        EventType("CargoClaimed", "The cargo was claimed at its destination.", .required("location", UnLocode.schema, example: "SESTO")),
        EventType(
            "CargoHandled",
            "The last activity of the cargo is another one. Without `lastHandled`, every scan was retracted.",
            .optional(
                "lastHandled",
                CompletedActivity.schema,
                example: ["completionTime": "2026-01-05T00:00:00.000Z", "location": "HKHKG", "type": "RECEIVE"]
            )
        ),
        EventType(
            "CargoHeld",
            "A hold was placed on the cargo.",
            .required("reason", Reason.schema, example: "Inspection of the seal"),
            .required("type", HoldType.schema, example: "CUSTOMS")
        ),
        EventType(
            "CargoMisdirected",
            "The cargo left its route. Without `expected`, no activity was expected.",
            .required("actual", HandlingActivity.schema, example: ["location": "USNYC", "type": "UNLOAD", "voyageNumber": "V100"]),
            .optional("expected", HandlingActivity.schema, example: ["location": "SESTO", "type": "UNLOAD", "voyageNumber": "V100"])
        ),
        EventType("CargoReinstated", "A cancelled booking was reinstated."),
        EventType("CargoReleased", "A hold on the cargo was released.", .required("type", HoldType.schema, example: "CUSTOMS")),
        EventType("CargoRestored", "The cargo came back from an archive.", .required("archive", ArchiveName.schema)),
        EventType("CargoRouted", "A route was assigned to the cargo.", .required("itinerary", Itinerary.schema)),
        EventType(
            "CustomerErased",
            "The customer is to be forgotten: `customerId` is the pseudonym that the cargo has now. Erase what you hold of the customer.",
            .required("customerId", CustomerId.schema, example: "ERASED-7K3M9QX2")
        ),
        EventType("DeadlineChanged", "The cargo has another arrival deadline.", specification),
        EventType("DestinationChanged", "The cargo has another destination.", specification),
        EventType(
            "EstimatedArrivalChanged",
            "The estimated arrival differs from the one announced before. Without `estimatedArrival`, it is unknown; without `previous`, it was.",
            .optional("estimatedArrival", Instant.schema, example: "2026-02-12T06:00:00.000Z"),
            .required("plannedArrival", Instant.schema, example: "2026-02-10T00:00:00.000Z"),
            .optional("previous", Instant.schema, example: "2026-02-10T00:00:00.000Z")
        ),
        EventType(
            "HandlingEventRegistered",
            "A scan was registered. `isExpected` says whether it is part of the route.",
            .required("event", HandlingEvent.schema),
            .required("isExpected", .boolean, example: true)
        ),
        EventType(
            "HandlingEventRetracted",
            "A scan was retracted.",
            .required("event", HandlingEvent.schema),
            .required("reason", Reason.schema)
        ),
        EventType(
            "PickUpDeadlineChanged",
            "The pick-up deadline was set or moved. Without `pickUpBy`, it was removed.",
            .optional("pickUpBy", Instant.schema, example: "2026-02-16T22:00:00.000Z")
        ),
        EventType(
            "PortCallReported",
            of: .voyage,
            "A carrier reported a new time of a departure or an arrival. `movement` counts the movements of the schedule from 0.",
            .required("end", PortCallEnd.schema, example: "ARRIVAL"),
            .required("location", UnLocode.schema, example: "SESTO"),
            .required("movement", .integer, example: 0),
            .required("status", PortCallStatus.schema, example: "ESTIMATED"),
            .required("time", Instant.schema, example: "2026-02-12T06:00:00.000Z"),
            sailing
        ),
        EventType("ReferenceAdded", "The cargo has a container number or another reference.", reference),
        EventType("ReferenceRemoved", "A reference was removed from the cargo.", reference),
        EventType("RouteDisrupted", "The route no longer works. `leg` counts the legs from 0.", .required("disruption", Disruption.schema)),
        EventType("RouteRespecified", "The route specification was replaced.", specification),
        EventType("RouteRestored", "A disrupted route works again."),
        EventType(
            "VoyageDescribed",
            of: .voyage,
            "The voyage has other details. Without `details`, they were removed.",
            .optional(
                "details",
                VoyageDetails.schema,
                example: [
                    "carrier": "MAEU", "carrierVoyageNumbers": ["052W"], "mode": "VESSEL",
                    "vessel": ["imoNumber": "9074729", "name": "MAERSK EXAMPLE"],
                ]
            ),
            sailing
        ),
        EventType(
            "VoyageRescheduled",
            of: .voyage,
            "The voyage has another schedule and no reports any more. Events that old versions stored have no `schedule`.",
            .optional("schedule", Schedule.schema, example: Schedule.schema.example),
            sailing
        ),
        EventType(
            "VoyageSubstituted",
            "A leg was put on another voyage. `leg` counts the legs from 0.",
            .required("leg", .integer, example: 0),
            .required("previous", VoyageNumber.schema, example: "V100"),
            .required("voyageNumber", VoyageNumber.schema, example: "V110")
        ),
    ]
}

extension DomainFact {
    /// The names of all types.
    package static let typeNames = EventType.all.map(\.name)
}
