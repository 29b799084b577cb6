import CargoDomain

extension CanonicalReader {
    /// A cargo in the form that it is written in; nil on a deviation.
    static func cargo(_ bytes: UnsafeRawBufferPointer) -> Cargo? {
        read(bytes) { (reader: inout CanonicalReader) throws(Deviation) -> Cargo in try reader.cargo() }
    }

    /// The shape of `Cargo`, reconstituted.
    private mutating func cargo() throws(Deviation) -> Cargo {
        try expect(#"{"customerId":"#)
        let customerId = try customerId()
        try expect(#","delivery":{"#)
        let delivery = try delivery()
        let itinerary = skip(#","itinerary":{"legs":["#) ? try itinerary() : nil
        try expect(#","origin":"#)
        let origin = try unLocode()
        try expect(#","routeSpecification":"#)
        let routeSpecification = try routeSpecification()
        let routingStart = skip(#","routingStart":"#) ? try handled() : nil
        try expect(#","trackingId":"#)
        let trackingId = try trackingId()
        try expect(#","version":"#)
        let version = try natural()
        try expect("}")
        do throws(DomainError) {
            return try .reconstitute(
                trackingId: trackingId,
                customerId: customerId,
                origin: origin,
                routeSpecification: routeSpecification,
                itinerary: itinerary,
                routingStart: routingStart,
                delivery: delivery,
                version: version
            )
        } catch {
            throw Deviation()
        }
    }

    /// The members of `Delivery` and its closing bracket.
    private mutating func delivery() throws(Deviation) -> Delivery.Stored {
        var currentVoyage: VoyageNumber?
        if skip(#""currentVoyage":"#) {
            currentVoyage = try voyageNumber()
            try expect(",")
        }
        var estimatedArrival: Instant?
        if skip(#""estimatedArrival":"#) {
            estimatedArrival = try instant()
            try expect(",")
        }
        try expect(#""isMisdirected":"#)
        let isMisdirected = try boolean()
        try expect(#","isUnloadedAtDestination":"#)
        let isUnloadedAtDestination = try boolean()
        let lastHandled = skip(#","lastHandled":"#) ? try handled() : nil
        let lastKnownLocation = skip(#","lastKnownLocation":"#) ? try unLocode() : nil
        let nextExpectedActivity = skip(#","nextExpectedActivity":"#) ? try handlingActivity() : nil
        let planPosition = skip(#","planPosition":"#) ? try natural() : nil
        let routingStatus = try routingStatus()
        let transportStatus = try transportStatus()
        let unloadedAt = skip(#","unloadedAt":"#) ? try unLocode() : nil
        try expect("}")
        return Delivery.Stored(
            currentVoyage: currentVoyage,
            estimatedArrival: estimatedArrival,
            isMisdirected: isMisdirected,
            isUnloadedAtDestination: isUnloadedAtDestination,
            lastHandled: lastHandled,
            lastKnownLocation: lastKnownLocation,
            nextExpectedActivity: nextExpectedActivity,
            planPosition: planPosition,
            routingStatus: routingStatus,
            transportStatus: transportStatus,
            unloadedAt: unloadedAt
        )
    }

    private mutating func routingStatus() throws(Deviation) -> RoutingStatus {
        if skip(#","routingStatus":"ROUTED""#) { return .routed }
        if skip(#","routingStatus":"NOT_ROUTED""#) { return .notRouted }
        try expect(#","routingStatus":"MISROUTED""#)
        return .misrouted
    }

    private mutating func transportStatus() throws(Deviation) -> TransportStatus {
        if skip(#","transportStatus":"IN_PORT""#) { return .inPort }
        if skip(#","transportStatus":"ONBOARD_CARRIER""#) { return .onboardCarrier }
        if skip(#","transportStatus":"NOT_RECEIVED""#) { return .notReceived }
        try expect(#","transportStatus":"CLAIMED""#)
        return .claimed
    }

    mutating func routeSpecification() throws(Deviation) -> RouteSpecification {
        try expect(#"{"arrivalDeadline":"#)
        let arrivalDeadline = try instant()
        try expect(#","destination":"#)
        let destination = try unLocode()
        try expect(#","origin":"#)
        let origin = try unLocode()
        try expect("}")
        do throws(DomainError) {
            return try RouteSpecification(origin: origin, destination: destination, arrivalDeadline: arrivalDeadline)
        } catch {
            throw Deviation()
        }
    }

    /// The legs and both closing brackets.
    mutating func itinerary() throws(Deviation) -> Itinerary {
        var legs: [Leg] = []
        legs.reserveCapacity(8)
        repeat { legs.append(try leg()) } while skip(",")
        try expect("]}")
        do throws(DomainError) {
            return try Itinerary(legs)
        } catch {
            throw Deviation()
        }
    }

    private mutating func leg() throws(Deviation) -> Leg {
        try expect(#"{"loadLocation":"#)
        let loadLocation = try unLocode()
        try expect(#","loadTime":"#)
        let loadTime = try instant()
        try expect(#","unloadLocation":"#)
        let unloadLocation = try unLocode()
        try expect(#","unloadTime":"#)
        let unloadTime = try instant()
        try expect(#","voyageNumber":"#)
        let voyageNumber = try voyageNumber()
        try expect("}")
        do throws(DomainError) {
            return try Leg(
                voyageNumber: voyageNumber,
                loadLocation: loadLocation,
                unloadLocation: unloadLocation,
                loadTime: loadTime,
                unloadTime: unloadTime
            )
        } catch {
            throw Deviation()
        }
    }
}
