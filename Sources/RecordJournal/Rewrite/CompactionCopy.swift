/// A sink that copies the records of old segments to new ones: drops the documents of superseded records, and drops and rewrites what a
/// trimming says.
struct CompactionCopy: JournalSink {
    /// Why nothing more is copied.
    enum Obstacle {
        case damage(DamagedRegion)
        case system(SystemError)
        /// The rewriting returned more or fewer domain events than the record has.
        case events(RecordKey)
    }

    /// The index of exactly the segments being copied.
    private let index: JournalIndex
    /// The result of a separate scan; nil unless the newest record of some id has no document, in which case an older record counts.
    private let survey: JournalSurvey?
    /// The number of tables, at the front of the index, whose kinds this program knows.
    private let knownKinds: Int
    private let plan: TrimmingPlan
    private let rewriting: (@Sendable (RecordFields) -> JournalContent?)?
    private(set) var output: SegmentOutput
    /// The first obstacle found.
    private(set) var obstacle: Obstacle?
    /// The number of records that are the newest of their id.
    private(set) var newestCount = 0
    /// The number of records that weren't copied.
    private(set) var droppedCount = 0
    /// The number of records with new content.
    private(set) var rewrittenCount = 0

    var wantsLines: Bool { true }

    init(
        _ index: JournalIndex,
        _ survey: JournalSurvey?,
        knownKinds: Int,
        _ plan: TrimmingPlan,
        rewriting: (@Sendable (RecordFields) -> JournalContent?)?,
        to output: SegmentOutput
    ) {
        self.index = index
        self.survey = survey
        self.knownKinds = knownKinds
        self.plan = plan
        self.rewriting = rewriting
        self.output = output
    }

    mutating func take(_ item: JournalItem) {
        // Records arrive with their lines, through the other `take`.
        if case .damage(let region) = item, obstacle == nil { obstacle = .damage(region) }
    }

    mutating func take(_ fields: RecordFields, at location: RecordPosition) {
        guard obstacle == nil else { return }
        let isLive = isLive(fields, at: location)
        if plan.drops(fields, at: location) {
            droppedCount += 1
            return
        }
        let content = fields.schema > 0 || fields.eventCount > 0 ? rewriting?(fields) : nil
        let hasOldEvents = fields.eventCount > 0 && fields.firstSequence <= plan.events
        do throws(SystemError) {
            if isLive, content == nil, !hasOldEvents, fields.batch == nil { return try output.append(intact: fields.line) }
            guard let line = line(of: fields.record(), content, isLive: isLive) else {
                obstacle = .events(RecordKey(fields.header()))
                return
            }
            if content != nil { rewrittenCount += 1 }
            try output.append(line)
        } catch { obstacle = .system(error) }
    }

    /// Finishes the last segment.
    mutating func finish() throws(SystemError) { try output.finish() }

    /// Removes the segments written so far.
    mutating func discard() { output.discard() }

    // MARK: Lines

    /// Returns the new line of a record; nil if its new content doesn't have its number of events.
    private func line(of record: JournalRecord, _ content: JournalContent?, isLive: Bool) -> [UInt8]? {
        var header = record.header
        var document = Array(record.document)
        var events = record.events.map { Array($0) }
        if let content {
            guard content.events.count == events.count else { return nil }
            events = content.events
            if record.hasDocument {
                document = content.document
                if !record.isRemoved { (header.schema, header.customer, header.keys) = (content.schema, content.customer, content.keys) }
            }
        }
        if !isLive {
            (header.schema, header.customer, header.keys) = (0, nil, RecordKeys())
            document = EmptyDocument.superseded
        }
        let dropped = min(header.eventCount, max(0, Int(clamping: plan.events - header.firstSequence + 1)))
        header.firstSequence += Int64(dropped)
        header.eventCount -= dropped
        // The events of a lost record are lost, too; only their numbers are reserved.
        if events.isEmpty, header.eventCount > 0 { return JournalRepair.lossLine(header) }
        return JournalRecord.line(header, document, Array(events.dropFirst(dropped)))
    }

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
