import CargoDomain

extension CanonicalReader {
    /// The data of a fact, whose type comes after it.
    private enum FactData {
        case booked(CustomerId, origin: UnLocode, RouteSpecification)
        case itinerary(Itinerary)
        case routeSpecification(RouteSpecification)
        case lastHandled(Handled)
        case misdirected(actual: HandlingActivity, expected: HandlingActivity?)
        case location(UnLocode)
        case registered(HandlingEvent, isExpected: Bool)
        case retracted(HandlingEvent, Reason)
        case estimate(Instant?, planned: Instant, previous: Instant?)
        case disruption(Disruption)
        case reason(Reason)
        case voyage(VoyageNumber, Schedule?)
        case nothing
    }

    /// A domain event in the form that it is written in; nil on a deviation.
    static func domainEvent(_ bytes: UnsafeRawBufferPointer) -> DomainEvent? {
        read(bytes) { (reader: inout CanonicalReader) throws(Deviation) -> DomainEvent in try reader.domainEvent() }
    }

    /// The shape of `DomainEvent`.
    private mutating func domainEvent() throws(Deviation) -> DomainEvent {
        try expect(#"{"aggregateId":"#)
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
        let sequence = skip(#","sequence":"#) ? try natural() : nil
        try expect(#","type":""#)
        let fact = try fact(data)
        try expect(#""}"#)
        return DomainEvent(
            eventId: eventId,
            occurredAt: occurredAt,
            schemaVersion: schemaVersion,
            correlationId: correlationId,
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
