import CargoDomain
import Dispatch
import Synchronization

/// Group commit: the queue takes all commits that wait, checks them under the lock, writes them at once and syncs once.
extension JournalEngine {
    /// Stores all of the writes, or none.
    func commit(_ writes: [RecordWrite]) async -> CommitOutcome {
        await withCheckedContinuation { continuation in
            enqueue(CollectionOfOne(QueuedCommit(writes: writes) { continuation.resume(returning: $0) }))
        }
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
        do throws(DomainError) {
            try beginWriting(&files)
        } catch {
            for commit in take(waiting) { commit.resume(.failed(error)) }
            return .failed(error)
        }
        let batch = take(nil)
        let outcomes = write(batch.map(\.writes) + (own.map { [$0] } ?? []), &files)
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

    // MARK: The lock

    /// Takes the lock, makes the store where there is none, and sees to it that the manifest known is the one in force.
    func beginWriting(_ files: inout WriterFiles) throws(DomainError) {
        let (poison, isClosed) = intake.withLock { ($0.poison, $0.isClosed) }
        if let poison { throw poison }
        if isClosed { throw .technical(.storeUnavailable, cause: "the store has been closed") }
        if files.lock == nil { files.lock = try makeLock() }
        try files.lock?.acquire(.exclusive, timeLimit: options.lockTimeLimit)
        files.isLocked = true
        do throws(DomainError) {
            // The store may have been deleted and made again, with another lock.
            if let lock = files.lock, try !lock.isCurrent() {
                endWriting(&files)
                files.lock = try makeLock()
                try files.lock?.acquire(.exclusive, timeLimit: options.lockTimeLimit)
                files.isLocked = true
            }
            if try !isManifestCurrent() { try takeUpManifest(&files) }
            try readyActiveSegment(&files)
        } catch {
            endWriting(&files)
            throw error
        }
    }

    private func makeLock() throws(DomainError) -> StoreLock {
        do throws(SystemError) {
            if published.withLock({ $0.manifest == nil }) { try directory.create() }
            return try StoreLock(directory, .readWriteOrCreate)
        } catch { throw error.domainError }
    }

    /// Makes the manifest of a store that has none, and loads what it says.
    private func takeUpManifest(_ files: inout WriterFiles) throws(DomainError) {
        var isNew = published.withLock { $0.manifest == nil }
        if isNew { isNew = try directory.readManifest() == nil }
        if isNew {
            do throws(SystemError) { try directory.createFirstManifest() } catch { throw error.domainError }
        }
        if try !adopt(&files) { try load(&files) }
        if isNew { files.durableManifest = published.withLock { $0.manifestFile } }
        if let identity = try directory.identity(), options.isShared { EngineRegistry.add(self, as: identity) }
    }

    private func readyActiveSegment(_ files: inout WriterFiles) throws(DomainError) {
        guard let manifest = published.withLock({ $0.manifest }) else { return }
        guard manifest.minWriter <= JournalManifest.writer else {
            let cause = "\(directory.path) asks for writer \(manifest.minWriter), this program is writer \(JournalManifest.writer)"
            throw .technical(.storeSchemaUnsupported, cause: cause)
        }
        if files.active?.number != manifest.active {
            do throws(SystemError) {
                files.active = (manifest.active, try fileSystem.open(directory.segmentPath(manifest.active), .readWrite))
                files.activeSize = nil
            } catch { throw error.domainError }
        }
        // Whoever renamed it may have died, or failed, before its name was on the medium; what is saved under it would be lost with it.
        let manifestFile = published.withLock { $0.manifestFile }
        if files.durableManifest != manifestFile {
            do throws(SystemError) { try directory.syncDirectory(directory.path) } catch {
                poison(error.domainError)
                throw error.domainError
            }
            files.durableManifest = manifestFile
        }
    }

    func endWriting(_ files: inout WriterFiles) {
        guard files.isLocked else { return }
        files.isLocked = false
        do throws(DomainError) { try files.lock?.release() } catch { poison(error) }
    }

    // MARK: Writing

    /// Writes what passes compare-and-set, lets the lock go, syncs, publishes; returns the outcome of each commit.
    private func write(_ batch: [[RecordWrite]], _ files: inout WriterFiles) -> [CommitOutcome] {
        defer { endWriting(&files) }
        var plan: CommitPlan
        let tail: Tail
        do throws(DomainError) {
            guard let file = files.active?.file, let read = try readWholeTail(of: file, &files) else {
                throw .technical(.storeUnavailable, cause: "\(directory.path) has changed under the lock")
            }
            tail = read
            plan = published.withLock { published in
                var plan = CommitPlan(index: published.index, tail: tail, watermark: files.durableEnd)
                for writes in batch { plan.add(writes, to: published.index) }
                return plan
            }
            if !plan.isEmpty {
                plan.encode()
                try append(plan.bytes, at: tail.summary.end, file, &files)
                fillAhead(from: tail.summary.end + plan.bytes.count, size: tail.size, batch: plan.bytes.count, &files)
            }
            endWriting(&files)
            try syncCommit(plan, tail, file, &files)
        } catch {
            published.withLock { $0.inFlight = nil }
            return batch.map { _ in .failed(error) }
        }
        published.withLock { published in
            for item in tail.items { published.index.take(item) }
            for item in plan.items { published.index.take(item) }
            published.end = tail.summary.end + plan.bytes.count
            published.torn = nil
            published.inFlight = nil
        }
        return plan.outcomes
    }

    /// Reads what other processes have appended; moves a torn tail away, and refuses to write where acknowledged data is damaged.
    func readWholeTail(of file: FileDescriptor, _ files: inout WriterFiles) throws(DomainError) -> Tail? {
        if let tail = try emptyTail(of: file, &files) { return tail }
        files.activeSize = nil
        guard var tail = try readTail(files) else { return nil }
        let found = tail.items.lazy.compactMap { if case .damage(let region) = $0 { region } else { nil } }.first
        if let region = published.withLock({ $0.index.damage.first }) ?? found {
            if found != nil { try refresh(&files) }
            throw .corruptRecord(
                rule: "journal",
                id: region.header?.id,
                cause: "\(region.place): damaged; nothing is written until it is repaired"
            )
        }
        if let torn = tail.summary.torn {
            do throws(SystemError) {
                let copy = try directory.quarantine(torn, of: file, segment: tail.segment)
                let recovered = RecoveredTail(segment: JournalManifest.segmentName(tail.segment), range: torn, quarantineFile: copy)
                intake.withLock { $0.recovered.append(recovered) }
            } catch { throw error.domainError }
            tail.summary.torn = nil
            tail.size = tail.summary.end
        }
        files.activeSize = tail.size
        return tail
    }

    /// The tail where nobody has appended since the last look, told from the two bytes around the end; nil where more has to be looked at.
    ///
    /// Others make the file shorter or longer without appending only by taking padding off or writing it: the size remembered may be wrong then.
    private func emptyTail(of file: FileDescriptor, _ files: inout WriterFiles) throws(DomainError) -> Tail? {
        guard let size = files.activeSize else { return nil }
        let known = published.withLock { published -> (segment: UInt32, end: Int)? in
            guard let manifest = published.manifest, published.torn == nil, published.index.damage.isEmpty, published.end > 0 else {
                return nil
            }
            return (manifest.active, published.end)
        }
        guard let known, files.active?.number == known.segment else { return nil }
        var bytes = (UInt8(0), UInt8(0))
        let end = known.end
        let count: Int
        do throws(SystemError) {
            count = try withUnsafeMutableBytes(of: &bytes) { bytes in
                Result { () throws(SystemError) in try fileSystem.read(file, into: bytes, at: end - 1) }
            }.get()
        } catch { throw error.domainError }
        guard count >= 1, bytes.0 == RecordLine.newline, count == 1 || bytes.1 == RecordLine.newline else { return nil }
        let summary = SegmentScanner.Summary(end: end, dataEnd: end)
        return Tail(
            segment: known.segment,
            file: file,
            start: end,
            items: [],
            summary: summary,
            size: count == 1 ? end : max(size, end + 1)
        )
    }

    /// Appends the bytes of a batch, or takes back what was written of them.
    private func append(_ bytes: [UInt8], at end: Int, _ file: FileDescriptor, _ files: inout WriterFiles) throws(DomainError) {
        published.withLock { $0.inFlight = end..<end + bytes.count }
        do throws(SystemError) {
            try fileSystem.writeFully(file, bytes, at: end)
        } catch {
            files.activeSize = nil
            let failure = error.domainError
            if !error.isOutOfSpace { poison(failure) }
            do throws(SystemError) {
                try fileSystem.truncate(file, to: end)
                // What the system had brought to the medium by itself must be gone from there before anybody hears of the failure.
                if options.durability == .everyCommit { try fileSystem.syncData(file) }
            } catch {
                poison(error.domainError)
                cutOffFailedCommits(bytes, at: end, &files)
            }
            throw failure
        }
    }

    /// Brings a batch to the medium before anybody hears of it; one that cannot be is cut off.
    private func syncCommit(_ plan: CommitPlan, _ tail: Tail, _ file: FileDescriptor, _ files: inout WriterFiles) throws(DomainError) {
        let end = tail.summary.end + plan.bytes.count
        // Even a conflict tells of what others have written.
        let isNeeded = !plan.bytes.isEmpty || tail.summary.dataEnd > max(files.durableEnd, tail.summary.watermark)
        guard options.durability == .everyCommit, isNeeded else { return }
        do throws(SystemError) {
            try fileSystem.syncData(file)
            files.durableEnd = end
        } catch {
            let failure = error.domainError
            poison(failure)
            if !plan.bytes.isEmpty { cutOffFailedCommits(plan.bytes, at: tail.summary.end, &files) }
            throw .technical(.storeUnavailable, cause: failure.cause)
        }
    }
}
