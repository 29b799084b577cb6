import CargoApplication
import CargoDomain
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Checks that a directory can be written by writing, syncing and removing a file of one block.
///
/// The first save creates a missing directory, so the check then uses its nearest existing ancestor.
enum DirectoryCheck {
    /// Returns the failure, or nil if the directory can be written.
    ///
    /// Blocks a dedicated thread, not one of the cooperative pool.
    static func failure(of path: String) async -> DomainError? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: check(path)) }
        }
    }

    private static func check(_ path: String) -> DomainError? {
        // A name that others can't guess, and a file that must be new: a link that someone planted is never followed.
        let file = nearest(to: path) + "/.writable-" + Hexadecimal.random(bytes: 16)
        let descriptor = open(file, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return failure(errno) }
        defer {
            close(descriptor)
            unlink(file)
        }
        return failure(writingTo: descriptor)
    }

    /// Writes a block to an open file and syncs it; returns the failure, or nil.
    static func failure(writingTo descriptor: Int32) -> DomainError? {
        let block = [UInt8](repeating: 0, count: 4096)
        let written = block.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == block.count else { return written < 0 ? failure(errno) : failure(ENOSPC) }
        return fsync(descriptor) == 0 ? nil : failure(errno)
    }

    /// The directory itself, or its nearest existing ancestor.
    private static func nearest(to path: String) -> String {
        var place = path
        while access(place, F_OK) != 0, errno == ENOENT {
            guard let slash = place.lastIndex(of: "/") else { return "." }
            place = slash == place.startIndex ? "/" : String(place[..<slash])
        }
        return place
    }

    private static func failure(_ number: Int32) -> DomainError {
        let isFull = number == ENOSPC || number == EDQUOT
        return .technical(isFull ? .storeFull : .storeUnavailable, cause: String(cString: strerror(number)))
    }
}
