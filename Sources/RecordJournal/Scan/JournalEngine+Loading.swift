import Synchronization

/// Building the index and keeping up with other processes' appends. All of it runs on the queue.
extension JournalEngine {
    /// How to determine the end of the active segment when building the index.
    enum Loading {
        /// From the state file.
        case current
        /// From the segment itself: no other process has the store open, and this engine holds all three locks.
        case recovery(StateFile, isNew: Bool)
        /// From the segment itself: the store can't be written, and no other process has it open.
        /// - isMedium: whether the file system is mounted read-only.
        case readOnly(isMedium: Bool)
    }

    /// Builds the index from the whole journal and publishes it.
    ///
    /// Doesn't read what an index snapshot covers, unless snapshots are to be ignored.
    func load(_ files: inout WriterFiles, _ loading: Loading = .current, usingSnapshot usesSnapshot: Bool = true) throws(JournalError) {
        while true {
            guard let (manifest, descriptor) = try directory.readManifest() else {
                guard published.withLock({ $0.manifest == nil }) else {
                    throw .failure(.storeUnavailable, cause: "\(directory.manifestPath) is gone")
                }
                return
            }
            if try attempt(manifest, descriptor, loading, usingSnapshot: usesSnapshot, &files) { return }
        }
    }

    /// Builds the index for a manifest.
    ///
    /// Returns false if another manifest has replaced it meanwhile.
    private func attempt(
        _ manifest: JournalManifest,
        _ descriptor: FileDescriptor,
        _ loading: Loading,
        usingSnapshot usesSnapshot: Bool,
        _ files: inout WriterFiles
    ) throws(JournalError) -> Bool {
        do {
            var next = PublishedJournal(index: JournalIndex(kinds: kinds, trimmed: manifest.trimmed), segments: SegmentFiles(directory))
            next.manifest = manifest
            next.manifestDescriptor = descriptor
            next.manifestFile = try fileSystem.status(of: descriptor).identity
            func isReplaced() throws(SystemError) -> Bool {
                try fileSystem.status(ofPath: directory.manifestPath)?.identity != next.manifestFile
            }
            let active: FileDescriptor
            do throws(JournalError) {
                for sealed in manifest.sealed { try requireSegment(sealed.number) }
                active = try openSegment(manifest.active)
            } catch {
                // Two compactions may have finished since the manifest was read.
                guard try isReplaced() else { throw error }
                return false
            }
            next.begin(manifest.active, active)
            let size: Int
            var isExact = false
            switch loading {
            case .current:
                let stateFile = try files.session?.state ?? StateFile(directory, .read)
                let state = try stateFile.read()
                if state.sync.generation > manifest.generation, try isReplaced() { return false }
                next.state = stateFile
                size = readableEnd(state, in: manifest.active)
                isExact = true
            case .recovery, .readOnly: size = try fileSystem.endOfData(active)
            }
            guard manifest.active < RecordPosition.segmentLimit, size < RecordPosition.offsetLimit else {
                throw JournalError.failure(.storeUnavailable, cause: "\(active.path) is too large for an index")
            }
            var start = IndexSnapshot.Extent(sealed: [], segment: manifest.sealed.first?.number ?? manifest.active, end: 0)
            if usesSnapshot, options.snapshotMinimum != nil,
                let snapshot = readSnapshot(manifest, next.segments, size: size)
            {
                next.index = snapshot.index
                next.index.begin(manifest.trimmed)
                next.snapshot = snapshot.note
                start = snapshot.note.extent
            }
            for sealed in manifest.sealed[start.sealed.count...] {
                do throws(SystemError) {
                    try scan(sealed, from: sealed.number == start.segment ? start.end : 0, into: &next)
                } catch {
                    let isReplaced = try fileSystem.status(ofPath: directory.manifestPath)?.identity != next.manifestFile
                    guard error.isMissing, isReplaced else { throw error }
                    return false
                }
            }
            let activeStart = manifest.active == start.segment ? start.end : 0
            var summary = try SegmentScanner.scan(
                fileSystem,
                active,
                segment: manifest.active,
                range: activeStart..<size,
                isSealed: isExact,
                into: &next.index,
                ahead: options.ahead
            )
            // The bytes that a snapshot covers were on disk before it was written.
            summary.watermark = max(summary.watermark, activeStart)
            next.end = isExact ? size : summary.end
            switch loading {
            case .current: break
            case .recovery(let state, let isNew):
                let isDamaged = !next.index.damage.isEmpty
                let isSynced = try isDamaged || settle(summary, of: manifest)
                // Marks after the watermark aren't on disk, because marks are never synced.
                let durable = isSynced ? summary.end : min(summary.watermark, summary.end)
                try write(state, manifest, summary, durable: durable, isNew: isNew)
                next.end = durable
                next.state = state
                if isDamaged { next.torn = summary.torn }
            case .readOnly(let isMedium):
                guard isMedium || !next.index.damage.isEmpty || summary.torn == nil && summary.dataEnd <= summary.watermark else {
                    let cause = "\(active.path) was not closed cleanly, and \(directory.path) cannot be written to recover it"
                    throw JournalError.failure(.storeUnavailable, cause: cause)
                }
                next.torn = summary.torn
                next.isAlone = true
            }
            files.segment.leave(for: next.end == 0 ? CheckedSegment(segment: manifest.active) : nil)
            files.markedEnd = 0
            published.withLock { published in
                next.epoch = published.epoch + 1
                published = next
            }
            return true
        } catch let error as SystemError { throw error.journalError } catch let error as JournalError { throw error } catch {
            throw .failure(.storeUnavailable, cause: "\(error)")
        }
    }

