import CargoDomain

/// The lock of those who rewrite sealed segments: one at a time among all processes.
///
/// Saving does not need it.
struct CompactionLock {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor

    /// Takes the lock; nil where somebody else has it.
    init?(_ directory: StoreDirectory) throws(DomainError) {
        fileSystem = directory.fileSystem
        do throws(SystemError) {
            file = try fileSystem.open(directory.compactionLockPath, .readWriteOrCreate)
            guard try fileSystem.tryLock(file, .append, .exclusive) else { return nil }
        } catch { throw error.domainError }
    }

    func release() throws(DomainError) {
        do throws(SystemError) { try fileSystem.unlock(file, .append) } catch { throw error.domainError }
    }
}
