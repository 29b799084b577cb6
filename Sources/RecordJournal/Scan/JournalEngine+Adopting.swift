import Synchronization

/// Following a manifest that only sealed segments this engine has already read, without reading everything again.
extension JournalEngine {
    /// Moves on from the known manifest to the one in force.
    ///
    /// Returns false if that one does more than seal segments.
    func adopt(_ files: inout WriterFiles) throws(JournalError) -> Bool {
        guard let (manifest, descriptor) = try directory.readManifest() else { return false }
        let (known, start, isDamaged) = published.withLock { ($0.manifest, $0.end, !$0.index.damage.isEmpty) }
        guard let known, !isDamaged, manifest.sealed.starts(with: known.sealed), manifest.generation >= known.generation,
            manifest.trimmed == known.trimmed
        else { return false }
        let added = manifest.sealed[known.sealed.count...]
        if let first = added.first {
            guard first.number == known.active, first.length >= start else { return false }
        } else {
            guard manifest.active == known.active || start == 0 else { return false }
        }
        var items: [JournalItem] = []
        // The new active segment, if there is one.
        let active: FileDescriptor?
        let identity: FileStatus.Identity
        do throws(SystemError) {
            identity = try fileSystem.status(of: descriptor).identity
            for sealed in added {
                let file = try fileSystem.open(directory.segmentPath(sealed.number), .read)
                let range = (sealed.number == known.active ? start : 0)..<sealed.length
                _ = try SegmentScanner.scan(fileSystem, file, segment: sealed.number, range: range, isSealed: true, into: &items)
            }
            active = manifest.active == known.active ? nil : try fileSystem.open(directory.segmentPath(manifest.active), .read)
        } catch {
            // A compaction may have removed them meanwhile; the caller then loads everything again.
            if error.isMissing { return false }
            throw error.journalError
        }
        if items.contains(where: { if case .damage = $0 { true } else { false } }) { return false }
        published.withLock { published in
            for item in items { published.index.take(item) }
            published.manifest = manifest
            published.manifestFile = identity
            published.manifestDescriptor = descriptor
            if let active { published.begin(manifest.active, active) }
        }
        if active == nil { return true }
        files.segment.leave(for: CheckedSegment(segment: manifest.active))
        files.markedEnd = 0
        return true
    }
}
