import Synchronization

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file system, by default the real one, in which the calls that a test chooses fail or stop short.
final class FaultyFileSystem: FileSystem {
    /// What a call does instead of its work.
    enum Fault {
        case error(Int32)
        /// A write that stores only this many bytes.
        case short(Int)
        /// A write that stores this many bytes and then fails.
        case partial(Int, Int32)
        /// A read of this many bytes, then a step of the test, then the rest of the read; before any other call but a write, only the step.
        case during(Int, @Sendable () -> Void)
    }

    /// Chooses the fault of a call from its name, the last component of the file's path, and the number of earlier calls with that name.
    typealias Rule = @Sendable (_ call: String, _ file: String, _ count: Int) -> Fault?

    private struct State {
        var rule: Rule?
        var counts: [String: Int] = [:]
        var calls: [String] = []
    }

    private let disk: any FileSystem
    private let state = Mutex(State())

    init(over disk: any FileSystem = POSIXFileSystem(), _ rule: Rule? = nil) {
        self.disk = disk
        state.withLock { $0.rule = rule }
    }

    /// Replaces the rule and resets the counts.
    func setRule(_ rule: Rule?) {
        state.withLock {
            $0.rule = rule
            $0.counts = [:]
            $0.calls = []
        }
    }

    /// All calls since the rule was set, as `name file`.
    var calls: [String] { state.withLock { $0.calls } }

    /// Returns the number of calls with a name since the rule was set.
    func count(of call: String) -> Int { state.withLock { $0.counts[call, default: 0] } }

    private func fault(_ call: String, _ path: String) -> Fault? {
        state.withLock { state in
            let file = String(path.split(separator: "/").last ?? "/")
            let count = state.counts[call, default: 0]
            state.counts[call] = count + 1
            state.calls.append("\(call) \(file)")
            return state.rule?(call, file, count)
        }
    }

    private func check(_ call: String, _ path: String) throws(SystemError) {
        switch fault(call, path) {
        case .error(let number): throw SystemError(call: call, path: path, number: number)
        case .during(_, let body): body()
        default: return
        }
    }

    func open(_ path: String, _ mode: FileMode) throws(SystemError) -> FileDescriptor {
        try check("open", path)
        return try disk.open(path, mode)
    }
    func map(_ file: FileDescriptor, length: Int) -> UnsafeRawBufferPointer? {
        if case .error = fault("mmap", file.path) { return nil }
        return disk.map(file, length: length)
    }
    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        try check("fstat", file.path)
        return try disk.status(of: file)
    }
    func status(ofPath path: String) throws(SystemError) -> FileStatus? {
        try check("stat", path)
        return try disk.status(ofPath: path)
    }
    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        switch fault("read", file.path) {
        case .error(let number): throw SystemError(call: "read", path: file.path, number: number)
        case .during(let first, let body) where buffer.count > first:
            let count = try disk.read(file, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<first]), at: offset)
            body()
            return try count + disk.read(file, into: UnsafeMutableRawBufferPointer(rebasing: buffer[first...]), at: offset + first)
        default: return try disk.read(file, into: buffer, at: offset)
        }
    }
    func write(_ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        switch fault("write", file.path) {
        case .none, .during: return try disk.write(file, bytes, at: offset)
        case .error(let number): throw SystemError(call: "pwrite", path: file.path, number: number)
        case .short(let count): return try disk.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), at: offset)
        case .partial(let count, let number):
            _ = try disk.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), at: offset)
            throw SystemError(call: "pwrite", path: file.path, number: number)
        }
    }
    func truncate(_ file: FileDescriptor, to length: Int) throws(SystemError) {
        try check("truncate", file.path)
        try disk.truncate(file, to: length)
    }
    func syncData(_ file: FileDescriptor) throws(SystemError) {
        try check("syncData", file.path)
        try disk.syncData(file)
    }
    func sync(_ file: FileDescriptor) throws(SystemError) {
        try check("sync", file.path)
        try disk.sync(file)
    }
    func rename(_ old: String, to new: String) throws(SystemError) {
        try check("rename", old)
        try disk.rename(old, to: new)
    }
    func remove(_ path: String) throws(SystemError) {
        try check("unlink", path)
        try disk.remove(path)
    }
    func makeDirectory(_ path: String) throws(SystemError) {
        try check("mkdir", path)
        try disk.makeDirectory(path)
    }
    func names(inDirectory path: String) throws(SystemError) -> [String] {
        try check("readdir", path)
        return try disk.names(inDirectory: path)
    }
    func tryLock(_ file: FileDescriptor, _ place: LockPlace, _ kind: LockKind) throws(SystemError) -> Bool {
        do throws(SystemError) { try check("lock", file.path) } catch {
            if error.number == EWOULDBLOCK { return false }
            throw error
        }
        return try disk.tryLock(file, place, kind)
    }
    func unlock(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) { try disk.unlock(file, place) }
    func lockHeld(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) -> LockKind? {
        try check("lockHeld", file.path)
        return try disk.lockHeld(file, place)
    }
    func isRemote(_ path: String) throws(SystemError) -> Bool {
        if case .error(0) = fault("isRemote", path) { return true }
        return try disk.isRemote(path)
    }
}
