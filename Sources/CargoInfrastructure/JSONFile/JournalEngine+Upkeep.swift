import CargoDomain
import Dispatch
import Synchronization

/// What happens after and beside commits: late syncs, marks, and cutting off what could not be made durable.
extension JournalEngine {
    // MARK: Late syncs and marks

    /// Sees to it that the last commits become durable, and known to be.
    func scheduleUpkeep(_ files: inout WriterFiles) {
        // Whoever only reads leaves the directory as it is.
        if files.lock != nil { scheduleSnapshot() }
        if files.isSyncScheduled { return }
        let delay: Int
        switch options.durability {
        case .everyCommit:
            guard options.writesMarks, let markDelay = options.markDelay, files.active != nil,
                files.markedEnd != published.withLock({ $0.end })
            else { return }
            delay = markDelay
        case .interval(let milliseconds): delay = milliseconds
        case .none: return
        }
        files.isSyncScheduled = true
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
            guard let self else { return }
            self.files.withLock { files in
                files.isSyncScheduled = false
                self.syncEverything(&files)
                self.writeMark(&files)
            }
        }
    }

    /// Syncs what was acknowledged without a sync.
    func syncEverything(_ files: inout WriterFiles) {
        let end = published.withLock { $0.end }
        guard case .interval = options.durability, files.durableEnd < end, let file = files.active?.file,
            intake.withLock({ $0.poison == nil })
        else { return }
        do throws(SystemError) {
            try fileSystem.syncData(file)
            files.durableEnd = end
        } catch { poison(error.domainError) }
    }

    /// Writes that all published bytes are durable, so that later damage to them is not taken for a torn tail; no matter if it fails.
    ///
    /// Only where nobody else has appended: their own mark or record will say it.
    func writeMark(_ files: inout WriterFiles) {
        let (end, torn) = published.withLock { ($0.end, $0.torn) }
        guard options.writesMarks, options.durability != .none, let (_, file) = files.active, let lock = files.lock, files.markedEnd != end,
            files.durableEnd >= end, end > 0, torn == nil, intake.withLock({ $0.poison == nil })
        else { return }
        do throws(DomainError) {
            try lock.acquire(.exclusive, timeLimit: 0)
            files.isLocked = true
            defer { endWriting(&files) }
            guard try isManifestCurrent() else { return }
            do throws(SystemError) {
                guard try fileSystem.isDataEnd(file, end) else { return }
                let mark = RecordLine.mark(watermark: end)
                published.withLock { $0.inFlight = end..<end + mark.count }
                do throws(SystemError) {
                    try fileSystem.writeFully(file, mark, at: end)
                } catch {
                    published.withLock { $0.inFlight = nil }
                    try fileSystem.truncate(file, to: end)
                    return
                }
                files.markedEnd = end + mark.count
                published.withLock {
                    $0.end = end + mark.count
                    $0.inFlight = nil
                }
            } catch { poison(error.domainError) }
        } catch { return }
    }

    // MARK: Failed commits

    /// Makes sure that commits which were reported as failed are never seen: the segment is sealed before them, and a new one begun.
    ///
    /// Where another process has appended since, it has built on them and its own sync decides; the failure's outcome is then unknown.
    /// Where the medium refuses even this, nothing after the published end is looked at any more, and the next open in this process tries again.
    /// - Parameters:
    ///   - bytes: what was to be written.
    ///   - start: where it was to stand.
    func cutOffFailedCommits(_ bytes: [UInt8], at start: Int, _ files: inout WriterFiles) {
        let range = start..<start + bytes.count
        guard let segment = files.active?.number else { return }
        do throws(DomainError) {
            if !files.isLocked {
                try files.lock?.acquire(.exclusive, timeLimit: options.lockTimeLimit)
                files.isLocked = true
            }
            defer { endWriting(&files) }
            let isCut = try seal(segment, before: range)
            if isCut { try load(&files) }
        } catch {
            published.withLock { $0.isFrozen = true }
            let beginning = Array(bytes.prefix(EngineRegistry.FailedTail.beginningLength))
            rememberFailedTail(EngineRegistry.FailedTail(segment: segment, range: range, beginning: beginning))
        }
    }

    /// Seals the active segment at the start of a range, if it still ends within it; the caller holds the lock.
    private func seal(_ segment: UInt32, before range: Range<Int>) throws(DomainError) -> Bool {
        guard var manifest = try directory.readManifest()?.manifest, manifest.active == segment else { return false }
        do throws(SystemError) {
            let file = try fileSystem.open(directory.segmentPath(segment), .readWrite)
            let size = try fileSystem.status(of: file).size
            guard size >= range.lowerBound, try fileSystem.isBlank(file, from: range.upperBound) else { return false }
            var ignored = NoSink()
            let kept = 0..<range.lowerBound
            let summary = try SegmentScanner.scan(fileSystem, file, segment: segment, range: kept, isSealed: true, into: &ignored)
            // A failed sync forgets what it was asked for: what is kept may not be on the medium either, unless it is written once more.
            let doubtful = min(summary.watermark, kept.upperBound)..<kept.upperBound
            if !doubtful.isEmpty {
                try fileSystem.writeFully(file, fileSystem.bytes(of: file, in: doubtful), at: doubtful.lowerBound)
                try fileSystem.sync(file)
            }
            let checksum = try directory.checksum(of: file, length: kept.count)
            manifest.sealed.append(
                JournalManifest.Sealed(number: segment, length: kept.count, checksum: checksum, count: summary.count)
            )
            manifest.active = segment + 1
            manifest.generation += 1
            try directory.createSegment(manifest.active)
            try directory.writeManifest(manifest)
            // The manifest says where the segment ends; taking the rest away only saves others from wondering.
            do throws(SystemError) { try fileSystem.truncate(file, to: kept.count) } catch { return true }
            return true
        } catch { throw error.domainError }
    }

    /// On opening: cuts off what a failed engine of this process could not, or else opens for reading only.
    func finishFailedCommits(of identity: FileStatus.Identity?, _ files: inout WriterFiles) throws(DomainError) {
        guard let identity, let tail = EngineRegistry.failedTail(of: identity) else { return }
        do throws(DomainError) {
            let lock: StoreLock
            do throws(SystemError) { lock = try StoreLock(directory, .readWrite) } catch { throw error.domainError }
            try lock.acquire(.exclusive, timeLimit: options.lockTimeLimit)
            let sealing = Result { () throws(DomainError) in if try stands(tail) { _ = try seal(tail.segment, before: tail.range) } }
            try lock.release()
            _ = try sealing.get()
            EngineRegistry.setFailedTail(nil, of: identity)
        } catch {
            poison(error)
            try load(&files, upTo: tail)
            published.withLock { $0.isFrozen = true }
        }
    }

    /// Whether a failed tail is still where it was left; without its first record nothing of it is ever taken for saved.
    private func stands(_ tail: EngineRegistry.FailedTail) throws(DomainError) -> Bool {
        do throws(SystemError) {
            guard try fileSystem.status(ofPath: directory.segmentPath(tail.segment)) != nil else { return false }
            let file = try fileSystem.open(directory.segmentPath(tail.segment), .read)
            let start = tail.range.lowerBound
            return try fileSystem.bytes(of: file, in: start..<start + tail.beginning.count) == tail.beginning
        } catch { throw error.domainError }
    }

    private func rememberFailedTail(_ tail: EngineRegistry.FailedTail) {
        do throws(DomainError) {
            if let identity = try directory.identity() { EngineRegistry.setFailedTail(tail, of: identity) }
        } catch { return }
    }
}

/// Takes what a scan finds and keeps nothing.
private struct NoSink: JournalSink {
    mutating func take(_ item: JournalItem) {}
}
