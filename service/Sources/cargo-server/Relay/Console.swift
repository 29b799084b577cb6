import CargoLocalization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a relay prints: notes on standard error.
struct Console: Sendable {
    let isQuiet: Bool
    let isVerbose: Bool

    /// Prints a note, unless `-q` is given.
    func note(_ text: String) {
        if !isQuiet { tell(text + "\n") }
    }

    /// Prints a detail, if `-v` is given.
    func detail(_ text: String) {
        if isVerbose { tell(text + "\n") }
    }

    /// Prints text, even with `-q`.
    func tell(_ text: String) { Self.writeNote(text) }

    /// Writes text to standard error.
    static func writeNote(_ text: String) { write(text, to: 2) }

    /// Writes text to standard output.
    static func writeOutput(_ text: String) { write(text, to: 1) }

    /// Writes all bytes; ignores failures, since there is no place left to report them.
    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { return }
            } else {
                rest = rest.dropFirst(count)
            }
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, start, count) }

/// The value of an environment variable; nil if it isn't set or is empty.
func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
