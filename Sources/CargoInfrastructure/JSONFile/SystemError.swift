import CargoDomain

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A system call that failed: which one, on what, and the error number.
struct SystemError: Error, Equatable {
    let call: String
    let path: String
    let number: Int32

    /// Whether the medium, the quota or the process's file size limit has no room: nothing is broken, only full.
    var isOutOfSpace: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

    /// Whether the thing named does not exist.
    var isMissing: Bool { number == ENOENT }

    /// Call, path and what the system calls the error.
    var text: String { "\(call) \(path): \(String(cString: strerror(number)))" }

    /// The failure as callers of the kit see it: `store_full` or `store_unavailable`.
    var domainError: DomainError { .technical(isOutOfSpace ? .storeFull : .storeUnavailable, cause: text) }
}
