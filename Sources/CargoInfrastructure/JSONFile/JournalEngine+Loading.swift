import CargoDomain
import Synchronization

/// Building the index, and keeping up with what other processes append. All of it runs on the queue.
extension JournalEngine {
    /// Builds the index from the whole journal, but for a tail that is known to have failed, and publishes it.
    ///
    /// What a snapshot of the index covers is not read, unless it is to be left aside.
    func load(
        _ files: inout WriterFiles,
        upTo failed: EngineRegistry.FailedTail? = nil,
        usingSnapshot usesSnapshot: Bool = true
    ) throws(DomainError) {
        while true {
            guard let (manifest, descriptor) = try directory.readManifest() else {
                guard published.withLock({ $0.manifest == nil }) else {
                    throw .technical(.storeUnavailable, cause: "\(directory.manifestPath) is gone")
                }
                return
            }
            let loaded = try attempt(manifest, descriptor, upTo: failed, usingSnapshot: usesSnapshot && failed == nil, &files)
            if loaded { return }
        }
    }

    /// Builds the index for a manifest; false where another manifest has taken its place meanwhile.
    private func attempt(
        _ manifest: JournalManifest,
        _ descriptor: FileDescriptor,
        upTo failed: EngineRegistry.FailedTail?,
        usingSnapshot usesSnapshot: Bool,
        _ files: inout WriterFiles
    ) throws(DomainError) -> Bool {
        do {
            var next = PublishedJournal(index: JournalIndex(kinds: kinds))
            next.manifest = manifest
            next.manifestDescriptor = descriptor
            next.manifestFile = try fileSystem.status(of: descriptor).identity
            for number in manifest.sealed.map(\.number) + [manifest.active] {
                do throws(DomainError) { next.segments[number] = try openSegment(number) } catch {
                    // Two compactions may have gone by since the manifest was read.
                    guard try fileSystem.status(ofPath: directory.manifestPath)?.identity == next.manifestFile else { return false }
                    throw error
                }
            }
            guard let active = next.active else { return false }
            guard
                var size = try whileNobodyWrites(next.manifestFile, files, { () throws(SystemError) in try fileSystem.endOfData(active) })
            else { return false }
            if let failed, failed.segment == manifest.active { size = min(size, failed.range.lowerBound) }
            guard manifest.active < RecordLocation.segmentLimit, size < RecordLocation.offsetLimit else {
                throw DomainError.technical(.storeUnavailable, cause: "\(active.path) is beyond what an index can hold")
            }
            var start = IndexSnapshot.Extent(sealed: [], segment: manifest.sealed.first?.number ?? manifest.active, end: 0)
            if usesSnapshot, options.snapshotMinimum != nil,
                let snapshot = IndexSnapshot.read(directory, manifest, segments: next.segments, size: size, kinds: kinds)
            {
                next.index = snapshot.index
                next.snapshot = snapshot.note
                start = snapshot.note.extent
            }
            for sealed in manifest.sealed[start.sealed.count...] {
                try scan(sealed, from: sealed.number == start.segment ? start.end : 0, into: &next)
            }
            let activeStart = manifest.active == start.segment ? start.end : 0
            var summary = try SegmentScanner.scan(
                fileSystem,
                active,
                segment: manifest.active,
                range: activeStart..<size,
                isSealed: false,
                into: &next.index,
                ahead: options.ahead
            )
            // What a snapshot covers was on the medium before it was written.
            summary.watermark = max(summary.watermark, activeStart)
            // A medium that failed a sync is not asked again: what it holds is shown, and nothing is written.
            files.durableEnd = failed == nil ? try syncBeforeShowing(summary, of: active) : summary.watermark
            files.active = nil
            next.end = summary.end
            next.torn = summary.torn
            published.withLock { published in
                next.epoch = published.epoch + 1
                published = next
            }
            return true
        } catch let error as SystemError { throw error.domainError } catch let error as DomainError { throw error } catch {
            throw .technical(.storeUnavailable, cause: "\(error)")
        }
    }

    private func scan(_ sealed: JournalManifest.Sealed, from start: Int, into journal: inout PublishedJournal) throws(SystemError) {
        guard let file = journal.segments[sealed.number] else { return }
        let summary = try SegmentScanner.scan(
            fileSystem,
            file,
            segment: sealed.number,
            range: start..<sealed.length,
            isSealed: true,
            into: &journal.index,
            ahead: options.ahead
        )
        // Not all of it can have been counted where a snapshot covers the beginning.
        guard start == 0, summary.count != sealed.count, !journal.index.damage.contains(where: { $0.segment == sealed.number }) else {
            return
        }
        journal.index.take(.damage(DamagedRegion(segment: sealed.number, range: sealed.length..<sealed.length, header: nil)))
    }

    private func openSegment(_ number: UInt32) throws(DomainError) -> FileDescriptor {
        do throws(SystemError) { return try fileSystem.open(directory.segmentPath(number), .read) } catch {
            guard error.isMissing else { throw error.domainError }
            throw .corruptRecord(rule: "manifest", cause: "\(error.path) is missing, though the manifest names it")
        }
    }

