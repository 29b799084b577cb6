/// The system calls that the journal makes, behind a protocol so that tests can make each of them fail.
///
/// Every method performs one disk operation, retries when interrupted, and throws the system's error. Reads and writes can be short;
/// callers loop.
protocol FileSystem: Sendable {
    func open(_ path: String, _ mode: FileMode) throws(SystemError) -> FileDescriptor
    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus
    /// Returns nil if nothing exists at the path.
    func status(ofPath path: String) throws(SystemError) -> FileStatus?
    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int
    func write(_ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int
    func truncate(_ file: FileDescriptor, to length: Int) throws(SystemError)
    /// Flushes a file's bytes and length to the disk.
    func syncData(_ file: FileDescriptor) throws(SystemError)
    /// Flushes a file or directory and all its metadata to the disk.
    func sync(_ file: FileDescriptor) throws(SystemError)
    func rename(_ old: String, to new: String) throws(SystemError)
    /// Unlinks a file. Processes that have it open can still read it.
    func remove(_ path: String) throws(SystemError)
    /// Creates a directory that is open to its user alone.
    func makeDirectory(_ path: String) throws(SystemError)
    /// Creates a directory in a store, open to whom the store is open to.
    func makeSubdirectory(_ path: String) throws(SystemError)
    func names(inDirectory path: String) throws(SystemError) -> [String]
    /// Tries to take a lock. Returns false if another open file holds it. If this one already holds it, changes it to `kind`.
    func tryLock(_ file: FileDescriptor, _ place: LockPlace, _ kind: LockKind) throws(SystemError) -> Bool
    func unlock(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError)
    /// Returns the kind of lock that other open files hold, or nil if they hold none.
    func lockHeld(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) -> LockKind?
    /// Maps the first bytes of a file into memory for reading, until `munmap`; nil if it can't be mapped.
    func map(_ file: FileDescriptor, length: Int) -> UnsafeRawBufferPointer?
    /// Whether the path is on a network file system.
    func isRemote(_ path: String) throws(SystemError) -> Bool
}

extension FileSystem {
    func makeSubdirectory(_ path: String) throws(SystemError) { try makeDirectory(path) }
    func map(_ file: FileDescriptor, length: Int) -> UnsafeRawBufferPointer? { nil }
}

/// How to open a file.
///
/// Every descriptor is close-on-exec.
enum FileMode: Sendable {
    case read
    case readWrite
    /// Opens the file, creating it empty if it doesn't exist.
    case readWriteOrCreate
    /// Creates the file, or truncates it if it exists.
    case writeFresh
    /// Creates the file; fails if it exists.
    case createNew
    case directory
}

/// The lock to take: which byte of the lock file.
enum LockPlace: Int, Sendable, CaseIterable {
    case append
    case sync
    case open
}

/// How a lock is held.
enum LockKind: Sendable {
    case shared
    case exclusive
}

/// A file's metadata.
struct FileStatus: Sendable, Equatable {
    /// Device and file number, which identify a file whatever its name.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let file: UInt64
    }

    let identity: Identity
    let size: Int
    let isDirectory: Bool
    /// Whether the file still has a name.
    ///
    /// An open file that was deleted has none.
    var hasName = true
}

extension FileSystem {
    /// Does nothing.
    ///
    /// A file that stays behind is harmless, because no manifest names it.
    func remove(_ path: String) throws(SystemError) {}

    /// Reads until the buffer is full or the file ends.
    ///
    /// Returns the number of bytes read.
    func readFully(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let count = try read(file, into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), at: offset + done)
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Reads a range of a file.
    ///
    /// Returns fewer bytes if the file ends first.
    func bytes(of file: FileDescriptor, in range: Range<Int>) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            do throws(SystemError) {
                count = try readFully(file, into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Returns whether a file contains only newlines from an offset to its end.
    ///
    /// Also true if the file ends at or before the offset.
    func isBlank(_ file: FileDescriptor, from offset: Int) throws(SystemError) -> Bool {
        var position = offset
        while true {
            let bytes = try bytes(of: file, in: position..<position + 1 << 18)
            if bytes.isEmpty { return true }
            if bytes.withUnsafeBytes({ SegmentScanner.lastNonBlank(in: $0, from: 0) }) != nil { return false }
            position += bytes.count
        }
    }

    /// Returns the offset just after the last nonblank line, including its newline if it has one.
    func endOfData(_ file: FileDescriptor) throws(SystemError) -> Int {
        let size = try status(of: file).size
        var end = size
        while end > 0 {
            let start = max(0, end - 1 << 16)
            let bytes = try bytes(of: file, in: start..<end)
            if let last = bytes.withUnsafeBytes({ SegmentScanner.lastNonBlank(in: $0, from: 0) }) { return min(size, start + last + 2) }
            end = start
        }
        return 0
    }

    /// Returns whether the data ends at an offset: the file ends there or contains a newline.
    func isDataEnd(_ file: FileDescriptor, _ offset: Int) throws(SystemError) -> Bool {
        var byte = RecordLine.newline
        let result = withUnsafeMutableBytes(of: &byte) { byte in
            Result { () throws(SystemError) in try read(file, into: byte, at: offset) }
        }
        return try result.get() == 0 || byte == RecordLine.newline
    }

    /// Writes all bytes, looping over short writes.
    func writeFully(_ file: FileDescriptor, _ bytes: [UInt8], at offset: Int) throws(SystemError) {
        try bytes.withRawBytes { (all) throws(SystemError) in
            var done = 0
            while done < all.count { done += try write(file, UnsafeRawBufferPointer(rebasing: all[done...]), at: offset + done) }
        }
    }
}
