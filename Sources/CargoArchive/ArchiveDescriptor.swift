import CargoDomain

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The open file of an archive, which is closed when its last reference goes away.
final class ArchiveDescriptor {
    private let number: Int32
    private let path: String

    /// Opens a file to write, and creates it if it isn't there.
    init(path: String, isNew: Bool) throws(DomainError) {
        self.path = path
        // An archive has the same data as a store, so only its owner may read it.
        number = open(path, O_RDWR | O_CLOEXEC | (isNew ? O_CREAT : 0), 0o600)
        if number < 0 { throw Self.failure("open", path) }
    }

    /// Opens a file to read; nil if it isn't there.
    init?(reading path: String) throws(DomainError) {
        self.path = path
        number = open(path, O_RDONLY | O_CLOEXEC)
        if number >= 0 { return }
        if errno == ENOENT { return nil }
        throw Self.failure("open", path)
    }

    deinit { if number >= 0 { close(number) } }

    /// Which file it is, whatever its name.
    struct Identity: Equatable {
        private let device: UInt64
        private let inode: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// Locks the file against other writers until it is closed.
    ///
    /// Waits a second for one that is writing: another command, or a process that this program is just starting and that still shares its files.
    /// - Throws: `store_locked` if another program keeps it, or has put another file in its place.
    func lock() throws(DomainError) {
        var tries = 0
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw Self.failure("flock", path) }
            guard tries < 100 else { throw .technical(.storeLocked, cause: "another program is writing to \(path)") }
            tries += 1
            usleep(10_000)
        }
        var status = stat()
        guard stat(path, &status) == 0, Identity(status) == (try identity()) else {
            throw .technical(.storeLocked, cause: "another program has replaced \(path)")
        }
    }

    /// Returns which file it is.
    func identity() throws(DomainError) -> Identity { Identity(try status()) }

    /// Returns the length of the file in bytes.
    func length() throws(DomainError) -> Int { Int(try status().st_size) }

    private func status() throws(DomainError) -> stat {
        var status = stat()
        if fstat(number, &status) != 0 { throw Self.failure("fstat", path) }
        return status
    }

    /// Returns the bytes from an offset to the end, or as many as the limit; none behind the end.
    func bytes(from offset: Int, limit: Int = .max) throws(DomainError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: try min(max(0, length() - offset), limit))
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(number, $0.baseAddress?.advanced(by: done), $0.count - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw Self.failure("pread", path) }
            // safe: done is less than the count
            if count == 0 { bytes.removeLast(bytes.count - done) }
            done += count
        }
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(DomainError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { pwrite(number, $0.baseAddress?.advanced(by: done), $0.count - done, off_t(offset + done)) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { throw Self.failure("pwrite", path) }
            done += count
        }
    }

    func truncate(to length: Int) throws(DomainError) {
        if ftruncate(number, off_t(length)) != 0 { throw Self.failure("ftruncate", path) }
    }

    /// Brings the file and its name to the medium.
    func sync() throws(DomainError) {
        #if canImport(Darwin)
        if fcntl(number, F_FULLFSYNC) != 0 { throw Self.failure("fsync", path) }
        #else
        if fsync(number) != 0 { throw Self.failure("fsync", path) }
        #endif
        try syncDirectory()
    }

    /// Gives the file another name, in place of any file that has it.
    func rename(to name: String) throws(DomainError) {
        #if canImport(Darwin)
        let outcome = Darwin.rename(path, name)
        #elseif canImport(Glibc)
        let outcome = Glibc.rename(path, name)
        #else
        let outcome = Musl.rename(path, name)
        #endif
        if outcome != 0 { throw Self.failure("rename", path) }
        try syncDirectory()
    }

    /// Removes the file, as far as that is possible.
    func remove() { unlink(path) }

    private func syncDirectory() throws(DomainError) {
        let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let opened = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if opened < 0 { throw Self.failure("open", directory) }
        defer { close(opened) }
        if fsync(opened) != 0 { throw Self.failure("fsync", directory) }
    }

    private static func failure(_ call: String, _ path: String) -> DomainError {
        let number = errno
        let isFull = number == ENOSPC || number == EDQUOT || number == EFBIG
        return .technical(isFull ? .storeFull : .storeUnavailable, cause: "\(call) \(path): \(String(cString: strerror(number)))")
    }
}
