import Dispatch
import Synchronization

/// The first bytes of a segment, read and found sound, or written by this engine.
///
/// What an engine has written needn't be read again: the checksum tells whether the file still has it.
struct CheckedSegment: Sendable {
    let segment: UInt32
    var end = 0
    /// The number of records, including marks.
    var count = 0
    /// The CRC-32C register, not yet inverted.
    var register: UInt32 = 0xFFFF_FFFF

    /// Takes lines that this engine has written, if they follow what is known.
    mutating func take(_ lines: [UInt8], count: Int, in segment: UInt32, at start: Int) {
        guard self.segment == segment, end == start else { return }
        register = lines.withUnsafeBytes { CRC32C.update(register, with: $0) }
        self.count += count
        end += lines.count
    }
}

/// Sealing the active segment and beginning a new one.
extension JournalEngine {
    // MARK: On the writer's queue

    /// Runs a job on the queue between two batches and waits for it.
    ///
    /// Never call it from the queue.
    func onWriter<Value: Sendable>(
        _ job: @escaping @Sendable (JournalEngine, inout WriterFiles) throws(JournalError) -> Value
    ) throws(JournalError) -> Value {
        let outcome = Mutex<Result<Value, JournalError>>(.failure(.failure(.storeUnavailable, cause: "the operation did not run")))
        let isDone = DispatchSemaphore(value: 0)
        commits.add { engine, files in
            let result = Result { () throws(JournalError) in try job(engine, &files) }
            outcome.withLock { $0 = result }
            isDone.signal()
        }
        commits.dispatchQueue.async { self.files.withLock { self.runJobs(&$0) } }
        isDone.wait()
        return try outcome.withLock { $0 }.get()
    }

    /// Runs the jobs that wait for the queue.
    func runJobs(_ files: inout WriterFiles) {
        while let job = commits.nextJob() { job(self, &files) }
    }

    /// Runs the body with both locks held, after everything in the active segment is on disk and published.
    func underLock<Value>(
        _ files: inout WriterFiles,
        _ body: (inout WriterFiles) throws(JournalError) -> Value
    ) throws(JournalError) -> Value {
        try withBothLocks(&files) { (files, end) throws(JournalError) in
            try syncAll(end, &files)
            return try body(&files)
        }
    }

    /// Brings all records to disk; both locks are held.
    ///
    /// If that fails, seals the segment and throws.
    private func syncAll(_ end: SegmentEnd, _ files: inout WriterFiles) throws(JournalError) {
        guard let session = files.session else { throw .failure(.storeUnavailable, cause: directory.path) }
        var state = end.state
        if state.sync.durable >= end.end, !state.sync.isSyncing { return }
        do throws(SystemError) {
            if state.appended(in: end.segment) < end.end {
                state.append.segment = end.segment
                state.append.end = end.end
                try session.state.write(&state.append)
            }
            try bringToMedium(end.end, state, &files)
            try publish(session.state.read())
        } catch {
            let failure = error.journalError
            try sealAtDurable(&files)
            throw failure
        }
    }

    // MARK: Sealing

    /// Starts sealing the active segment if it has reached its length limit.
    ///
    /// What this engine hasn't written is checked in the background, alongside commits.
    func sealIfFull(_ files: inout WriterFiles) {
        let (segment, end) = published.withLock { ($0.manifest?.active, $0.end) }
        guard let segment, end >= max(options.segmentLimit, files.sealsFrom), !files.isSealing,
            status.withLock({ !$0.isClosed })
        else { return }
        files.isSealing = true
        let written = files.segment.written
        DispatchQueue.global(qos: .utility).async { [weak self] in
            guard let self else { return }
            let outcome = Result { () throws(JournalError) in
                let checked = try self.checkedActive(after: written)
                try self.onWriter { (engine, files) throws(JournalError) in
                    try engine.underLock(&files) { (files) throws(JournalError) in
                        guard files.segment.active?.number == segment else { return }
                        try engine.sealActive(beginning: segment + 1, checked, &files)
                    }
                }
            }
            let isSealed = if case .success = outcome { true } else { false }
            self.commits.dispatchQueue.async {
                self.files.withLock { files in
                    files.isSealing = false
                    // After a failure, try again when the segment has grown by another quarter of its limit.
                    files.sealsFrom = isSealed ? 0 : end + self.options.segmentLimit / 4
                }
            }
            if isSealed { self.compactIfDue() }
        }
    }

    /// Seals the active segment at the end of its records and begins the segment with the given number.
    ///
    /// Both locks are held, and everything is published.
    ///
    /// If the old segment is empty, the manifest no longer names it.
    func sealActive(beginning number: UInt32, _ checked: CheckedSegment?, _ files: inout WriterFiles) throws(JournalError) {
        // Often this engine has written the whole segment, and then nothing of it is read under the locks.
        let written = files.segment.written
        let isFurther = written.map { $0.segment == files.segment.active?.number && $0.end > checked?.end ?? -1 } ?? false
        try sealAtDurable(&files, beginning: number, isFurther ? written : checked, keepsEmpty: false)
        if try !adopt(&files) { try load(&files) }
    }

