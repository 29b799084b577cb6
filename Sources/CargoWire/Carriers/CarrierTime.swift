import CargoDomain

/// A time as carriers write it: the standard's form, or one of its relatives.
///
/// `2026-11-28T10:00:00+08:00`, with a space for the `T`, without seconds, with an offset of `+0800` or `+08`, in digits alone, or as a number
/// of seconds or milliseconds since 1970. Without an offset it is a local time; without a time it is a day.
struct CarrierTime: Hashable {
    /// The time that a clock shows there, as if it were UTC, or the instant if the offset is known.
    let instant: Instant
    /// Whether the text says how far the clock is from UTC.
    let hasOffset: Bool
    /// Whether the text names only a day.
    let isDay: Bool
    /// Whether the text is in another form than the standard's.
    let isUnusual: Bool

    /// Parses a text or a number; nil if it is no time from 1970 to 9999.
    init?(_ input: Input) {
        switch input {
        case .text(let text): self.init(text)
        case .integer(let number): self.init(sinceEpoch: number)
        case .hugeInteger, .boolean, .list, .object: return nil
        }
    }

    private init?(sinceEpoch number: Int64) {
        // Seconds until the year 5138; milliseconds since 1973.
        let milliseconds = number < 100_000_000_000 ? number * 1000 : number
        guard number > 0, let instant = ifValid({ () throws(DomainError) in try Instant(epochMilliseconds: milliseconds) }) else {
            return nil
        }
        (self.instant, hasOffset, isDay, isUnusual) = (instant, true, false, true)
    }

    private init?(_ text: String) {
        if let instant = ifValid({ () throws(DomainError) in try Instant(text) }) {
            (self.instant, hasOffset, isDay, isUnusual) = (instant, true, false, false)
            return
        }
        // Some write the zone's name after the offset: `+08:00[Asia/Shanghai]`.
        var rest = Digits(String(text.prefix { $0 != "[" }))
        guard let year = rest.number(4) else { return nil }
        let dash = rest.skip("-")
        guard let month = rest.number(2), rest.skip("-") == dash, let day = rest.number(2) else { return nil }
        var time = "00:00:00"
        var fraction = ""
        let isDay = rest.isAtEnd
        if !isDay {
            _ = rest.skip("T") || rest.skip("t") || rest.skip(" ")
            guard let hour = rest.number(2) else { return nil }
            let colon = rest.skip(":")
            guard let minute = rest.number(2) else { return nil }
            var second = "00"
            if colon ? rest.skip(":") : rest.beginsWithDigit {
                guard let number = rest.number(2) else { return nil }
                second = number
            }
            if rest.skip(".") || rest.skip(",") { fraction = "." + rest.digits(upTo: 9) }
            time = "\(hour):\(minute):\(second)"
        }
        _ = rest.skip(" ")
        var offset: String?
        if rest.skip("Z") || rest.skip("z") {
            offset = "Z"
        } else if let sign = rest.skip("+") ? "+" : rest.skip("-") ? "-" : nil {
            guard let hours = rest.number(2) else { return nil }
            _ = rest.skip(":")
            let minutes = rest.isAtEnd ? "00" : rest.number(2)
            guard let minutes else { return nil }
            // The standard forbids -00:00, but it is sent.
            offset = hours == "00" && minutes == "00" ? "Z" : "\(sign)\(hours):\(minutes)"
        }
        guard rest.isAtEnd, fraction != ".",
            let instant = ifValid({ () throws(DomainError) in try Instant("\(year)-\(month)-\(day)T\(time)\(fraction)\(offset ?? "Z")") }
            )
        else { return nil }
        (self.instant, hasOffset, self.isDay, isUnusual) = (instant, offset != nil, isDay, true)
    }
}

/// Takes a text apart from its beginning.
private struct Digits {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8.prefix(64))[...] }

    var isAtEnd: Bool { rest.isEmpty }
    var beginsWithDigit: Bool { rest.first?.isASCIIDigit ?? false }

    /// Skips a character if it is next.
    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, byte == UInt8(ascii: scalar) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Takes this many digits; nil if there are fewer.
    mutating func number(_ count: Int) -> String? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        rest = rest.dropFirst(count)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Takes all digits that are next, and keeps some of them.
    mutating func digits(upTo count: Int) -> String {
        let digits = rest.prefix(while: \.isASCIIDigit)
        rest = rest.dropFirst(digits.count)
        return String(decoding: digits.prefix(count), as: UTF8.self)
    }
}
