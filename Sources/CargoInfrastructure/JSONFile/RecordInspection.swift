import Dispatch
import Synchronization

/// Takes a scan's records, indexes them, and looks into each of them if anybody wants that, several at a time.
struct RecordInspection: JournalSink {
    /// A record that is not as it should be.
    struct Suspect: Hashable, Sendable {
        let kind: RecordKind
        let id: String
    }

    /// Lines side by side, and where each one begins.
    private struct Batch: Sendable {
        var bytes: [UInt8] = []
        var starts: [Int] = []
    }

    private static let batchLength = 1 << 20
    private static let batchLimit = 4

    private(set) var index: JournalIndex
    private let kinds: [RecordKind]
    private let isSound: (@Sendable (JournalRecord) -> Bool)?
    private var batches = [Batch()]
    private var suspects: Set<Suspect> = []

    init(kinds: [RecordKind], isSound: (@Sendable (JournalRecord) -> Bool)?) {
        self.kinds = kinds
        self.isSound = isSound
        index = JournalIndex(kinds: kinds)
    }

    var wantsLines: Bool { isSound != nil }

    mutating func take(_ item: JournalItem) { index.take(item) }

    mutating func take(_ fields: RecordFields, at location: RecordLocation) {
        index.take(fields, at: location)
        // What a compaction has emptied is no document; whether it counts is seen in the end.
        guard isSound != nil, fields.schema > 0 else { return }
        if batches[batches.count - 1].bytes.count >= Self.batchLength {
            if batches.count == Self.batchLimit { inspect() }
            batches.append(Batch())
        }
        batches[batches.count - 1].starts.append(batches[batches.count - 1].bytes.count)
        batches[batches.count - 1].bytes.append(contentsOf: fields.line)
    }

    /// Looks into all that was taken, on as many processors as there are.
    private mutating func inspect() {
        guard let isSound else { return }
        let found = Mutex<[Suspect]>([])
        let (batches, kinds) = (batches, kinds)
        DispatchQueue.concurrentPerform(iterations: batches.count) { number in
            let batch = batches[number]
            for (place, start) in batch.starts.enumerated() {
                let end = place + 1 < batch.starts.count ? batch.starts[place + 1] : batch.bytes.count
                let line = Array(batch.bytes[start..<end])
                guard let header = line.withUnsafeBytes({ LineReader.header(of: $0) }),
                    let kind = kinds.first(where: { $0.name == header.kind })
                else { continue }
                if header.schema > kind.schema || !isSound(JournalRecord(header: header, line: line)) {
                    found.withLock { $0.append(Suspect(kind: kind, id: header.id)) }
                }
            }
        }
        suspects.formUnion(found.withLock { $0 })
        self.batches = []
    }

    /// Ends the inspection; returns what did not look sound, by kind and id.
    /// - Parameter known: the index that readers ask; what is in doubt there is in doubt here.
    mutating func finish(asking known: JournalIndex) -> [Suspect] {
        if isSound == nil { return [] }
        inspect()
        for kind in kinds {
            let refused = known.damage.isEmpty ? [] : known.doubtfulIDs(of: kind)
            for id in index.doubtfulIDs(of: kind) + refused { suspects.insert(Suspect(kind: kind, id: id)) }
        }
        return suspects.sorted { left, right in
            let (first, second) = (kinds.firstIndex(of: left.kind) ?? 0, kinds.firstIndex(of: right.kind) ?? 0)
            return first == second ? left.id < right.id : first < second
        }
    }
}