    /// Seals the active segment at `durable` and begins a new one (step 12 of a commit).
    ///
    /// Both locks are held.
    ///
    /// Saves beyond `durable` have failed.
    /// - Parameters:
    ///   - number: the number of the new segment; nil for the next one.
    ///   - checked: the part of the segment that has already been checked.
    ///   - keepsEmpty: whether the manifest still names the segment if nothing in it is durable. Writers that wait for the outcome of a
    ///     save look for it there.
    func sealAtDurable(
        _ files: inout WriterFiles,
        beginning number: UInt32? = nil,
        _ checked: CheckedSegment? = nil,
        keepsEmpty: Bool = true
    ) throws(JournalError) {
        guard let session = files.session, var manifest = try directory.readManifest()?.manifest else {
            throw .failure(.storeUnavailable, cause: "\(directory.manifestPath) is gone")
        }
        let state = try onDisk { (_) throws(SystemError) in try session.state.read() }
        guard state.names(manifest) else { return try completeManifestChange(manifest, state, files) }
        let sealed = manifest.active
        let file = try onDisk { (disk) throws(SystemError) in try disk.open(directory.segmentPath(sealed), .readWrite) }
        let durable = state.sync.durable
        if durable > 0 || keepsEmpty {
            let usable = checked.flatMap { $0.segment == sealed && $0.end <= durable ? $0 : nil }
            let whole = try check(file, usable ?? CheckedSegment(segment: sealed), to: durable)
            manifest.sealed.append(
                JournalManifest.Sealed(number: sealed, length: durable, checksum: ~whole.register, count: whole.count)
            )
        }
        manifest.active = number ?? sealed + 1
        do throws(SystemError) { try directory.createSegment(manifest.active) } catch { throw error.journalError }
        try replaceManifest(&manifest, state, files)
        // The manifest already says where the segment ends. Truncating it only makes the file match.
        do throws(SystemError) { if try fileSystem.status(of: file).size > durable { try fileSystem.truncate(file, to: durable) } } catch {
            return
        }
    }

    /// Writes a manifest as the next generation.
    ///
    /// Once it is on disk, writes the state that names it. Both locks are held.
    func replaceManifest(_ manifest: inout JournalManifest, _ state: StoreState, _ files: WriterFiles) throws(JournalError) {
        guard let session = files.session else { throw .failure(.storeUnavailable, cause: directory.path) }
        manifest.generation = max(manifest.generation, state.sync.generation) + 1
        manifest.minWriter = max(manifest.minWriter, JournalManifest.writer)
        do throws(SystemError) {
            try directory.writeManifest(manifest)
            var (sync, append) = (state.sync, state.append)
            if sync.segment != manifest.active { sync = StoreState.Sync(sequence: sync.sequence, segment: manifest.active) }
            sync.generation = manifest.generation
            try session.state.write(&sync)
            if append.segment == manifest.active { return }
            append = StoreState.Append(sequence: append.sequence, segment: manifest.active)
            try session.state.write(&append)
        } catch { throw error.journalError }
    }

    /// Writes a manifest as the next generation and returns its file.
    func write(_ manifest: inout JournalManifest, _ files: WriterFiles) throws(JournalError) -> (FileStatus.Identity, FileDescriptor) {
        guard let session = files.session else { throw .failure(.storeUnavailable, cause: directory.path) }
        try replaceManifest(&manifest, try onDisk { (_) throws(SystemError) in try session.state.read() }, files)
        guard let (_, descriptor) = try directory.readManifest() else {
            throw .failure(.storeUnavailable, cause: "\(directory.manifestPath) is gone")
        }
        return (try onDisk { (disk) throws(SystemError) in try disk.status(of: descriptor).identity }, descriptor)
    }

    /// Completes a manifest change after a process died or failed between renaming the manifest and writing slot S.
    ///
    /// Both locks are held.
    ///
    /// Writes the same manifest again, because syncing only the directory wouldn't prove that it is on disk.
    func completeManifestChange(_ manifest: JournalManifest, _ state: StoreState, _ files: WriterFiles) throws(JournalError) {
        var manifest = manifest
        try replaceManifest(&manifest, state, files)
    }

    /// Removes the obstacle that `findEnd` met: completes a manifest change or removes bad bytes (steps 1 and 2).
    ///
    /// Both locks are held.
    func removeObstacle(_ files: inout WriterFiles) throws(JournalError) {
        guard let session = files.session, let manifest = try directory.readManifest()?.manifest else {
            throw .failure(.storeUnavailable, cause: "\(directory.manifestPath) is gone")
        }
        let state = try onDisk { (_) throws(SystemError) in try session.state.read() }
        guard state.names(manifest) else { return try completeManifestChange(manifest, state, files) }
        do throws(SystemError) {
            if let end = try readEnd(state, &files), let file = files.segment.active?.file, end.end >= state.appended(in: end.segment) {
                return try removeBadBytes(behind: end, file, session.state)
            }
        } catch {
            // If the bytes can't be cut off, seal the segment.
        }
        // Pages were dropped after a failed write-back. Other processes still wait for the saves that were there, so they must fail.
        try sealAtDurable(&files)
    }

    /// Cuts off what a process that died while appending has left, after copying it to `quarantine/`.
    private func removeBadBytes(behind end: SegmentEnd, _ file: FileDescriptor, _ stateFile: StateFile) throws(SystemError) {
        guard let torn = end.torn else { return }
        var state = end.state
        let copy = try directory.keep(torn, of: file, segment: end.segment)
        try rewrite(min(state.sync.durable, end.end)..<end.end, of: file)
        state.sync.isSyncing = true
        try stateFile.write(&state.sync)
        try fileSystem.truncate(file, to: torn.lowerBound)
        let recovered = QuarantinedTail(segment: JournalManifest.segmentName(end.segment), range: torn, quarantineFile: copy)
        status.withLock { $0.recovered.append(recovered) }
        try fileSystem.syncData(file)
        state.sync.isSyncing = false
        state.sync.durable = end.end
        try stateFile.write(&state.sync)
        state.append = StoreState.Append(sequence: state.append.sequence, segment: end.segment, end: end.end)
        try stateFile.write(&state.append)
    }
}
