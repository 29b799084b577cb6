#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file that is closed when its last reference goes away.
final class FileDescriptor: Sendable {
    let number: Int32
    /// The path it was opened with, for messages.
    let path: String

    init(number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit { _ = close(number) }
}
