/// The system calls the journal makes, behind a seam so that tests can make each of them fail.
///
/// Every method does one thing to the disk, retries interrupted calls, and throws what the system said. Reads and writes may be short;
/// callers loop.
protocol FileSystem: Sendable {
    func open(_ path: String, _ mode: FileMode) throws(SystemError) -> FileDescriptor
    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus
    /// Nil where nothing has that path.
    func status(ofPath path: String) throws(SystemError) -> FileStatus?
    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int
    func write(_ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int
    func truncate(_ file: FileDescriptor, to length: Int) throws(SystemError)
    /// Brings a file's bytes and length to the medium.
    func syncData(_ file: FileDescriptor) throws(SystemError)
    /// Brings a file or a directory, with all that is known about it, to the medium.
    func sync(_ file: FileDescriptor) throws(SystemError)
    func rename(_ old: String, to new: String) throws(SystemError)
    /// Takes a file's name away; whoever has it open goes on reading it.
    func remove(_ path: String) throws(SystemError)
    func makeDirectory(_ path: String) throws(SystemError)
    func names(inDirectory path: String) throws(SystemError) -> [String]
    /// Takes a lock if it is free; false where somebody else has it. A lock that is held already changes its kind.
    func tryLock(_ file: FileDescriptor, _ place: LockPlace, _ kind: LockKind) throws(SystemError) -> Bool
    func unlock(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError)
    /// The kind of lock that other open files hold; nil where the place is free.
    func lockHeld(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) -> LockKind?
    /// Whether the path lies on a file system of another machine.
    func isRemote(_ path: String) throws(SystemError) -> Bool
}

/// How a file is opened; always closed on `exec`.
enum FileMode: Sendable {
    case read
    case readWrite
    /// Opened, or created empty.
    case readWriteOrCreate
    /// Created, or emptied.
    case writeFresh
    /// Created; an error where it exists.
    case createNew
    case directory
}

/// Which byte of a file is locked.
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

/// What the system knows about a file.
struct FileStatus: Sendable, Equatable {
    /// Device and file number: the same file, whatever its name.
    struct Identity: Hashable, Sendable {
        let device: UInt64
        let file: UInt64
    }

    let identity: Identity
    let size: Int
    let isDirectory: Bool
}

extension FileSystem {
    /// Leaves the file where it is, which harms nothing: no manifest names it.
    func remove(_ path: String) throws(SystemError) {}

    /// Reads until the buffer is full or the file ends; returns how many bytes there were.
    func readFully(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        var done = 0
        while done < buffer.count {
            let count = try read(file, into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), at: offset + done)
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// Reads a range of a file; fewer bytes where the file ends before it.
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

    /// Whether a file has nothing but newlines from an offset to its end, or ends there.
    func isBlank(_ file: FileDescriptor, from offset: Int) throws(SystemError) -> Bool {
        var position = offset
        while true {
            let bytes = try bytes(of: file, in: position..<position + 1 << 18)
            if bytes.isEmpty { return true }
            if bytes.withUnsafeBytes({ SegmentScanner.lastNonBlank(in: $0, from: 0) }) != nil { return false }
            position += bytes.count
        }
    }

    /// Where a file's last line ends that is not blank: behind its newline, if it has one.
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

    /// Whether no record begins at an offset: a newline stands there, or the file ends.
    func isDataEnd(_ file: FileDescriptor, _ offset: Int) throws(SystemError) -> Bool {
        var byte = RecordLine.newline
        let result = withUnsafeMutableBytes(of: &byte) { byte in
            Result { () throws(SystemError) in try read(file, into: byte, at: offset) }
        }
        return try result.get() == 0 || byte == RecordLine.newline
    }

    /// Whether a line ends at an offset, and no record begins there: a file that has become shorter has lost the line.
    func isLastLineEnd(_ file: FileDescriptor, _ offset: Int) throws(SystemError) -> Bool {
        guard offset > 0 else { return try isDataEnd(file, offset) }
        var bytes = (UInt8(0), RecordLine.newline)
        let result = withUnsafeMutableBytes(of: &bytes) { bytes in
            Result { () throws(SystemError) in try readFully(file, into: bytes, at: offset - 1) }
        }
        return try result.get() > 0 && bytes == (RecordLine.newline, RecordLine.newline)
    }

    /// Writes all the bytes, however often the system stops short.
    func writeFully(_ file: FileDescriptor, _ bytes: [UInt8], at offset: Int) throws(SystemError) {
        try bytes.withRawBytes { (all) throws(SystemError) in
            var done = 0
            while done < all.count { done += try write(file, UnsafeRawBufferPointer(rebasing: all[done...]), at: offset + done) }
        }
    }
}
