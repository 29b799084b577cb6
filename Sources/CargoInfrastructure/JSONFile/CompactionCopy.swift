import CargoDomain

/// Copies what a scan of old segments finds to new ones, and lets go what nobody reads any more.
struct CompactionCopy: JournalSink {
    /// The index of exactly the segments that are copied.
    private let index: JournalIndex
    /// What a scan of its own has found, where the newest record of an id has no document and an older one counts.
    private let survey: JournalSurvey?
    /// So many of the index's first tables are of kinds that this program knows.
    private let knownKinds: Int
    private(set) var output: SegmentOutput
    /// The first damage found; nothing is copied after it.
    private(set) var damage: DamagedRegion?
    /// What the system refused; nothing is copied after it.
    private(set) var failure: SystemError?
    /// How many records kept their document for being the newest of their id.
    private(set) var newestCount = 0

    var wantsLines: Bool { true }

    init(_ index: JournalIndex, _ survey: JournalSurvey?, knownKinds: Int, to output: SegmentOutput) {
        self.index = index
        self.survey = survey
        self.knownKinds = knownKinds
        self.output = output
    }

    mutating func take(_ item: JournalItem) {
        // Records come with their lines.
        if case .damage(let region) = item, damage == nil { damage = region }
    }

    mutating func take(_ fields: RecordFields, at location: RecordLocation) {
        guard damage == nil, failure == nil else { return }
        do throws(SystemError) {
            let isLive = isLive(fields, at: location)
            if isLive, fields.batch == nil { return try output.append(intact: fields.line) }
            let record = JournalRecord(header: fields.header(), line: Array(fields.line))
            try output.append(isLive ? record.standaloneLine : record.line(emptied: EmptyDocument.superseded))
        } catch { failure = error }
    }

    /// Ends the last segment.
    mutating func finish() throws(SystemError) { try output.finish() }

    /// Takes away what was written.
    mutating func discard() { output.discard() }

    private mutating func isLive(_ fields: RecordFields, at location: RecordLocation) -> Bool {
        if let survey { return survey.isLive(fields.header(), at: location) }
        guard fields.schema > 0, let isNewest = index.isNewest(fields, at: location, among: knownKinds) else { return true }
        if isNewest { newestCount += 1 }
        return isNewest
    }
}

extension JournalIndex {
    /// Whether a record is the newest one of its id; nil where all records of its kind are kept.
    fileprivate func isNewest(_ fields: RecordFields, at location: RecordLocation, among known: Int) -> Bool? {
        for place in tables.indices.prefix(known) where fields.kind.elementsEqual(tables[place].kindName) {
            guard tables[place].kind.history == .latest else { return nil }
            return tables[place].names.find(fields.id).map { tables[place].entry(at: $0).location == location } ?? false
        }
        return nil
    }

    /// How many ids there are of kinds of which only the newest record is read; nil where one of those has no document.
    func newestCount(among known: Int) -> Int? {
        var count = 0
        for table in tables.prefix(known) where table.kind.history == .latest {
            count += table.count
            for place in 0..<table.count where table.entry(at: place).schema == 0 { return nil }
        }
        return count
    }
}
