import CargoDomain

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The lock between processes: on a file that is never deleted, which holds the process id of whoever held it last.
///
/// The lock belongs to the open file, so it survives other files' closing and is let go when the process ends, however it ends. It excludes
/// the locks of POSIX (`fcntl`, Java's `FileLock`) as well (docs/adr/0013).
struct StoreLock: Sendable {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor
    /// Which file that is, whatever has its path by now.
    private let identity: FileStatus.Identity
    /// What a holder writes into the file.
    private static let name = Array("\(getpid())\n".utf8)
    /// Longer than any name.
    private static let nameLimit = 32

    /// Opens the lock file, which must exist.
    init(_ directory: StoreDirectory, _ mode: FileMode) throws(SystemError) {
        fileSystem = directory.fileSystem
        file = try fileSystem.open(directory.lockPath, mode)
        identity = try fileSystem.status(of: file).identity
    }

    /// Takes the lock, trying again and again for so many milliseconds.
    /// - Throws: `store_locked`, with the holder's process id as cause.
    func acquire(_ kind: LockKind, timeLimit: Int) throws(DomainError) {
        do throws(SystemError) {
            let start = Self.milliseconds()
            var pause: UInt32 = 50
            while try !fileSystem.tryLock(file, kind) {
                if Self.milliseconds() - start >= timeLimit { throw SystemError(call: "lock", path: file.path, number: 0) }
                usleep(pause / 2 + UInt32.random(in: 0...pause / 2))
                pause = min(pause * 2, 5_000)
            }
            if kind == .exclusive { try signName() }
        } catch {
            guard error.number == 0 else { throw error.domainError }
            throw .technical(.storeLocked, cause: "\(file.path) is held by process \(holder())")
        }
    }

    /// Whether the lock file is still the one that others would lock: a store may be deleted and made again while it is open.
    func isCurrent() throws(DomainError) -> Bool {
        do throws(SystemError) {
            return try fileSystem.status(ofPath: file.path)?.identity == identity
        } catch { throw error.domainError }
    }

    func release() throws(DomainError) {
        do throws(SystemError) { try fileSystem.unlock(file) } catch { throw error.domainError }
    }

    /// Writes this process's id into the file, unless it is there already.
    private func signName() throws(SystemError) {
        do throws(SystemError) {
            if try content() == Self.name { return }
            try fileSystem.truncate(file, to: 0)
            try fileSystem.writeFully(file, Self.name, at: 0)
        } catch {
            // The name serves messages alone; a full disk may yet have room for the store.
            if !error.isOutOfSpace {
                try fileSystem.unlock(file)
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

    private static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }
}
