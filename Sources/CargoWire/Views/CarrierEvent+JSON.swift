package import CargoApplication
package import CargoDomain

/// A carrier's event that couldn't be applied when it came, as the operator's people see it.
package struct CarrierEventView: WireObject, Sendable {
    /// `{"assumptions"?,"carrier","dismissalReason"?,"equipment"?,"event"?,"eventID"?,"id","place"?,"reason"?,"receivedAt","settledAt"?,`
    /// `"settledBy"?,"state","time"?,"trackingId"?,"voyage"?,"voyageNumber"?,"waitsFor"?,"what"?}`.
    package static let form = ObjectForm<CarrierEventView>(
        "CarrierEvent",
        .optional("assumptions", \.assumptions, "What the reader took for granted.", example: ["time-form"]),
        .member("carrier", \.event.carrier, "The name of the carrier's key or token.", example: "MAEU"),
        .optional("dismissalReason", \.dismissalReason, "Why it isn't to be applied."),
        .optional("equipment", \.equipment, "The container, as far as the event names it.", example: "MSKU1234565"),
        .optional("event", \.document, "The event as it was received; only where one event is shown."),
        .optional("eventID", \.message.eventId, "The carrier's id of the event.", example: "3cecb101-7a1a-43a4-9d62-e88a131651e2"),
        .member("id", \.event.id),
        .optional("place", \.place, "The UN/LOCODE, or the place as the event names it.", example: "HKHKG"),
        .optional("reason", \.reason, "Why it waits; absent once it is settled."),
        .member("receivedAt", \.event.receivedAt),
        .optional("settledAt", \.event.settledAt, "When it was applied or dismissed."),
        .optional("settledBy", \.settledBy, "Who dismissed it.", example: "desk"),
        .member("state", \.state.rawValue, schema: .words("CarrierEventState", CarrierEventState.allCases.map(\.rawValue))),
        .optional("time", \.time, "When it happened, as far as that can be read."),
        .optional("trackingId", \.target?.trackingId, "The cargo that it was applied to."),
        .optional("voyage", \.voyage, "The voyage's number, as the event has it.", example: "UK244A"),
        .optional("voyageNumber", \.target?.voyageNumber, "The voyage that it was applied to."),
        .optional("waitsFor", \.waitsFor, "What has to be registered, or to come.", example: ["VOYAGE:UK244A"]),
        .optional("what", \.what, "What the event tells.", schema: .words(nil, CarrierMessage.Meaning.words), example: "LOAD"),
        description: "A carrier's event that couldn't be applied when it came."
    )

    /// The event.
    package let event: CarrierEvent
    /// What it means.
    package let message: CarrierMessage
    /// Why it waits; nil once it is settled.
    package let reason: ReasonView?
    private let isWhole: Bool

    /// Creates the view of an event.
    /// - Parameters:
    ///   - message: what the event means.
    ///   - words: spells a reason as a sentence.
    ///   - isWhole: whether the view contains the event as it was received.
    package init(_ event: CarrierEvent, _ message: CarrierMessage, words: (CarrierEventReason) -> String, isWhole: Bool = false) {
        self.event = event
        self.message = message
        self.isWhole = isWhole
        if case .open(let reason) = event.state { self.reason = ReasonView(reason: reason, text: words(reason)) } else { reason = nil }
    }

    /// Why an event waits.
    package struct ReasonView: WireObject, Sendable {
        package static let form = ObjectForm<ReasonView>(
            "CarrierEventReason",
            .member("code", \.reason.code.rawValue, schema: .words(nil, CarrierEventReason.Code.allCases.map(\.rawValue))),
            .optional("subject", \.reason.subject, "What it is about, such as a number or the path of a member.", example: "UK244A"),
            .member("text", \.text, "A sentence.", example: "No voyage has the number UK244A.")
        )

        /// The reason.
        package let reason: CarrierEventReason
        /// The reason as a sentence.
        package let text: String
    }

    /// The state.
    package var state: CarrierEventState { CarrierEventState(event.state.status) }
    /// When it happened.
    package var time: Instant? { event.time ?? message.time }
    /// What it tells, as a word.
    package var what: String? { message.meaning.word }
    /// Where it happened.
    package var place: String? { message.place?.text ?? message.placeText }
    /// The container.
    package var equipment: String? { message.equipment.first?.value }
    /// The voyage's number.
    package var voyage: String? { message.voyage.numbers(for: message.meaning.end).first?.text }
    /// What it was applied to.
    package var target: CarrierEvent.Target? { if case .applied(_, let target) = event.state { target } else { nil } }
    /// Who dismissed it.
    package var settledBy: String? { if case .dismissed(_, let caller, _) = event.state { caller } else { nil } }
    /// Why it isn't to be applied.
    package var dismissalReason: Reason? { if case .dismissed(_, _, let reason) = event.state { reason } else { nil } }
    /// What it waits for.
    package var waitsFor: [String]? { event.waits.isEmpty ? nil : event.waits.map(\.text) }
    /// The event as it was received, on lines that are indented by its depth.
    package var lines: String { ReceivedEvent(event.document).lines }

    private var assumptions: [String]? { message.assumptions.isEmpty ? nil : message.assumptions }
    private var document: ReceivedEvent? { isWhole ? ReceivedEvent(event.document) : nil }
}

