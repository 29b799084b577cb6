import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The outcome of a batch that was appended.
enum Settlement {
    /// The batch is on disk.
    case stored
    /// The batch isn't stored and never will be.
    case failed(JournalError)
    /// The batch may or may not be stored. Reading the aggregate again shows which, once a sync or a seal has decided.
    case unknown(JournalError)
}

/// Steps 6 to 12 of a commit: bringing a batch to disk, by another process's sync or by our own. `JournalEngine.write` lists all steps.
extension JournalEngine {
    /// Brings the batch that ends at an offset to disk and returns its outcome (steps 6 to 12).
    func settle(_ segment: UInt32, end: Int, _ files: inout WriterFiles) -> Settlement {
        var failure: JournalError?
        // An error before the sync decides nothing, so try again.
        for _ in 0..<3 {
            defer { endWriting(&files) }
            do throws(JournalError) { return try trySettling(segment, end, &files) } catch { failure = error }
        }
        return Self.unknown(failure?.cause ?? "")
    }

    private func trySettling(_ segment: UInt32, _ end: Int, _ files: inout WriterFiles) throws(JournalError) -> Settlement {
        guard let locks = files.session?.locks else { return Self.unknown("the store's locks were lost") }
        var waiting = LockWait(timeLimit: options.lockTimeout, longest: files.lastSyncTime / 4)
        // Step 7
        while try !locks.tryAcquire(.sync, .exclusive) {
            // Step 6
            if let outcome = try outcome(of: segment, end, &files) { return outcome }
            if !waiting.pause() { return Self.unknown("another process has not finished its sync within the time limit") }
        }
        files.held.insert(.sync)
        // Step 8
        guard let state = try stateUnderSync(&files, segment) else {
            return try outcome(of: segment, end, &files) ?? Self.unknown("the segment is no longer active")
        }
        if state.sync.durable >= end {
            files.siblings.stored(at: state.append.sequence)
            return .stored
        }
        do throws(SystemError) {
            let state = try awaitSiblings(state, files)
            defer { files.siblings.stored(at: state.append.sequence) }
            try bringToMedium(max(state.appended(in: segment), end), state, &files)
            return .stored
        } catch { return giveUp(error, &files) }
    }

    private static func unknown(_ cause: String) -> Settlement { .unknown(.failure(.storeOutcomeUnknown, cause: cause)) }

    /// Step 6: derives the outcome of a batch from the state and the manifest.
    ///
    /// Returns nil while it is undecided.
    private func outcome(of segment: UInt32, _ end: Int, _ files: inout WriterFiles) throws(JournalError) -> Settlement? {
        guard let session = files.session else { return nil }
        let state: StoreState
        do throws(SystemError) { state = try session.state.read() } catch { throw error.journalError }
        let sync = state.sync
        if sync.durable(in: segment) >= end {
            files.siblings.stored(at: state.append.sequence)
            return .stored
        }
        if sync.segment == segment, published.withLock({ $0.manifest?.generation == sync.generation }) { return nil }
        guard let manifest = try directory.readManifest()?.manifest, manifest.active != segment else { return nil }
        let isDurable = manifest.generation == sync.generation
        guard let sealed = manifest.sealed.first(where: { $0.number == segment }) else {
            return isDurable ? Self.unknown("the segment was compacted away while the save waited") : nil
        }
        if sealed.length >= end { return .stored }
        guard isDurable else { return nil }
        let cause = "\(directory.segmentPath(segment)) was sealed before the save, after a sync or a write that failed"
        return .failed(.failure(.storeUnavailable, cause: cause))
    }

    /// Step 8: returns the state; `.sync` is held.
    ///
    /// Completes a manifest change that a process died in. Returns nil if the segment is no longer active.
    private func stateUnderSync(_ files: inout WriterFiles, _ segment: UInt32) throws(JournalError) -> StoreState? {
        guard let session = files.session else { throw .failure(.storeUnavailable, cause: directory.path) }
        func state() throws(JournalError) -> StoreState {
            do throws(SystemError) { return try session.state.read() } catch { throw error.journalError }
        }
        var current = try state()
        let isKnown = published.withLock {
            $0.manifest?.generation == current.sync.generation && $0.manifest?.active == current.sync.segment
        }
        var isCurrent = isKnown
        if isKnown { isCurrent = try isManifestCurrent() }
        if !isCurrent {
            try lock(.append, &files)
            defer { unlock(.append, &files) }
            if let manifest = try directory.readManifest()?.manifest {
                current = try state()
                if !current.names(manifest) { try completeManifestChange(manifest, current, files) }
            }
            current = try state()
        }
        return current.sync.segment == segment ? current : nil
    }

    /// Step 8: waits for the processes that are likely to append soon, for at most half of the last sync's time.
    ///
    /// Returns the state after the wait. `.sync` is held.
    private func awaitSiblings(_ state: StoreState, _ files: WriterFiles) throws(SystemError) -> StoreState {
        guard let session = files.session else { return state }
        var state = state
        let deadline = DispatchTime.now() + .microseconds(files.lastSyncTime / 2)
        while files.siblings.isAwaited(after: state.append.sequence), DispatchTime.now() < deadline {
            sched_yield()
            state = try session.state.read()
        }
        return state
    }

    // MARK: The sync

