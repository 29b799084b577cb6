import CargoDomain
import CargoLocalization

extension String {
    /// The text in quotes, as the current language has them, and safe to print on a terminal.
    var inQuotes: String { localized("‘\(visible)’") }
}
