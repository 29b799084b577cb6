import Dispatch
import Synchronization

/// Group commit: the queue takes all waiting commits, checks them under the lock, writes them in one batch, and syncs once.
extension JournalEngine {
    /// Stores all of the writes or none of them.
    ///
    /// If the outcome is unknown, reads the records again, which often settles it.
    package func commit(_ writes: [JournalWrite]) async -> JournalOutcome {
        let framed = FramedCommit(writes)
        let outcome = await withCheckedContinuation { continuation in
            enqueue(CollectionOfOne(QueuedCommit(framed: framed, caller: .task(continuation))))
        }
        guard case .failed(let error) = outcome, error.code == .storeOutcomeUnknown else { return outcome }
        return await settled(writes) ?? outcome
    }

    /// Derives the outcome of an unknown commit from what is stored: committed if the written version has these bytes, a conflict if it has
    /// others.
    ///
    /// Returns nil if that version isn't stored yet, or if the records can't be read.
    private func settled(_ writes: [JournalWrite]) async -> JournalOutcome? {
        for (place, write) in writes.enumerated() where write.kind.history == .latest {
            do throws(JournalError) {
                guard let record = try await read(write.kind, write.id), record.version > write.expectedVersion else { return nil }
                guard record.version == write.expectedVersion + 1, record.document.elementsEqual(write.document) else {
                    return .conflict(write: place, actual: record.version)
                }
            } catch { return nil }
        }
        return writes.contains { $0.kind.history == .latest } ? .committed : nil
    }

    /// Stores several commits with one sync.
    ///
    /// Each succeeds or fails on its own, in order.
    func commitEach(_ commits: [[JournalWrite]]) async -> [JournalOutcome] {
        if commits.isEmpty { return [] }
        return await withCheckedContinuation { continuation in
            let outcomes = OutcomeList(count: commits.count, continuation)
            enqueue(
                commits.enumerated().map { place, writes in
                    QueuedCommit(framed: FramedCommit(writes), caller: .member(outcomes, place))
                }
            )
        }
    }

    /// Stores all of the writes or none, on the calling thread, in one batch with all waiting commits.
    ///
    /// Blocks for other saves and for the disk, so don't call it from a task.
    package func commitBlocking(_ writes: [JournalWrite]) -> JournalOutcome {
        let framed = FramedCommit(writes)
        return files.withLock { files in
            runJobs(&files)
            sealIfFull(&files)
            let outcome = writeWaiting(and: framed, &files)
            scheduleUpkeep(&files)
            return outcome
        }
    }

    private func enqueue(_ queued: some Collection<QueuedCommit>) {
        if commits.add(queued) { commits.dispatchQueue.async { self.drain() } }
    }

    /// Writes all waiting commits as one batch.
    ///
    /// If more have arrived meanwhile, re-enqueues itself, so that other work on the queue gets its turn.
    private func drain() {
        drainOnce()
        guard commits.endDraining() else { return commits.dispatchQueue.async { self.drain() } }
        files.withLock { files in
            sealIfFull(&files)
            scheduleUpkeep(&files)
        }
    }

    /// Writes batches until no commit waits.
    ///
    /// Runs on the queue.
    func drainAll() {
        while !commits.isEmpty { drainOnce() }
    }

    private func drainOnce() {
        files.withLock { files in
            runJobs(&files)
            sealIfFull(&files)
            commits.awaitReturning()
            if commits.isEmpty { return }
            _ = writeWaiting(and: nil, &files)
        }
    }

