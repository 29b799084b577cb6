#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One of a program's two output streams.
enum StandardStream: Int32 {
    case output = 1
    case error = 2

    /// Writes all bytes, in one piece if the system allows it; ignores failures, since there is no place left to report them.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(rawValue, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { return }
            } else {
                rest = rest.dropFirst(count)
            }
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, start, count) }
