import CargoDomain

extension Int {
    /// The number with a separator between groups of three digits: a comma in English.
    package var grouped: String {
        let separator = localized("1,000").dropFirst().prefix(1)
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += separator }
            text.append(digit)
        }
        return text
    }
}

extension String {
    /// The text in quotes, as the current language has them, and safe to print on a terminal.
    package var inQuotes: String { localized("‘\(visible)’") }
}
