import CargoDomain
import Dispatch
import Synchronization

/// The bytes of a segment up to an end, read and found sound.
struct CheckedSegment: Sendable {
    let segment: UInt32
    var end = 0
    /// Records that count, marks included.
    var count = 0
    /// The register of the CRC-32C, not inverted yet.
    var register: UInt32 = 0xFFFF_FFFF
}

/// Ending the active segment and beginning another.
extension JournalEngine {
    // MARK: On the writer's queue

    /// Runs something on the queue, between two batches of commits, and waits for it; never to be called from the queue.
    func onWriter<Value: Sendable>(
        _ job: @escaping @Sendable (JournalEngine, inout WriterFiles) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        let outcome = Mutex<Result<Value, DomainError>>(.failure(.technical(.storeUnavailable, cause: "the work was not done")))
        let isDone = DispatchSemaphore(value: 0)
        intake.withLock { intake in
            intake.jobs.append { engine, files in
                let result = Result { () throws(DomainError) in try job(engine, &files) }
                outcome.withLock { $0 = result }
                isDone.signal()
            }
        }
        queue.async { self.files.withLock { self.runJobs(&$0) } }
        isDone.wait()
        return try outcome.withLock { $0 }.get()
    }

    /// Runs what waits for the queue.
    func runJobs(_ files: inout WriterFiles) {
        while let job = intake.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) { job(self, &files) }
    }

    /// Does something under the lock, when the manifest known is the one in force and all that stands in the active segment is published.
    func underLock<Value>(
        _ files: inout WriterFiles,
        _ body: (inout WriterFiles) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        try beginWriting(&files)
        defer { endWriting(&files) }
        guard let file = files.active?.file, let tail = try readWholeTail(of: file, &files) else {
            throw .technical(.storeUnavailable, cause: "\(directory.path) has changed under the lock")
        }
        if tail.summary.end > tail.start {
            if options.durability == .everyCommit { try syncOrPoison(file, to: tail.summary.end, &files) }
            publish(tail)
        }
        return try body(&files)
    }

    private func syncOrPoison(_ file: FileDescriptor, to end: Int, _ files: inout WriterFiles) throws(DomainError) {
        do throws(SystemError) {
            try fileSystem.syncData(file)
            files.durableEnd = end
        } catch {
            poison(error.domainError)
            throw .technical(.storeUnavailable, cause: error.text)
        }
    }

    // MARK: Sealing

    /// Begins to seal the active segment once it is as long as a segment may be; its bytes are checked beside the commits.
    func sealIfFull(_ files: inout WriterFiles) {
        let (segment, end) = published.withLock { ($0.manifest?.active, $0.end) }
        guard let segment, end >= max(options.segmentLimit, files.sealsFrom), !files.isSealing,
            intake.withLock({ $0.poison == nil && !$0.isClosed })
        else { return }
        files.isSealing = true
        DispatchQueue.global(qos: .utility).async { [weak self] in
            guard let self else { return }
            let outcome = Result { () throws(DomainError) in
                let checked = try self.checkedActive()
                try self.onWriter { (engine, files) throws(DomainError) in
                    try engine.underLock(&files) { (files) throws(DomainError) in
                        guard files.active?.number == segment else { return }
                        try engine.sealActive(beginning: segment + 1, checked, &files)
                    }
                }
            }
            let isSealed = if case .success = outcome { true } else { false }
            self.queue.async {
                self.files.withLock { files in
                    files.isSealing = false
                    // What failed is tried again some megabytes later.
                    files.sealsFrom = isSealed ? 0 : end + self.options.segmentLimit / 4
                }
            }
            if isSealed { self.compactIfDue() }
        }
    }

    /// Seals the active segment where its records end, and begins one with a number; the caller holds the lock and has published all.
    ///
    /// An empty segment is left out of the store.
    func sealActive(beginning number: UInt32, _ checked: CheckedSegment?, _ files: inout WriterFiles) throws(DomainError) {
        let (known, end) = published.withLock { ($0.manifest, $0.end) }
        guard var manifest = known, let file = files.active?.file else { return }
        // A sealed segment is never looked at again for what may be torn: it has to be on the medium, whatever the durability.
        try syncOrPoison(file, to: end, &files)
        if end > 0 {
            let usable = checked?.segment == manifest.active && checked?.end ?? 0 <= end ? checked : nil
            let whole = try check(file, usable ?? CheckedSegment(segment: manifest.active), to: end)
            manifest.sealed.append(
                JournalManifest.Sealed(number: manifest.active, length: end, checksum: ~whole.register, count: whole.count)
            )
        }
        manifest.active = number
        manifest.generation += 1
        do throws(SystemError) { try directory.createSegment(number) } catch { throw error.domainError }
        let (identity, descriptor) = try write(manifest)
        let reading = try onDisk { (disk) throws(SystemError) in try disk.open(directory.segmentPath(number), .read) }
        published.withLock { published in
            published.manifest = manifest
            published.manifestFile = identity
            published.manifestDescriptor = descriptor
            published.segments[number] = reading
            published.end = 0
            published.torn = nil
        }
        files.active = nil
        files.durableEnd = 0
        files.markedEnd = 0
        // The manifest says where the segment ends; taking the rest away only saves others from wondering.
        do throws(SystemError) { if try fileSystem.status(of: file).size > end { try fileSystem.truncate(file, to: end) } } catch { return }
    }

    /// Writes a manifest; returns its file.
    func write(_ manifest: JournalManifest) throws(DomainError) -> (FileStatus.Identity, FileDescriptor) {
        do throws(SystemError) { try directory.writeManifest(manifest) } catch { throw error.domainError }
        guard let (_, descriptor) = try directory.readManifest() else {
            throw .technical(.storeUnavailable, cause: "\(directory.manifestPath) is gone")
        }
        return (try onDisk { (disk) throws(SystemError) in try disk.status(of: descriptor).identity }, descriptor)
    }

    // MARK: Checking

    /// Checks what is published of the active segment; nil while there is no store.
    func checkedActive() throws(DomainError) -> CheckedSegment? {
        let (file, segment, end) = published.withLock { ($0.active, $0.manifest?.active, $0.end) }
        guard let file, let segment else { return nil }
        return try check(file, CheckedSegment(segment: segment), to: end)
    }

    /// Goes on checking a segment.
    func check(_ file: FileDescriptor, _ checked: CheckedSegment, to end: Int) throws(DomainError) -> CheckedSegment {
        var checked = checked
        var items = FirstDamage()
        do throws(SystemError) {
            let summary = try SegmentScanner.scan(
                fileSystem,
                file,
                segment: checked.segment,
                range: checked.end..<end,
                isSealed: true,
                into: &items,
                wantsChecksum: checked.end == 0
            )
            checked.count += summary.count
            if let checksum = summary.checksum {
                checked.register = ~checksum
            } else {
                for start in stride(from: checked.end, to: end, by: 1 << 20) {
                    let bytes = try fileSystem.bytes(of: file, in: start..<min(start + 1 << 20, end))
                    checked.register = bytes.withUnsafeBytes { CRC32C.update(checked.register, with: $0) }
                }
            }
            checked.end = end
        } catch { throw error.domainError }
        if let region = items.region {
            throw .corruptRecord(rule: "journal", id: region.header?.id, cause: "\(region.place): damaged; the segment is not sealed")
        }
        return checked
    }

    /// Reads a sealed segment; returns how many records it holds.
    func scan(_ sealed: JournalManifest.Sealed, into sink: inout some JournalSink) throws(DomainError) -> Int {
        do throws(SystemError) {
            let file = try fileSystem.open(directory.segmentPath(sealed.number), .read)
            return try SegmentScanner.scan(
                fileSystem,
                file,
                segment: sealed.number,
                range: 0..<sealed.length,
                isSealed: true,
                into: &sink
            ).count
        } catch { throw error.domainError }
    }

    /// Joins the system's failures with the domain's.
    func onDisk<Value>(_ body: (any FileSystem) throws(SystemError) -> Value) throws(DomainError) -> Value {
        do throws(SystemError) { return try body(fileSystem) } catch { throw error.domainError }
    }
}

/// Keeps the first damage of a scan.
private struct FirstDamage: JournalSink {
    var region: DamagedRegion?

    mutating func take(_ item: JournalItem) {
        if region == nil, case .damage(let damage) = item { region = damage }
    }
}
