/// What a scan of a journal finds, in journal order.
enum JournalItem {
    /// A record with a correct checksum, and with all other records of its commit.
    case record(RecordHeader, RecordPosition)
    /// Acknowledged bytes that have changed since they were written.
    case damage(DamagedRegion)
}

/// Receives what a scan finds.
protocol JournalSink {
    /// Examines a record and its line and returns whether it is sound. It may run on several threads at once, and on records that turn out
    /// not to count.
    var examination: (@Sendable (RecordFields) -> Bool)? { get }
    /// Whether each record arrives with its line, including records of multi-record commits.
    var wantsLines: Bool { get }
    mutating func take(_ item: JournalItem)
    /// Takes a record like `take(.record)`. The fields are only valid during the call.
    mutating func take(_ fields: RecordFields, at location: RecordPosition)
}

extension JournalSink {
    var examination: (@Sendable (RecordFields) -> Bool)? { nil }
    var wantsLines: Bool { false }

    mutating func take(_ fields: RecordFields, at location: RecordPosition) { take(.record(fields.header(), location)) }
}

extension [JournalItem]: JournalSink {
    mutating func take(_ item: JournalItem) { append(item) }
}

/// A damaged stretch of a segment that had been acknowledged.
struct DamagedRegion: Equatable, Sendable {
    let segment: UInt32
    let range: Range<Int>
    /// The record that was there, if a single changed byte explains the damage; nil if it may have been any record.
    let header: RecordHeader?
    /// Whether the record is intact but doesn't follow the one before it.
    var isOutOfOrder = false

    /// File and offset, for messages.
    var place: String { "\(JournalManifest.segmentName(segment)) at offset \(range.lowerBound)" }
}

/// An entry of a journal's outbox: a stored domain event, or a placeholder for a damaged record.
package struct JournalEntry: Sendable {
    /// The position, counted from 1 in the order of the commits.
    package let sequence: Int64
    /// The event's bytes; `corrupt_record` if its record is damaged.
    package let bytes: Result<ArraySlice<UInt8>, JournalError>
}

/// What identifies a record: its kind's name and its id.
struct RecordKey: Hashable {
    let kind: String
    let id: String

    init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }

    init(_ kind: JournalKind, _ id: String) { self.init(kind: kind.name, id: id) }

    init(_ header: RecordHeader) {
        kind = header.kind
        id = header.id
    }
}
