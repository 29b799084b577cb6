extension Instant: CustomStringConvertible {
    /// Parses `YYYY-MM-DDTHH:MM:SS`, an optional fraction of 1 to 9 digits (truncated to milliseconds), and `Z` or `±HH:MM` (VAL-TIME-2).
    /// - Throws: `instant_invalid`, `instant_out_of_range`, each with the text as given.
    public init(_ text: String) throws(DomainError) {
        var copy = text
        let milliseconds = copy.withUTF8 { Self.parse($0) }
        guard let milliseconds else { throw .invalid(.instantInvalid, text: text) }
        guard let instant = try? Instant(epochMilliseconds: milliseconds) else { throw .invalid(.instantOutOfRange, text: text) }
        self = instant
    }

    /// The canonical text, `YYYY-MM-DDTHH:MM:SS.mmmZ` (VAL-TIME-3).
    public var description: String {
        String(unsafeUninitializedCapacity: 24) { buffer in
            // safe: a buffer of 24 bytes has an address
            writeCanonical(to: UnsafeMutableRawPointer(buffer.baseAddress!))
            return 24
        }
    }

    /// Returns milliseconds since 1970, which may be out of range; `nil` if the text doesn't match VAL-TIME-2.
    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard text.count >= 20 else { return nil }
        func number(at offset: Int, digits: Int) -> Int? {
            guard offset + digits <= text.count else { return nil }
            var value = 0
            for place in offset..<(offset + digits) {
                // safe: offset + digits is at most the count
                guard text[place].isASCIIDigit else { return nil }
                // safe: a digit, as the guard above demands
                value = value * 10 + Int(text[place] - 0x30)
            }
            return value
        }
        func has(_ mark: Unicode.Scalar, at offset: Int) -> Bool { offset < text.count && text[offset] == UInt8(ascii: mark) }

        guard has("-", at: 4), has("-", at: 7), has("T", at: 10), has(":", at: 13), has(":", at: 16),
            let year = number(at: 0, digits: 4), let month = number(at: 5, digits: 2), let day = number(at: 8, digits: 2),
            let hour = number(at: 11, digits: 2), let minute = number(at: 14, digits: 2), let second = number(at: 17, digits: 2),
            hour < 24, minute < 60, second < 60, let date = CivilDate(year: year, month: month, day: day)
        else { return nil }

        var position = 19
        var milliseconds = 0
        if has(".", at: position) {
            position += 1
            let start = position
            while position < text.count, text[position].isASCIIDigit {
                // safe: a digit, as the loop's condition demands
                if position - start < 3 { milliseconds = milliseconds * 10 + Int(text[position] - 0x30) }
                position += 1
            }
            let digits = position - start
            guard digits >= 1, digits <= 9 else { return nil }
            if digits == 1 { milliseconds *= 100 } else if digits == 2 { milliseconds *= 10 }
        }

        var offsetMinutes = 0
        if has("Z", at: position) {
            position += 1
        } else {
            let isWest = has("-", at: position)
            guard isWest || has("+", at: position), has(":", at: position + 3),
                let hours = number(at: position + 1, digits: 2), let minutes = number(at: position + 4, digits: 2),
                minutes < 60, hours * 60 + minutes <= 18 * 60
            else { return nil }
            offsetMinutes = hours * 60 + minutes
            if isWest {
                guard offsetMinutes != 0 else { return nil }
                offsetMinutes = -offsetMinutes
            }
            position += 6
        }
        guard position == text.count else { return nil }
        let seconds = date.daysSince1970 * 86_400 + hour * 3600 + (minute - offsetMinutes) * 60 + second
        return Int64(seconds) * 1000 + Int64(milliseconds)
    }
}

/// A day of the proleptic Gregorian calendar.
///
/// The conversion to and from days since 1970-01-01 follows Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", which counts
/// days in eras of 400 years that begin on 1 March.
struct CivilDate {
    let year: Int
    let month: Int
    let day: Int

    /// Returns `nil` for a day that doesn't exist, such as 29 February 2100.
    init?(year: Int, month: Int, day: Int) {
        guard month >= 1, month <= 12, day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = month == 2 ? (isLeap ? 29 : 28) : (month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31)
        guard day <= length else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
