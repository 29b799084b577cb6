import CargoDomain

/// A rule of POSIX for a time zone, such as `CET-1CEST,M3.5.0,M10.5.0/3`: two offsets, and when they change each year.
struct PosixTimeZone: Hashable, Sendable {
    /// The offsets that are believed, in seconds east of UTC; none known is further than 16 hours.
    static let offsets = -86_399...86_399

    private let standard: Int
    /// Nil if the offset never changes.
    private let summer: Summer?

    private struct Summer: Hashable, Sendable {
        let offset: Int
        let start: YearlyTime
        let end: YearlyTime
    }

    /// Reads a rule; nil for any other text, and for rules that count days instead of weeks, which no zone uses.
    init?(_ text: String) {
        var scanner = RuleScanner(text)
        guard scanner.name(), let west = scanner.time(), Self.offsets.contains(west) else { return nil }
        standard = -west
        if scanner.isAtEnd {
            summer = nil
            return
        }
        guard scanner.name() else { return nil }
        var offset = standard + 3600
        if scanner.next != UInt8(ascii: ",") {
            guard let west = scanner.time() else { return nil }
            offset = -west
        }
        guard Self.offsets.contains(offset), let start = scanner.yearlyTime(), let end = scanner.yearlyTime(), scanner.isAtEnd else {
            return nil
        }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// The offset at a time, both in seconds: since 1970, and east of UTC.
    func offset(at time: Int) -> Int {
        guard let summer else { return standard }
        let day = (time + standard).floorDivided(by: 86_400)
        let year = CivilDay.year(ofDay: day)
        let start = summer.start.seconds(in: year) - standard
        let end = summer.end.seconds(in: year) - summer.offset
        let isSummer = start < end ? (start..<end).contains(time) : !(end..<start).contains(time)
        return isSummer ? summer.offset : standard
    }
}

/// A local time on a day such as the last Sunday of March: `M3.5.0/2`.
private struct YearlyTime: Hashable, Sendable {
    let month: Int
    /// The number of the week from 1; 5 is the last.
    let week: Int
    /// The day of the week; Sunday is 0.
    let weekday: Int
    let time: Int

    /// The local time in a year, in seconds since 1970 as if it were UTC.
    func seconds(in year: Int) -> Int {
        let first = CivilDay.number(year: year, month: month, day: 1)
        let next = month == 12 ? CivilDay.number(year: year + 1, month: 1, day: 1) : CivilDay.number(year: year, month: month + 1, day: 1)
        // 1970-01-01 was a Thursday.
        let firstWeekday = (first + 4) - (first + 4).floorDivided(by: 7) * 7
        var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
        if day >= next { day -= 7 }
        return day * 86_400 + time
    }
}

/// Reads the parts of a rule.
private struct RuleScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var next: UInt8? { rest.first }
    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Skips a name: at least three letters, or anything in angle brackets.
    mutating func name() -> Bool {
        if take("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            // safe: end is an index of a character
            rest = rest[end...].dropFirst()
            return true
        }
        let length = rest.prefix(while: \.isASCIILetter).count
        rest = rest.dropFirst(length)
        return length >= 3
    }

    mutating func number(upTo greatest: Int) -> Int? {
        let digits = rest.prefix(3).prefix { $0.isASCIIDigit }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return value <= greatest ? value : nil
    }

    /// Reads `[+-]h[h[h]][:mm[:ss]]`, in seconds.
    mutating func time() -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard var seconds = number(upTo: 167).map({ $0 * 3600 }) else { return nil }
        for unit in [60, 1] where take(":") {
            guard let part = number(upTo: 59) else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    /// Reads `,Mm.w.d[/time]`; the time is two o'clock unless given.
    mutating func yearlyTime() -> YearlyTime? {
        guard take(","), take("M"), let month = number(upTo: 12), month > 0, take("."), let week = number(upTo: 5), week > 0, take("."),
            let weekday = number(upTo: 6)
        else { return nil }
        guard take("/") else { return YearlyTime(month: month, week: week, weekday: weekday, time: 7200) }
        return time().map { YearlyTime(month: month, week: week, weekday: weekday, time: $0) }
    }
}

/// Days of the Gregorian calendar, counted from 1970-01-01.
private enum CivilDay {
    /// The number of a day; the month is 1 to 12.
    static func number(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March, so that the leap day is the last.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The year of a day.
    static func year(ofDay day: Int) -> Int {
        // A year that isn't later, and at most a few years earlier.
        var year = 1970 + day.floorDivided(by: day < 0 ? 365 : 366)
        while number(year: year + 1, month: 1, day: 1) <= day { year += 1 }
        return year
    }
}

extension Int {
    /// The quotient rounded down; the divisor is positive.
    fileprivate func floorDivided(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
