import Foundation
import Testing

@testable import RecordJournal

/// What the store's lock prevents, and what releases it.
@Suite("Store lock")
struct JSONFileLockTests {
    let directory = TemporaryDirectory()
    let disk = POSIXFileSystem()

    private func openLock() throws -> FileDescriptor { try disk.open(directory.path + "/LOCK", .readWriteOrCreate) }

    /// Tries the lock that Java's `FileLock` uses: the POSIX lock of the whole file.
    private func tryPOSIXLock(_ file: FileDescriptor, _ type: Int32) -> Bool {
        var whole = flock()
        whole.l_type = Int16(type)
        whole.l_whence = Int16(SEEK_SET)
        return fcntl(file.number, F_SETLK, &whole) == 0
    }

    @Test("The store's lock and a POSIX lock of the file, as in Java, exclude each other")
    func excludesPOSIXLocks() throws {
        let (mine, others) = (try openLock(), try openLock())
        #expect(tryPOSIXLock(others, Int32(F_WRLCK)))
        #expect(try !disk.tryLock(mine, .append, .exclusive))
        #expect(try !disk.tryLock(mine, .append, .shared))
        #expect(tryPOSIXLock(others, Int32(F_RDLCK)))
        #expect(try !disk.tryLock(mine, .append, .exclusive))
        #expect(try disk.tryLock(mine, .append, .shared))
        #expect(!tryPOSIXLock(others, Int32(F_WRLCK)))
        #expect(tryPOSIXLock(others, Int32(F_UNLCK)))
        #expect(try disk.tryLock(mine, .append, .exclusive))
        #expect(!tryPOSIXLock(others, Int32(F_RDLCK)))
    }

    @Test("Two open files of one process exclude each other, and closing a third releases nothing")
    func belongsToTheOpenFile() throws {
        let (first, second) = (try openLock(), try openLock())
        #expect(try disk.tryLock(first, .append, .exclusive))
        #expect(try !disk.tryLock(second, .append, .shared))
        _ = try openLock()
        #expect(try !disk.tryLock(second, .append, .exclusive))
        try disk.unlock(first, .append)
        #expect(try disk.tryLock(second, .append, .shared))
        #expect(try disk.tryLock(first, .append, .shared))
        #expect(try !disk.tryLock(first, .append, .exclusive))
    }
}
