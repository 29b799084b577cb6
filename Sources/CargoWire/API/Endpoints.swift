package import CargoApplication
package import CargoDomain

// MARK: Cargos

extension BookCargo: SentOperation {
    /// `POST /v1/cargos`, with the key in `Idempotency-Key`.
    package static let endpoint = Endpoint<Self>(.post, "/v1/cargos", body: .members)
}

extension FindCargo: SentOperation {
    /// `GET /v1/cargos/{trackingId}`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/cargos/{trackingId}")
}

extension TrackCargo: SentOperation {
    /// `GET /v1/cargos/{trackingId}/tracking`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/cargos/{trackingId}/tracking")
}

extension ListHandlingEvents: SentOperation {
    /// `GET /v1/cargos/{trackingId}/handling-events`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/cargos/{trackingId}/handling-events") { (input) throws(DomainError) in
        try input.value("handlingEvents")
    }
}

extension ListCargos: SentOperation {
    /// `GET /v1/cargos`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/cargos") { request in
        .cargos(request.filter, after: request.after, limit: request.limit)
    } read: { (input) throws(DomainError) in
        try CargoList(response: input)
    }
}

extension ListCargosForCustomer: SentOperation {
    /// `GET /v1/cargos?customer=…`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/cargos") { request in
        .cargos(request.filter, after: request.after, limit: request.limit, .init("customer", request.customerId))
    } read: { (input) throws(DomainError) in
        try CargoList(response: input)
    }
}

extension FindByReference: SentOperation {
    /// `GET /v1/cargos?reference=…`, which also finds other spellings of the reference: these are left out.
    package static let endpoint = Endpoint<Self>(.get, "/v1/cargos") { request in
        .cargos(CargoFilter(), after: request.after, limit: request.limit, .init("reference", request.reference.description))
    } read: { (input) throws(DomainError) in
        try CargoList(response: input)
    }
}

extension CancelBooking: SentOperation {
    /// `PUT /v1/cargos/{trackingId}/cancellation`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/cargos/{trackingId}/cancellation", body: .members, .required)
}

extension ReinstateBooking: SentOperation {
    /// `DELETE /v1/cargos/{trackingId}/cancellation`.
    package static let endpoint = Endpoint<Self>(.delete, "/v1/cargos/{trackingId}/cancellation", .required)
}

extension AddReference: SentOperation {
    /// `POST /v1/cargos/{trackingId}/references`.
    package static let endpoint = Endpoint<Self>(.post, "/v1/cargos/{trackingId}/references", body: .members)
}

extension RemoveReference: SentOperation {
    /// `DELETE /v1/cargos/{trackingId}/references`.
    package static let endpoint = Endpoint<Self>(.delete, "/v1/cargos/{trackingId}/references")
}

extension PlaceHold: SentOperation {
    /// `PUT /v1/cargos/{trackingId}/holds/{type}`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/cargos/{trackingId}/holds/{type}", body: .members, .optional)
}

extension ReleaseHold: SentOperation {
    /// `DELETE /v1/cargos/{trackingId}/holds/{type}`.
    package static let endpoint = Endpoint<Self>(.delete, "/v1/cargos/{trackingId}/holds/{type}", .optional)
}

extension SetPickUpDeadline: SentOperation {
    /// `PUT /v1/cargos/{trackingId}/pick-up-deadline`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/cargos/{trackingId}/pick-up-deadline", body: .members, .optional)
    /// `DELETE /v1/cargos/{trackingId}/pick-up-deadline`.
    package static let removal = Endpoint<Self>(.delete, "/v1/cargos/{trackingId}/pick-up-deadline", .optional)

    /// Without a deadline, the removal.
    package static func endpoint(for request: Request) -> Endpoint<Self> { request.pickUpBy == nil ? removal : endpoint }
}

// MARK: Routing

extension FindRoutes: SentOperation {
    /// `GET /v1/cargos/{trackingId}/route-candidates`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/cargos/{trackingId}/route-candidates")
}

extension AssignRoute: SentOperation {
    /// `PUT /v1/cargos/{trackingId}/itinerary`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/cargos/{trackingId}/itinerary", body: .value("itinerary"), .required)
}

extension SpecifyRoute: SentOperation {
    /// `PUT /v1/cargos/{trackingId}/route-specification`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/cargos/{trackingId}/route-specification", body: .members, .required)
}

extension ChangeDestination: SentOperation {
    /// `PUT /v1/cargos/{trackingId}/destination`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/cargos/{trackingId}/destination", body: .members, .required)
}

extension ChangeDeadline: SentOperation {
    /// `PUT /v1/cargos/{trackingId}/deadline`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/cargos/{trackingId}/deadline", body: .members, .required)
}

