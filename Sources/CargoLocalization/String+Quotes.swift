import CargoDomain

extension String {
    /// The text in quotes, as the current language has them, and safe to print on a terminal.
    package var inQuotes: String { localized("‘\(visible)’") }
}
