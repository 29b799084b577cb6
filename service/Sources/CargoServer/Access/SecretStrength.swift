/// Estimates how hard a secret is to guess.
///
/// The estimate assumes that each character is drawn at random from the character classes that occur (digits, hexadecimal digits, letters
/// of each case, the rest). A secret that repeats a shorter text counts as that text. This catches typed and repeated secrets but not
/// dictionary words: use a random generator for secrets.
enum SecretStrength {
    /// The minimum strength of a secret, in bits.
    static let fewestBits = 128
    /// The minimum number of different characters; a random secret hardly ever has fewer.
    static let fewestCharacters = 6

    /// The estimated strength, in whole bits.
    static func bits(of secret: [UInt8]) -> Int {
        guard Set(secret).count >= fewestCharacters else { return 0 }
        // floor(log2(n^10)) is ten times the bits per character, without floating point; 69^10 fits into 62 bits.
        let power = (0..<10).reduce(UInt64(1)) { power, _ in power &* UInt64(clamping: alphabet(of: secret)) }
        let tenths = UInt64.bitWidth - 1 - power.leadingZeroBitCount
        return period(of: secret) * tenths / 10
    }

    /// The size of the alphabet that the secret was drawn from; at most 26 + 26 + 10 + 7.
    private static func alphabet(of secret: [UInt8]) -> Int {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let isLower = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        let isUpper = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        if secret.allSatisfy(isDigit) { return 10 }
        for letters in [UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F")]
        where secret.allSatisfy({ isDigit($0) || letters.contains($0) }) {
            return 16
        }
        return (secret.contains(where: isDigit) ? 10 : 0) + (secret.contains(where: isLower) ? 26 : 0)
            + (secret.contains(where: isUpper) ? 26 : 0) + (secret.contains { !isDigit($0) && !isLower($0) && !isUpper($0) } ? 7 : 0)
    }

    /// The length of the shortest prefix that, repeated, makes up the whole secret.
    private static func period(of secret: [UInt8]) -> Int {
        (1..<secret.count).first { length in zip(secret, secret.dropFirst(length)).allSatisfy { $0 == $1 } } ?? secret.count
    }
}
