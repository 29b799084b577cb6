package import CargoApplication
package import CargoDomain

/// The stored form of a carrier's event in canonical JSON; its version stands beside it.
package enum CarrierEventRecord {
    /// The bytes to store.
    package static func encode(_ event: CarrierEvent) -> [UInt8] { event.canonicalBytes }

    /// Decodes an event from its stored bytes; its version is 0.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> CarrierEvent {
        try StoredRecord.decode(bytes, identity: (String.self, name: "id"))
    }
}

extension CarrierEventId: InputText, CanonicallyEncodable {
    /// Text.
    package static let schema = Schema.text(
        "CarrierEventId",
        pattern: "^[0-9A-Za-z._-]{1,64}\\.[0-9a-f]{32}$",
        "The carrier's name, a dot and 32 hexadecimal digits.",
        example: "MAEU.9f86d081884c7d659a2feaa0c55ad015"
    )

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.plain(text) }
}

extension CarrierEventWait: InputText, CanonicallyEncodable {
    /// Text.
    package static let schema = Schema.text(length: 1...1000, "What an event waits for.", example: "VOYAGE:UK244A")

    /// Writes the text.
    package func write(to writer: inout JSONWriter) { writer.text(text) }
}

extension CarrierEvent: WireObject, InputValue {
    /// `{"document"?,"id","receivedAt","state","time"?,"waits"?}`; a removed event has no document.
    package static let form = ObjectForm<CarrierEvent>(
        "StoredCarrierEvent",
        .optional("document", { $0.state == .removed ? nil : $0.document }),
        .member("id", \.id),
        .member("receivedAt", \.receivedAt),
        .member("state", \.state),
        .optional("time", \.time),
        .optional("waits", { $0.waits.isEmpty ? nil : $0.waits }, schema: .list(of: CarrierEventWait.schema))
    )

    /// Reads a stored event; its version is 0.
    package init(input: Input) throws(DomainError) {
        let document: String? = try input.valueIfPresent("document")
        let id: CarrierEventId = try input.value("id")
        let receivedAt: Instant = try input.value("receivedAt")
        let state: State = try input.value("state")
        let time: Instant? = try input.valueIfPresent("time")
        let waits: [CarrierEventWait] = try input.valueIfPresent("waits") ?? []
        guard (document == nil) == (state == .removed) else { throw .shapeInvalid(path: "document") }
        guard waits.isEmpty || state.status == .open else { throw .shapeInvalid(path: "waits") }
        self.init(id: id, receivedAt: receivedAt, time: time, document: document ?? "", state: state, waits: waits)
    }
}

extension CarrierEvent.State: WireObject, InputValue {
    /// `{"code","status":"OPEN","subject"?}`, `{"at","status":"APPLIED","trackingId"?}` or with `voyageNumber` in its place,
    /// `{"at","because","by","status":"DISMISSED"}`, or `{"status":"REMOVED"}`.
    package static let form = ObjectForm<CarrierEvent.State>(
        nil,
        .optional("at", \.parts.at),
        .optional("because", \.parts.because),
        .optional("by", \.parts.by),
        .optional("code", \.parts.reason?.code.rawValue),
        .member("status", \.status.rawValue),
        .optional("subject", \.parts.reason?.subject),
        .optional("trackingId", \.parts.trackingId),
        .optional("voyageNumber", \.parts.voyageNumber)
    )

    /// Reads a stored state, which has the members of its status and no others.
    package init(input: Input) throws(DomainError) {
        var parts = Parts()
        parts.at = try input.valueIfPresent("at")
        parts.because = try input.valueIfPresent("because")
        parts.by = try input.valueIfPresent("by")
        let code: String? = try input.valueIfPresent("code")
        let status: String = try input.value("status")
        let subject: String? = try input.valueIfPresent("subject")
        parts.trackingId = try input.valueIfPresent("trackingId")
        parts.voyageNumber = try input.valueIfPresent("voyageNumber")
        if let code {
            guard let code = CarrierEventReason.Code(rawValue: code) else { throw .shapeInvalid(path: "code") }
            parts.reason = CarrierEventReason(code, subject)
        }
        guard let state = parts.state(CarrierEvent.Status(rawValue: status)), state.parts == parts, subject == nil || parts.reason != nil
        else { throw .shapeInvalid(path: "status") }
        self = state
    }

    /// What belongs to a state, each part under the name of its member.
    private struct Parts: Equatable, Sendable {
        var at: Instant?
        var because: Reason?
        var by: String?
        var reason: CarrierEventReason?
        var trackingId: TrackingId?
        var voyageNumber: VoyageNumber?

        /// Returns the state that has these parts; nil if one that it needs is missing.
        func state(_ status: CarrierEvent.Status?) -> CarrierEvent.State? {
            switch status {
            case .open: reason.map { .open($0) }
            case .applied: at.map { .applied(at: $0, to: trackingId.map { .cargo($0) } ?? voyageNumber.map { .voyage($0) }) }
            case .dismissed:
                if let at, let by, let because { .dismissed(at: at, by: by, because: because) } else { nil }
            case .removed: .removed
            case nil: nil
            }
        }
    }

    private var parts: Parts {
        var parts = Parts()
        switch self {
        case .open(let reason): parts.reason = reason
        case .applied(let time, let target):
            parts.at = time
            switch target {
            case .cargo(let trackingId): parts.trackingId = trackingId
            case .voyage(let number): parts.voyageNumber = number
            case nil: break
            }
        case .dismissed(let time, let by, let because):
            parts.at = time
            parts.by = by
            parts.because = because
        case .removed: break
        }
        return parts
    }
}
