#if Server
/// The weight of an element of `Accept` or `Accept-Language`.
enum QualityValue {
    /// Converts a weight such as `0.25` to thousandths; nil if it isn't 0 to 1 with at most three decimals (RFC 9110, 12.4.2).
    static func thousandths(_ text: Substring.UTF8View) -> Int? {
        guard let first = text.first, text.count <= 5, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
        let rest = text.dropFirst()
        guard rest.isEmpty || rest.first == UInt8(ascii: ".") else { return nil }
        var thousandths = 0
        var unit = 100
        for byte in rest.dropFirst() {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            thousandths += Int(byte - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        guard first == UInt8(ascii: "1") else { return thousandths }
        return thousandths == 0 ? 1000 : nil
    }
}
#endif