/// The state of a carrier's event, as lists are filtered by it.
package enum CarrierEventState: String, Sendable, CaseIterable {
    case open, applied, dismissed

    /// The word for a state; a removed event isn't shown.
    package init(_ status: CarrierEvent.Status) {
        switch status {
        case .open: self = .open
        case .applied: self = .applied
        case .dismissed, .removed: self = .dismissed
        }
    }

    /// The state.
    package var status: CarrierEvent.Status {
        switch self {
        case .open: .open
        case .applied: .applied
        case .dismissed: .dismissed
        }
    }
}

extension CarrierEvent.Target {
    /// The cargo; nil if it is a voyage.
    package var trackingId: TrackingId? { if case .cargo(let trackingId) = self { trackingId } else { nil } }
    /// The voyage; nil if it is a cargo.
    package var voyageNumber: VoyageNumber? { if case .voyage(let number) = self { number } else { nil } }
}

extension CarrierMessage.Meaning {
    /// All words that a meaning can have.
    static let words = ["GATE_IN", "LOAD", "DISCHARGE", "GATE_OUT", "HOLD", "RELEASE", "ARRIVAL", "DEPARTURE", "WITHDRAWAL"]

    /// What is told, as one of the words; nil if nothing.
    fileprivate var word: String? {
        switch self {
        case .move(let move): move.rawValue
        case .held: "HOLD"
        case .released: "RELEASE"
        case .call(let end, _): end.rawValue
        case .withdrawal: "WITHDRAWAL"
        case .nothing: nil
        }
    }

    /// The end of the port call whose voyage number counts first.
    fileprivate var end: PortCallEnd {
        switch self {
        case .call(let end, _): end
        case .move(.discharged): .arrival
        case .move, .held, .released, .withdrawal, .nothing: .departure
        }
    }
}

/// A carrier's event as JSON, of which nothing is known.
struct ReceivedEvent: CanonicallyEncodable, Described {
    static let schema = Schema.anyObject(example: ["eventType": "EQUIPMENT"])

    private let value: Input

    /// Reads a kept document; one that isn't JSON is shown as text.
    init(_ document: String) {
        let parsed = ifValid { () throws(DomainError) in
            try Array(document.utf8).withUnsafeBytes { bytes in
                Result { () throws(DomainError) in try JSONParser.parseForeign(bytes) }
            }.get()
        }
        value = parsed ?? ["text": .text(document)]
    }

    func write(to writer: inout JSONWriter) { writer.input(value) }

    var lines: String { Self.lines(value, indent: "") }

    private static func lines(_ value: Input, indent: String) -> String {
        let inner = indent + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            let parts = members.map { "\(inner)\(CanonicalJSON.text(of: .text($0.name))): \(lines($0.value, indent: inner))" }
            return "{\n\(parts.joined(separator: ",\n"))\n\(indent)}"
        case .list(let elements) where !elements.isEmpty:
            return "[\n\(elements.map { inner + lines($0, indent: inner) }.joined(separator: ",\n"))\n\(indent)]"
        case .object, .list, .text, .integer, .hugeInteger, .boolean: return CanonicalJSON.text(of: value)
        }
    }
}
