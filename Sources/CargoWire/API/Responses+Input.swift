package import CargoApplication
package import CargoDomain

// The wire shapes of `Views/`, read by a client. Each names every member of the shape that its type keeps.

extension StoredCargo: SentResponse {
    /// Reads a cargo.
    package init(response input: Input) throws(DomainError) { self.init(try Cargo(input: input)) }
}

extension Location: SentResponse {}

extension BookCargo.Response: SentResponse {
    /// Reads `trackingId`.
    package init(response input: Input) throws(DomainError) { self.init(trackingId: try input.value("trackingId")) }
}

extension CargoRevision: SentResponse {
    /// Reads `trackingId`, `version`.
    package init(response input: Input) throws(DomainError) {
        self.init(trackingId: try input.value("trackingId"), version: try input.value("version"))
    }
}

extension CargoList: SentResponse {
    /// Reads `asOf`, the service's time of the list, which decides whether a cargo is uncollected; `cargos`, each a whole cargo; `next`?.
    package init(response input: Input) throws(DomainError) {
        let cargos: [Cargo] = try input.value("cargos")
        let now: Instant = try input.value("asOf")
        self.init(cargos: cargos.map { Entry(of: $0, at: now) }, next: try input.valueIfPresent("next"))
    }
}

extension ReadAuditTrail.Response: SentResponse {
    /// Reads `events`, `next`?, `unreadable`?.
    package init(response input: Input) throws(DomainError) {
        self.init(
            events: try input.value("events"),
            unreadable: try input.valueIfPresent("unreadable") ?? [],
            next: try input.valueIfPresent("next")
        )
    }
}

extension FindRoutes.Response: SentResponse {
    /// Reads `itineraries`, `tooLate`?.
    package init(response input: Input) throws(DomainError) {
        self.init(itineraries: try input.value("itineraries"), tooLate: try input.valueIfPresent("tooLate") ?? [])
    }
}

extension RegisterHandlingEvent.Response: SentResponse {
    /// Reads `event`, `isNew`.
    package init(response input: Input) throws(DomainError) { self.init(event: try input.value("event"), isNew: try input.value("isNew")) }
}

extension RetractHandlingEvent.Response: SentResponse {
    /// Reads `event`, `isNew`.
    package init(response input: Input) throws(DomainError) { self.init(event: try input.value("event"), isNew: try input.value("isNew")) }
}

extension RegisterVoyage.Response: SentResponse {
    /// Reads `version`, `voyageNumber`.
    package init(response input: Input) throws(DomainError) {
        self.init(version: try input.value("version"), voyageNumber: try input.value("voyageNumber"))
    }
}

extension RescheduleVoyage.Response: SentResponse {
    /// Reads `affectedCargos`, `version`, `voyageNumber`.
    package init(response input: Input) throws(DomainError) {
        self.init(
            affectedCargos: try input.value("affectedCargos"),
            version: try input.value("version"),
            voyageNumber: try input.value("voyageNumber")
        )
    }
}

extension ReportPortCall.Response: SentResponse {
    /// Reads `affectedCargos`, `isNew`, `version`, `voyageNumber`.
    package init(response input: Input) throws(DomainError) {
        self.init(
            affectedCargos: try input.value("affectedCargos"),
            isNew: try input.value("isNew"),
            version: try input.value("version"),
            voyageNumber: try input.value("voyageNumber")
        )
    }
}

extension RollOver.Response: SentResponse {
    /// Reads `affectedCargos`, `failures`.
    package init(response input: Input) throws(DomainError) {
        self.init(affectedCargos: try input.value("affectedCargos"), failures: try input.value("failures"))
    }
}

extension RollOver.Response.Failure: InputValue {
    /// Reads `code`, `trackingId`.
    package init(input: Input) throws(DomainError) {
        guard let code = DomainError.Code(rawValue: try input.value("code")) else { throw .shapeInvalid(path: "code") }
        self.init(code: code, trackingId: try input.value("trackingId"))
    }
}

extension AffectedCargo: InputValue {
    /// Reads `arrivalDelay`?, `disruption`?, `estimatedArrival`?, `isLate`, `trackingId`.
    package init(input: Input) throws(DomainError) {
        self.init(
            trackingId: try input.value("trackingId"),
            estimate: Estimate(
                disruption: try input.valueIfPresent("disruption"),
                estimatedArrival: try input.valueIfPresent("estimatedArrival")
            ),
            arrivalDelay: try input.valueIfPresent("arrivalDelay"),
            isLate: try input.value("isLate")
        )
    }
}

extension VoyageView: SentResponse {
    /// Reads `details`?, `reports`?, `schedule`, `version`, `voyageNumber`; the forecast follows from them (VOY-7).
    package init(response input: Input) throws(DomainError) {
        self.init(
            of: try .reconstitute(
                number: try input.value("voyageNumber"),
                schedule: try input.value("schedule"),
                details: try input.valueIfPresent("details"),
                reports: try input.valueIfPresent("reports") ?? [],
                version: try input.value("version")
            )
        )
    }
}

extension SummarizeWorklist.Response: SentResponse {
    /// Reads `asOf`, `carrierEvents`, `count`, `groups`.
    package init(response input: Input) throws(DomainError) {
        let count: Int64 = try input.value("count")
        self.init(
            groups: try input.value("groups"),
            count: Int(clamping: count),
            asOf: try input.value("asOf"),
            carrierEvents: try input.value("carrierEvents")
        )
    }
}

