/// What stands in the place of a document that is not there any more; the schema of such a record is 0.
///
/// Header, versions and domain events are those of the record as it was saved.
enum EmptyDocument {
    /// A newer record of the id has the state; compaction let this one go.
    static let superseded = Array("{}".utf8)
    /// Damage took the document, and nobody has said yet that it may be missing: the id answers `corrupt_record`.
    static let lost = Array("{\"gone\":\"lost\"}".utf8)
    /// Somebody has said that what is lost of the id before may be missing: it counts as never stored.
    static let accepted = Array("{\"gone\":\"accepted\"}".utf8)
}

extension JournalRecord {
    /// Whether the document is there.
    var hasDocument: Bool { header.schema > 0 }
    /// Whether losses before this record may be missing.
    var acceptsLosses: Bool { !hasDocument && document.elementsEqual(EmptyDocument.accepted) }

    /// The record's line without its document.
    func line(emptied document: [UInt8]) -> [UInt8] {
        var header = header
        header.schema = 0
        header.customer = nil
        return Self.line(header, document, events.map { Array($0) })
    }

    /// The record's line as it may stand in a sealed segment without the other members of its commit.
    var standaloneLine: [UInt8] {
        header.batch == nil ? line : Self.line(header, Array(document), events.map { Array($0) })
    }

    /// A line that no other one stands with, and of which nothing need be known to be durable.
    static func line(_ header: RecordHeader, _ document: [UInt8], _ events: [[UInt8]]) -> [UInt8] {
        var header = header
        header.batch = nil
        header.watermark = 0
        var bytes: [UInt8] = []
        _ = RecordLine.append(RecordLine.Draft(header: header, document: document, events: events), to: &bytes)
        return bytes
    }
}
