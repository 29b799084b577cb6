import CargoWire

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The process's standard output, unbuffered.
enum StandardOutput {
    /// Writes an answer and a newline, then empties the writer.
    /// - Returns: false if writing failed, because the reader has closed the pipe.
    static func write(line: inout JSONWriter) -> Bool {
        line.raw("\n")
        defer { line.removeAll() }
        return line.withBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let count = unsafeWrite(piece)
                if count < 0 {
                    guard errno == EINTR else { return false }
                } else {
                    rest = rest.dropFirst(count)
                }
            }
            return true
        }
    }

    private static func unsafeWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(1, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
        Glibc.write(1, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(1, bytes.baseAddress, bytes.count)
        #endif
    }
}
