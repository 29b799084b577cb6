import CargoDomain

/// The coordinates of the code list: degrees and minutes, `5133N 00042W`, or decimal degrees, `26.9826N 88.9391E`, in which Bhutan's are published.
enum CodeListCoordinates {
    /// Whether a text is a latitude and a longitude in range, both of the same form.
    static func areValid(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = parts.first, let longitude = parts.last else { return false }
        return isAngle(latitude, width: 4, upTo: 90, "N", "S") && isAngle(longitude, width: 5, upTo: 180, "E", "W")
            && latitude.contains(UInt8(ascii: ".")) == longitude.contains(UInt8(ascii: "."))
    }

    /// Whether a text is an angle of degrees and two digits of minutes, or of decimal degrees, with one of the letters at its end.
    private static func isAngle(_ text: Substring.UTF8View, width: Int, upTo greatest: Int, _ letters: Unicode.Scalar...) -> Bool {
        guard let last = text.last, letters.contains(where: { last == UInt8(ascii: $0) }) else { return false }
        let number = text.dropLast()
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // No part is longer than three digits of degrees and two of minutes.
        let areNumbers = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
        guard areNumbers, let whole = parts.first, whole.count <= 5 else { return false }
        // safe: five digits fit
        let value = whole.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        if parts.count == 1 {
            let minutes = value % 100
            return number.count == width && minutes < 60 && value / 100 * 60 + minutes <= greatest * 60
        }
        guard parts.count == 2, let fraction = parts.last else { return false }
        return value < greatest || value == greatest && fraction.allSatisfy { $0 == UInt8(ascii: "0") }
    }
}
