import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Opening a store: joining the processes that have it open, or recovering it as the first one (docs/design/journal-commits.md).
/// All of it runs on the queue.
extension JournalEngine {
    /// Opens the store, if it exists, and publishes its content.
    ///
    /// 1. Take `.append` and try `.open` exclusively. If that succeeds, no other process has the store open: recover it, then keep `.open`
    ///    shared.
    /// 2. If it is refused because others hold `.open` shared, the state file is exact: take `.open` shared.
    /// 3. If `.append` isn't available, check `.open` without taking it exclusively. A process that holds it shared has recovered the store
    ///    or found another holder, so the state file was exact at that time. Only a system crash makes it inexact, and a crash would have
    ///    released the lock: take `.open` shared. A stopped writer therefore can't keep others from opening the store.
    /// - Parameter creates: whether to create a store that doesn't exist.
    /// - Throws: `store_locked` while another process is recovering the store.
    func join(_ files: inout WriterFiles, creating creates: Bool = false) throws(JournalError) {
        leave(&files)
        published.withLock { $0.state = nil }
        let manifest = try directory.readManifest()?.manifest
        // Another process may be creating the store right now. Don't look at its files before it has the store open.
        if manifest == nil, !creates, published.withLock({ $0.manifest == nil }) { return }
        if manifest == nil, !creates { return try load(&files) }
        // A newer writer may expect more of processes that open the store, so open it read-only.
        if let manifest, manifest.minWriter > JournalManifest.writer { return try load(&files, .readOnly(isMedium: true)) }
        // Leave a store with missing files unchanged; reading reports which ones.
        if manifest != nil, try !directory.obstacles().isEmpty { return try load(&files, .readOnly(isMedium: true)) }
        let locks: StoreLocks
        do throws(SystemError) {
            locks = try StoreLocks(directory, .readWriteOrCreate)
        } catch {
            guard !creates, error.isRefusal || error.isOutOfSpace else { throw error.journalError }
            return try joinReadOnly(&files)
        }
        var waiting = LockWait(timeLimit: options.lockTimeout)
        while true {
            if try locks.tryAcquire(.append, .exclusive) {
                let isJoined = Result { () throws(JournalError) in
                    if try locks.tryAcquire(.open, .exclusive) {
                        try recover(locks, creating: creates, &files)
                        return true
                    }
                    return try joinOthers(locks, &files)
                }
                if case .failure = isJoined { _ = Result { () throws(JournalError) in try locks.release(.open) } }
                try locks.release(.append)
                if try isJoined.get() { break }
            } else if try joinOthers(locks, &files) {
                break
            }
            if !waiting.pause() { throw locks.lockedError() }
        }
        // Reading needs no lock.
        if files.session != nil, published.withLock({ $0.state == nil }) { try load(&files) }
    }

    /// Takes `.open` shared if others hold it shared.
    ///
    /// Returns false if no process has the store open, or if one is recovering it.
    private func joinOthers(_ locks: StoreLocks, _ files: inout WriterFiles) throws(JournalError) -> Bool {
        guard try locks.held(.open) == .shared, try locks.tryAcquire(.open, .shared) else { return false }
        do throws(SystemError) { files.session = Session(locks: locks, state: try StateFile(directory)) } catch { throw error.journalError }
        return true
    }

    /// Recovers the store.
    ///
    /// `.append` is held, and `.open` exclusively, so the state file is void and `.sync` is free.
    private func recover(_ locks: StoreLocks, creating creates: Bool, _ files: inout WriterFiles) throws(JournalError) {
        let isNew = try directory.readManifest() == nil
        if isNew {
            guard creates else { return try load(&files) }
            do throws(SystemError) { try directory.createFirstManifest() } catch { throw error.journalError }
        }
        guard try locks.tryAcquire(.sync, .exclusive) else { throw locks.lockedError() }
        do throws(JournalError) {
            let state: StateFile
            do throws(SystemError) { state = try StateFile.create(directory) } catch {
                guard !creates, error.isRefusal || error.isOutOfSpace else { throw error.journalError }
                try locks.release(.sync)
                try locks.release(.open)
                return try load(&files, .readOnly(isMedium: error.number == EROFS))
            }
            try load(&files, .recovery(state, isNew: isNew))
            guard try locks.tryAcquire(.open, .shared) else { throw locks.lockedError() }
            files.session = Session(locks: locks, state: state)
        } catch {
            _ = Result { () throws(JournalError) in try locks.release(.sync) }
            throw error
        }
        try locks.release(.sync)
        if let identity = try directory.identity(), options.isShared { EngineRegistry.add(self, as: identity) }
    }

    /// Opens a store that can't be written: alongside the processes that have it open, or alone if its end is clean.
    private func joinReadOnly(_ files: inout WriterFiles) throws(JournalError) {
        do throws(SystemError) {
            if try fileSystem.status(ofPath: directory.lockPath) != nil, try fileSystem.status(ofPath: directory.statePath) != nil {
                let locks = try StoreLocks(directory, .read)
                let isJoined = Result { () throws(JournalError) in
                    guard try locks.held(.open) == .shared else { return false }
                    return try locks.tryAcquire(.open, .shared)
                }
                if case .success(true) = isJoined {
                    files.session = Session(locks: locks, state: try StateFile(directory, .read))
                }
            }
        } catch { throw error.journalError }
        if files.session != nil { return try load(&files) }
        try load(&files, .readOnly(isMedium: isOnReadOnlyMedium()))
    }

    /// Whether another process has this store open, if this process can't write it.
    func isOpenElsewhere() throws(SystemError) -> Bool {
        guard try fileSystem.status(ofPath: directory.lockPath) != nil else { return false }
        let locks = try StoreLocks(directory, .read)
        do throws(JournalError) { return try locks.held(.open) != nil } catch { return true }
    }

    private func isOnReadOnlyMedium() -> Bool {
        do throws(SystemError) {
            _ = try fileSystem.open(directory.lockPath, .readWriteOrCreate)
            return false
        } catch { return error.number == EROFS }
    }

    /// Releases the locks, `.open` last.
    func leave(_ files: inout WriterFiles) {
        files.segment.close()
        files.held = []
        guard let locks = files.session?.locks else { return }
        files.session = nil
        for place in [LockPlace.append, .sync, .open] {
            // If releasing fails, closing the file releases the lock.
            do throws(JournalError) { try locks.release(place) } catch { continue }
        }
    }
}

extension SystemError {
    /// Whether the process has no permission to write here.
    var isRefusal: Bool { number == EACCES || number == EPERM || number == EROFS }
}
