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
            writer.raw(#"{"lastHandled":"#)
            lastHandled.write(to: &writer)
        case .cargoMisdirected(let actual, let expected):
            writer.raw(#"{"actual":"#)
            actual.write(to: &writer)
            if let expected {
                writer.raw(#","expected":"#)
                expected.write(to: &writer)
            }
        case .cargoBackOnTrack:
            writer.raw("{")
        case .cargoArrived(let location), .cargoClaimed(let location):
            writer.raw(#"{"location":"#)
            writer.unLocode(location)
        case .voyageRescheduled(let voyageNumber):
            writer.raw(#"{"voyageNumber":"#)
            writer.plain(voyageNumber.text)
        }
        writer.raw("}")
    }

    /// Reads a fact from the name of its type and its data.
    /// - Throws: `shape_invalid` with path `type` where there is no such type, else with the path of the data's first breach.
    package init(type: String, data: Input) throws(DomainError) {
        switch type {
        case "CargoBooked":
            try Shape.members(
                .required("customerId", CustomerId.shape),
                .required("origin", UnLocode.shape),
                .required("routeSpecification", RouteSpecification.shape)
            ).check(data, at: "data")
            self = .cargoBooked(
                customerId: try data.value("customerId"),
                origin: try data.value("origin"),
                routeSpecification: try data.value("routeSpecification")
            )
        case "CargoRouted": self = .cargoRouted(itinerary: try Self.only("itinerary", in: data))
        case "RouteRespecified": self = .routeRespecified(routeSpecification: try Self.only("routeSpecification", in: data))
        case "DestinationChanged": self = .destinationChanged(routeSpecification: try Self.only("routeSpecification", in: data))
        case "DeadlineChanged": self = .deadlineChanged(routeSpecification: try Self.only("routeSpecification", in: data))
        case "CargoHandled": self = .cargoHandled(lastHandled: try Self.only("lastHandled", in: data))
        case "CargoMisdirected":
            try Shape.members(.required("actual", HandlingActivity.shape), .optional("expected", HandlingActivity.shape))
                .check(data, at: "data")
            self = .cargoMisdirected(actual: try data.value("actual"), expected: try data.valueIfPresent("expected"))
        case "CargoBackOnTrack":
            try Shape.members().check(data, at: "data")
            self = .cargoBackOnTrack
        case "CargoArrived": self = .cargoArrived(location: try Self.only("location", in: data))
        case "CargoClaimed": self = .cargoClaimed(location: try Self.only("location", in: data))
        case "VoyageRescheduled": self = .voyageRescheduled(voyageNumber: try Self.only("voyageNumber", in: data))
        default: throw .shapeInvalid(path: "type")
        }
    }

    /// The value of the one member that the data has.
    private static func only<Value: InputValue>(_ name: String, in data: Input) throws(DomainError) -> Value {
        try Shape.members(.required(name, Value.shape)).check(data, at: "data")
        return try data.value(name)
    }
}
