/// The id of a DCSA event: a UUID of version 8, the custom form of RFC 9562.
///
/// It says where in the outbox the event comes from, so a service finds the event without a table of ids, and every service on the same
/// store gives it the same id. The rest is a checksum over the cargo and the time, which differs between stores.
struct DCSAEventID: Hashable, Sendable {
    /// The position of the domain event in the outbox, below 2^60.
    let sequence: Int64
    /// The place among the DCSA events that come from the same domain event, below `maximumPerSequence`.
    let ordinal: Int
    /// 38 bits.
    let checksum: UInt64

    static let maximumPerSequence = 1 << 24
    private static let checksumMask: UInt64 = (1 << 38) - 1

    init(sequence: Int64, ordinal: Int, checksum: UInt64) {
        self.sequence = sequence
        self.ordinal = ordinal
        self.checksum = checksum & Self.checksumMask
    }

    /// Creates the id of an event of a cargo, recorded at a time.
    init(sequence: Int64, ordinal: Int, trackingId: String, created: Int64) {
        // FNV-1a spreads well enough for a checksum; nothing relies on its secrecy.
        let name = "\(trackingId)|\(created)|\(sequence)|\(ordinal)"
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64(truncatingIfNeeded: $1)) &* 0x0000_0100_0000_01B3 }
        self.init(sequence: sequence, ordinal: ordinal, checksum: hash ^ hash >> 29)
    }

    /// Parses a UUID in either case; nil if it can't be the id of an event.
    init?(_ text: String) {
        guard let digits = Self.digits(ofUUID: text) else { return nil }
        let high = digits.prefix(16).reduce(0 as UInt64) { $0 << 4 | $1 }
        let low = digits.suffix(16).reduce(0 as UInt64) { $0 << 4 | $1 }
        guard high >> 12 & 0xF == 8, low >> 62 == 0b10 else { return nil }
        self.init(
            sequence: Int64(truncatingIfNeeded: (high >> 16) << 12 | high & 0xFFF),
            ordinal: Int(truncatingIfNeeded: low >> 38 & 0xFF_FFFF),
            checksum: low
        )
    }

    /// The 32 hexadecimal digits of a UUID in either case; nil if the text isn't one.
    static func digits(ofUUID text: String) -> [UInt64]? {
        var digits: [UInt64] = []
        for (index, byte) in text.utf8.enumerated() {
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            guard isHyphen == (byte == UInt8(ascii: "-")) else { return nil }
            if isHyphen { continue }
            guard let digit = PercentEncoding.digit(byte) else { return nil }
            digits.append(UInt64(truncatingIfNeeded: digit))
        }
        return digits.count == 32 ? digits : nil
    }

    /// The UUID in lower case.
    var text: String {
        let sequence = UInt64(truncatingIfNeeded: sequence)
        let high = (sequence >> 12) << 16 | 0x8000 | sequence & 0xFFF
        let low = 0b10 << 62 | UInt64(truncatingIfNeeded: ordinal & 0xFF_FFFF) << 38 | checksum
        let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text += "-" }
            text.append(digit)
        }
        return text
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
