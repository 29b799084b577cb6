extension String {
    /// The text with the characters escaped that mean something in HTML and XML, scalar by scalar, as browsers read it.
    ///
    /// A quotation mark with a combining accent is one `Character` that isn't a quotation mark, but it ends an attribute.
    package var escapedForMarkup: String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