    /// Steps 9 to 11: makes the segment durable up to `end` and writes slot S.
    ///
    /// `.sync` is held.
    func bringToMedium(_ end: Int, _ state: StoreState, _ files: inout WriterFiles) throws(SystemError) {
        guard let session = files.session, let active = files.segment.active, active.number == state.sync.segment else {
            throw SystemError(call: "find", path: directory.segmentPath(state.sync.segment), number: EBADF)
        }
        var target = end
        var slot = state.sync
        if slot.isSyncing {
            let mustUnlock = !files.held.contains(.append)
            do throws(JournalError) { try lock(.append, &files) } catch {
                throw SystemError(call: "lock", path: directory.lockPath, number: EBUSY)
            }
            defer { if mustUnlock { unlock(.append, &files) } }
            let size = try fileSystem.status(of: active.file).size
            let records = try endOfRecords(of: active, slot.durable..<max(size, slot.durable))
            let appended = try session.state.read().appended(in: active.number)
            guard records >= max(appended, end) else { throw Self.dropped(active.file) }
            target = records
            try rewrite(slot.durable..<target, of: active.file)
        } else {
            let witness = min(active.witness ?? target, target)
            if slot.durable < witness {
                guard try endOfRecords(of: active, slot.durable..<target) >= witness else { throw Self.dropped(active.file) }
                try rewrite(slot.durable..<witness, of: active.file)
            }
        }
        slot.isSyncing = true
        try session.state.write(&slot)
        let start = DispatchTime.now().uptimeNanoseconds
        try fileSystem.syncData(active.file)
        files.lastSyncTime = Int((DispatchTime.now().uptimeNanoseconds - start) / 1_000)
        slot.isSyncing = false
        slot.durable = target
        try session.state.write(&slot)
    }

    private static func dropped(_ file: FileDescriptor) -> SystemError { SystemError(call: "write-back", path: file.path, number: EIO) }

    /// Returns the offset at which the complete batches in a range end.
    private func endOfRecords(of active: SegmentWriter.ActiveSegment, _ range: Range<Int>) throws(SystemError) -> Int {
        var sink = NoSink()
        return try SegmentScanner.scan(
            fileSystem,
            active.file,
            segment: active.number,
            range: range,
            isSealed: false,
            into: &sink,
            stopsAtPadding: true,
            chunkLength: 1 << 14
        ).end
    }

    /// Step 12: seals the segment at `durable`, so that all saves beyond it fail.
    ///
    /// `.sync` is held, and slot S's flag may be set.
    private func giveUp(_ failure: SystemError, _ files: inout WriterFiles) -> Settlement {
        do throws(JournalError) {
            try lock(.append, &files)
            if failure.isOutOfSpace { dropPadding(&files) }
            try sealAtDurable(&files)
            return .failed(failure.journalError)
        } catch { return Self.unknown("\(failure.text); \(error.cause)") }
    }

    /// Trims the padding, because a new segment and a manifest may need its space.
    ///
    /// Both locks are held.
    ///
    /// Removes no record: another process's save may have found a conflict with it.
    private func dropPadding(_ files: inout WriterFiles) {
        guard let session = files.session, let active = files.segment.active else { return }
        files.segment.size = nil
        do throws(SystemError) {
            let end = try session.state.read().appended(in: active.number)
            if try fileSystem.isBlank(active.file, from: end) { try fileSystem.truncate(active.file, to: end) }
        } catch { return }
    }

    // MARK: Failed writes

    /// Takes back a batch whose write failed (steps 4 and 5); `.append` is held.
    ///
    /// Complete lines may already be on disk, so syncs or seals the segment.
    /// - Returns: the error of the write, or `store_outcome_unknown`.
    func takeBack(_ failure: SystemError, _ end: SegmentEnd, _ files: inout WriterFiles) -> JournalError {
        let isCut = cutBack(to: end, &files)
        unlock(.append, &files)
        defer { endWriting(&files) }
        if isCut, options.durability != .everyCommit { return failure.journalError }
        do throws(JournalError) {
            try lock(.sync, &files)
            guard let state = try stateUnderSync(&files, end.segment) else {
                return isCut ? failure.journalError : .failure(.storeOutcomeUnknown, cause: failure.text)
            }
            if isCut {
                do throws(SystemError) {
                    try bringToMedium(max(state.appended(in: end.segment), state.sync.durable), state, &files)
                    return failure.journalError
                } catch {
                    // If it can't be synced, seal the segment.
                }
            } else if state.sync.durable > end.end {
                return .failure(.storeOutcomeUnknown, cause: failure.text)
            }
            try lock(.append, &files)
            try sealAtDurable(&files)
            return failure.journalError
        } catch { return .failure(.storeOutcomeUnknown, cause: "\(failure.text); \(error.cause)") }
    }

    private func cutBack(to end: SegmentEnd, _ files: inout WriterFiles) -> Bool {
        files.segment.size = nil
        guard let session = files.session, let file = files.segment.active?.file else { return false }
        do throws(SystemError) {
            try fileSystem.truncate(file, to: end.end)
            var slot = try session.state.read().append
            if slot.segment == end.segment, slot.end > end.end {
                slot.end = end.end
                try session.state.write(&slot)
            }
            return true
        } catch { return false }
    }
}

extension StoreState {
    /// Whether slot S says that this manifest is on disk.
    func names(_ manifest: JournalManifest) -> Bool { sync.generation == manifest.generation && sync.segment == manifest.active }
}

/// A sink that ignores everything.
struct NoSink: JournalSink {
    mutating func take(_ item: JournalItem) {}
}