    /// Writes all waiting commits as one batch, plus the caller's own commit if given.
    ///
    /// Returns the outcome of the caller's commit.
    private func writeWaiting(and own: FramedCommit?, _ files: inout WriterFiles) -> JournalOutcome {
        let start = DispatchTime.now().uptimeNanoseconds
        let waiting = commits.count
        let end: SegmentEnd
        do throws(JournalError) {
            end = try beginWriting(&files)
        } catch {
            for commit in commits.take(waiting) { commit.resume(.failed(error)) }
            return .failed(error)
        }
        let batch = commits.take(nil, expecting: waiting)
        var framed: [FramedCommit] = []
        framed.reserveCapacity(batch.count + 1)
        for commit in batch { framed.append(commit.framed) }
        if let own { framed.append(own) }
        let outcomes = write(framed, behind: end, &files)
        if outcomes.contains(where: \.isStoreFull) { makeRoom() }
        commits.noteBatch(of: batch.count, time: Int(DispatchTime.now().uptimeNanoseconds - start))
        for (commit, outcome) in zip(batch, outcomes) { commit.resume(outcome) }
        return outcomes.last ?? .committed
    }

    // MARK: Writing

    /// Writes a batch, brings it to disk, and returns the outcome of each commit.
    ///
    /// This is the commit protocol between processes (docs/design/journal-commits.md). `commit` prepares what it can of a save's lines
    /// (`FramedCommit`) and puts the save into the queue (`enqueue`). The writer takes all saves that wait as one batch (`drain`,
    /// `writeWaiting`) and commits them in these steps. Slot A and slot S are the two slots of the state file (`StoreState`), `.append`
    /// and `.sync` two of its locks (`StoreLocks`).
    ///
    /// 1. `beginWriting`: take `.append` and read the state. If slot S doesn't name the manifest's generation and active segment, a process
    ///    died while changing the manifest: release the lock, complete the change under both locks (`removeObstacle`,
    ///    `completeManifestChange`), and start again.
    /// 2. `findEnd`: open the active segment and read the records after the published end. Complete records after `appended` were written
    ///    by a process that died; they count. If other bytes follow, a process died while appending: release the lock, move them to
    ///    `quarantine/` under both locks (`removeObstacle`, `removeBadBytes`), and start again. If batches before `appended` are missing,
    ///    pages were dropped after a failed write-back: seal the segment at `durable` as in step 12, and start again.
    /// 3. `CommitPlan.add`: compare and set each commit against all records, durable or not. If every commit conflicts, the batch is empty,
    ///    but steps 5 to 12 still run, because a conflict is reported only when the record it conflicts with is durable.
    /// 4. `append`: write the batch's lines after the last record. Each line carries slot S's `durable` as its watermark. If the write
    ///    fails, see below.
    /// 5. `append`: write slot A with `appended` at the end of the batch. Then `endWriting` releases `.append`, and other processes can
    ///    append.
    /// 6. `outcome(of:)`: read slot S and, if it changed, the manifest. If slot S or a sealed segment covers the batch, another process has
    ///    synced it: it is stored. If the segment was sealed before the end of the batch, it has failed. If the segment was compacted away
    ///    meanwhile, the outcome is unknown. In these cases the steps end here.
    /// 7. `trySettling`: otherwise try to take `.sync`. While another process holds it, yield a few times, then pause (50 µs, doubling, up to a
    ///    quarter of the last sync's time), and repeat step 6 each time. If the time limit passes, the outcome is unknown.
    /// 8. `stateUnderSync`: with `.sync` held, read the state again and complete a manifest change that a process died in. If `durable` now
    ///    covers the batch, it is stored. Otherwise wait, for at most half of the last sync's time, for the processes that are likely to
    ///    append soon (`CommitSiblings`). The target is the end of all appended batches, so one sync serves every process that has appended.
    /// 9. `bringToMedium`: rewrite bytes whose sync this process can't trust. If slot S's flag is set, the last sync failed or its process
    ///    died: take `.append` and rewrite all records from `durable` on. Otherwise rewrite only what was there before this process opened
    ///    the segment (its `witness`), because a write-back error for those bytes may have been reported to another process. If records
    ///    have disappeared, go to step 12.
    /// 10. `bringToMedium`: write slot S with the flag set, then sync (`syncData`: `fdatasync`, on Darwin `F_FULLFSYNC`).
    /// 11. `bringToMedium`: after a successful sync write slot S with `durable` at the target and the flag cleared. `settle` then releases
    ///     `.sync`, the batch is published, and the callers resume. Readers show records up to `durable`, so every process sees a save
    ///     before it is acknowledged.
    /// 12. `giveUp`: if step 9, 10 or 11 fails, keep `.sync`, take `.append`, and seal the segment at `durable` (`sealAtDurable`): create
    ///     and sync the next segment, replace the manifest, then write slot S and slot A for the new segment. All saves beyond `durable`
    ///     have failed, in every process. If the disk is full, `dropPadding` first frees space for this. If sealing fails too, the flag
    ///     stays set and the outcome is unknown (`store_outcome_unknown`). A failed sync is never simply retried: only step 9 makes those
    ///     bytes trustworthy again.
    ///
    /// If step 4 or 5 fails, `takeBack` truncates the segment to the start of the batch while `.append` is held. Complete lines may have
    /// reached the disk, so it then syncs the shortened segment as in steps 8 to 11, or seals it as in step 12. An I/O error in steps 6 to
    /// 8 decides nothing: `settle` tries these steps up to three times, then reports the outcome as unknown.
    ///
    /// With `.interval` a batch is acknowledged after step 5, and a timer runs steps 6 to 12. With `.none` nothing syncs the batch until
    /// its segment is sealed.
    private func write(_ batch: [FramedCommit], behind end: SegmentEnd, _ files: inout WriterFiles) -> [JournalOutcome] {
        var (plan, epoch) = published.withLock { (CommitPlan(batch, index: $0.index, end: end), $0.epoch) }
        let isConflict = plan.outcomes.contains { if case .conflict = $0 { true } else { false } }
        var settlement = Settlement.stored
        if plan.isEmpty, !isConflict {
            endWriting(&files)
        } else {
            plan.encode(into: files.segment.takeBuffer())
            defer { files.segment.keepBuffer(plan.takeBytes()) }
            do throws(JournalError) {
                try append(plan.bytes, behind: end, &files)
            } catch { return batch.map { _ in .failed(error) } }
            endWriting(&files)
            if options.durability == .everyCommit {
                settlement = settle(end.segment, end: end.end + plan.bytes.count, &files)
            }
            publish(plan, epoch, behind: end, settlement, &files)
        }
        switch settlement {
        case .stored: return plan.outcomes
        case .failed(let error), .unknown(let error):
            return plan.outcomes.map { if case .failed = $0 { $0 } else { .failed(error) } }
        }
    }

