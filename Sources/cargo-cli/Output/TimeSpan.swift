#if CLI
/// Spans of time in words.
enum TimeSpan {
    /// A delay in words, such as "4 days late" or "3 hours early".
    static func delay(_ milliseconds: Int64) -> String {
        milliseconds == 0 ? "on time" : "\(words(milliseconds.magnitude)) \(milliseconds > 0 ? "late" : "early")"
    }

    /// A span in its largest unit, such as "4 days" or "20 minutes"; days from 48 hours on, with the hours that remain.
    static func words(_ milliseconds: UInt64) -> String {
        let minutes = milliseconds / 60_000
        guard minutes > 0 else { return "less than a minute" }
        let hours = minutes / 60
        guard hours > 0 else { return count(minutes, "minute") }
        guard hours >= 48 else { return count(hours, "hour") }
        let rest = hours % 24
        return count(hours / 24, "day") + (rest == 0 ? "" : " " + count(rest, "hour"))
    }

    private static func count(_ number: UInt64, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }
}
#endif
