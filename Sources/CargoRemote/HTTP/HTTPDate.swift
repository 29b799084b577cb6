import CargoDomain

/// Dates of HTTP header fields in the preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110, section 5.6.7).
enum HTTPDate {
    private static let weekdays: Set<String> = ["Mon,", "Tue,", "Wed,", "Thu,", "Fri,", "Sat,", "Sun,"]
    private static let months = [
        "Jan": "01", "Feb": "02", "Mar": "03", "Apr": "04", "May": "05", "Jun": "06", "Jul": "07", "Aug": "08", "Sep": "09", "Oct": "10",
        "Nov": "11", "Dec": "12",
    ]

    /// Parses a date; nil for any other text, the obsolete forms included, for a date that doesn't exist and for one before 1970.
    ///
    /// The name of the weekday must be one, but isn't compared with the date. Foundation's `DateFormatter` is no alternative: it traps on
    /// some texts, such as a `W` with a combining mark.
    static func parse(_ text: String) -> Instant? {
        guard text.utf8.count == 29 else { return nil }
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        // safe: the guard demands six words before one is read
        guard words.count == 6, weekdays.contains(words[0]), let month = months[words[2]], words[5] == "GMT" else { return nil }
        // safe: there are six words
        let (day, year, time) = (words[1], words[3], words[4])
        guard day.utf8.count == 2, year.utf8.count == 4, time.utf8.count == 8 else { return nil }
        return try? Instant("\(year)-\(month)-\(day)T\(time)Z")
    }
}
