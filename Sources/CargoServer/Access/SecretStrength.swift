#if Server
/// A simple estimate of how hard a secret is to guess.
///
/// It takes the characters to be drawn at random from the kinds that occur (digits, hexadecimal digits, letters of each case, the rest), and
/// counts a secret that repeats itself once. It catches typed and repeated secrets, not words: make secrets with a random generator.
enum SecretStrength {
    /// The bits that a secret needs.
    static let fewestBits = 128
    /// The different characters that a secret needs: a random one with fewer hardly ever occurs.
    static let fewestCharacters = 6

    /// The estimate, in whole bits.
    static func bits(of secret: [UInt8]) -> Int {
        guard Set(secret).count >= fewestCharacters else { return 0 }
        // floor(log2(n^10)) is ten times the bits of a character, without floating point; 69^10 fits into 62 bits.
        let power = (0..<10).reduce(UInt64(1)) { power, _ in power &* UInt64(clamping: alphabet(of: secret)) }
        let tenths = UInt64.bitWidth - 1 - power.leadingZeroBitCount
        return period(of: secret) * tenths / 10
    }

    /// How many characters the secret was drawn from; at most 26 + 26 + 10 + 7.
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

    /// The length of the shortest beginning whose repetition is the whole secret.
    private static func period(of secret: [UInt8]) -> Int {
        (1..<secret.count).first { length in zip(secret, secret.dropFirst(length)).allSatisfy { $0 == $1 } } ?? secret.count
    }
}
#endif
