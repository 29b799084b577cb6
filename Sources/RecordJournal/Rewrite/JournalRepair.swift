import Synchronization

/// Repair: removes damaged parts from a journal so that the store can be written again.
///
/// No byte is deleted.
///
/// From the first damaged segment on, sound records are copied to new segments unchanged, and damaged bytes are copied to `quarantine/` and
/// left out. A record that is known to be lost is replaced by a placeholder (`EmptyDocument.lost`), so that reading its id fails with
/// `corrupt_record` instead of returning an older state. Then the manifest is swapped. LOCK and COMPACT.lock are held throughout.
struct JournalRepair {
    /// A segment of the manifest in force.
    private struct Segment {
        let number: UInt32
        let length: Int
        let isSealed: Bool
    }

    private let engine: JournalEngine
    /// Whether to leave out damage whose record is unknown.
    private let acceptsUnknown: Bool
    private let progress: @Sendable (_ done: Int, _ total: Int) -> Void
    private var versions: [RecordKey: Int64] = [:]
    private var lastSequence: Int64 = 0
    /// Whether the first record of an id may have any version (`JournalManifest.trimmed`).
    private var mayBeginLate = false
    /// The number of bytes of unknown damage since the last record with domain events.
    private var unknownBytes = 0
    /// Whether there was any unknown damage so far.
    private var hasLostUnknown = false
    private var removals: [RemovedBytes] = []

    init(engine: JournalEngine, acceptsUnknown: Bool, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void) {
        self.engine = engine
        self.acceptsUnknown = acceptsUnknown
        self.progress = progress
    }

    private var directory: StoreDirectory { engine.directory }

    /// Runs the repair and returns what was removed.
    ///
    /// Runs on the writer's queue with the locks held.
    mutating func run(_ files: inout JournalEngine.WriterFiles) throws(JournalError) -> [RemovedBytes] {
        guard var manifest = try directory.readManifest()?.manifest else { return [] }
        let activeLength = try engine.onDisk { (disk) throws(SystemError) in
            try disk.status(ofPath: directory.segmentPath(manifest.active))?.size ?? 0
        }
        let segments =
            manifest.sealed.map { Segment(number: $0.number, length: $0.length, isSealed: true) }
            + [Segment(number: manifest.active, length: activeLength, isSealed: false)]
        guard let first = try firstDamaged(segments, manifest) else { return [] }
        if let trimmed = manifest.trimmed { (mayBeginLate, lastSequence) = (true, trimmed) }
        for segment in segments[..<first] { for case .record(let header, _) in try items(of: segment).items { note(header) } }
        var output = SegmentOutput(directory, from: manifest.active + 1, limit: engine.options.segmentLimit, pace: .full)
        do throws(JournalError) {
            try copy(segments[first...], manifest.generation, to: &output)
            for sealed in output.sealed { try engine.checkWritten(sealed) }
            manifest.sealed.replaceSubrange(first..., with: output.sealed)
            manifest.active += UInt32(output.sealed.count) + 1
            do throws(SystemError) { try directory.createSegment(manifest.active) } catch { throw error.journalError }
            _ = try engine.write(&manifest, files)
        } catch {
            output.discard()
            throw error
        }
        try engine.load(&files)
        return removals
    }

    // MARK: Finding

    /// Returns the position of the first segment with damage, or nil if all are sound.
    /// - Throws: `corrupt_record` for damage whose record is unknown, unless `acceptsUnknown` is set.
    private func firstDamaged(_ segments: [Segment], _ manifest: JournalManifest) throws(JournalError) -> Int? {
        var index = JournalIndex(kinds: engine.kinds, trimmed: manifest.trimmed)
        var first: Int?
        var unknown: [String] = []
        for (place, segment) in segments.enumerated() {
            let (items, summary, isWhole) = try self.items(of: segment)
            var isDamaged = summary.torn != nil
            for item in items {
                if case .damage(let region) = item {
                    isDamaged = true
                    if try self.header(of: region) == nil { unknown.append(region.place) }
                }
                let before = index.damage.count
                index.take(item)
                if index.damage.count > before { isDamaged = true }
            }
            if place < manifest.sealed.count, !isWhole || summary.count != manifest.sealed[place].count, !isDamaged {
                isDamaged = true
                unknown.append("\(JournalManifest.segmentName(segment.number)) at its end")
            }
            if isDamaged, first == nil { first = place }
        }
        guard acceptsUnknown || unknown.isEmpty else {
            let cause =
                "\(unknown.joined(separator: ", ")): unknown records are lost; without them, older states can reappear"
            throw .corruptRecord(in: .journal, cause: cause)
        }
        return first
    }

