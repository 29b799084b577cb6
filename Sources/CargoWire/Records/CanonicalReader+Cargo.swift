import CargoDomain

extension CanonicalReader {
    /// A cargo in the form that it is written in; nil on a deviation.
    static func cargo(_ bytes: UnsafeRawBufferPointer) -> Cargo? {
        read(bytes) { (reader: inout CanonicalReader) throws(Deviation) -> Cargo in try reader.cargo() }
    }

    /// The shape of `Cargo`, reconstituted.
    private mutating func cargo() throws(Deviation) -> Cargo {
        try expect("{")
        var cancellation: Cancellation?
        if skip(#""cancellation":"#) {
            cancellation = try self.cancellation()
            try expect(",")
        }
        try expect(#""customerId":"#)
        let customerId = try customerId()
        try expect(#","delivery":{"#)
        let delivery = try delivery()
        let estimate = skip(#","estimate":{"#) ? try estimate() : nil
        let holds = skip(#","holds":["#) ? try holds() : []
        let itinerary = skip(#","itinerary":{"legs":["#) ? try itinerary() : nil
        try expect(#","origin":"#)
        let origin = try unLocode()
        let pickUpBy = skip(#","pickUpBy":"#) ? try instant() : nil
        let promisedArrival = skip(#","promisedArrival":"#) ? try instant() : nil
        let references = skip(#","references":["#) ? try references() : []
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
                estimate: estimate,
                cancellation: cancellation,
                promisedArrival: promisedArrival,
                holds: holds,
                pickUpBy: pickUpBy,
                references: references,
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
        try expect(#""isMisdirected":"#)
        let isMisdirected = try boolean()
        try expect(#","isUnloadedAtDestination":"#)
        let isUnloadedAtDestination = try boolean()
        let lastHandled = skip(#","lastHandled":"#) ? try handled() : nil
        let lastKnownLocation = skip(#","lastKnownLocation":"#) ? try unLocode() : nil
        let lastMove = skip(#","lastMove":"#) ? try handled() : nil
        let nextExpectedActivity = skip(#","nextExpectedActivity":"#) ? try handlingActivity() : nil
        let planPosition = skip(#","planPosition":"#) ? try natural() : nil
        let plannedArrival = skip(#","plannedArrival":"#) ? try instant() : nil
        let routingStatus = try routingStatus()
        let transportStatus = try transportStatus()
        try expect("}")
        return Delivery.Stored(
            currentVoyage: currentVoyage,
            isMisdirected: isMisdirected,
            isUnloadedAtDestination: isUnloadedAtDestination,
            lastHandled: lastHandled,
            lastKnownLocation: lastKnownLocation,
            lastMove: lastMove,
            nextExpectedActivity: nextExpectedActivity,
            planPosition: planPosition,
            plannedArrival: plannedArrival,
            routingStatus: routingStatus,
            transportStatus: transportStatus
        )
    }

    /// The shape of `Cancellation`.
    private mutating func cancellation() throws(Deviation) -> Cancellation {
        try expect(#"{"at":"#)
        let at = try instant()
        try expect(#","reason":"#)
        let reason = try reason()
        try expect("}")
        return Cancellation(at: at, reason: reason)
    }

    /// The text of a `Reason`.
    mutating func reason() throws(Deviation) -> Reason {
        let text = try text()
        do throws(DomainError) {
            return try Reason(text)
        } catch {
            throw Deviation()
        }
    }

    /// The members of `Estimate` and its closing bracket.
    private mutating func estimate() throws(Deviation) -> Estimate {
        var disruption: Disruption?
        if skip(#""disruption":"#) { disruption = try self.disruption() }
        var estimatedArrival: Instant?
        if skip(disruption == nil ? #""estimatedArrival":"# : #","estimatedArrival":"#) { estimatedArrival = try instant() }
        try expect("}")
        return Estimate(disruption: disruption, estimatedArrival: estimatedArrival)
    }

    /// The shape of `Disruption`.
    mutating func disruption() throws(Deviation) -> Disruption {
        try expect(#"{"leg":"#)
        let leg = try natural()
        try expect(#","location":"#)
        let location = try unLocode()
        let isMissed = skip(#","reason":"CONNECTION_MISSED""#)
        if !isMissed { try expect(#","reason":"VOYAGE_DOES_NOT_CALL""#) }
        try expect(#","voyageNumber":"#)
        let voyageNumber = try voyageNumber()
        try expect("}")
        do throws(DomainError) {
            return try Disruption(
                leg: leg,
                location: location,
                reason: isMissed ? .connectionMissed : .voyageDoesNotCall,
                voyageNumber: voyageNumber
            )
        } catch {
            throw Deviation()
        }
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
