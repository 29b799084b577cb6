#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The system calls that the command line uses; failures are thrown as error numbers.
enum SystemCall {
    static let noSuchFile = ENOENT
    static let permissionDenied = EACCES
    static let operationNotPermitted = EPERM
    static let readOnlyFileSystem = EROFS
    static let brokenPipe = EPIPE
    static let fileTooLarge = EFBIG
    static let notADirectory = ENOTDIR

    /// The error number of a failed call.
    struct Failure: Error {
        let errorNumber: Int32
    }

    /// The system's message for an error number.
    static func describe(_ errorNumber: Int32) -> String { String(cString: strerror(errorNumber)) }

    /// The name of the user who runs the program; their number if the system has no name for it.
    static var userName: String {
        let number = getuid()
        guard let entry = getpwuid(number), let name = entry.pointee.pw_name else { return String(number) }
        return String(cString: name)
    }

    /// Whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Opens a file for reading.
    static func openForReading(_ path: String) throws(Failure) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(errorNumber: errno) }
        return descriptor
    }

    /// Creates or truncates a file and opens it for writing.
    static func openForWriting(_ path: String) throws(Failure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure(errorNumber: errno) }
        return descriptor
    }

    /// Closes a descriptor; a delayed write may fail only here.
    static func closeDescriptor(_ descriptor: Int32) throws(Failure) {
        guard close(descriptor) == 0 else { throw Failure(errorNumber: errno) }
    }

    /// The size of a regular file; nil for pipes and the like.
    static func fileSize(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Whether a path exists.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Writes all the bytes.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                let number = errno
                if number == EINTR { continue }
                throw Failure(errorNumber: number)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Reads a descriptor to its end, up to a limit.
    /// - Returns: the bytes; nil if there are more than the limit.
    static func readAll(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0 {
                let number = errno
                if number == EINTR { continue }
                throw Failure(errorNumber: number)
            }
            if count == 0 { return bytes }
            bytes += piece[..<count]
            if bytes.count > limit { return nil }
        }
    }

    /// The monotonic clock's time in milliseconds.
    static func monotonicMilliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// The value of an environment variable; nil if it is unset or empty.
    static func environmentVariable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Creates a temporary directory, which the caller removes.
    static func makeTemporaryDirectory(prefix: String) throws(Failure) -> String {
        let parent = environmentVariable("TMPDIR") ?? "/tmp"
        var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
        let path: String? = template.withUnsafeMutableBufferPointer { buffer in mkdtemp(buffer.baseAddress!).map { String(cString: $0) } }
        guard let path else { throw Failure(errorNumber: errno) }
        return path
    }

    /// Changes the current directory.
    static func changeDirectory(_ path: String) throws(Failure) {
        guard chdir(path) == 0 else { throw Failure(errorNumber: errno) }
    }

    /// Removes a directory and everything in it; failures are ignored.
    static func removeDirectory(_ path: String) {
        guard let directory = opendir(path) else { return }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        closedir(directory)
        for name in names where unlink("\(path)/\(name)") != 0 { removeDirectory("\(path)/\(name)") }
        rmdir(path)
    }

    /// Makes a write to a closed pipe fail with an error instead of ending the process.
    static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Blocks the current thread.
    static func sleep(milliseconds: Int) {
        var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        nanosleep(&time, nil)
    }

    /// Ends the process at once, without C library clean-up: nothing is left in its buffers, and this is faster.
    static func exitProcess(_ status: ExitStatus) -> Never { _exit(status.rawValue) }
}
