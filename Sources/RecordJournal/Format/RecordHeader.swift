/// The fields before a record's document: everything that the index needs.
struct RecordHeader: Equatable, Sendable {
    /// A record's position in a multi-record commit: member `index` (from 0) of `count`.
    struct Batch: Equatable, Sendable {
        let index: Int
        let count: Int
    }

    /// The kind of marks, which only say how much is durable.
    ///
    /// They have no id and no document.
    static let markKind = "~mark"

    /// The offset in the same segment up to which all bytes were known to be on disk when this record was written.
    var watermark: Int
    var kind: String
    var id: String
    /// The version that this record stores, counted from 1.
    var version: Int64
    /// The schema version of the document.
    var schema: Int
    var customer: String?
    var keys = RecordKeys()
    /// Nil for a commit of one record.
    var batch: Batch?
    /// The sequence number of the first domain event and the number of events; both 0 if there are none.
    var firstSequence: Int64 = 0
    var eventCount = 0
    /// The range of the document's bytes in the line.
    var document: Range<Int> = 0..<0
    /// The range of the array of domain events in the line, including brackets.
    var events: Range<Int> = 0..<0

    var isMark: Bool { kind == Self.markKind }
}

/// The location of a record's line.
struct RecordPosition: Equatable, Sendable, Comparable {
    /// The number in the segment's name.
    ///
    /// Later segments have higher numbers.
    var segment: UInt32
    /// The length of the line, newline included.
    var length: UInt32
    var offset: Int

    static let none = RecordPosition(segment: 0, length: 0, offset: 0)

    /// Journal order.
    static func < (left: Self, right: Self) -> Bool { (left.segment, left.offset) < (right.segment, right.offset) }
}
