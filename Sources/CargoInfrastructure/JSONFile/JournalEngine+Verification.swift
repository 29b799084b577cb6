import CargoDomain
import Dispatch
import Synchronization

/// Looking at the whole store, without changing anything.
extension JournalEngine {
    /// What the store holds.
    func statistics() async throws(DomainError) -> StoreStatistics {
        try await catchUp()
        let recovered = recoveredTails
        return published.withLock { published in
            var segments = published.manifest?.sealed.map {
                StoreStatistics.Segment(name: JournalManifest.segmentName($0.number), length: $0.length, isSealed: true)
            }
            if let manifest = published.manifest {
                let name = JournalManifest.segmentName(manifest.active)
                segments?.append(StoreStatistics.Segment(name: name, length: published.end, isSealed: false))
            }
            let index = published.index
            return StoreStatistics(
                path: directory.path,
                exists: published.manifest != nil,
                generation: published.manifest?.generation ?? 0,
                segments: segments ?? [],
                recordCount: index.recordCount,
                aggregates: index.tables.map { .init(kind: $0.kind.name, count: $0.count) }.sorted { $0.kind < $1.kind },
                liveBytes: index.tables.reduce(0) { $0 + $1.liveBytes },
                eventCount: index.nextSequence - 1,
                tornBytes: published.torn?.count ?? 0,
                damage: index.damage.map(\.place),
                recoveredTails: recovered,
                snapshot: published.snapshotStatistics
            )
        }
    }

    /// Reads all files anew and reports whatever is wrong in them, in the order of the files; an empty list is a sound store.
    func verify() async throws(DomainError) -> [StoreFinding] {
        try await offPool { () throws(DomainError) in try self.findings() }
    }

    private func findings() throws(DomainError) -> [StoreFinding] {
        var findings: [StoreFinding] = []
        do throws(DomainError) {
            guard let manifest = try directory.readManifest()?.manifest else { return [] }
            var index = JournalIndex(kinds: kinds)
            for sealed in manifest.sealed { findings += try Self.check(sealed, in: directory, &index) }
            findings += try checkActive(manifest.active, &index)
            findings += index.damage.map { region in
                StoreFinding(
                    problem: region.isOutOfOrder ? .order : .damage,
                    file: JournalManifest.segmentName(region.segment),
                    offset: region.range.lowerBound,
                    record: region.header.map { "\($0.kind) \($0.id)" },
                    detail: "\(region.range.count) bytes"
                )
            }
            findings += Self.gaps(in: index.outbox)
        } catch {
            guard error.code == .corruptRecord else { throw error }
            findings.append(StoreFinding(problem: .manifest, file: "MANIFEST.json", offset: nil, record: nil, detail: error.cause ?? ""))
        }
        return findings
    }

    private static func check(
        _ sealed: JournalManifest.Sealed,
        in directory: StoreDirectory,
        _ index: inout JournalIndex
    ) throws(DomainError) -> [StoreFinding] {
        let name = JournalManifest.segmentName(sealed.number)
        func finding(_ detail: String) -> StoreFinding {
            StoreFinding(problem: .damage, file: name, offset: nil, record: nil, detail: detail)
        }
        do throws(SystemError) {
            guard try directory.fileSystem.status(ofPath: directory.segmentPath(sealed.number)) != nil else {
                return [finding("the file is missing")]
            }
            let file = try directory.fileSystem.open(directory.segmentPath(sealed.number), .read)
            let summary = try SegmentScanner.scan(
                directory.fileSystem,
                file,
                segment: sealed.number,
                range: 0..<sealed.length,
                isSealed: true,
                into: &index
            )
            var findings: [StoreFinding] = []
            if summary.count != sealed.count { findings.append(finding("\(summary.count) records, the manifest says \(sealed.count)")) }
            if try directory.checksum(of: file, length: sealed.length) != sealed.checksum {
                findings.append(finding("the checksum is wrong"))
            }
            return findings
        } catch { throw error.domainError }
    }

    private func checkActive(_ number: UInt32, _ index: inout JournalIndex) throws(DomainError) -> [StoreFinding] {
        let name = JournalManifest.segmentName(number)
        do throws(SystemError) {
            guard try fileSystem.status(ofPath: directory.segmentPath(number)) != nil else {
                return [StoreFinding(problem: .damage, file: name, offset: nil, record: nil, detail: "the file is missing")]
            }
            let file = try fileSystem.open(directory.segmentPath(number), .read)
            let size = try fileSystem.status(of: file).size
            let summary = try SegmentScanner.scan(fileSystem, file, segment: number, range: 0..<size, isSealed: false, into: &index)
            guard let torn = summary.torn else { return [] }
            return [
                StoreFinding(
                    problem: .tornTail,
                    file: name,
                    offset: torn.lowerBound,
                    record: nil,
                    detail: "\(torn.count) bytes that nobody was promised"
                )
            ]
        } catch { throw error.domainError }
    }

    private static func gaps(in outbox: OutboxIndex) -> [StoreFinding] {
        var next: Int64 = 1
        var findings: [StoreFinding] = []
        outbox.visit { run in
            if run.firstSequence != next {
                findings.append(
                    StoreFinding(
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
