package import CargoApplication
package import CargoDomain

/// The stored form of a subscription's progress in canonical JSON; its version stands beside it.
package enum SubscriptionProgressRecord {
    /// The bytes to store.
    package static func encode(_ progress: SubscriptionProgress) -> [UInt8] { progress.canonicalBytes }

    /// Decodes progress from its stored bytes; its version is 0.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> SubscriptionProgress {
        try StoredRecord.decode(bytes, identity: (Instant.self, name: "activeSince"))
    }
}

extension SubscriptionProgress: CanonicallyEncodable, InputValue {
    /// `{"activeSince"?,"deliveries":[DeliveryAttempt],"failingSince"?,"partition":OutboxPartition}`.
    package static let shape = Shape.members(
        .optional("activeSince", Instant.shape),
        .required("deliveries", [DeliveryAttempt].shape),
        .optional("failingSince", Instant.shape),
        .required("partition", OutboxPartition.shape)
    )

    /// Reads stored progress; its version is 0.
    package init(input: Input) throws(DomainError) {
        let activeSince: Instant? = try input.valueIfPresent("activeSince")
        let deliveries: [DeliveryAttempt] = try input.value("deliveries")
        let failingSince: Instant? = try input.valueIfPresent("failingSince")
        let partition: OutboxPartition = try input.value("partition")
        self.init(partition: partition, activeSince: activeSince, failingSince: failingSince, deliveries: deliveries)
    }

    /// Writes the stored shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        if let activeSince {
            writer.raw(#""activeSince":"#)
            writer.instant(activeSince)
            writer.raw(",")
        }
        writer.raw(#""deliveries":"#)
        deliveries.write(to: &writer)
        if let failingSince {
            writer.raw(#","failingSince":"#)
            writer.instant(failingSince)
        }
        writer.raw(#","partition":"#)
        partition.write(to: &writer)
        writer.raw("}")
    }
}

extension DeliveryAttempt: WireObject, InputValue {
    /// `{"at","eventId","eventType","failure"?,"sequence"}`.
    package static let form = ObjectForm<DeliveryAttempt>(
        "DeliveryAttempt",
        .member("at", \.at, "When the attempt ended."),
        .member("eventId", \.eventId, "The event's id, which the request carried as webhook-id.", example: "Cargo:7K3M9QX2R5TB:1:0"),
        .member("eventType", \.eventType, example: "CargoBooked"),
        .optional("failure", \.failure?.text, "Why the attempt failed; absent if the event was delivered."),
        .member("sequence", \.sequence, "The event's sequence number.", schema: .natural(from: 1))
    )

    /// Reads a stored attempt.
    package init(input: Input) throws(DomainError) {
        let at: Instant = try input.value("at")
        let eventId: String = try input.value("eventId")
        let eventType: String = try input.value("eventType")
        let failure: String? = try input.valueIfPresent("failure")
        self.init(
            sequence: try input.value("sequence"),
            eventId: eventId,
            eventType: eventType,
            at: at,
            failure: failure.map { DeliveryFailure($0) }
        )
    }
}
