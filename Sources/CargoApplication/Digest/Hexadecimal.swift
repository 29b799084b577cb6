/// Bytes as lower-case hexadecimal digits, two for each.
package enum Hexadecimal {
    /// Encodes bytes.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns as many random bytes, from the system's generator for secrets.
    package static func random(bytes count: Int) -> String {
        var source = SystemRandomNumberGenerator()
        return encode((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) })
    }
}
