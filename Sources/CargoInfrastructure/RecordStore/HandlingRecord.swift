import CargoDomain
import CargoWire

/// A record of a cargo's handling: the registration of an event (schema 1) or its retraction (schema 2).
enum HandlingRecord {
    case registration(HandlingEvent)
    case retraction(RetractedEvent)

    /// The event that is registered or retracted.
    var event: HandlingEvent {
        switch self {
        case .registration(let event): event
        case .retraction(let retraction): retraction.event
        }
    }

    /// Reads a record of an export: a retraction has `reason` and `retractedAt`.
    static func read(_ input: Input) throws(DomainError) -> HandlingRecord {
        guard case .object = input, input["retractedAt"] != nil else { return .registration(try HandlingEvent(checking: input)) }
        return .retraction(try RetractedEventRecord.read(input))
    }

    /// Returns the record to store as a cargo's next one.
    /// - Parameter count: the number of records that the cargo's handling has.
    func write(after count: Int64) -> RecordWrite {
        var write = RecordWrite(kind: .handling, id: event.trackingId.text, expectedVersion: count, document: document)
        write.schema = schema
        return write
    }

    /// The bytes to store.
    var document: [UInt8] {
        switch self {
        case .registration(let event): HandlingEventRecord.encode(event)
        case .retraction(let retraction): RetractedEventRecord.encode(retraction)
        }
    }

    private var schema: Int {
        switch self {
        case .registration: 1
        case .retraction: 2
        }
    }
}

/// A cargo's handling as its records leave it: the events that stand, and those that were retracted.
struct HandlingLog {
    private var registered: [HandlingEvent] = []
    private var retractions: [RetractedEvent] = []

    /// Takes the next record: a retracted event that is registered again stands again.
    mutating func apply(_ record: HandlingRecord) {
        switch record {
        case .registration(let event):
            retractions.removeAll { $0.event == event }
            registered.append(event)
        case .retraction(let retraction):
            registered.removeAll { $0 == retraction.event }
            retractions.append(retraction)
        }
    }

    /// Returns the history of the events that stand.
    /// - Parameter revision: the number of records that were taken.
    func history(of trackingId: TrackingId, revision: Int64) throws(DomainError) -> HandlingHistory {
        try HandlingHistory(trackingId: trackingId, events: registered, revision: revision)
    }

    /// The retracted events, in the order of a history (HND-4).
    var retracted: [RetractedEvent] { retractions.sorted { $0.event.handled < $1.event.handled } }
}