    private func items(of segment: Segment) throws(JournalError) -> (items: [JournalItem], summary: SegmentScanner.Summary, isWhole: Bool) {
        do throws(SystemError) {
            let file = try engine.fileSystem.open(directory.segmentPath(segment.number), .read)
            let range = 0..<segment.length
            var items: [JournalItem] = []
            let summary = try SegmentScanner.scan(
                engine.fileSystem,
                file,
                segment: segment.number,
                range: range,
                isSealed: segment.isSealed,
                into: &items
            )
            return (items, summary, try engine.fileSystem.status(of: file).size >= segment.length)
        } catch { throw error.journalError }
    }

    /// Identifies the record of a damaged region: the record that one changed byte explains; otherwise the one whose header is still
    /// readable, if its length and event count match, so that only the document can be damaged.
    private func header(of region: DamagedRegion) throws(JournalError) -> RecordHeader? {
        if let header = region.header { return header }
        let bytes = try self.bytes(region.range, of: region.segment)
        guard let header = bytes.withUnsafeBytes({ $0.count > RecordLine.prefixLength ? LineReader.header(of: $0) : nil }) else {
            return nil
        }
        let events = JournalRecord(header: header, line: bytes).events
        return header.eventCount == events.count ? header : nil
    }

    private func bytes(_ range: Range<Int>, of segment: UInt32) throws(JournalError) -> [UInt8] {
        try engine.onDisk { (disk) throws(SystemError) in
            try disk.bytes(of: disk.open(directory.segmentPath(segment), .read), in: range)
        }
    }

    // MARK: Copying

    private mutating func copy(
        _ segments: ArraySlice<Segment>,
        _ generation: Int,
        to output: inout SegmentOutput
    ) throws(JournalError) {
        let total = segments.reduce(0) { $0 + $1.length }
        var done = 0
        for segment in segments {
            try copy(segment, to: &output)
            done += segment.length
            progress(done, total)
        }
        do throws(SystemError) {
            if unknownBytes > 0 { try output.append(Self.reservation(generation, after: lastSequence, unknownBytes)) }
            try output.finish()
        } catch { throw error.journalError }
    }

    private mutating func copy(_ segment: Segment, to output: inout SegmentOutput) throws(JournalError) {
        let (items, summary, _) = try self.items(of: segment)
        let file = try engine.onDisk { (disk) throws(SystemError) in try disk.open(directory.segmentPath(segment.number), .read) }
        var window = LineWindow(engine.fileSystem, file)
        for item in items {
            switch item {
            case .record(let header, let location):
                let range = location.offset..<location.offset + Int(location.length)
                guard let record = try engine.onDisk({ (_) throws(SystemError) in try window.record(at: location) }) else {
                    throw .corruptRecord(in: .journal, id: header.id, cause: "\(file.path) changes while it is read")
                }
                try take(record, range, of: segment.number, to: &output)
            case .damage(let region): try take(region, to: &output)
            }
        }
        if let torn = summary.torn { try remove(torn, of: segment.number, record: nil) }
    }

    private mutating func take(
        _ record: JournalRecord,
        _ range: Range<Int>,
        of segment: UInt32,
        to output: inout SegmentOutput
    ) throws(JournalError) {
        let header = record.header
        let before = versions[RecordKey(header)] ?? 0
        guard header.version > before else {
            // The version was written twice, or over a newer one. Which record counts is unknown.
            try remove(range, of: segment, record: header)
            return try lose(header, version: before + 1, to: &output)
        }
        try fill(header, to: &output)
        try append(record.standaloneLine, to: &output)
        note(header)
    }

