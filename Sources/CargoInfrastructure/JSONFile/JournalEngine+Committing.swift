import CargoDomain
import Dispatch
import Synchronization

/// Group commit: the queue takes all commits that wait, checks them under the lock, writes them at once and syncs once.
extension JournalEngine {
    /// Stores all of the writes, or none.
    ///
    /// Where the outcome is unknown, the store is read again, which often settles it.
    func commit(_ writes: [RecordWrite]) async -> CommitOutcome {
        let outcome = await withCheckedContinuation { continuation in
            enqueue(CollectionOfOne(QueuedCommit(writes: writes) { continuation.resume(returning: $0) }))
        }
        guard case .failed(let error) = outcome, error.code == .storeOutcomeUnknown else { return outcome }
        return await settled(writes) ?? outcome
    }

    /// What the store says of a commit with an unknown outcome: stored where the version written holds these bytes, a conflict where it holds
    /// others; nil where it holds nothing yet, or cannot be read.
    private func settled(_ writes: [RecordWrite]) async -> CommitOutcome? {
        for (place, write) in writes.enumerated() where write.kind.history == .latest {
            do throws(DomainError) {
                guard let record = try await read(write.kind, write.id), record.version > write.expectedVersion else { return nil }
                guard record.version == write.expectedVersion + 1, record.document.elementsEqual(write.document) else {
                    return .conflict(write: place, actual: record.version)
                }
            } catch { return nil }
        }
        return writes.contains { $0.kind.history == .latest } ? .committed : nil
    }

    /// Stores several commits at the price of one sync; each one succeeds or fails by itself, in order.
    func commitEach(_ commits: [[RecordWrite]]) async -> [CommitOutcome] {
        if commits.isEmpty { return [] }
        let outcomes = OutcomeList(count: commits.count)
        return await withCheckedContinuation { continuation in
            enqueue(
                commits.enumerated().map { place, writes in
                    QueuedCommit(writes: writes) { outcome in
                        if let all = outcomes.set(outcome, at: place) { continuation.resume(returning: all) }
                    }
                }
            )
        }
    }

    /// Stores all of the writes, or none, on the caller's thread, together with whatever waits.
    ///
    /// It waits for other saves and for the medium, so it is nothing for a task.
    func commitBlocking(_ writes: [RecordWrite]) -> CommitOutcome {
        files.withLock { files in
            runJobs(&files)
            sealIfFull(&files)
            let outcome = writeWaiting(and: writes, &files)
            scheduleUpkeep(&files)
            return outcome
        }
    }

    private func enqueue(_ commits: some Collection<QueuedCommit>) {
        let mustStart = intake.withLock { intake in
            intake.pending.append(contentsOf: commits)
            if let awaited = intake.awaited, intake.pending.count >= awaited {
                intake.awaited = nil
                arrival.signal()
            }
            defer { intake.isDraining = true }
            return !intake.isDraining
        }
        if mustStart { queue.async { self.drain() } }
    }

    /// Writes the commits that wait as one batch; then the queue's other work has its turn, and then those that have come meanwhile.
    private func drain() {
        drainOnce()
        let isOver = intake.withLock { intake in
            if intake.pending.isEmpty { intake.isDraining = false }
            return !intake.isDraining
        }
        guard isOver else { return queue.async { self.drain() } }
        files.withLock { files in
            sealIfFull(&files)
            scheduleUpkeep(&files)
        }
    }

    /// Works until no commit waits; on the queue.
    func drainAll() {
        while intake.withLock({ !$0.pending.isEmpty }) { drainOnce() }
    }

    /// Gives those whom the last batch served the time to come again: on a slow disk, a batch that starts with the first of them lets all the
    /// others wait for two syncs.
    private func awaitReturning(_ last: (count: Int, time: Int)) {
        guard last.count > 1 else { return }
        let isShort = intake.withLock { intake in
            guard intake.pending.count < last.count else { return false }
            intake.awaited = last.count
            return true
        }
        guard isShort, arrival.wait(timeout: .now() + .nanoseconds(last.time / 8)) == .timedOut else { return }
        // A signal that came after all must not be taken for a later one.
        if intake.withLock({ $0.awaited.take() }) == nil { arrival.wait() }
    }

    private func drainOnce() {
        files.withLock { files in
            runJobs(&files)
            sealIfFull(&files)
            awaitReturning(files.lastBatch)
            if intake.withLock({ $0.pending.isEmpty }) { return }
            _ = writeWaiting(and: nil, &files)
        }
    }

    /// Writes the commits that wait as one batch, with one more of the caller's own if there is one; returns the outcome of that.
    private func writeWaiting(and own: [RecordWrite]?, _ files: inout WriterFiles) -> CommitOutcome {
        let start = DispatchTime.now().uptimeNanoseconds
        let waiting = intake.withLock { $0.pending.count }
        let end: SegmentEnd
        do throws(DomainError) {
            end = try beginWriting(&files)
        } catch {
            for commit in take(waiting) { commit.resume(.failed(error)) }
            return .failed(error)
        }
        let batch = take(nil)
        let outcomes = write(batch.map(\.writes) + (own.map { [$0] } ?? []), behind: end, &files)
        if outcomes.contains(where: \.isStoreFull) { makeRoom() }
        files.lastBatch = (batch.count, Int(DispatchTime.now().uptimeNanoseconds - start))
        for (commit, outcome) in zip(batch, outcomes) { commit.resume(outcome) }
        return outcomes.last ?? .committed
    }

