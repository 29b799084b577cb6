import CargoDomain

/// A format of times, such as `dd.MM.yyyy HH:mm`, in the letters of Unicode's date patterns.
///
/// `yyyy` or `yy` (a year of this century), `MM` or `M`, or `MMM` (`Jan` to `Dec`), `dd` or `d`; then `HH` or `H`, or `hh` or `h` with `a` (`AM`
/// or `PM`), `mm`, `ss` and `XXX` (an offset: `Z`, `+08:00`, `+0800` or `+08`), each at most once. Two letters are two digits, one letter is
/// one digit or two. Other letters stand in quotes; any other character stands for itself. Parts of the day that are missing are zero.
struct TimeFormat: Hashable, Sendable {
    private let parts: [Part]

    private enum Part: Hashable {
        case year
        case shortYear
        case monthName
        case number(Field, isPadded: Bool)
        case half
        case offset
        case literal(UInt8)
    }

    private enum Field: Hashable {
        case month
        case day
        case hour
        case hourOfHalf
        case minute
        case second
    }

    private static let months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]

    /// Reads a format; nil if it has other letters, or lacks a year, a month or a day.
    init?(_ text: String) {
        var parts: [Part] = []
        var fields: Set<Character> = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            let letter = Character(Unicode.Scalar(byte))
            if byte == UInt8(ascii: "'") {
                guard let end = rest.dropFirst().firstIndex(of: byte) else { return nil }
                parts += rest[..<end].dropFirst().map(Part.literal)
                // safe: end is an index of a quote
                rest = rest[end...].dropFirst()
            } else if letter.isASCII, letter.isLetter {
                let run = rest.prefix { $0 == byte }.count
                guard let part = Self.part(letter, run), fields.insert(letter).inserted else { return nil }
                parts.append(part)
                rest = rest.dropFirst(run)
            } else {
                parts.append(.literal(byte))
                rest = rest.dropFirst()
            }
        }
        guard fields.isSuperset(of: ["y", "M", "d"]), fields.contains("h") == fields.contains("a") else { return nil }
        if fields.isSuperset(of: ["h", "H"]) { return nil }
        self.parts = parts
    }

    private static func part(_ letter: Character, _ count: Int) -> Part? {
        switch (letter, count) {
        case ("y", 4): .year
        case ("y", 2): .shortYear
        case ("M", 3): .monthName
        case ("M", 1...2): .number(.month, isPadded: count == 2)
        case ("d", 1...2): .number(.day, isPadded: count == 2)
        case ("H", 1...2): .number(.hour, isPadded: count == 2)
        case ("h", 1...2): .number(.hourOfHalf, isPadded: count == 2)
        case ("m", 2): .number(.minute, isPadded: true)
        case ("s", 2): .number(.second, isPadded: true)
        case ("a", 1): .half
        case ("X", 3): .offset
        default: nil
        }
    }

    /// Reads a time.
    /// - Returns: the local time as if it were UTC, and the offset in seconds east of UTC if the text has one; nil if the text doesn't have the
    ///   format, or names a day or a time of day that doesn't exist.
    func read(_ text: String) -> (local: Instant, offset: Int?)? {
        var scanner = TimeScanner(text)
        var values: [Field: Int] = [.hour: 0, .minute: 0, .second: 0]
        var year = 0
        var isAfternoon: Bool?
        var offset: Int?
        for part in parts {
            switch part {
            case .year:
                guard let value = scanner.number(4, 4) else { return nil }
                year = value
            case .shortYear:
                guard let value = scanner.number(2, 2) else { return nil }
                year = 2000 + value
            case .monthName:
                guard let name = scanner.word(3), let index = Self.months.firstIndex(of: name) else { return nil }
                values[.month] = index + 1
            case .number(let field, let isPadded):
                guard let value = scanner.number(isPadded ? 2 : 1, 2) else { return nil }
                values[field] = value
            case .half:
                guard let half = scanner.word(2), half == "AM" || half == "PM" else { return nil }
                isAfternoon = half == "PM"
            case .offset:
                guard let value = scanner.offset() else { return nil }
                offset = value
            case .literal(let byte): guard scanner.take(byte) else { return nil }
            }
        }
        if let isAfternoon {
            guard let hour = values[.hourOfHalf], (1...12).contains(hour) else { return nil }
            values[.hour] = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard scanner.isAtEnd else { return nil }
        func digits(_ value: Int?, _ count: Int = 2) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let date = "\(digits(year, 4))-\(digits(values[.month]))-\(digits(values[.day]))"
        let time = "\(digits(values[.hour])):\(digits(values[.minute])):\(digits(values[.second]))"
        return (try? Instant("\(date)T\(time)Z")).map { ($0, offset) }
    }
}

/// Reads the parts of a time.
private struct TimeScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func number(_ least: Int, _ most: Int) -> Int? {
        let digits = rest.prefix(most).prefix { $0.isASCIIDigit }
        guard digits.count >= least else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Reads letters, in upper case.
    mutating func word(_ count: Int) -> String? {
        let word = String(decoding: rest.prefix(count), as: UTF8.self).inUpperCase
        guard word.utf8.count == count else { return nil }
        rest = rest.dropFirst(count)
        return word
    }

    /// Reads `Z`, `±HH`, `±HHMM` or `±HH:MM`, in seconds.
    mutating func offset() -> Int? {
        if take(UInt8(ascii: "Z")) { return 0 }
        let isWest = take(UInt8(ascii: "-"))
        guard isWest || take(UInt8(ascii: "+")), let hours = number(2, 2) else { return nil }
        let hasColon = take(UInt8(ascii: ":"))
        let minutes = number(2, 2)
        guard minutes != nil || !hasColon, hours * 60 + (minutes ?? 0) <= 18 * 60, minutes ?? 0 < 60 else { return nil }
        let seconds = hours * 3600 + (minutes ?? 0) * 60
        return isWest ? -seconds : seconds
    }
}
