#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The three locks between processes (docs/design/journal-commits.md): bytes 0, 1 and 2 of `LOCK`, or three files on systems that can only
/// lock whole files.
///
/// | lock | held |
/// | --- | --- |
/// | `.append` | exclusively, to append, to truncate, and to change the manifest |
/// | `.sync` | exclusively, from before a sync until the state file has the result or the segment is sealed |
/// | `.open` | shared while the store is open; exclusively to recover it |
///
/// Take `.sync` before `.append`; never wait for `.sync` while holding `.append`. `.open` is only tried, never waited for. A lock belongs
/// to the open file: closing other files doesn't release it, and the end of the process does. `LOCK` contains the process id of the last
/// holder of `.append`, for messages.
struct StoreLocks: Sendable {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor
    /// The lock files, indexed by place.
    private let files: [FileDescriptor]
    /// The identity of `LOCK` when it was opened.
    private let identity: FileStatus.Identity
    /// This process's id, which the lock's holder writes into the file.
    private static let name = Array("\(getpid())\n".utf8)
    /// The maximum length of that text.
    private static let nameLimit = 32

    /// Opens the lock files.
    init(_ directory: StoreDirectory, _ mode: FileMode) throws(SystemError) {
        fileSystem = directory.fileSystem
        file = try fileSystem.open(directory.lockPath, mode)
        identity = try fileSystem.status(of: file).identity
        #if canImport(Darwin)
        files = [file, try fileSystem.open(directory.lockPath + ".sync", mode), try fileSystem.open(directory.lockPath + ".open", mode)]
        #else
        files = [file, file, file]
        #endif
    }

    /// Takes a lock if it is free.
    ///
    /// Returns false if it isn't.
    func tryAcquire(_ place: LockPlace, _ kind: LockKind) throws(JournalError) -> Bool {
        do throws(SystemError) {
            guard try fileSystem.tryLock(files[place.rawValue], place, kind) else { return false }
            if place == .append { try signName() }
            return true
        } catch { throw error.journalError }
    }

    /// Takes a lock exclusively, retrying for `timeLimit` milliseconds.
    /// - Throws: `store_locked`, with the holder's process id in the cause.
    func acquire(_ place: LockPlace, timeLimit: Int) throws(JournalError) {
        var waiting = LockWait(timeLimit: timeLimit)
        while try !tryAcquire(place, .exclusive) {
            if !waiting.pause() { throw lockedError() }
        }
    }

    /// Returns the kind of lock that others hold, or nil if the lock is free.
    func held(_ place: LockPlace) throws(JournalError) -> LockKind? {
        do throws(SystemError) { return try fileSystem.lockHeld(files[place.rawValue], place) } catch { throw error.journalError }
    }

    /// Whether the lock file is still the one at its path.
    ///
    /// A store can be deleted and recreated while it is open.
    func isCurrent() throws(JournalError) -> Bool {
        do throws(SystemError) {
            return try fileSystem.status(ofPath: file.path)?.identity == identity
        } catch { throw error.journalError }
    }

    func release(_ place: LockPlace) throws(JournalError) {
        do throws(SystemError) { try fileSystem.unlock(files[place.rawValue], place) } catch { throw error.journalError }
    }

    /// Makes a `store_locked` error that names the last holder of `.append`.
    func lockedError() -> JournalError { .failure(.storeLocked, cause: "\(file.path) is held by process \(holder())") }

    /// Writes this process's id into the file unless it is already there.
    private func signName() throws(SystemError) {
        do throws(SystemError) {
            let content = try content()
            if content.starts(with: Self.name) { return }
            // Overwrite, because truncating the file whenever the holder changes is slow.
            let rest = [UInt8](repeating: UInt8(ascii: "\n"), count: max(0, content.count - Self.name.count))
            try fileSystem.writeFully(file, Self.name + rest, at: 0)
        } catch {
            // The process id is only for messages, and even on a full disk a save may still succeed.
            if !error.isOutOfSpace {
                try fileSystem.unlock(file, .append)
                throw error
            }
        }
    }

    /// Returns the file's content, with a single read.
    private func content() throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.nameLimit) { buffer, count in
            do throws(SystemError) { count = try fileSystem.read(file, into: UnsafeMutableRawBufferPointer(buffer), at: 0) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private func holder() -> String {
        do throws(SystemError) {
            let name = try content().prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            return name.isEmpty ? "unknown" : String(decoding: name, as: UTF8.self)
        } catch { return "unknown" }
    }
}

/// The pauses between attempts to take a lock, up to a time limit.
struct LockWait {
    private let deadline: Int
    /// The next pause, in microseconds.
    private var next: UInt32 = 50
    private let longest: UInt32
    /// How many times to yield before the first pause.
    ///
    /// A process holds `.append` only for some 20 µs.
    private var yields = 8

    /// Creates a wait that begins now.
    /// - Parameters:
    ///   - timeLimit: the time limit in milliseconds.
    ///   - longest: the longest pause in microseconds.
    init(timeLimit: Int, longest: Int = 5_000) {
        deadline = Self.milliseconds() + timeLimit
        self.longest = UInt32(clamping: max(50, longest))
    }

    /// Yields a few times, and then pauses, about twice as long each time.
    ///
    /// Returns false if the time limit has passed.
    mutating func pause() -> Bool {
        if Self.milliseconds() >= deadline { return false }
        if yields > 0 {
            yields -= 1
            sched_yield()
            return true
        }
        usleep(next / 2 + UInt32.random(in: 0...next / 2))
        next = min(next * 2, longest)
        return true
    }

    private static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }
}
