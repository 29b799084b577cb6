extension String {
    /// The text with control characters escaped, so that data cannot control a terminal.
    package var visible: String {
        guard unicodeScalars.contains(where: \.isUnsafeOnTerminal) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isUnsafeOnTerminal {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text in quotes, safe to print on a terminal.
    package var quoted: String { "‘\(visible)’" }
}

extension Unicode.Scalar {
    /// Whether it is a control character, a line separator or a mark that changes the writing direction.
    fileprivate var isUnsafeOnTerminal: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
