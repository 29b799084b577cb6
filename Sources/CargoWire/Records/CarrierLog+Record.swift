package import CargoApplication
package import CargoDomain

/// The stored form of the origins of a cargo's handling in canonical JSON; the version stands beside it.
package enum CarrierLogRecord {
    /// The bytes to store.
    package static func encode(_ log: CarrierLog) -> [UInt8] { log.canonicalBytes }

    /// Decodes a log from its stored bytes; its version is 0.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> CarrierLog {
        try StoredRecord.decode(bytes, identity: (TrackingId.self, name: "trackingId"))
    }
}

extension CarrierLog: WireObject, InputValue {
    /// `{"entries":[{"carrier","createdAt"?,"eventId"?,"handled"?}],"trackingId"}`.
    package static let form = ObjectForm<CarrierLog>(
        "StoredCarrierLog",
        .member("entries", \.entries, schema: .list(of: Entry.schema)),
        .member("trackingId", \.trackingId)
    )

    /// Reads a stored log; its version is 0.
    package init(input: Input) throws(DomainError) {
        let entries: [Entry] = try input.value("entries")
        let trackingId: TrackingId = try input.value("trackingId")
        guard entries.count <= Self.maximumEntries else { throw .shapeInvalid(path: "entries") }
        self.init(trackingId: trackingId, entries: entries)
    }
}

extension CarrierLog.Entry: WireObject, InputValue {
    /// `{"carrier","createdAt"?,"eventId"?,"handled"?}`.
    package static let form = ObjectForm<CarrierLog.Entry>(
        nil,
        .member("carrier", \.carrier),
        .optional("createdAt", \.createdAt),
        .optional("eventId", \.eventId),
        .optional("handled", \.handled)
    )

    /// Reads a stored entry.
    package init(input: Input) throws(DomainError) {
        let carrier: String = try input.value("carrier")
        let createdAt: Instant? = try input.valueIfPresent("createdAt")
        let eventId: String? = try input.valueIfPresent("eventId")
        self.init(carrier: carrier, eventId: eventId, createdAt: createdAt, handled: try input.valueIfPresent("handled"))
    }
}
