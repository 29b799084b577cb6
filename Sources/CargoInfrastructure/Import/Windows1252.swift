/// The encoding Windows-1252: Latin-1 with printable characters in place of most of the controls 0x80 to 0x9F.
///
/// Every sequence of bytes is text in it. The five bytes without a character are the control characters of the same numbers, as in Latin-1.
/// Source: WHATWG, Encoding Standard, index windows-1252.
enum Windows1252 {
    /// The scalars of the bytes 0x80 to 0x9F.
    private static let middle: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]

    /// The text of the bytes.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            switch byte {
            // safe: there are 32 scalars, one for each byte of the range
            case 0x80...0x9F: scalars.append(middle[Int(byte - 0x80)])
            default: scalars.append(Unicode.Scalar(byte))
            }
        }
        return String(scalars)
    }
}
