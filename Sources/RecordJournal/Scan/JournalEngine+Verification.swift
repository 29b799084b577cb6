import Dispatch
import Synchronization

/// Inspecting the whole store without changing it.
extension JournalEngine {
    /// Returns the store's statistics.
    package func statistics() async throws(JournalError) -> JournalStatistics {
        try await catchUp()
        let recovered = recoveredTails
        // Counting takes a while in a large store, so it happens on a copy, without the lock.
        let published = published.withLock { $0 }
        let removed = published.index.tables.map(\.removedCount)
        var segments = published.manifest?.sealed.map {
            JournalStatistics.Segment(name: JournalManifest.segmentName($0.number), length: $0.length, isSealed: true)
        }
        if let manifest = published.manifest {
            let name = JournalManifest.segmentName(manifest.active)
            segments?.append(JournalStatistics.Segment(name: name, length: published.end, isSealed: false))
        }
        let index = published.index
        return JournalStatistics(
            path: directory.path,
            exists: published.manifest != nil,
            generation: published.manifest?.generation ?? 0,
            segments: segments ?? [],
            recordCount: index.recordCount,
            aggregates: zip(index.tables, removed).map { .init(kind: $0.kind.name, count: $0.count - $1) }.sorted { $0.kind < $1.kind },
            removedCount: removed.reduce(0, +),
            liveBytes: index.tables.reduce(0) { $0 + $1.liveBytes },
            eventCount: index.nextSequence - index.firstSequence,
            trimmedEventCount: index.firstSequence - 1,
            tornBytes: published.torn?.count ?? 0,
            damage: index.damage.map(\.place),
            recoveredTails: recovered,
            snapshot: published.snapshotStatistics
        )
    }

    /// Reads all files again and reports everything wrong with them, in file order.
    ///
    /// An empty list means that the store is sound.
    package func verify() async throws(JournalError) -> [JournalFinding] { try await verify(inspecting: nil).findings }

    /// Verifies the files and also runs an inspector on each record, on several threads at once.
    ///
    /// Returns the records that it rejects, sorted by kind and id.
    ///
    /// Superseded records are inspected too, so a suspect isn't necessarily broken.
    package func verify(
        inspecting isSound: (@Sendable (RecordFields) -> Bool)?
    ) async throws(JournalError) -> (findings: [JournalFinding], suspects: [RecordInspection.Suspect]) {
        if isSound != nil { try await catchUp() }
        let known = published.withLock(\.index)
        return try await offPool { () throws(JournalError) in
            while true {
                var inspection = RecordInspection(kinds: self.kinds, isSound: isSound)
                guard let findings = try self.findings(&inspection) else { continue }
                return (findings, inspection.finish(asking: known))
            }
        }
    }

    /// Returns what is wrong, or nil if a compaction removed a segment before it was read.
    private func findings(_ inspection: inout RecordInspection) throws(JournalError) -> [JournalFinding]? {
        var findings: [JournalFinding] = []
        do throws(JournalError) {
            guard let manifest = try directory.readManifest()?.manifest else { return [] }
            inspection.begin(manifest)
            for sealed in manifest.sealed {
                var found = try Self.check(sealed, in: directory, options.ahead, &inspection)
                if found == nil { found = try missing(sealed.number) }
                guard let found else { return nil }
                findings += found
            }
            var found = try checkActive(manifest.active, &inspection)
            if found == nil { found = try missing(manifest.active) }
            guard let found else { return nil }
            findings += found
            let index = inspection.index
            findings += index.damage.map { region in
                JournalFinding(
                    problem: region.isOutOfOrder ? .order : .damage,
                    file: JournalManifest.segmentName(region.segment),
                    offset: region.range.lowerBound,
                    record: region.header.map { "\($0.kind) \($0.id)" },
                    detail: "\(region.range.count) bytes"
                )
            }
            findings += Self.gaps(in: index.outbox, from: index.firstSequence)
        } catch {
            guard error.code == .corruptRecord else { throw error }
            findings.append(JournalFinding(problem: .manifest, file: "MANIFEST.json", offset: nil, record: nil, detail: error.cause))
        }
        return findings
    }

