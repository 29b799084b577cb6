extension JSONWriter {
    /// Writes a tree, whose members are sorted already.
    ///
    /// Writes the digits of an integer beyond ±(2^53−1).
    package mutating func input(_ value: Input) {
        switch value {
        case .text(let text): self.text(text)
        case .integer(let number): integer(number)
        case .hugeInteger(let digits): for byte in digits.utf8 { raw(byte: byte) }
        case .boolean(let truth): boolean(truth)
        case .list(let elements):
            raw("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { raw(",") }
                input(element)
            }
            raw("]")
        case .object(let members):
            raw("{")
            for (index, member) in members.enumerated() {
                if index > 0 { raw(",") }
                text(member.name)
                raw(":")
                input(member.value)
            }
            raw("}")
        }
    }
}
