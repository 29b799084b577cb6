import Dispatch
import Synchronization

/// Work after and alongside commits: delayed syncs, marks, and trimming the padding.
extension JournalEngine {
    // MARK: Late syncs and marks

    /// Schedules the work that follows commits: a snapshot, a delayed sync, and a mark.
    func scheduleUpkeep(_ files: inout WriterFiles) {
        // An engine that only reads writes no snapshots.
        if files.segment.active != nil { scheduleSnapshot() }
        if files.isSyncScheduled { return }
        let delay: Int
        switch options.durability {
        case .everyCommit:
            guard options.writesMarks, let markDelay = options.markDelay, files.segment.active != nil,
                files.markedEnd != published.withLock({ $0.end })
            else { return }
            delay = markDelay
        case .interval(let milliseconds): delay = milliseconds
        case .none: return
        }
        files.isSyncScheduled = true
        commits.dispatchQueue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [weak self] in
            guard let self else { return }
            self.files.withLock { files in
                files.isSyncScheduled = false
                self.syncEverything(&files)
                self.writeMark(&files)
            }
        }
    }

    /// Syncs saves that were acknowledged without a sync.
    ///
    /// Does nothing unless the durability is `.interval`.
    func syncEverything(_ files: inout WriterFiles) {
        let (segment, end) = published.withLock { ($0.manifest?.active, $0.end) }
        guard case .interval = options.durability, let segment, files.segment.active?.number == segment else { return }
        guard case .stored = settle(segment, end: end, &files) else {
            // The segment may have been sealed before saves that were already acknowledged.
            do throws(JournalError) { return try refresh(&files) } catch { return }
        }
    }

    /// Writes a mark: a line whose watermark says that all published bytes are durable, so that later damage to them isn't mistaken for a
    /// torn tail.
    ///
    /// Failure is harmless.
    ///
    /// Writes it only if nothing was appended since the last sync. The mark itself isn't synced.
    func writeMark(_ files: inout WriterFiles) {
        let end = published.withLock { $0.end }
        guard options.writesMarks, options.durability != .none, let active = files.segment.active, let session = files.session,
            files.markedEnd != end,
            end > 0
        else { return }
        files.markedEnd = end
        do throws(JournalError) {
            guard try session.locks.tryAcquire(.append, .exclusive) else { return }
            files.held.insert(.append)
            defer { endWriting(&files) }
            guard try isManifestCurrent() else { return }
            do throws(SystemError) {
                var state = try session.state.read()
                guard state.sync.segment == active.number, state.sync.durable == end, state.appended(in: active.number) == end,
                    try fileSystem.isDataEnd(active.file, end)
                else { return }
                let mark = RecordLine.mark(watermark: end)
                do throws(SystemError) {
                    try fileSystem.writeFully(active.file, mark, at: end)
                } catch { return try fileSystem.truncate(active.file, to: end) }
                state.append.end = end + mark.count
                try session.state.write(&state.append)
                files.segment.note(mark, count: 1, in: active.number, at: end)
            } catch { throw error.journalError }
        } catch { return }
    }

    /// Trims the padding, unless another process has appended after our last record.
    ///
    /// Failure is harmless.
    func trimPadding(_ files: inout WriterFiles) {
        guard let active = files.segment.active, let session = files.session else { return }
        do throws(JournalError) {
            guard try session.locks.tryAcquire(.append, .exclusive) else { return }
            files.held.insert(.append)
            defer { endWriting(&files) }
            guard try isManifestCurrent() else { return }
            do throws(SystemError) {
                let state = try session.state.read()
                let end = state.appended(in: active.number)
                guard published.withLock({ $0.end }) >= state.sync.durable(in: active.number), state.append.segment == active.number,
                    try fileSystem.status(of: active.file).size > end, try fileSystem.isBlank(active.file, from: end)
                else { return }
                try fileSystem.truncate(active.file, to: end)
            } catch { throw error.journalError }
        } catch { return }
    }
}