    /// Returns the finding for a missing segment file, or nil if the manifest no longer names it.
    private func missing(_ number: UInt32) throws(JournalError) -> [JournalFinding]? {
        guard let manifest = try directory.readManifest()?.manifest,
            manifest.active == number || manifest.sealed.contains(where: { $0.number == number })
        else { return nil }
        let name = JournalManifest.segmentName(number)
        return [JournalFinding(problem: .damage, file: name, offset: nil, record: nil, detail: "the file is missing")]
    }

    /// Returns what is wrong with a sealed segment, or nil if its file is missing.
    private static func check(
        _ sealed: JournalManifest.Sealed,
        in directory: StoreDirectory,
        _ ahead: SegmentScanner.Ahead,
        _ inspection: inout RecordInspection
    ) throws(JournalError) -> [JournalFinding]? {
        let name = JournalManifest.segmentName(sealed.number)
        func finding(_ detail: String) -> JournalFinding {
            JournalFinding(problem: .damage, file: name, offset: nil, record: nil, detail: detail)
        }
        do throws(SystemError) {
            let file = try directory.fileSystem.open(directory.segmentPath(sealed.number), .read)
            let summary = try SegmentScanner.scan(
                directory.fileSystem,
                file,
                segment: sealed.number,
                range: 0..<sealed.length,
                isSealed: true,
                into: &inspection,
                wantsChecksum: true,
                ahead: ahead
            )
            var findings: [JournalFinding] = []
            if summary.count != sealed.count { findings.append(finding("\(summary.count) records; the manifest lists \(sealed.count)")) }
            if summary.checksum != sealed.checksum {
                findings.append(finding("the checksum is wrong"))
            }
            return findings
        } catch {
            if error.isMissing { return nil }
            throw error.journalError
        }
    }

    /// Returns what is wrong with the active segment, or nil if its file is missing.
    private func checkActive(_ number: UInt32, _ inspection: inout RecordInspection) throws(JournalError) -> [JournalFinding]? {
        let name = JournalManifest.segmentName(number)
        let file: FileDescriptor
        do throws(SystemError) {
            file = try fileSystem.open(directory.segmentPath(number), .read)
        } catch {
            if error.isMissing { return nil }
            throw error.journalError
        }
        do throws(SystemError) {
            let (state, isDamaged, isActive) = published.withLock {
                ($0.state, !$0.index.damage.isEmpty || $0.torn != nil, $0.manifest?.active == number)
            }
            // Bytes after `durable` may still be being written. In a damaged store nothing is written, so everything is scanned.
            let isExact = state != nil && !(isDamaged && isActive)
            let end = try isExact ? state?.read().sync.durable(in: number) ?? 0 : fileSystem.endOfData(file)
            let summary = try SegmentScanner.scan(
                fileSystem,
                file,
                segment: number,
                range: 0..<end,
                isSealed: isExact,
                into: &inspection,
                ahead: options.ahead
            )
            var tails = recoveredTails.filter { $0.segment == name }.map(\.range)
            if let torn = summary.torn { tails.append(torn) }
            return tails.map { torn in
                JournalFinding(
                    problem: .tornTail,
                    file: name,
                    offset: torn.lowerBound,
                    record: nil,
                    detail: "\(torn.count) bytes of a save that was never acknowledged"
                )
            }
        } catch { throw error.journalError }
    }

    private static func gaps(in outbox: OutboxIndex, from first: Int64) -> [JournalFinding] {
        var next = first
        var findings: [JournalFinding] = []
        outbox.visit { run in
            if run.firstSequence != next {
                findings.append(
                    JournalFinding(
                        problem: .events,
                        file: JournalManifest.segmentName(run.location.segment),
                        offset: run.location.offset,
                        record: nil,
                        detail: "events \(next) to \(run.firstSequence - 1) are missing"
                    )
                )
            }
            next = run.lastSequence + 1
        }
        return findings
    }
}
