public import CargoDomain

extension DomainEvent: CanonicallyEncodable, Described, InputValue {
    /// `{"actor"?,"aggregateId","aggregateType","aggregateVersion","correlationId"?,"data","eventId","occurredAt","schemaVersion","sequence"?,"type"}`.
    package static let schema = Schema.object(
        "DomainEvent",
        .optional("actor", EventActor.schema),
        .required("aggregateId", String.schema, example: "7K3M9QX2R5TB"),
        .required("aggregateType", .words(nil, AggregateType.allCases.map(\.rawValue))),
        .required("aggregateVersion", AggregateVersion.schema),
        .optional("correlationId", String.schema),
        .required("data", RaisedFacts.data),
        .required("eventId", String.schema, example: "Cargo:7K3M9QX2R5TB:1:0"),
        .required("occurredAt", Instant.schema, example: "2026-01-01T00:00:00.000Z"),
        .required("schemaVersion", .integer),
        .served("sequence", .natural(from: 1)),
        .required("type", String.schema, example: "CargoBooked")
    )

    /// Reads a stored event.
    package init(input: Input) throws(DomainError) {
        let aggregateType: String = try input.value("aggregateType")
        guard let aggregateType = AggregateType.allCases.first(where: { $0.rawValue.hasSameScalars(as: aggregateType) }) else {
            throw .shapeInvalid(path: "aggregateType")
        }
        self.init(
            eventId: try input.value("eventId"),
            occurredAt: try input.value("occurredAt"),
            schemaVersion: try input.value("schemaVersion"),
            correlationId: try input.valueIfPresent("correlationId"),
            actor: try input.valueIfPresent("actor"),
            aggregateType: aggregateType,
            aggregateId: try input.value("aggregateId"),
            aggregateVersion: try input.value("aggregateVersion"),
            sequence: try input.valueIfPresent("sequence") ?? 0,
            fact: try DomainFact(type: try input.value("type"), data: try input.value("data"))
        )
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        if let actor {
            writer.raw(#"{"actor":"#)
            writer.text(actor.text)
            writer.raw(#","aggregateId":"#)
        } else {
            writer.raw(#"{"aggregateId":"#)
        }
        writer.text(aggregateId)
        writer.raw(#","aggregateType":"#)
        writer.plain(aggregateType.rawValue)
        writer.raw(#","aggregateVersion":"#)
        writer.integer(aggregateVersion)
        if let correlationId {
            writer.raw(#","correlationId":"#)
            writer.text(correlationId)
        }
        writer.raw(#","data":"#)
        fact.writeData(to: &writer)
        writer.raw(#","eventId":"#)
        writer.text(eventId)
        writer.raw(#","occurredAt":"#)
        writer.instant(occurredAt)
        writer.raw(#","schemaVersion":"#)
        writer.integer(schemaVersion)
        if sequence > 0 {
            writer.raw(#","sequence":"#)
            writer.integer(sequence)
        }
        writer.raw(#","type":"#)
        writer.plain(fact.type)
        writer.raw("}")
    }
}

extension Input: InputValue {
    /// Anything.
    package static var shape: Shape { .any }

    /// Itself.
    package init(input: Input) throws(DomainError) { self = input }
}

/// The stored form of a domain event: its wire shape in canonical JSON.
public enum DomainEventRecord {
    /// The bytes to store.
    public static func encode(_ event: DomainEvent) -> [UInt8] { event.canonicalBytes }

    /// Decodes a domain event from its stored bytes.
    /// - Throws: `corrupt_record`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> DomainEvent {
        if let event = CanonicalReader.domainEvent(bytes) { return event }
        return try StoredRecord.decode(bytes, identity: (String.self, name: "eventId"))
    }

    /// Decodes a domain event from a parsed JSON tree.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> DomainEvent {
        try StoredRecord.reconstitute(stored, identity: (String.self, name: "eventId"))
    }
}

extension CanonicalReader {
    /// The data of a fact, whose type comes after it.
    private enum FactData {
        case booked(CustomerId, origin: UnLocode, RouteSpecification)
        case itinerary(Itinerary)
        case routeSpecification(RouteSpecification)
        case lastHandled(CompletedActivity)
        case misdirected(actual: HandlingActivity, expected: HandlingActivity?)
        case location(UnLocode)
        case registered(HandlingEvent, isExpected: Bool)
        case retracted(HandlingEvent, Reason)
        case estimate(Instant?, planned: Instant, previous: Instant?)
        case disruption(Disruption)
        case reason(Reason)
        case reference(CargoReference)
        case voyage(VoyageNumber, Schedule?)
        case nothing
    }

    /// A domain event in the form that it is written in; nil on a deviation.
    static func domainEvent(_ bytes: UnsafeRawBufferPointer) -> DomainEvent? {
        read(bytes) { (reader: inout CanonicalReader) throws(Deviation) -> DomainEvent in try reader.domainEvent() }
    }

    /// The shape of `DomainEvent`.
    private mutating func domainEvent() throws(Deviation) -> DomainEvent {
        let actor = skip(#"{"actor":"#) ? EventActor(try text()) : nil
        try expect(actor == nil ? #"{"aggregateId":"# : #","aggregateId":"#)
        let aggregateId = try text()
        try expect(#","aggregateType":"#)
        let aggregateType = try aggregateType()
        try expect(#","aggregateVersion":"#)
        let aggregateVersion = try natural()
        let correlationId = skip(#","correlationId":"#) ? try text() : nil
        try expect(#","data":{"#)
        let data = try factData()
        try expect(#"},"eventId":"#)
        let eventId = try text()
        try expect(#","occurredAt":"#)
        let occurredAt = try instant()
        try expect(#","schemaVersion":"#)
        let schemaVersion = try natural()
        let hasSequence = skip(#","sequence":"#)
        let sequence = hasSequence ? try natural() : 0
        guard hasSequence == (sequence > 0) else { throw Deviation() }
        try expect(#","type":""#)
        let fact = try fact(data)
        try expect(#""}"#)
        return DomainEvent(
            eventId: eventId,
            occurredAt: occurredAt,
            schemaVersion: schemaVersion,
            correlationId: correlationId,
            actor: actor,
            aggregateType: aggregateType,
            aggregateId: aggregateId,
            aggregateVersion: aggregateVersion,
            sequence: sequence,
            fact: fact
        )
    }

    private mutating func aggregateType() throws(Deviation) -> DomainEvent.AggregateType {
        if skip(#""Cargo""#) { return .cargo }
        try expect(#""Voyage""#)
        return .voyage
    }

    /// Reads the members of the data; the name of the first one identifies the type.
    private mutating func factData() throws(Deviation) -> FactData {
        if skip(#""customerId":"#) {
            let customerId = try customerId()
            try expect(#","origin":"#)
            let origin = try unLocode()
            try expect(#","routeSpecification":"#)
            return .booked(customerId, origin: origin, try routeSpecification())
        }
        if skip(#""itinerary":{"legs":["#) { return .itinerary(try itinerary()) }
        if skip(#""routeSpecification":"#) { return .routeSpecification(try routeSpecification()) }
        if skip(#""lastHandled":"#) { return .lastHandled(try handled()) }
        if skip(#""actual":"#) {
            let actual = try handlingActivity()
            return .misdirected(actual: actual, expected: skip(#","expected":"#) ? try handlingActivity() : nil)
        }
        if skip(#""location":"#) { return .location(try unLocode()) }
        if skip(#""event":"#) {
            let event = try handlingEvent()
            if skip(#","isExpected":"#) { return .registered(event, isExpected: try boolean()) }
            try expect(#","reason":"#)
            return .retracted(event, try reason())
        }
        if skip(#""disruption":"#) { return .disruption(try disruption()) }
        if skip(#""reason":"#) { return .reason(try reason()) }
        if skip(#""reference":"#) { return .reference(try reference()) }
        if skip(#""estimatedArrival":"#) {
            let estimatedArrival = try instant()
            try expect(#","plannedArrival":"#)
            return try estimate(estimatedArrival)
        }
        if skip(#""plannedArrival":"#) { return try estimate(nil) }
        if skip(#""schedule":["#) {
            let schedule = try schedule()
            try expect(#","voyageNumber":"#)
            return .voyage(try voyageNumber(), schedule)
        }
        if skip(#""voyageNumber":"#) { return .voyage(try voyageNumber(), nil) }
        return .nothing
    }

    /// The members of a changed estimate from the value of `plannedArrival` on.
    private mutating func estimate(_ estimatedArrival: Instant?) throws(Deviation) -> FactData {
        let plannedArrival = try instant()
        return .estimate(estimatedArrival, planned: plannedArrival, previous: skip(#","previous":"#) ? try instant() : nil)
    }

    /// The name of the fact's type, which must fit its data.
    private mutating func fact(_ data: FactData) throws(Deviation) -> DomainFact {
        switch data {
        case .booked(let customerId, let origin, let routeSpecification):
            try expect("CargoBooked")
            return .cargoBooked(customerId: customerId, origin: origin, routeSpecification: routeSpecification)
        case .itinerary(let itinerary):
            try expect("CargoRouted")
            return .cargoRouted(itinerary: itinerary)
        case .routeSpecification(let routeSpecification):
            if skip("RouteRespecified") { return .routeRespecified(routeSpecification: routeSpecification) }
            if skip("DestinationChanged") { return .destinationChanged(routeSpecification: routeSpecification) }
            try expect("DeadlineChanged")
            return .deadlineChanged(routeSpecification: routeSpecification)
        case .lastHandled(let handled):
            try expect("CargoHandled")
            return .cargoHandled(lastHandled: handled)
        case .misdirected(let actual, let expected):
            try expect("CargoMisdirected")
            return .cargoMisdirected(actual: actual, expected: expected)
        case .location(let location):
            if skip("CargoArrived") { return .cargoArrived(location: location) }
            try expect("CargoClaimed")
            return .cargoClaimed(location: location)
        case .registered(let event, let isExpected):
            try expect("HandlingEventRegistered")
            return .handlingEventRegistered(event: event, isExpected: isExpected)
        case .retracted(let event, let reason):
            try expect("HandlingEventRetracted")
            return .handlingEventRetracted(event: event, reason: reason)
        case .estimate(let estimatedArrival, let plannedArrival, let previous):
            try expect("EstimatedArrivalChanged")
            return .estimatedArrivalChanged(
                estimatedArrival: estimatedArrival,
                plannedArrival: plannedArrival,
                previous: previous
            )
        case .disruption(let disruption):
            try expect("RouteDisrupted")
            return .routeDisrupted(disruption: disruption)
        case .reason(let reason):
            try expect("CargoCancelled")
            return .cargoCancelled(reason: reason)
        case .reference(let reference):
            if skip("ReferenceAdded") { return .referenceAdded(reference: reference) }
            try expect("ReferenceRemoved")
            return .referenceRemoved(reference: reference)
        case .voyage(let number, let schedule):
            try expect("VoyageRescheduled")
            return .voyageRescheduled(voyageNumber: number, schedule: schedule)
        case .nothing:
            if skip("CargoHandled") { return .cargoHandled(lastHandled: nil) }
            if skip("RouteRestored") { return .routeRestored }
            if skip("CargoReinstated") { return .cargoReinstated }
            try expect("CargoBackOnTrack")
            return .cargoBackOnTrack
        }
    }
}
