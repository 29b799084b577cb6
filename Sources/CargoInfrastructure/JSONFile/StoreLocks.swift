import CargoDomain

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The three locks between processes (docs/adr/0034): bytes 0, 1 and 2 of `LOCK`, or a file each where only whole files can be locked.
///
/// | lock | held |
/// | --- | --- |
/// | `.append` | exclusively, to append, to cut, and to change the manifest |
/// | `.sync` | exclusively, from before a sync until the state file names the result, or the segment is sealed |
/// | `.open` | shared while the store is open; exclusively to recover it |
///
/// `.sync` is taken before `.append`; a holder of `.append` never waits for `.sync`. `.open` is only tried. Each lock belongs to the open
/// file: it survives other files' closing and is released when the process ends. `LOCK` holds the process id of the last holder of `.append`,
/// for messages.
struct StoreLocks: Sendable {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor
    /// The files of the locks, by place.
    private let files: [FileDescriptor]
    /// Which file `LOCK` was when it was opened.
    private let identity: FileStatus.Identity
    /// What a holder writes into the file.
    private static let name = Array("\(getpid())\n".utf8)
    /// Longer than any name.
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
    func tryAcquire(_ place: LockPlace, _ kind: LockKind) throws(DomainError) -> Bool {
        do throws(SystemError) {
            guard try fileSystem.tryLock(files[place.rawValue], place, kind) else { return false }
            if place == .append { try signName() }
            return true
        } catch { throw error.domainError }
    }

    /// Takes a lock exclusively, trying again and again for so many milliseconds.
    /// - Throws: `store_locked`, with the holder's process id as cause.
    func acquire(_ place: LockPlace, timeLimit: Int) throws(DomainError) {
        var waiting = LockWait(timeLimit: timeLimit)
        while try !tryAcquire(place, .exclusive) {
            if !waiting.pause() { throw lockedError() }
        }
    }

    /// The kind of lock that others hold; nil where the place is free.
    func held(_ place: LockPlace) throws(DomainError) -> LockKind? {
        do throws(SystemError) { return try fileSystem.lockHeld(files[place.rawValue], place) } catch { throw error.domainError }
    }

    /// Whether the lock file is still the one that others would lock: a store may be deleted and made again while it is open.
    func isCurrent() throws(DomainError) -> Bool {
        do throws(SystemError) {
            return try fileSystem.status(ofPath: file.path)?.identity == identity
        } catch { throw error.domainError }
    }

    func release(_ place: LockPlace) throws(DomainError) {
        do throws(SystemError) { try fileSystem.unlock(files[place.rawValue], place) } catch { throw error.domainError }
    }

    /// `store_locked`, naming the process that held `.append` last.
    func lockedError() -> DomainError { .technical(.storeLocked, cause: "\(file.path) is held by process \(holder())") }

    /// Writes this process's id into the file, unless it is there already.
    private func signName() throws(SystemError) {
        do throws(SystemError) {
            if try content() == Self.name { return }
            try fileSystem.truncate(file, to: 0)
            try fileSystem.writeFully(file, Self.name, at: 0)
        } catch {
            // The name serves messages alone; a full disk may yet have room for the store.
            if !error.isOutOfSpace {
                try fileSystem.unlock(file, .append)
                throw error
            }
        }
    }

    /// What stands in the file, read in one go.
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

/// The pauses between attempts to take a lock, until a time limit is over.
struct LockWait {
    private let deadline: Int
    /// The next pause, in microseconds.
    private var next: UInt32 = 50
    private let longest: UInt32

    /// - Parameters:
    ///   - timeLimit: in milliseconds.
    ///   - longest: the longest pause, in microseconds.
    init(timeLimit: Int, longest: Int = 5_000) {
        deadline = Self.milliseconds() + timeLimit
        self.longest = UInt32(clamping: max(50, longest))
    }

    /// Pauses, twice as long each time; false where the time is over.
    mutating func pause() -> Bool {
        if Self.milliseconds() >= deadline { return false }
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