    private func scan(_ sealed: JournalManifest.Sealed, from start: Int, into journal: inout PublishedJournal) throws(SystemError) {
        let file = try journal.segments.file(sealed.number)
        let summary = try SegmentScanner.scan(
            fileSystem,
            file,
            segment: sealed.number,
            range: start..<sealed.length,
            isSealed: true,
            into: &journal.index,
            ahead: options.ahead
        )
        // With a snapshot, only part of the segment was counted.
        guard start == 0, summary.count != sealed.count, !journal.index.damage.contains(where: { $0.segment == sealed.number }) else {
            return
        }
        journal.index.take(.damage(DamagedRegion(segment: sealed.number, range: sealed.length..<sealed.length, header: nil)))
    }

    private func requireSegment(_ number: UInt32) throws(JournalError) {
        let path = directory.segmentPath(number)
        let status = try onDisk { (disk) throws(SystemError) in try disk.status(ofPath: path) }
        if status == nil { throw .corruptRecord(in: .manifest, cause: "\(path) is missing, though the manifest names it") }
    }

    private func openSegment(_ number: UInt32) throws(JournalError) -> FileDescriptor {
        do throws(SystemError) { return try fileSystem.open(directory.segmentPath(number), .read) } catch {
            guard error.isMissing else { throw error.journalError }
            throw .corruptRecord(in: .manifest, cause: "\(error.path) is missing, though the manifest names it")
        }
    }

    // MARK: Recovery

    /// Moves a torn tail to `quarantine/` and syncs bytes that may exist only in the page cache, before readers see them.
    ///
    /// After a kill, the page cache can hold bytes that were never synced, or whose sync failed. Whether they were acknowledged is unknown.
    /// - Returns: whether there was anything to do. A store that was closed properly is left unchanged.
    private func settle(_ summary: SegmentScanner.Summary, of manifest: JournalManifest) throws(SystemError) -> Bool {
        guard summary.torn != nil || summary.dataEnd > summary.watermark else { return false }
        let file = try fileSystem.open(directory.segmentPath(manifest.active), .readWrite)
        if let torn = summary.torn { try quarantine(torn, of: file, segment: manifest.active) }
        try rewrite(min(summary.watermark, summary.end)..<summary.end, of: file)
        try fileSystem.syncData(file)
        return true
    }

    /// Rewrites a range of a file with the same bytes, because a failed sync may have left their pages marked clean.
    func rewrite(_ range: Range<Int>, of file: FileDescriptor) throws(SystemError) {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 1 << 20) {
            let piece = start..<min(start + 1 << 20, range.upperBound)
            try fileSystem.writeFully(file, fileSystem.bytes(of: file, in: piece), at: start)
        }
    }

    /// Moves the end of a segment to `quarantine/`.
    ///
    /// The caller must sync the truncation.
    func quarantine(_ torn: Range<Int>, of file: FileDescriptor, segment: UInt32) throws(SystemError) {
        let copy = try directory.keep(torn, of: file, segment: segment)
        try fileSystem.truncate(file, to: torn.lowerBound)
        let recovered = QuarantinedTail(segment: JournalManifest.segmentName(segment), range: torn, quarantineFile: copy)
        status.withLock { $0.recovered.append(recovered) }
    }

    /// Writes the state file of a recovered store.
    private func write(
        _ file: StateFile,
        _ manifest: JournalManifest,
        _ summary: SegmentScanner.Summary,
        durable: Int,
        isNew: Bool
    ) throws(SystemError) {
        var state = try file.readLoosely()
        state.append = .init(sequence: state.append.sequence, segment: manifest.active, end: summary.end)
        // A watermark above 0 proves that the manifest is on disk: the line followed a published sync, which followed the manifest.
        let isManifestDurable = isNew || summary.watermark > 0
        state.sync = .init(
            sequence: state.sync.sequence,
            generation: isManifestDurable ? manifest.generation : 0,
            segment: manifest.active,
            durable: durable
        )
        try file.write(&state.append)
        try file.write(&state.sync)
    }

    // MARK: Keeping up

    /// How far readers see the active segment: up to `durable`, or up to `appended` if saves don't wait for the disk.
    func readableEnd(_ state: StoreState, in active: UInt32) -> Int {
        let durable = state.sync.durable(in: active)
        return options.durability == .everyCommit ? durable : max(durable, state.appended(in: active))
    }

    /// Publishes what any process has acknowledged since the last look.
    func refresh(_ files: inout WriterFiles) throws(JournalError) {
        if !status.withLock({ $0.isClosed }) {
            guard let locks = files.session?.locks else { return try join(&files) }
            if try !isManifestCurrent(), try !locks.isCurrent() { return try join(&files) }
        }
        if try !isManifestCurrent(), try !adopt(&files) { return try load(&files) }
        guard let state = published.withLock({ $0.state }) else { return }
        do throws(SystemError) { try publish(state.read()) } catch { throw error.journalError }
    }

    /// Publishes the active segment as far as readers may see it.
    func publish(_ state: StoreState) throws(SystemError) {
        let (manifest, active, start) = published.withLock { ($0.manifest, $0.active, $0.end) }
        guard let manifest, let active else { return }
        let end = readableEnd(state, in: manifest.active)
        guard end > start else { return }
        var items: [JournalItem] = []
        _ = try SegmentScanner.scan(
            fileSystem,
            active,
            segment: manifest.active,
            range: start..<end,
            isSealed: true,
            into: &items,
            chunkLength: min(1 << 20, end - start)
        )
        published.withLock { published in
            for item in items { published.index.take(item) }
            published.end = end
        }
    }

    func isManifestCurrent() throws(JournalError) -> Bool {
        do throws(SystemError) {
            guard let known = published.withLock({ $0.manifestFile }) else { return false }
            return try fileSystem.status(ofPath: directory.manifestPath)?.identity == known
        } catch { throw error.journalError }
    }
}
