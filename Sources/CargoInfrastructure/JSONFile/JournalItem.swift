/// What a scan of a journal finds, in journal order.
enum JournalItem {
    /// A record whose checksum is right, with the rest of its commit if it has one.
    case record(RecordHeader, RecordLocation)
    /// Acknowledged bytes that are not what was written.
    case damage(DamagedRegion)
}

/// Whoever takes what a scan finds.
protocol JournalSink {
    /// Looks into each record, its line at hand, and says whether it is sound; may be asked by several threads at once, and of records that
    /// turn out not to count.
    var examination: (@Sendable (RecordFields) -> Bool)? { get }
    /// Whether each record comes with its line, those of commits of several records too.
    var wantsLines: Bool { get }
    mutating func take(_ item: JournalItem)
    /// A record, as `take(.record)`, with a header that need not be kept.
    mutating func take(_ fields: RecordFields, at location: RecordLocation)
}

extension JournalSink {
    var examination: (@Sendable (RecordFields) -> Bool)? { nil }
    var wantsLines: Bool { false }

    mutating func take(_ fields: RecordFields, at location: RecordLocation) { take(.record(fields.header(), location)) }
}

extension [JournalItem]: JournalSink {
    mutating func take(_ item: JournalItem) { append(item) }
}

/// A stretch of a segment that was acknowledged and is damaged now.
struct DamagedRegion: Equatable, Sendable {
    let segment: UInt32
    let range: Range<Int>
    /// The record that stood there, where a single flipped bit explains the damage; nil where it may have been any record.
    let header: RecordHeader?
    /// Whether the record is whole and only does not follow the one before it.
    var isOutOfOrder = false

    /// File and offset, for messages.
    var place: String { "\(JournalManifest.segmentName(segment)) at offset \(range.lowerBound)" }
}
