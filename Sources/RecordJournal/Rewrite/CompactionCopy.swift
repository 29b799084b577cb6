/// A sink that copies the records of old segments to new ones and drops the documents of superseded records.
struct CompactionCopy: JournalSink {
    /// The index of exactly the segments being copied.
    private let index: JournalIndex
    /// The result of a separate scan; nil unless the newest record of some id has no document, in which case an older record counts.
    private let survey: JournalSurvey?
    /// The number of tables, at the front of the index, whose kinds this program knows.
    private let knownKinds: Int
    private(set) var output: SegmentOutput
    /// The first damage found.
    ///
    /// Nothing is copied after it.
    private(set) var damage: DamagedRegion?
    /// The system error that stopped the copy.
    ///
    /// Nothing is copied after it.
    private(set) var failure: SystemError?
    /// The number of records that kept their document because they are the newest of their id.
    private(set) var newestCount = 0

    var wantsLines: Bool { true }

    init(_ index: JournalIndex, _ survey: JournalSurvey?, knownKinds: Int, to output: SegmentOutput) {
        self.index = index
        self.survey = survey
        self.knownKinds = knownKinds
        self.output = output
    }

    mutating func take(_ item: JournalItem) {
        // Records arrive with their lines, through the other `take`.
        if case .damage(let region) = item, damage == nil { damage = region }
    }

    mutating func take(_ fields: RecordFields, at location: RecordPosition) {
        guard damage == nil, failure == nil else { return }
        do throws(SystemError) {
            let isLive = isLive(fields, at: location)
            if isLive, fields.batch == nil { return try output.append(intact: fields.line) }
            let record = JournalRecord(header: fields.header(), line: Array(fields.line))
            try output.append(isLive ? record.standaloneLine : record.line(emptied: EmptyDocument.superseded))
        } catch { failure = error }
    }

    /// Finishes the last segment.
    mutating func finish() throws(SystemError) { try output.finish() }

    /// Removes the segments written so far.
    mutating func discard() { output.discard() }

    private mutating func isLive(_ fields: RecordFields, at location: RecordPosition) -> Bool {
        if let survey { return survey.isLive(fields.header(), at: location) }
        guard fields.schema > 0, let isNewest = index.isNewest(fields, at: location, among: knownKinds) else { return true }
        if isNewest { newestCount += 1 }
        return isNewest
    }
}

extension JournalIndex {
    /// Returns whether a record is the newest of its id, or nil if every record of its kind is kept.
    fileprivate func isNewest(_ fields: RecordFields, at location: RecordPosition, among known: Int) -> Bool? {
        for place in tables.indices.prefix(known) where fields.kind.elementsEqual(tables[place].kindName) {
            guard tables[place].kind.history == .latest else { return nil }
            return tables[place].names.find(fields.id).map { tables[place].entry(at: $0).location == location } ?? false
        }
        return nil
    }

    /// Counts the ids of the kinds of which only the newest record is read.
    ///
    /// Returns nil if the newest record of one of those ids has no document.
    func newestCount(among known: Int) -> Int? {
        var count = 0
        for table in tables.prefix(known) where table.kind.history == .latest {
            count += table.count
            for place in 0..<table.count where table.entry(at: place).schema == 0 { return nil }
        }
        return count
    }
}