    /// The first commits that wait, or all.
    private func take(_ count: Int?) -> [QueuedCommit] {
        intake.withLock { intake in
            guard let count, count < intake.pending.count else {
                let taken = intake.pending
                intake.pending = []
                return taken
            }
            let taken = Array(intake.pending.prefix(count))
            intake.pending.removeFirst(count)
            return taken
        }
    }

    // MARK: Writing

    /// Writes a batch and finds out what became of it; returns the outcome of each commit.
    ///
    /// This is the commit protocol between processes (docs/adr/0034):
    ///
    /// 1. Lock `.append`, read the state. If slot S does not name the manifest's generation and active segment, complete the manifest change
    ///    and start again (`beginWriting`).
    /// 2. Read what follows the known end. Whole records behind `appended` are a dead process's, and count. If bytes behind `durable` are no
    ///    records, remove them and start again (`beginWriting`).
    /// 3. Compare and set against all records, durable or not (`CommitPlan`).
    /// 4. Write the batch, with slot S's `durable` as the watermark of each line.
    /// 5. Write slot A: `appended` is the end of the batch. Unlock `.append`.
    /// 6. Look at slot S and the manifest: another process's sync, or seal, may have decided about the batch (`outcome(of:)`).
    /// 7. Otherwise try the lock `.sync`; pause and look again while it is taken (`settle`).
    /// 8. Under `.sync` look again, complete the manifest change if a process died in one, and set the target: `appended`, read now.
    /// 9. Write bytes again that this process's descriptor says nothing about (`bringToMedium`).
    /// 10. Write slot S with the flag set, then sync.
    /// 11. On success write slot S: `durable` is the target. Unlock `.sync`, acknowledge.
    /// 12. On failure take `.append` too and seal the segment at `durable`: all saves beyond it have failed. If that fails, their outcome is
    ///     unknown (`giveUp`).
    ///
    /// Without durability a batch is acknowledged after step 5, and a timer does the rest.
    private func write(_ batch: [[RecordWrite]], behind end: SegmentEnd, _ files: inout WriterFiles) -> [CommitOutcome] {
        var plan = published.withLock { published in
            var plan = CommitPlan(index: published.index, end: end)
            for writes in batch { plan.add(writes, to: published.index) }
            return plan
        }
        let isConflict = plan.outcomes.contains { if case .conflict = $0 { true } else { false } }
        var settlement = Settlement.stored
        if plan.isEmpty, !isConflict {
            endWriting(&files)
        } else {
            plan.encode()
            do throws(DomainError) {
                try append(plan.bytes, behind: end, &files)
            } catch { return batch.map { _ in .failed(error) } }
            endWriting(&files)
            if options.durability == .everyCommit {
                settlement = settle(end.segment, end: end.end + plan.bytes.count, &files)
            }
            publish(plan, behind: end, settlement, &files)
        }
        switch settlement {
        case .stored: return plan.outcomes
        case .failed(let error), .unknown(let error):
            return plan.outcomes.map { if case .failed = $0 { $0 } else { .failed(error) } }
        }
    }

    /// Shows a batch to readers, and what others have appended before it.
    private func publish(_ plan: CommitPlan, behind end: SegmentEnd, _ settlement: Settlement, _ files: inout WriterFiles) {
        let isShown = published.withLock { published in
            guard case .stored = settlement, published.manifest?.active == end.segment, published.end == end.start else { return false }
            for item in end.items { published.index.take(item) }
            for item in plan.items { published.index.take(item) }
            published.end = end.end + plan.bytes.count
            return true
        }
        if isShown { return }
        // Readers catch up for themselves where this fails.
        do throws(DomainError) { try refresh(&files) } catch { return }
    }

    /// Steps 4 and 5; takes back what was written of a batch that cannot be.
    private func append(_ bytes: [UInt8], behind end: SegmentEnd, _ files: inout WriterFiles) throws(DomainError) {
        guard let session = files.session, let file = files.active?.file else { throw .technical(.storeUnavailable, cause: directory.path) }
        var slot = StoreState.Append(sequence: end.state.append.sequence, segment: end.segment, end: end.end + bytes.count)
        do throws(SystemError) {
            if !bytes.isEmpty {
                try fileSystem.writeFully(file, bytes, at: end.end)
                fillAhead(from: end.end + bytes.count, size: end.size, batch: bytes.count, &files)
            }
            if end.state.append.end != slot.end || end.state.append.segment != slot.segment { try session.state.write(&slot) }
        } catch { throw takeBack(error, end, &files) }
    }
}
