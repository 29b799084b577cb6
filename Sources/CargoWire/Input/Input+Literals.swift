import CargoDomain

extension Input: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Makes text.
    public init(stringLiteral text: String) { self = .text(text) }

    /// Makes a whole number; one beyond ±(2^53−1) becomes a `hugeInteger`.
    public init(integerLiteral number: Int64) {
        self = number.magnitude <= 9_007_199_254_740_991 ? .integer(number) : .hugeInteger(String(number))
    }

    /// Makes true or false.
    public init(booleanLiteral truth: Bool) { self = .boolean(truth) }

    /// Makes a list.
    public init(arrayLiteral elements: Input...) { self = .list(elements) }

    /// Makes an object from members in any order; of several members with one name, the last one counts.
    public init(dictionaryLiteral elements: (String, Input)...) {
        self.init(members: elements.map { Member(name: $0.0, value: $0.1) })
    }

    /// Makes an object from members in any order; of several members with one name, the last one counts.
    public init(members: [Member]) {
        let sorted = members.enumerated().sorted { one, other in
            one.element.name.hasSameScalars(as: other.element.name)
                ? one.offset < other.offset : one.element.name.precedesByUTF16(other.element.name)
        }
        var unique: [Member] = []
        unique.reserveCapacity(sorted.count)
        for (_, member) in sorted {
            if let last = unique.last, last.name.hasSameScalars(as: member.name) { _ = unique.popLast() }
            unique.append(member)
        }
        self = .object(unique)
    }
}