    /// Looks at the active segment while nobody writes to it; nil where the manifest is no longer the one given, if one is.
    ///
    /// Without the lock a commit could be seen half, with a later one behind it, which is what damage looks like; or whole, and then be taken
    /// back for want of room. What stands before the end of the data then stays as it is, and can be read without the lock.
    func whileNobodyWrites<Value>(
        _ manifest: FileStatus.Identity?,
        _ files: WriterFiles,
        _ body: () throws(SystemError) -> Value
    ) throws(DomainError) -> Value? {
        do {
            // A copy of a store may lack the lock file; then there is no writer either.
            guard try fileSystem.status(ofPath: directory.lockPath) != nil, !files.isLocked else { return try body() }
            let lock = try files.lock ?? StoreLock(directory, .read)
            try lock.acquire(.shared, timeLimit: options.lockTimeLimit)
            let value = Result { () throws(SystemError) -> Value? in
                if let manifest, try fileSystem.status(ofPath: directory.manifestPath)?.identity != manifest { return nil }
                return try body()
            }
            try lock.release()
            return try value.get()
        } catch let error as SystemError { throw error.domainError } catch let error as DomainError { throw error } catch {
            throw .technical(.storeUnavailable, cause: "\(error)")
        }
    }

    /// Other processes acknowledge after their own sync; what is shown here before that must not be lost either.
    ///
    /// Returns how far the segment is known to be on the medium.
    private func syncBeforeShowing(_ summary: SegmentScanner.Summary, of file: FileDescriptor) throws(SystemError) -> Int {
        guard options.durability == .everyCommit, summary.watermark < summary.dataEnd else { return summary.watermark }
        try fileSystem.syncData(file)
        return summary.end
    }

    // MARK: Keeping up

    /// Whether the store on the disk is the one that readers see, but for this engine's own commits under way.
    func isUpToDate() throws(SystemError) -> Bool {
        var seen = published.withLock { Extent($0) }
        if seen.isFrozen { return true }
        guard try fileSystem.status(ofPath: directory.manifestPath)?.identity == seen.manifest else { return false }
        while try !isWhole(seen) {
            // Where a commit of this engine came in between, the wrong place was looked at.
            let now = published.withLock { Extent($0) }
            if now == seen { return false }
            seen = now
        }
        return true
    }

    private func isWhole(_ extent: Extent) throws(SystemError) -> Bool {
        guard let active = extent.active else { return true }
        guard let inFlight = extent.inFlight else { return try fileSystem.isLastLineEnd(active, extent.end) }
        if inFlight.lowerBound != extent.end { return false }
        return try fileSystem.isDataEnd(active, inFlight.upperBound)
    }

    /// How much of the journal readers see.
    private struct Extent: Equatable {
        let manifest: FileStatus.Identity?
        let active: FileDescriptor?
        let end: Int
        let inFlight: Range<Int>?
        let isFrozen: Bool

        init(_ published: PublishedJournal) {
            manifest = published.manifestFile
            active = published.active
            end = published.end
            inFlight = published.inFlight
            isFrozen = published.isFrozen
        }

        static func == (left: Self, right: Self) -> Bool {
            left.manifest == right.manifest && left.active === right.active && left.end == right.end && left.inFlight == right.inFlight
                && left.isFrozen == right.isFrozen
        }
    }

    /// Publishes what other processes have committed since.
    func refresh(_ files: inout WriterFiles) throws(DomainError) {
        var isCurrent = try isManifestCurrent()
        if !isCurrent { isCurrent = try adopt(&files) }
        guard isCurrent, let tail = try readTail(files) else { return try load(&files) }
        guard !tail.items.isEmpty || tail.summary.end > tail.start else {
            return published.withLock { $0.torn = tail.summary.torn }
        }
        do throws(SystemError) {
            files.durableEnd = max(files.durableEnd, try syncBeforeShowing(tail.summary, of: tail.file))
        } catch { throw error.domainError }
        publish(tail)
    }

    func isManifestCurrent() throws(DomainError) -> Bool {
        do throws(SystemError) {
            guard let known = published.withLock({ $0.manifestFile }) else { return false }
            return try fileSystem.status(ofPath: directory.manifestPath)?.identity == known
        } catch { throw error.domainError }
    }

    /// What stands in the active segment after the published end.
    struct Tail {
        let segment: UInt32
        let file: FileDescriptor
        let start: Int
        var items: [JournalItem]
        var summary: SegmentScanner.Summary
        /// The file's size, padding included.
        var size = 0
    }

    /// Reads what comes after the published end, while nobody writes; nil where the manifest has changed.
    func readTail(_ files: WriterFiles) throws(DomainError) -> Tail? {
        let (manifest, active, start, identity, torn) = published.withLock {
            ($0.manifest, $0.active, $0.end, $0.manifestFile, $0.torn)
        }
        guard let manifest, let active else { return nil }
        var tail = Tail(segment: manifest.active, file: active, start: start, items: [], summary: .init(end: start, dataEnd: start))
        let read: Void? = try whileNobodyWrites(identity, files) { () throws(SystemError) in
            tail.size = try fileSystem.status(of: active).size
            // A torn tail may begin with a blank that a lost write has left.
            if tail.size <= start { return }
            if torn == nil, try fileSystem.isDataEnd(active, start) { return }
            tail.summary = try SegmentScanner.scan(
                fileSystem,
                active,
                segment: manifest.active,
                range: start..<tail.size,
                isSealed: false,
                into: &tail.items,
                stopsAtPadding: torn == nil,
                chunkLength: 1 << 14
            )
        }
        guard read != nil else { return nil }
        guard tail.size >= start else {
            let cause = "\(active.path) has \(tail.size) bytes, though \(start) were there before"
            throw .corruptRecord(rule: "journal", cause: cause)
        }
        return tail
    }

    func publish(_ tail: Tail) {
        published.withLock { published in
            for item in tail.items { published.index.take(item) }
            published.end = tail.summary.end
            published.torn = tail.summary.torn
        }
    }
}
