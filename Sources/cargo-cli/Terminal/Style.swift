/// A text style on a terminal; it adds emphasis, never information.
enum Style {
    case bold
    case dim
    case good
    case warning
    case bad

    fileprivate var code: String {
        switch self {
        case .bold: "1"
        case .dim: "2"
        case .good: "32"
        case .warning: "33"
        case .bad: "31"
        }
    }
}

/// Applies styles to text, or leaves it plain.
struct Palette {
    let isColored: Bool

    static let plain = Palette(isColored: false)

    /// The styled text; empty text stays empty.
    func callAsFunction(_ style: Style, _ text: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(style.code)m\(text)\u{1B}[0m" : text
    }
}

/// Decides whether a stream gets colours.
///
/// The first of these decides: `--no-color` or the setting `color`, `NO_COLOR` (no-color.org), `CLICOLOR_FORCE`, then whether the stream is a
/// terminal and `TERM` isn't `dumb`.
enum ColorPolicy {
    static func allows(noColorFlag: Bool, isTerminal: Bool, environment: [String: String]) -> Bool {
        if noColorFlag { return false }
        if let value = environment["NO_COLOR"], !value.isEmpty { return false }
        if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
        return isTerminal && environment["TERM"] != "dumb"
    }
}
