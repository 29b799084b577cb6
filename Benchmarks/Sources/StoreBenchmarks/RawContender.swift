import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// The limit set by the disk: writes of a record's length, one after another, into a file that was filled with newlines, each synced.
final class RawContender {
    private let file: Int32
    private let length: Int
    private let bytes: [UInt8]
    private var offset = 0

    init(_ path: String, record: Int, length: Int = 16 << 20) throws {
        file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        self.length = length
        bytes = [UInt8](repeating: UInt8(ascii: "x"), count: record)
        let filling = [UInt8](repeating: UInt8(ascii: "\n"), count: length)
        guard file >= 0, pwrite(file, filling, length, 0) == length, fsync(file) == 0 else {
            throw BenchmarkFailure("cannot fill \(path): \(String(cString: strerror(errno)))")
        }
    }

    func write() throws {
        if offset + bytes.count > length { offset = 0 }
        guard pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count else { throw BenchmarkFailure("pwrite failed") }
        #if canImport(Darwin)
        let result = fcntl(file, F_FULLFSYNC)
        #else
        let result = fdatasync(file)
        #endif
        guard result == 0 else { throw BenchmarkFailure("fdatasync failed") }
        offset += bytes.count
    }

    deinit { close(file) }
}
