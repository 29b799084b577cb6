import CargoApplication
import CargoDomain
import CargoWire

/// The outcome of one event that a carrier pushed.
struct PushResult: WireObject {
    static let form = ObjectForm<PushResult>(
        "DCSAPushResult",
        .member("result", \.outcome.rawValue, schema: .words(nil, Outcome.allCases.map(\.rawValue))),
        .optional("carrierEventId", \.keptId?.text, "The id of an event that is kept.", example: "MAEU.9f86d081884c7d659a2feaa0c55ad015"),
        .optional("code", \.code, "Why the event is ignored, kept or rejected.", example: "cargo_not_found"),
        .optional("eventID", \.id, example: "3cecb101-7a1a-43a4-9d62-e88a131651e2"),
        .optional("subject", \.subject, "What the code is about, such as a number or the path of a member.", example: "MSKU1234565"),
        .optional("trackingId", \.trackingId, example: "7K3M9QX2R5TB"),
        .optional("voyageNumber", \.voyageNumber)
    )

    enum Outcome: String, CaseIterable, Sendable {
        /// A handling event, a hold, its release or a report is new, or was corrected.
        case added
        /// It was known before.
        case unchanged
        /// The event is about nothing that the store keeps, or about something that is known better by now.
        case ignored
        /// The event can't be applied yet, and is kept until it can.
        case kept
        /// The event can't be applied, and isn't kept.
        case rejected
    }

    let id: String?
    let outcome: Outcome
    /// Whether the event would be kept if fewer were.
    var isForLackOfRoom = false
    var code: String?
    var subject: String?
    var keptId: CarrierEventId?
    var trackingId: TrackingId?
    var voyageNumber: VoyageNumber?

    init(_ event: CarrierEventDesk.Received, _ outcome: CarrierEventDesk.Outcome) {
        id = event.message.eventId
        switch outcome {
        case .applied(let target, let isNew):
            self.outcome = isNew ? .added : .unchanged
            (trackingId, voyageNumber) = (target.trackingId, target.voyageNumber)
        case .ignored(let code, let target):
            self.outcome = .ignored
            (self.code, trackingId, voyageNumber) = (code, target?.trackingId, target?.voyageNumber)
        case .kept(let reason):
            self.outcome = .kept
            (code, subject, keptId) = (reason.code.rawValue, reason.subject, event.id)
        case .full(let reason), .refused(let reason):
            self.outcome = .rejected
            if case .full = outcome { isForLackOfRoom = true }
            (code, subject) = (reason.code.rawValue, reason.subject)
        }
    }
}
