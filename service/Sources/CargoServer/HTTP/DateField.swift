import CargoDomain
import Synchronization

/// The value of a `Date` field, formatted once a second (RFC 9110, 5.6.7).
final class DateField: Sendable {
    private let last = Mutex<(second: Int64, text: String)>((-1, ""))

    /// The field's value at a time, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    func text(at now: Instant) -> String {
        let second = now.epochMilliseconds / 1000
        return last.withLock { last in
            if last.second != second { last = (second, Self.format(now)) }
            return last.text
        }
    }

    private static func format(_ time: Instant) -> String {
        // The canonical form, such as 1994-11-06T08:49:37.000Z.
        let parts = time.description.split { "-T:.".contains($0) }
        guard parts.count == 7, let month = Int(parts[1]) else { return "" }  // safe: the guard above demands seven parts
        let clock = parts[3...5].joined(separator: ":")  // safe: the guard above demands seven parts
        // 1970-01-01 was a Thursday.
        let weekday = Int((time.epochMilliseconds / 86_400_000 + 4) % 7)
        // safe: an instant's month is 1 to 12, its weekday 0 to 6, and there are seven parts
        return "\(weekdays[weekday]), \(parts[2]) \(months[month - 1]) \(parts[0]) \(clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
