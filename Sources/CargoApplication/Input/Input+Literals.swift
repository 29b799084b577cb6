import CargoDomain

extension Input: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Text.
    public init(stringLiteral text: String) { self = .text(text) }

    /// A whole number, which must lie within ±(2^53−1).
    public init(integerLiteral number: Int64) {
        precondition(number.magnitude <= 9_007_199_254_740_991, "A literal beyond ±(2^53−1)")
        self = .integer(number)
    }

    /// True or false.
    public init(booleanLiteral truth: Bool) { self = .boolean(truth) }

    /// A list.
    public init(arrayLiteral elements: Input...) { self = .list(elements) }

    /// Named members in any order; no name may stand twice.
    public init(dictionaryLiteral elements: (String, Input)...) {
        self.init(members: elements.map { Member(name: $0.0, value: $0.1) })
    }

    /// Named members in any order; no name may stand twice.
    public init(members: [Member]) {
        let sorted = members.sorted { $0.name.precedesByUTF16($1.name) }
        for index in sorted.indices.dropFirst() {
            precondition(!sorted[index].name.hasSameScalars(as: sorted[index - 1].name), "The name \(sorted[index].name) stands twice")
        }
        self = .object(sorted)
    }
}