    private mutating func take(_ region: DamagedRegion, to output: inout SegmentOutput) throws(JournalError) {
        let header = try header(of: region)
        try remove(region.range, of: region.segment, record: header)
        guard let header else {
            unknownBytes += region.range.count + 1
            hasLostUnknown = true
            return
        }
        guard !header.isMark, header.version > versions[RecordKey(header)] ?? 0 else { return }
        try fill(header, to: &output)
        try lose(header, version: header.version, to: &output)
    }

    /// Writes placeholders for the lost versions between the last record of the id and this one.
    private func fill(_ header: RecordHeader, to output: inout SegmentOutput) throws(JournalError) {
        let known = versions[RecordKey(header)]
        if known == nil, mayBeginLate, !hasLostUnknown || !isChained(header) { return }
        let before = known ?? 0
        guard before + 1 < header.version else { return }
        for version in before + 1..<header.version {
            var missing = header
            missing.version = version
            missing.eventCount = 0
            try append(Self.lossLine(missing), to: &output)
        }
    }

    private func isChained(_ header: RecordHeader) -> Bool { engine.kinds.contains { $0.name == header.kind && $0.history == .all } }

    private mutating func lose(_ header: RecordHeader, version: Int64, to output: inout SegmentOutput) throws(JournalError) {
        var lost = header
        lost.version = version
        // Event numbers are used only once.
        if lost.firstSequence <= lastSequence { lost.eventCount = 0 }
        try append(Self.lossLine(lost), to: &output)
        note(lost)
    }

    private mutating func note(_ header: RecordHeader) {
        versions[RecordKey(header)] = header.version
        guard header.eventCount > 0 else { return }
        lastSequence = header.firstSequence + Int64(header.eventCount) - 1
        unknownBytes = 0
    }

    private func append(_ line: [UInt8], to output: inout SegmentOutput) throws(JournalError) {
        do throws(SystemError) { try output.append(line) } catch { throw error.journalError }
    }

    private mutating func remove(_ range: Range<Int>, of segment: UInt32, record: RecordHeader?) throws(JournalError) {
        if range.isEmpty { return }
        let copy = try engine.onDisk { (disk) throws(SystemError) in
            try directory.keep(range, of: disk.open(directory.segmentPath(segment), .read), segment: segment)
        }
        removals.append(
            RemovedBytes(
                file: JournalManifest.segmentName(segment),
                offset: range.lowerBound,
                length: range.count,
                record: record.map { $0.isMark ? "mark" : "\($0.kind) \($0.id)" },
                quarantineFile: copy
            )
        )
    }

    // MARK: Lines

    /// Encodes the placeholder for a lost record.
    ///
    /// It keeps the numbers of the record's domain events reserved.
    static func lossLine(_ header: RecordHeader) -> [UInt8] {
        var bytes: [UInt8] = []
        RecordLine.appendPrefix(to: &bytes)
        let document = String(decoding: EmptyDocument.lost, as: UTF8.self)
        var text = "\"s\":0,\"t\":\"\(header.kind)\",\"id\":\"\(header.id)\",\"v\":\(header.version),\"d\":0,\"n\":\(document.utf8.count)"
        if header.eventCount > 0 { text += ",\"e\":[\(header.firstSequence),\(header.eventCount)]" }
        text += ",\"doc\":\(document)"
        if header.eventCount > 0 { text += ",\"ev\":[]" }
        bytes.append(contentsOf: (text + "}\n").utf8)
        RecordLine.seal(from: 0, in: &bytes)
        return bytes
    }

    /// Encodes a record that reserves the event numbers that lost records at the end of the journal may have used: at most one per 64 lost
    /// bytes.
    private static func reservation(_ generation: Int, after sequence: Int64, _ lostBytes: Int) -> [UInt8] {
        var header = RecordHeader(watermark: 0, kind: "repair", id: "\(generation)", version: 1, schema: 0)
        header.firstSequence = sequence + 1
        header.eventCount = lostBytes / 64 + 1
        return lossLine(header)
    }
}
