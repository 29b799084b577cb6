#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failed system call: its name, its path, and the error number.
struct SystemError: Error, Equatable {
    let call: String
    let path: String
    let number: Int32

    /// Whether the disk, the quota or the process's file size limit is exhausted.
    ///
    /// The store is full, not broken.
    var isOutOfSpace: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }

    /// Whether the path doesn't exist.
    var isMissing: Bool { number == ENOENT }

    /// The call, the path, and the system's description of the error.
    var text: String { "\(call) \(path): \(String(cString: strerror(number)))" }

    /// The error as callers of the journal see it: `store_full` or `store_unavailable`.
    var journalError: JournalError { .failure(isOutOfSpace ? .storeFull : .storeUnavailable, cause: text) }
}
