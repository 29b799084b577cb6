import CargoDomain
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Opening a store: joining those who have it open, or recovering it as the first (docs/adr/0034). All of it runs on the queue.
extension JournalEngine {
    /// Opens the store, if there is one, and publishes what it holds.
    ///
    /// 1. Take the lock `.append`, and try `.open` exclusively. If it is granted, nobody has the store open: recover it, keep `.open` shared.
    /// 2. If it is refused because others hold it shared, the state file is exact: take `.open` shared.
    /// 3. If `.append` is not to be had, look at `.open` without taking it exclusively. Whoever holds it shared has the store open, or had it
    ///    open when they looked; only a machine crash voids the state file, so it is exact: take `.open` shared. A stopped writer therefore
    ///    keeps nobody from opening.
    /// - Parameter creates: whether a store that does not exist is made.
    /// - Throws: `store_locked` while another process recovers the store.
    func join(_ files: inout WriterFiles, creating creates: Bool = false) throws(DomainError) {
        leave(&files)
        published.withLock { $0.state = nil }
        let manifest = try directory.readManifest()?.manifest
        // A process may be making the store at this moment: what it has made is not looked at before it has the store open.
        if manifest == nil, !creates, published.withLock({ $0.manifest == nil }) { return }
        if manifest == nil, !creates { return try load(&files) }
        // What a newer writer expects of those who open the store is not known.
        if let manifest, manifest.minWriter > JournalManifest.writer { return try load(&files, .readOnly(isMedium: true)) }
        // A store that lacks a file is left as it is, and says which.
        if manifest != nil, try !directory.obstacles().isEmpty { return try load(&files, .readOnly(isMedium: true)) }
        let locks: StoreLocks
        do throws(SystemError) {
            locks = try StoreLocks(directory, .readWriteOrCreate)
        } catch {
            guard !creates, error.isRefusal || error.isOutOfSpace else { throw error.domainError }
            return try joinReadOnly(&files)
        }
        var waiting = LockWait(timeLimit: options.lockTimeLimit)
        while true {
            if try locks.tryAcquire(.append, .exclusive) {
                let isJoined = Result { () throws(DomainError) in
                    if try locks.tryAcquire(.open, .exclusive) {
                        try recover(locks, creating: creates, &files)
                        return true
                    }
                    return try joinOthers(locks, &files)
                }
                if case .failure = isJoined { _ = Result { () throws(DomainError) in try locks.release(.open) } }
                try locks.release(.append)
                if try isJoined.get() { break }
            } else if try joinOthers(locks, &files) {
                break
            }
            if !waiting.pause() { throw locks.lockedError() }
        }
        // What is read needs no lock.
        if files.session != nil, published.withLock({ $0.state == nil }) { try load(&files) }
    }

    /// Takes `.open` shared beside others who have the store open; false where nobody has, or somebody recovers it.
    private func joinOthers(_ locks: StoreLocks, _ files: inout WriterFiles) throws(DomainError) -> Bool {
        guard try locks.held(.open) == .shared, try locks.tryAcquire(.open, .shared) else { return false }
        do throws(SystemError) { files.session = Session(locks: locks, state: try StateFile(directory)) } catch { throw error.domainError }
        return true
    }

    /// Recovers the store: `.append` is held, and `.open` exclusively, so that the state file is void and `.sync` is free.
    private func recover(_ locks: StoreLocks, creating creates: Bool, _ files: inout WriterFiles) throws(DomainError) {
        let isNew = try directory.readManifest() == nil
        if isNew {
            guard creates else { return try load(&files) }
            do throws(SystemError) { try directory.createFirstManifest() } catch { throw error.domainError }
        }
        guard try locks.tryAcquire(.sync, .exclusive) else { throw locks.lockedError() }
        do throws(DomainError) {
            let state: StateFile
            do throws(SystemError) { state = try StateFile.create(directory) } catch {
                guard !creates, error.isRefusal || error.isOutOfSpace else { throw error.domainError }
                try locks.release(.sync)
                try locks.release(.open)
                return try load(&files, .readOnly(isMedium: error.number == EROFS))
            }
            try load(&files, .recovery(state, isNew: isNew))
            guard try locks.tryAcquire(.open, .shared) else { throw locks.lockedError() }
            files.session = Session(locks: locks, state: state)
        } catch {
            _ = Result { () throws(DomainError) in try locks.release(.sync) }
            throw error
        }
        try locks.release(.sync)
        if let identity = try directory.identity(), options.isShared { EngineRegistry.add(self, as: identity) }
    }

    /// Opens a store that cannot be written: beside others who have it open, or alone where its end is clean.
    private func joinReadOnly(_ files: inout WriterFiles) throws(DomainError) {
        do throws(SystemError) {
            if try fileSystem.status(ofPath: directory.lockPath) != nil, try fileSystem.status(ofPath: directory.statePath) != nil {
                let locks = try StoreLocks(directory, .read)
                let isJoined = Result { () throws(DomainError) in
                    guard try locks.held(.open) == .shared else { return false }
                    return try locks.tryAcquire(.open, .shared)
                }
                if case .success(true) = isJoined {
                    files.session = Session(locks: locks, state: try StateFile(directory, .read))
                }
            }
        } catch { throw error.domainError }
        if files.session != nil { return try load(&files) }
        try load(&files, .readOnly(isMedium: isOnReadOnlyMedium()))
    }

    /// Whether another process has a store open that this one cannot write.
    func isOpenElsewhere() throws(SystemError) -> Bool {
        guard try fileSystem.status(ofPath: directory.lockPath) != nil else { return false }
        let locks = try StoreLocks(directory, .read)
        do throws(DomainError) { return try locks.held(.open) != nil } catch { return true }
    }

    private func isOnReadOnlyMedium() -> Bool {
        do throws(SystemError) {
            _ = try fileSystem.open(directory.lockPath, .readWriteOrCreate)
            return false
        } catch { return error.number == EROFS }
    }

    /// Gives the locks back, `.open` last.
    func leave(_ files: inout WriterFiles) {
        files.active = nil
        files.activeSize = nil
        files.held = []
        guard let locks = files.session?.locks else { return }
        files.session = nil
        for place in [LockPlace.append, .sync, .open] {
            // Closing the file gives back what this does not.
            do throws(DomainError) { try locks.release(place) } catch { continue }
        }
    }
}

extension SystemError {
    /// Whether the process may not write here.
    var isRefusal: Bool { number == EACCES || number == EPERM || number == EROFS }
}
