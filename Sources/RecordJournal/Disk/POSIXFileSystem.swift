#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The operating system's file system.
struct POSIXFileSystem: FileSystem {
    func open(_ path: String, _ mode: FileMode) throws(SystemError) -> FileDescriptor {
        let flags: Int32 =
            switch mode {
            case .read: O_RDONLY
            case .readWrite: O_RDWR
            case .readWriteOrCreate: O_RDWR | O_CREAT
            case .writeFresh: O_RDWR | O_CREAT | O_TRUNC
            case .createNew: O_RDWR | O_CREAT | O_EXCL
            case .directory: O_RDONLY | O_DIRECTORY
            }
        // The files hold secrets of subscriptions, so no one but the user and, if the directory lets it, the group may read them.
        let permissions: mode_t = flags & O_CREAT == 0 ? 0 : 0o600 | groupRights(beside: path) & 0o060
        let number = try retrying("open", path) { openFile(path, flags | O_CLOEXEC, permissions) }
        return FileDescriptor(number: Int32(number), path: path)
    }

    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        var status = stat()
        _ = try retrying("fstat", file.path) { Int(fstat(file.number, &status)) }
        return FileStatus(status)
    }

    func status(ofPath path: String) throws(SystemError) -> FileStatus? {
        var status = stat()
        do throws(SystemError) {
            _ = try retrying("stat", path) { Int(stat(path, &status)) }
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        return FileStatus(status)
    }

    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        try retrying("pread", file.path) { pread(file.number, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    func map(_ file: FileDescriptor, length: Int) -> UnsafeRawBufferPointer? {
        guard let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, file.number, 0), start != MAP_FAILED else { return nil }
        return UnsafeRawBufferPointer(start: start, count: length)
    }

    func write(_ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        try retrying("pwrite", file.path) { pwrite(file.number, bytes.baseAddress, bytes.count, off_t(offset)) }
    }

    func truncate(_ file: FileDescriptor, to length: Int) throws(SystemError) {
        _ = try retrying("ftruncate", file.path) { Int(ftruncate(file.number, off_t(length))) }
    }

    func syncData(_ file: FileDescriptor) throws(SystemError) {
        #if canImport(Darwin)
        try sync(file)
        #else
        _ = try retrying("fdatasync", file.path) { Int(fdatasync(file.number)) }
        #endif
    }

    func sync(_ file: FileDescriptor) throws(SystemError) {
        #if canImport(Darwin)
        // `fsync` only reaches the drive's cache; use it only on file systems without `F_FULLFSYNC`.
        if fcntl(file.number, F_FULLFSYNC) == 0 { return }
        guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else {
            throw SystemError(call: "fcntl F_FULLFSYNC", path: file.path, number: errno)
        }
        #endif
        _ = try retrying("fsync", file.path) { Int(fsync(file.number)) }
    }

    func rename(_ old: String, to new: String) throws(SystemError) {
        _ = try retrying("rename", old) { renameFile(old, new) }
    }

    func remove(_ path: String) throws(SystemError) {
        _ = try retrying("unlink", path) { Int(unlink(path)) }
    }

    func makeDirectory(_ path: String) throws(SystemError) {
        _ = try retrying("mkdir", path) { Int(mkdir(path, 0o700)) }
    }

    func makeSubdirectory(_ path: String) throws(SystemError) {
        let permissions = 0o700 | groupRights(beside: path)
        _ = try retrying("mkdir", path) { Int(mkdir(path, permissions)) }
    }

    /// What the directory that a file is in lets its group do; nothing if that isn't known.
    private func groupRights(beside path: String) -> mode_t {
        var status = stat()
        return stat(StoreDirectory.parent(of: path), &status) == 0 ? status.st_mode & 0o070 : 0
    }

    func names(inDirectory path: String) throws(SystemError) -> [String] {
        guard let directory = opendir(path) else { throw SystemError(call: "opendir", path: path, number: errno) }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw SystemError(call: "readdir", path: path, number: errno) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    func tryLock(_ file: FileDescriptor, _ place: LockPlace, _ kind: LockKind) throws(SystemError) -> Bool {
        do throws(SystemError) {
            switch kind {
            case .shared: try lock(file, place, F_RDLCK, orElse: LOCK_SH | LOCK_NB)
            case .exclusive: try lock(file, place, F_WRLCK, orElse: LOCK_EX | LOCK_NB)
            }
        } catch {
            if error.number == EWOULDBLOCK || error.number == EACCES { return false }
            throw error
        }
        return true
    }

    func unlock(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) { try lock(file, place, F_UNLCK, orElse: LOCK_UN) }

    /// Both kinds of lock belong to the open file and are released only when it is closed.
    ///
    /// Each is the kind that excludes Java's locks on its system.
    private func lock(
        _ file: FileDescriptor,
        _ place: LockPlace,
        _ type: some BinaryInteger,
        orElse operation: Int32
    ) throws(SystemError) {
        #if canImport(Darwin)
        _ = try retrying("flock", file.path) { Int(flock(file.number, operation)) }
        #else
        var range = byteRange(place, type)
        _ = try retrying("fcntl F_OFD_SETLK", file.path) { Int(fcntl(file.number, setOpenFileLock, &range)) }
        #endif
    }

    func lockHeld(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) -> LockKind? {
        #if canImport(Darwin)
        // On Darwin, `F_GETLK` reports `flock` locks too. Each place has a lock file to itself.
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        _ = try retrying("fcntl F_GETLK", file.path) { Int(fcntl(file.number, F_GETLK, &range)) }
        #else
        var range = byteRange(place, F_WRLCK)
        _ = try retrying("fcntl F_OFD_GETLK", file.path) { Int(fcntl(file.number, getOpenFileLock, &range)) }
        #endif
        switch range.l_type {
        case Int16(F_RDLCK): return .shared
        case Int16(F_UNLCK): return nil
        default: return .exclusive
        }
    }

    func isRemote(_ path: String) throws(SystemError) -> Bool {
        #if canImport(Darwin)
        var status = statfs()
        _ = try retrying("statfs", path) { fileSystemStatus(path, &status) }
        return status.f_flags & UInt32(MNT_LOCAL) == 0
        #else
        guard let device = try self.status(ofPath: path)?.identity.device else { return false }
        return try MountTable(self).isRemote(device: device)
        #endif
    }

    /// Repeats a call while signals interrupt it.
    ///
    /// Throws the error of a failed call.
    private func retrying(_ call: String, _ path: String, _ body: () -> Int) throws(SystemError) -> Int {
        while true {
            let result = body()
            if result >= 0 { return result }
            if errno != EINTR { throw SystemError(call: call, path: path, number: errno) }
        }
    }
}

/// Wrappers for variadic functions and for functions that methods here would shadow.
private func openFile(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int { Int(open(path, flags, permissions)) }
private func renameFile(_ old: String, _ new: String) -> Int { Int(rename(old, new)) }
#if !canImport(Darwin)
/// The value of `F_OFD_SETLK`, which the C library declares only with GNU extensions enabled; it is the same on every 64-bit Linux.
private let setOpenFileLock: Int32 = 37
/// The value of `F_OFD_GETLK`, likewise.
private let getOpenFileLock: Int32 = 36

private func byteRange(_ place: LockPlace, _ type: some BinaryInteger) -> flock {
    var range = flock()
    range.l_type = Int16(type)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = off_t(place.rawValue)
    range.l_len = 1
    return range
}
#else
private func fileSystemStatus(_ path: String, _ status: inout statfs) -> Int { Int(statfs(path, &status)) }
#endif

extension FileStatus {
    fileprivate init(_ status: stat) {
        identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(status.st_ino))
        size = Int(status.st_size)
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        hasName = status.st_nlink > 0
    }
}