    /// Publishes a batch, and the records of other processes before it.
    /// - Parameter epoch: that of the index that the plan was made with.
    private func publish(
        _ plan: CommitPlan,
        _ epoch: Int,
        behind end: SegmentEnd,
        _ settlement: Settlement,
        _ files: inout WriterFiles
    ) {
        let isShown = published.withLock { published in
            guard case .stored = settlement, published.manifest?.active == end.segment, published.end == end.start,
                published.epoch == epoch
            else { return false }
            for item in end.items { published.index.take(item) }
            plan.publish(to: &published.index)
            published.end = end.end + plan.bytes.count
            return true
        }
        if isShown { return files.segment.note(plan.bytes, count: plan.count, in: end.segment, at: end.end) }
        // If this fails, readers catch up on their own.
        do throws(JournalError) { try refresh(&files) } catch { return }
    }

    /// Steps 4 and 5 of a commit.
    ///
    /// If the batch can't be written, takes it back.
    private func append(_ bytes: [UInt8], behind end: SegmentEnd, _ files: inout WriterFiles) throws(JournalError) {
        guard let session = files.session, let active = files.segment.active else {
            throw .failure(.storeUnavailable, cause: directory.path)
        }
        var slot = StoreState.Append(sequence: end.state.append.sequence, segment: end.segment, end: end.end + bytes.count)
        do throws(SystemError) {
            if !bytes.isEmpty {
                try files.segment.append(bytes, to: active, at: end.end, size: end.size)
            }
            if end.state.append.end != slot.end || end.state.append.segment != slot.segment { try session.state.write(&slot) }
            files.siblings.appended(at: slot.sequence, syncs: end.state.sync.sequence)
        } catch { throw takeBack(error, end, &files) }
    }
}
