/// The lock for rewriting sealed segments.
///
/// One process at a time holds it.
///
/// Saving doesn't need it.
struct CompactionLock {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor

    /// Takes the lock, or returns nil if another process holds it.
    init?(_ directory: StoreDirectory) throws(JournalError) {
        fileSystem = directory.fileSystem
        do throws(SystemError) {
            file = try fileSystem.open(directory.compactionLockPath, .readWriteOrCreate)
            guard try fileSystem.tryLock(file, .append, .exclusive) else { return nil }
        } catch { throw error.journalError }
    }

    func release() throws(JournalError) {
        do throws(SystemError) { try fileSystem.unlock(file, .append) } catch { throw error.journalError }
    }
}
