import CargoDomain

/// An ISO 8601 duration in weeks, days, hours, minutes and seconds.
///
/// Years and months have no fixed length and are rejected.
package struct ISODuration: Hashable, Sendable {
    package let milliseconds: Int64

    /// A regular expression that matches every duration that can be read.
    package static let pattern = "^P(?!$)([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"

    package var duration: Duration { .milliseconds(milliseconds) }

    /// The duration in seconds, without what is left of a second.
    package var text: String { "PT\(milliseconds / 1000)S" }

    /// Leaves out what is left of a millisecond.
    package init(_ duration: Duration) { milliseconds = duration.wholeMilliseconds }

    /// Reads a duration such as `PT6H`, `P1DT12H` or `P2W`; `nil` if the text isn't such a duration or overflows.
    package init?(_ text: String) {
        var rest = text[...]
        guard rest.popFirst() == "P" else { return nil }
        var isTime = false
        var total: Int64 = 0
        var last = 0
        var isEmpty = true
        while let first = rest.first {
            if first == "T" {
                guard !isTime, rest.count > 1 else { return nil }
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard let number = Int64(digits), let letter = rest.popFirst() else { return nil }
            guard let unit = Self.unit(letter, isTime: isTime), unit.rank > last else { return nil }
            let (product, isProductTooLarge) = number.multipliedReportingOverflow(by: unit.milliseconds)
            let (sum, isSumTooLarge) = total.addingReportingOverflow(product)
            guard !isProductTooLarge, !isSumTooLarge else { return nil }
            total = sum
            last = unit.rank
            isEmpty = false
        }
        if isEmpty { return nil }
        milliseconds = total
    }

    private static func unit(_ letter: Character, isTime: Bool) -> (rank: Int, milliseconds: Int64)? {
        switch (letter, isTime) {
        case ("W", false): (1, 604_800_000)
        case ("D", false): (2, 86_400_000)
        case ("H", true): (3, 3_600_000)
        case ("M", true): (4, 60_000)
        case ("S", true): (5, 1000)
        default: nil
        }
    }
}

extension Duration {
    /// The whole milliseconds, at most and at least what an integer holds.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, isSumTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isTooLarge || isSumTooLarge ? (seconds < 0 ? .min : .max) : sum
    }
}