extension SummarizeWorklist.Group: InputValue {
    /// Reads `cause`, `count`, `hold`?, `location`?, `routingStatus`?, `since`?, `voyageNumber`?.
    package init(input: Input) throws(DomainError) {
        let count: Int64 = try input.value("count")
        self.init(cause: try Self.cause(of: input), count: Int(clamping: count), since: try input.valueIfPresent("since"))
    }

    private static func cause(of input: Input) throws(DomainError) -> AttentionCause {
        let code: String = try input.value("cause")
        if code == Disruption.Reason.connectionMissed.rawValue {
            return .missed(try input.value("voyageNumber"), at: try input.value("location"))
        }
        if code == Disruption.Reason.voyageDoesNotCall.rawValue {
            return .dropped(try input.value("voyageNumber"), at: try input.value("location"))
        }
        switch AttentionReason(rawValue: code) {
        case .misdirected: return .misdirected(try input.valueIfPresent("location"))
        case .late: return .late(try input.value("voyageNumber"), at: try input.value("location"))
        case .unrouted: return .unrouted(try input.value("routingStatus"))
        case .held: return .held(try input.value("hold"))
        case .uncollected: return .uncollected(try input.value("location"))
        case .disrupted, nil: throw .shapeInvalid(path: "cause")
        }
    }
}

extension CarrierEventDesk.Waiting: InputValue {
    /// Reads `carrier`, `code`, `count`, `subject`?.
    package init(input: Input) throws(DomainError) {
        guard let code = CarrierEventReason.Code(rawValue: try input.value("code")) else { throw .shapeInvalid(path: "code") }
        let count: Int64 = try input.value("count")
        self.init(
            carrier: try input.value("carrier"),
            reason: CarrierEventReason(code, try input.valueIfPresent("subject")),
            count: Int(clamping: count)
        )
    }
}

extension CargoTrackingView: SentResponse {
    /// Reads the view.
    ///
    /// What isn't part of the wire shape is completed by the client, which looks up the names that are missing.
    package init(response input: Input) throws(DomainError) {
        let legs: [TrackedLeg] = try input.value("legs")
        guard legs.count <= Itinerary.maximumCount else { throw .shapeInvalid(path: "legs") }
        self.init(
            trackingId: try input.value("trackingId"),
            customerId: try input.value("customerId"),
            origin: try input.value("origin"),
            destination: try input.value("destination"),
            arrivalDeadline: try input.value("arrivalDeadline"),
            transportStatus: try input.value("transportStatus"),
            routingStatus: try input.value("routingStatus"),
            isMisdirected: try input.value("isMisdirected"),
            isUnloadedAtDestination: try input.value("isUnloadedAtDestination"),
            lastKnownLocation: try input.valueIfPresent("lastKnownLocation"),
            currentVoyage: try input.valueIfPresent("currentVoyage"),
            bookingStatus: try input.value("bookingStatus"),
            cancellation: try input.valueIfPresent("cancellation"),
            references: try input.valueIfPresent("references") ?? [],
            plannedArrival: try input.valueIfPresent("plannedArrival"),
            promisedArrival: try input.valueIfPresent("promisedArrival"),
            estimatedArrival: try input.valueIfPresent("estimatedArrival"),
            arrivalDelay: try input.valueIfPresent("arrivalDelay"),
            isLate: try input.value("isLate"),
            disruption: try input.valueIfPresent("disruption"),
            overdueSince: try input.valueIfPresent("overdueSince"),
            inPortSince: try input.valueIfPresent("inPortSince"),
            holds: try input.valueIfPresent("holds") ?? [],
            pickUpBy: try input.valueIfPresent("pickUpBy"),
            nextExpectedActivity: try input.valueIfPresent("nextExpectedActivity"),
            statusText: try input.value("statusText"),
            nextExpectedText: try input.valueIfPresent("nextExpectedText"),
            misdirection: try input.valueIfPresent("misdirection"),
            legs: legs,
            events: try input.value("events")
        )
    }
}

extension CargoTrackingView.TrackedLeg: InputValue {
    /// Reads the members of a leg, `actualLoadTime`?, `actualUnloadTime`?, `estimatedLoadTime`?, `estimatedUnloadTime`?.
    package init(input: Input) throws(DomainError) {
        self.init(
            try Leg(input: input),
            times: Outlook.LegTimes(
                actualLoadTime: try input.valueIfPresent("actualLoadTime"),
                actualUnloadTime: try input.valueIfPresent("actualUnloadTime"),
                estimatedLoadTime: try input.valueIfPresent("estimatedLoadTime"),
                estimatedUnloadTime: try input.valueIfPresent("estimatedUnloadTime")
            )
        )
    }
}

extension CargoTrackingView.Event: InputValue {
    /// Reads `completionTime`, `description`, `isExpected`, `location`, `registrationTime`, `type`, `voyageNumber`?.
    package init(input: Input) throws(DomainError) {
        self.init(
            type: try input.value("type"),
            location: try input.value("location"),
            voyageNumber: try input.valueIfPresent("voyageNumber"),
            completionTime: try input.value("completionTime"),
            registrationTime: try input.value("registrationTime"),
            isExpected: try input.value("isExpected"),
            description: try input.value("description")
        )
    }
}

extension Misdirection: InputValue {
    /// Reads `actual`, `expected`?.
    package init(input: Input) throws(DomainError) {
        self.init(actual: try input.value("actual"), expected: try input.valueIfPresent("expected"))
    }
}
