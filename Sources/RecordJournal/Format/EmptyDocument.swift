/// The placeholders for a document that is gone.
///
/// A record with a placeholder has schema 0.
///
/// The record keeps its original header, version and domain events.
enum EmptyDocument {
    /// Compaction dropped the document because a newer record of the id has the state.
    static let superseded = Array("{}".utf8)
    /// The document was lost to damage, and the loss hasn't been accepted yet.
    ///
    /// Reading the id fails with `corrupt_record`.
    static let lost = Array("{\"gone\":\"lost\"}".utf8)
    /// The loss of everything before this record was accepted.
    ///
    /// The id counts as never stored.
    static let accepted = Array("{\"gone\":\"accepted\"}".utf8)
}

extension JournalRecord {
    /// Whether the record still has its document.
    var hasDocument: Bool { header.schema > 0 }
    /// Whether this record accepts the loss of the records before it.
    var acceptsLosses: Bool { !hasDocument && document.elementsEqual(EmptyDocument.accepted) }

    /// Returns the record's line with the document replaced by a placeholder.
    func line(emptied document: [UInt8]) -> [UInt8] {
        var header = header
        header.schema = 0
        header.customer = nil
        header.keys = RecordKeys()
        return Self.line(header, document, events.map { Array($0) })
    }

    /// The record's line in the form that can stand in a sealed segment without the other records of its commit.
    var standaloneLine: [UInt8] {
        header.batch == nil ? line : Self.line(header, Array(document), events.map { Array($0) })
    }

    /// Encodes a record as a line that belongs to no batch and claims no durable bytes (watermark 0).
    static func line(_ header: RecordHeader, _ document: [UInt8], _ events: [[UInt8]]) -> [UInt8] {
        var header = header
        header.batch = nil
        header.watermark = 0
        var bytes: [UInt8] = []
        _ = RecordLine.append(RecordLine.Draft(header: header, document: document, events: events), to: &bytes)
        return bytes
    }
}
