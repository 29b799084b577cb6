#if DEBUG || STORE_PROOFS
@testable import RecordJournal

/// A record with a flipped bit.
enum DamagedLine {
    /// Flips a bit in the first record of a cargo, in the newest file that has one, because older files may no longer be named by a
    /// manifest.
    ///
    /// Returns the damaged line, or nil if there is no such record.
    static func first(ofCargo id: String, in files: inout [String: [UInt8]]) -> [UInt8]? {
        for path in files.keys.sorted().reversed() where path.hasSuffix(".jsonl") {
            var bytes = files[path] ?? []
            var start = 0
            for end in bytes.indices where bytes[end] == RecordLine.newline {
                let header = bytes[start...end].withUnsafeBytes { LineReader.header(of: $0) }
                if header?.kind == "cargo", header?.id == id {
                    bytes[end - 5] ^= 1
                    files[path] = bytes
                    return Array(bytes[start...end])
                }
                start = end + 1
            }
        }
        return nil
    }
}
#endif
