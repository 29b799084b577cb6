/// The syntax of customer ids and voyage numbers (VAL-ID-3).
///
/// 1 to 36 ASCII characters out of `A-Z a-z 0-9 - _ .`; the first is a letter or a digit.
enum Identifier {
    static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
        guard let first = bytes.first, first.isASCIIAlphanumeric, bytes.count <= 36 else { return false }
        return bytes.allSatisfy {
            $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
        }
    }
}
