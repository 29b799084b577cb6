#if CLI
import CargoLocalization

/// Spans of time in words.
enum TimeSpan {
    /// A delay in words, such as "4 days late" or "3 hours early".
    static func delay(_ milliseconds: Int64) -> String {
        guard milliseconds != 0 else { return localized("on time") }
        let span = words(milliseconds.magnitude)
        return milliseconds > 0 ? localized("\(span) late") : localized("\(span) early")
    }

    /// A span in its largest unit, such as "4 days" or "20 minutes"; days from 48 hours on, with the hours that remain.
    static func words(_ milliseconds: UInt64) -> String {
        let minutes = milliseconds / 60_000
        guard minutes > 0 else { return localized("less than a minute") }
        let hours = minutes / 60
        guard hours > 0 else { return localized(Int(minutes), one: "\(minutes) minute", other: "\(minutes) minutes") }
        guard hours >= 48 else { return Self.hours(hours) }
        let rest = hours % 24
        let days = hours / 24
        let whole = localized(Int(days), one: "\(days) day", other: "\(days) days")
        return rest == 0 ? whole : "\(whole) \(Self.hours(rest))"
    }

    private static func hours(_ count: UInt64) -> String { localized(Int(count), one: "\(count) hour", other: "\(count) hours") }
}
#endif
