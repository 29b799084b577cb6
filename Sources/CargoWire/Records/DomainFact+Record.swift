package import CargoDomain

extension DomainFact: CanonicallyEncodable, Described {
    /// `{"data","type"}`.
    package static let schema = RaisedFacts.schema

    /// Writes `{"data","type"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"data":"#)
        writeData(to: &writer)
        writer.raw(#","type":"#)
        writer.plain(type)
        writer.raw("}")
    }

    /// Writes the data alone; an empty object where there is nothing to say.
    package func writeData(to writer: inout JSONWriter) {
        switch self {
        case .cargoBooked(let customerId, let origin, let routeSpecification):
            writer.raw(#"{"customerId":"#)
            writer.plain(customerId.text)
            writer.raw(#","origin":"#)
            writer.unLocode(origin)
            writer.raw(#","routeSpecification":"#)
            routeSpecification.write(to: &writer)
        case .cargoRouted(let itinerary):
            writer.raw(#"{"itinerary":"#)
            itinerary.write(to: &writer)
        case .routeRespecified(let routeSpecification), .destinationChanged(let routeSpecification),
            .deadlineChanged(let routeSpecification):
            writer.raw(#"{"routeSpecification":"#)
            routeSpecification.write(to: &writer)
        case .cargoHandled(let lastHandled):
            writer.raw("{")
            if let lastHandled {
                writer.raw(#""lastHandled":"#)
                lastHandled.write(to: &writer)
            }
        case .cargoMisdirected(let actual, let expected):
            writer.raw(#"{"actual":"#)
            actual.write(to: &writer)
            if let expected {
                writer.raw(#","expected":"#)
                expected.write(to: &writer)
            }
        case .handlingEventRegistered(let event, let isExpected):
            writer.raw(#"{"event":"#)
            event.write(to: &writer)
            writer.raw(#","isExpected":"#)
            writer.boolean(isExpected)
        case .handlingEventRetracted(let event, let reason):
            writer.raw(#"{"event":"#)
            event.write(to: &writer)
            writer.raw(#","reason":"#)
            writer.text(reason.text)
        case .estimatedArrivalChanged(let estimatedArrival, let plannedArrival, let previous):
            writer.raw("{")
            if let estimatedArrival {
                writer.raw(#""estimatedArrival":"#)
                writer.instant(estimatedArrival)
                writer.raw(",")
            }
            writer.raw(#""plannedArrival":"#)
            writer.instant(plannedArrival)
            if let previous {
                writer.raw(#","previous":"#)
                writer.instant(previous)
            }
        case .routeDisrupted(let disruption):
            writer.raw(#"{"disruption":"#)
            disruption.write(to: &writer)
        case .cargoCancelled(let reason):
            writer.raw(#"{"reason":"#)
            writer.text(reason.text)
        case .referenceAdded(let reference), .referenceRemoved(let reference):
            writer.raw(#"{"reference":"#)
            reference.write(to: &writer)
        case .cargoBackOnTrack, .routeRestored, .cargoReinstated:
            writer.raw("{")
        case .cargoArrived(let location), .cargoClaimed(let location):
            writer.raw(#"{"location":"#)
            writer.unLocode(location)
        case .voyageRescheduled(let voyageNumber, let schedule):
            writer.raw("{")
            if let schedule {
                writer.raw(#""schedule":"#)
                schedule.write(to: &writer)
                writer.raw(",")
            }
            writer.raw(#""voyageNumber":"#)
            writer.plain(voyageNumber.text)
        case .voyageSubstituted(let leg, let previous, let voyageNumber):
            writer.raw(#"{"leg":"#)
            writer.integer(leg)
            writer.raw(#","previous":"#)
            writer.plain(previous.text)
            writer.raw(#","voyageNumber":"#)
            writer.plain(voyageNumber.text)
        case .pickUpDeadlineChanged(let pickUpBy):
            writer.raw("{")
            if let pickUpBy {
                writer.raw(#""pickUpBy":"#)
                writer.instant(pickUpBy)
            }
        case .cargoHeld(let type, let reason):
            writer.raw(#"{"reason":"#)
            writer.text(reason.text)
            writer.raw(#","type":"#)
            writer.plain(type.rawValue)
        case .cargoReleased(let type):
            writer.raw(#"{"type":"#)
            writer.plain(type.rawValue)
        case .cargoArchived(let archive), .cargoRestored(let archive):
            writer.raw(#"{"archive":"#)
            writer.plain(archive.text)
        case .customerErased(let customerId):
            writer.raw(#"{"customerId":"#)
            writer.plain(customerId.text)
        case .voyageDescribed(let voyageNumber, let details):
            writer.raw("{")
            if let details {
                writer.raw(#""details":"#)
                details.write(to: &writer)
                writer.raw(",")
            }
            writer.raw(#""voyageNumber":"#)
            writer.plain(voyageNumber.text)
        case .portCallReported(let voyageNumber, let location, let movement, let end, let status, let time):
            writer.raw(#"{"end":"#)
            writer.plain(end.rawValue)
            writer.raw(#","location":"#)
            writer.unLocode(location)
            writer.raw(#","movement":"#)
            writer.integer(movement)
            writer.raw(#","status":"#)
            writer.plain(status.rawValue)
            writer.raw(#","time":"#)
            writer.instant(time)
            writer.raw(#","voyageNumber":"#)
            writer.plain(voyageNumber.text)
        }
        writer.raw("}")
    }

    /// Reads a fact from the name of its type and its data.
    /// - Throws: `shape_invalid` with path `type` where there is no such type, else with the path of the data's first breach.
    package init(type: String, data: Input) throws(DomainError) {
        guard let known = EventType.named(type) else { throw .shapeInvalid(path: "type") }
        try known.data.shape.check(data, at: "data")
        switch type {
        case "CargoBooked":
            self = .cargoBooked(
                customerId: try data.value("customerId"),
                origin: try data.value("origin"),
                routeSpecification: try data.value("routeSpecification")
            )
        case "CargoRouted": self = .cargoRouted(itinerary: try data.value("itinerary"))
        case "RouteRespecified": self = .routeRespecified(routeSpecification: try data.value("routeSpecification"))
        case "DestinationChanged": self = .destinationChanged(routeSpecification: try data.value("routeSpecification"))
        case "DeadlineChanged": self = .deadlineChanged(routeSpecification: try data.value("routeSpecification"))
        case "HandlingEventRegistered":
            self = .handlingEventRegistered(event: try data.value("event"), isExpected: try data.value("isExpected"))
        case "HandlingEventRetracted": self = .handlingEventRetracted(event: try data.value("event"), reason: try data.value("reason"))
        case "CargoHandled": self = .cargoHandled(lastHandled: try data.valueIfPresent("lastHandled"))
        case "CargoMisdirected":
            self = .cargoMisdirected(actual: try data.value("actual"), expected: try data.valueIfPresent("expected"))
        case "CargoBackOnTrack": self = .cargoBackOnTrack
        case "CargoArrived": self = .cargoArrived(location: try data.value("location"))
        case "CargoClaimed": self = .cargoClaimed(location: try data.value("location"))
        case "EstimatedArrivalChanged":
            self = .estimatedArrivalChanged(
                estimatedArrival: try data.valueIfPresent("estimatedArrival"),
                plannedArrival: try data.value("plannedArrival"),
                previous: try data.valueIfPresent("previous")
            )
        case "RouteDisrupted": self = .routeDisrupted(disruption: try data.value("disruption"))
        case "RouteRestored": self = .routeRestored
        case "CargoCancelled": self = .cargoCancelled(reason: try data.value("reason"))
        case "CargoReinstated": self = .cargoReinstated
        case "ReferenceAdded": self = .referenceAdded(reference: try data.value("reference"))
        case "ReferenceRemoved": self = .referenceRemoved(reference: try data.value("reference"))
        case "VoyageRescheduled":
            self = .voyageRescheduled(voyageNumber: try data.value("voyageNumber"), schedule: try data.valueIfPresent("schedule"))
        case "VoyageSubstituted":
            self = .voyageSubstituted(
                leg: try data.value("leg"),
                previous: try data.value("previous"),
                voyageNumber: try data.value("voyageNumber")
            )
        case "PickUpDeadlineChanged": self = .pickUpDeadlineChanged(pickUpBy: try data.valueIfPresent("pickUpBy"))
        case "CargoHeld":
            let reason: Reason = try data.value("reason")
            self = .cargoHeld(type: try data.value("type"), reason: reason)
        case "CargoReleased": self = .cargoReleased(type: try data.value("type"))
        case "CargoArchived": self = .cargoArchived(archive: try data.value("archive"))
        case "CargoRestored": self = .cargoRestored(archive: try data.value("archive"))
        case "CustomerErased": self = .customerErased(customerId: try data.value("customerId"))
        case "VoyageDescribed":
            let details: VoyageDetails? = try data.valueIfPresent("details")
            self = .voyageDescribed(voyageNumber: try data.value("voyageNumber"), details: details)
        case "PortCallReported":
            let end: PortCallEnd = try data.value("end")
            let location: UnLocode = try data.value("location")
            let movement: Int64 = try data.value("movement")
            let status: PortCallStatus = try data.value("status")
            let time: Instant = try data.value("time")
            self = .portCallReported(
                voyageNumber: try data.value("voyageNumber"),
                location: location,
                movement: movement,
                end: end,
                status: status,
                time: time
            )
        default: throw .shapeInvalid(path: "type")
        }
    }
}
