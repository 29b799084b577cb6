/// The fields that stand before a record's document: all that the index needs to know.
struct RecordHeader: Equatable, Sendable {
    /// A record's place in a commit of several: member `index`, counted from 0, of `count`.
    struct Batch: Equatable, Sendable {
        let index: Int
        let count: Int
    }

    /// The kind of the records that say nothing but how much is durable; they have no id and no document.
    static let markKind = "~mark"

    /// The offset in the same segment up to which all bytes were known to be on the medium when this record was written.
    var watermark: Int
    var kind: String
    var id: String
    /// The version that this record stores, counted from 1.
    var version: Int64
    /// The schema version of the document.
    var schema: Int
    var customer: String?
    /// Nil for a commit of one record.
    var batch: Batch?
    /// The sequence number of the first domain event, and how many there are; 0 and 0 where there is none.
    var firstSequence: Int64 = 0
    var eventCount = 0
    /// Where the document's bytes stand in the line.
    var document: Range<Int> = 0..<0
    /// Where the list of domain events stands in the line, brackets included.
    var events: Range<Int> = 0..<0

    var isMark: Bool { kind == Self.markKind }
}

/// Where a record's line stands.
struct RecordLocation: Equatable, Sendable, Comparable {
    /// The number in the segment's name; later segments have higher numbers.
    var segment: UInt32
    /// Of the line, newline included.
    var length: UInt32
    var offset: Int

    static let none = RecordLocation(segment: 0, length: 0, offset: 0)

    /// Journal order.
    static func < (left: Self, right: Self) -> Bool { (left.segment, left.offset) < (right.segment, right.offset) }
}
