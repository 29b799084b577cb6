#if Postgres
/// A parameter of a statement.
enum PostgresValue {
    case text(String)
    case integer(Int64)
    /// UTF-8 text, mostly JSON.
    case bytes([UInt8])
    /// An array of text.
    case texts([String])

    /// Calls the body with the values as C strings.
    static func withCStrings<Value>(_ values: [PostgresValue], _ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
        var bytes: [UInt8] = []
        var starts: [Int] = []
        for value in values {
            starts.append(bytes.count)
            value.append(to: &bytes)
            bytes.append(0)
        }
        return bytes.withUnsafeBytes { buffer in
            body(starts.map { buffer.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) })
        }
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes += text.utf8
        case .integer(let number): bytes += String(number).utf8
        case .bytes(let given): bytes += given
        case .texts(let texts):
            bytes.append(UInt8(ascii: "{"))
            for (place, text) in texts.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(UInt8(ascii: "\""))
                for byte in text.utf8 {
                    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
                    bytes.append(byte)
                }
                bytes.append(UInt8(ascii: "\""))
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
#endif
