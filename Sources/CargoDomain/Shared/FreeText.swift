/// The syntax of names and reasons: 1 to 200 Unicode scalars, without control characters, and not only white space (VAL-LOC-2, VAL-TXT-2).
enum FreeText {
    static func isValid(_ text: String) -> Bool {
        var count = 0
        var isBlank = true
        for scalar in text.unicodeScalars {
            count += 1
            guard count <= 200, !isControl(scalar) else { return false }
            if !isWhiteSpace(scalar) { isBlank = false }
        }
        return !isBlank
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (scalar.value >= 0x7F && scalar.value <= 0x9F)
    }

    /// Unicode's White_Space property, listed here so that the result doesn't depend on the platform's Unicode version.
    private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