extension SubstituteVoyage: SentOperation {
    /// `POST /v1/cargos/{trackingId}/voyage-substitutions`.
    package static let endpoint = Endpoint<Self>(.post, "/v1/cargos/{trackingId}/voyage-substitutions", body: .members, .required)
}

extension RollOver: SentOperation {
    /// `POST /v1/voyages/{voyageNumber}/roll-over`.
    package static let endpoint = Endpoint<Self>(.post, "/v1/voyages/{voyageNumber}/roll-over", body: .members) { request in
        Input(members: [.init("location", request.location), .init("to", request.to), .init("voyageNumber", request.from)])
    } read: { (input) throws(DomainError) in
        try Response(response: input)
    }
}

// MARK: Handling

extension RegisterHandlingEvent: SentOperation {
    /// `POST /v1/handling-events`.
    package static let endpoint = Endpoint<Self>(.post, "/v1/handling-events", body: .members)
}

extension RetractHandlingEvent: SentOperation {
    /// `DELETE /v1/cargos/{trackingId}/handling-events/{event}`.
    package static let endpoint = Endpoint<Self>(
        .delete,
        "/v1/cargos/{trackingId}/handling-events/{event}",
        body: .members
    ) { request in
        let event = HandlingEventName.text(of: request.type, at: request.location, request.voyageNumber, request.completionTime)
        return Input(members: [.init("event", event), .init("reason", request.reason), .init("trackingId", request.trackingId)])
    } read: { (input) throws(DomainError) in
        try Response(response: input)
    }
}

// MARK: Voyages, locations and events

extension RegisterVoyage: SentOperation {
    /// `PUT /v1/voyages/{voyageNumber}`, for a voyage that isn't registered.
    package static let endpoint = Endpoint<Self>(.put, "/v1/voyages/{voyageNumber}", body: .members, .absent)
}

extension RescheduleVoyage: SentOperation {
    /// `PUT /v1/voyages/{voyageNumber}`, for a voyage that is registered.
    package static let endpoint = Endpoint<Self>(.put, "/v1/voyages/{voyageNumber}", body: .members, .required)
}

extension DescribeVoyage: SentOperation {
    /// `PUT /v1/voyages/{voyageNumber}/details`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/voyages/{voyageNumber}/details", body: .members, .optional)
}

extension ReportPortCall: SentOperation {
    /// `POST /v1/voyages/{voyageNumber}/reports`.
    package static let endpoint = Endpoint<Self>(.post, "/v1/voyages/{voyageNumber}/reports", body: .members, .optional)
}

extension FindVoyage: SentOperation {
    /// `GET /v1/voyages/{voyageNumber}`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/voyages/{voyageNumber}")
}

extension ListVoyages: SentOperation {
    /// `GET /v1/voyages`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/voyages") { (input) throws(DomainError) in
        guard case .list(let voyages)? = input["voyages"] else { throw .shapeInvalid(path: "voyages") }
        var views: [VoyageView] = []
        for voyage in voyages { views.append(try VoyageView(response: voyage)) }
        return Page(items: views, next: try input.valueIfPresent("next"))
    }
}

extension RegisterLocation: SentOperation {
    /// `PUT /v1/locations/{unLocode}`.
    package static let endpoint = Endpoint<Self>(.put, "/v1/locations/{unLocode}", body: .members)
}

extension FindLocation: SentOperation {
    /// `GET /v1/locations/{unLocode}`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/locations/{unLocode}")
}

extension ListLocations: SentOperation {
    /// `GET /v1/locations`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/locations") { (input) throws(DomainError) in
        Page(items: try input.value("locations"), next: try input.valueIfPresent("next"))
    }
}

extension ReadEvents: SentOperation {
    /// `GET /v1/events`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/events") { (input) throws(DomainError) in try input.value("events") }
}

extension ReadAuditTrail: SentOperation {
    /// `GET /v1/audit`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/audit")
    /// `GET /v1/cargos/{trackingId}/audit`.
    package static let ofCargo = Endpoint<Self>(.get, "/v1/cargos/{trackingId}/audit")

    /// The place of a cargo's trail, or of the whole.
    package static func endpoint(for request: Request) -> Endpoint<Self> { request.trackingId == nil ? endpoint : ofCargo }
}

extension SummarizeWorklist: SentOperation {
    /// `GET /v1/worklist`.
    package static let endpoint = Endpoint<Self>(.get, "/v1/worklist")
}

extension Input {
    /// The query of a list of cargos: each cargo whole, since a summary lacks what a list for people shows.
    package static func cargos(_ filter: CargoFilter, after: TrackingId?, limit: Int, _ more: Input.Member...) -> Input {
        guard case .object(let conditions) = filter.input else { return Input(members: more) }
        let page =
            [Member("limit", Int64(limit)), Member(name: "whole", value: .text("true"))] + (after.map { [.init("after", $0)] } ?? [])
        return Input(members: conditions + page + more)
    }
}
