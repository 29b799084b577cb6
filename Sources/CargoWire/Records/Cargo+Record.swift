package import CargoDomain

extension Cargo: CanonicallyEncodable, Described, InputValue {
    /// `{"cancellation"?,"customerId","delivery","estimate"?,"holds"?,"itinerary"?,"origin","pickUpBy"?,"promisedArrival"?,"references"?,"routeSpecification","routingStart"?,"trackingId","version"}`.
    package static let schema = Schema.object(
        "Cargo",
        .optional("cancellation", Cancellation.schema),
        .required("customerId", CustomerId.schema),
        .required("delivery", StoredDelivery.schema),
        .optional("estimate", Estimate.schema),
        .optional("holds", StoredHolds.schema),
        .optional("itinerary", Itinerary.schema),
        .required("origin", UnLocode.schema),
        .optional("pickUpBy", Instant.schema),
        .optional("promisedArrival", Instant.schema),
        .optional("references", StoredReferences.schema),
        .required("routeSpecification", RouteSpecification.schema),
        .optional("routingStart", CompletedActivity.schema),
        .required("trackingId", TrackingId.schema),
        .required("version", AggregateVersion.schema)
    )

    /// Reads a stored cargo, member by member, then DLV-10.
    package init(input: Input) throws(DomainError) {
        let cancellation: Cancellation? = try input.valueIfPresent("cancellation")
        let customerId: CustomerId = try input.value("customerId")
        let delivery: StoredDelivery = try input.value("delivery")
        let estimate: Estimate? = try input.valueIfPresent("estimate")
        let holds: StoredHolds? = try input.valueIfPresent("holds")
        let itinerary: Itinerary? = try input.valueIfPresent("itinerary")
        let origin: UnLocode = try input.value("origin")
        let pickUpBy: Instant? = try input.valueIfPresent("pickUpBy")
        let promisedArrival: Instant? = try input.valueIfPresent("promisedArrival")
        let references: StoredReferences? = try input.valueIfPresent("references")
        let routeSpecification: RouteSpecification = try input.value("routeSpecification")
        let routingStart: CompletedActivity? = try input.valueIfPresent("routingStart")
        let trackingId: TrackingId = try input.value("trackingId")
        let version: AggregateVersion = try input.value("version")
        guard let delivery = delivery.delivery else { throw .corruptRecord(rule: "DLV-10", id: trackingId.text) }
        self = try .reconstitute(
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
            holds: holds?.holds ?? [],
            pickUpBy: pickUpBy,
            references: references?.references ?? [],
            version: version.number
        )
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) { write(to: &writer, version: version) }

    /// Writes the wire shape with another version: the one that a save stores.
    package func write(to writer: inout JSONWriter, version: Int64) {
        writer.raw("{")
        if let cancellation {
            writer.raw(#""cancellation":"#)
            cancellation.write(to: &writer)
            writer.raw(",")
        }
        writer.raw(#""customerId":"#)
        writer.plain(customerId.text)
        writer.raw(#","delivery":"#)
        delivery.write(to: &writer)
        if let estimate {
            writer.raw(#","estimate":"#)
            estimate.write(to: &writer)
        }
        if !holds.isEmpty {
            writer.raw(#","holds":"#)
            holds.write(to: &writer)
        }
        if let itinerary {
            writer.raw(#","itinerary":"#)
            itinerary.write(to: &writer)
        }
        writer.raw(#","origin":"#)
        writer.unLocode(origin)
        if let pickUpBy {
            writer.raw(#","pickUpBy":"#)
            writer.instant(pickUpBy)
        }
        if let promisedArrival {
            writer.raw(#","promisedArrival":"#)
            writer.instant(promisedArrival)
        }
        if !references.isEmpty {
            writer.raw(#","references":"#)
            references.write(to: &writer)
        }
        writer.raw(#","routeSpecification":"#)
        routeSpecification.write(to: &writer)
        if let routingStart {
            writer.raw(#","routingStart":"#)
            routingStart.write(to: &writer)
        }
        writer.raw(#","trackingId":"#)
        writer.plain(trackingId.text)
        writer.raw(#","version":"#)
        writer.integer(version)
        writer.raw("}")
    }
}

extension Cancellation: CanonicallyEncodable, Described, InputValue {
    /// `{"at","reason"}`.
    package static let schema = Schema.object(
        "Cancellation",
        .required("at", Instant.schema),
        .required("reason", Reason.schema),
        description: "When and why a booking was cancelled (CRG-8)."
    )

    /// Reads a cancellation.
    package init(input: Input) throws(DomainError) {
        let at: Instant = try input.value("at")
        self.init(at: at, reason: try input.value("reason"))
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"at":"#)
        writer.instant(at)
        writer.raw(#","reason":"#)
        writer.text(reason.text)
        writer.raw("}")
    }
}
