import CargoDomain
import RecordJournal

/// What a journal reports, in the types of the store.

extension Durability {
    /// The durability as the journal knows it.
    var inJournal: JournalDurability {
        switch self {
        case .everyCommit: .everyCommit
        case .interval(let time): .interval(milliseconds: time.timeLimit)
        case .none: .none
        }
    }
}

extension StoreFinding {
    init(_ finding: JournalFinding) {
        self.init(
            problem: Problem(finding.problem),
            file: finding.file,
            offset: finding.offset,
            record: finding.record,
            detail: finding.detail
        )
    }
}

extension StoreFinding.Problem {
    fileprivate init(_ problem: JournalFinding.Problem) {
        self =
            switch problem {
            case .manifest: .manifest
            case .damage: .damage
            case .order: .order
            case .tornTail: .tornTail
            case .events: .events
            }
    }
}

extension StoreStatistics {
    init(_ statistics: JournalStatistics) {
        self.init(
            path: statistics.path,
            exists: statistics.exists,
            generation: statistics.generation,
            segments: statistics.segments.map { Segment(name: $0.name, length: $0.length, isSealed: $0.isSealed) },
            recordCount: statistics.recordCount,
            aggregates: statistics.aggregates.map { Aggregates(kind: $0.kind, count: $0.count) },
            liveBytes: statistics.liveBytes,
            eventCount: statistics.eventCount,
            tornBytes: statistics.tornBytes,
            damage: statistics.damage,
            recoveredTails: statistics.recoveredTails.map(RecoveredTail.init),
            snapshot: statistics.snapshot.map {
                Snapshot(name: $0.name, length: $0.length, coveredBytes: $0.coveredBytes, wasUsed: $0.wasUsed)
            }
        )
    }
}

extension RecoveredTail {
    fileprivate init(_ tail: QuarantinedTail) {
        self.init(segment: tail.segment, range: tail.range, quarantineFile: tail.quarantineFile)
    }
}

extension CompactionReport {
    init(_ summary: CompactionSummary) {
        self.init(
            segmentsBefore: summary.segmentsBefore,
            segmentsAfter: summary.segmentsAfter,
            bytesBefore: summary.bytesBefore,
            bytesAfter: summary.bytesAfter,
            removedFiles: summary.removedFiles
        )
    }
}

extension RepairReport.Removal {
    init(_ removed: RemovedBytes) {
        self.init(
            file: removed.file,
            offset: removed.offset,
            length: removed.length,
            record: removed.record,
            quarantineFile: removed.quarantineFile
        )
    }
}
