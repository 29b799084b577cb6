#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Calls on files by their names in an open directory; none follows a symbolic link at that name.
extension SystemCall {
    /// What changes when a file is written or replaced.
    struct FileState: Equatable {
        private let inode: UInt64
        private let size: Int64
        private let seconds: Int
        private let nanoseconds: Int

        /// The state of a regular file; nil for anything else.
        fileprivate init?(_ status: stat) {
            guard status.st_mode & S_IFMT == S_IFREG else { return nil }
            #if canImport(Darwin)
            let time = status.st_mtimespec
            #else
            let time = status.st_mtim
            #endif
            (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
            (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
        }
    }

    /// Opens a directory.
    static func openFolder(_ path: String) throws(Failure) -> Int32 {
        try opened(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    /// Opens a directory in a directory, and creates it if it doesn't exist.
    static func openOrCreateFolder(_ name: String, in folder: Int32) throws(Failure) -> Int32 {
        guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else { throw Failure(errorNumber: errno) }
        return try opened(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    }

    /// Locks a file until the process ends, and creates it if it doesn't exist.
    /// - Returns: false if another process has locked it.
    static func lock(_ name: String, in folder: Int32) throws(Failure) -> Bool {
        let descriptor = try opened(openat(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666))
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        let number = errno
        close(descriptor)
        if number == EWOULDBLOCK { return false }
        throw Failure(errorNumber: number)
    }

    /// The names in a directory.
    static func names(in folder: Int32) throws(Failure) -> [String] {
        let descriptor = try opened(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let directory = fdopendir(descriptor) else {
            let number = errno
            close(descriptor)
            throw Failure(errorNumber: number)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
            )
        }
        return names
    }

    /// The state of a regular file; nil for anything else.
    static func fileState(_ name: String, in folder: Int32) -> FileState? {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? FileState(status) : nil
    }

    /// The state of an open regular file; nil for anything else.
    static func fileState(_ descriptor: Int32) -> FileState? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileState(status) : nil
    }

    /// Opens a file for reading; doesn't wait for the writer of a pipe.
    static func openForReading(_ name: String, in folder: Int32) throws(Failure) -> Int32 {
        try opened(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    }

    /// Creates a file and opens it for writing; one of this name is removed first.
    static func createFile(_ name: String, in folder: Int32) throws(Failure) -> Int32 {
        removeFile(name, in: folder)
        return try opened(openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666))
    }

    /// Moves a file to another directory; replaces the file with that name, if there is one.
    static func moveFile(_ name: String, in folder: Int32, to newName: String, in newFolder: Int32) throws(Failure) {
        guard renameat(folder, name, newFolder, newName) == 0 else { throw Failure(errorNumber: errno) }
    }

    /// Removes a file, if it exists.
    static func removeFile(_ name: String, in folder: Int32) { _ = unlinkat(folder, name, 0) }

    /// Whether anything has this name in a directory.
    static func exists(_ name: String, in folder: Int32) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Waits until a descriptor is readable, at most for a time.
    static func wait(for descriptor: Int32, milliseconds: Int32) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, milliseconds)
    }

    private static func opened(_ descriptor: Int32) throws(Failure) -> Int32 {
        guard descriptor >= 0 else { throw Failure(errorNumber: errno) }
        return descriptor
    }
}
