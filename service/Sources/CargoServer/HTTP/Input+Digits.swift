import CargoWire

extension Input {
    /// An integer if the text is a whole number in ASCII digits, otherwise the text itself.
    init(digits text: String) {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
            self = .text(text)
            return
        }
        if let number = Int64(text), number.magnitude <= 9_007_199_254_740_991 {
            self = .integer(number)
        } else {
            self = .hugeInteger(text)
        }
    }
}
