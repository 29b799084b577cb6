package import CargoDomain

/// Parses the JSON that the kit accepts: RFC 8259 without floating point, `null`, duplicate names, lone surrogates and nesting deeper than 64.
///
/// Makes one pass over the bytes in linear time. The stack grows only with the nesting, which is bounded.
package struct JSONParser {
    /// The treatment of an integer beyond ±(2^53−1).
    package enum HugeIntegers: Sendable {
        /// Parsing fails with `integer_out_of_range`, naming the first such number.
        case rejected
        /// The tree keeps its digits, so that reading the field that holds it can report it.
        case kept
    }

    /// The maximum nesting of objects and lists.
    package static let maximumDepth = 64

    private static let maximumInteger: Int64 = 9_007_199_254_740_991

    private struct Malformed: Error {}

    // safe throughout [position]: each is read only where position is less than the count
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the text may have `null` and floating point (`parseForeign`).
    private let isForeign: Bool
    private var position = 0
    private var depth = 0
    private var firstHugeInteger: String?
    private var unescaped: [UInt8] = []

    private init(_ bytes: UnsafeRawBufferPointer, isForeign: Bool) {
        self.bytes = UnsafeBufferPointer(start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
        self.isForeign = isForeign
    }

    /// Parses a text that consists of one JSON value and white space.
    /// - Throws: `json_invalid` with the text as given; `integer_out_of_range` with the digits of the first number beyond the range.
    package static func parse(_ text: String, hugeIntegers: HugeIntegers = .rejected) throws(DomainError) -> Input {
        var copy = text
        return try copy.withUTF8 { bytes in
            Result { () throws(DomainError) in try parse(UnsafeRawBufferPointer(bytes), hugeIntegers: hugeIntegers) }
        }.get()
    }

    /// Parses bytes that consist of one JSON value and white space.
    /// - Throws: as for text; the text of `json_invalid` is repaired if the bytes aren't valid UTF-8.
    package static func parse(_ bytes: UnsafeRawBufferPointer, hugeIntegers: HugeIntegers = .rejected) throws(DomainError) -> Input {
        var parser = JSONParser(bytes, isForeign: false)
        let value = try parser.document()
        if case .rejected = hugeIntegers, let digits = parser.firstHugeInteger { throw .invalid(.integerOutOfRange, text: digits) }
        return value
    }

    /// Parses JSON of other programs, such as carriers': leaves out members and elements that are `null`, and keeps the spelling of numbers that aren't
    /// integers within the range, as it does with huge integers.
    /// - Throws: `json_invalid`.
    package static func parseForeign(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> Input {
        var parser = JSONParser(bytes, isForeign: true)
        return try parser.document()
    }

    // MARK: Values

    private mutating func document() throws(DomainError) -> Input {
        do throws(Malformed) {
            let value = try self.value()
            skipWhiteSpace()
            guard position == bytes.count else { throw Malformed() }
            return value
        } catch {
            throw .invalid(.jsonInvalid, text: String(decoding: bytes, as: UTF8.self))
        }
    }

    private mutating func value() throws(Malformed) -> Input {
        skipWhiteSpace()
        guard position < bytes.count else { throw Malformed() }
        switch bytes[position] {
        case UInt8(ascii: "{"): return try nested { (parser) throws(Malformed) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(Malformed) in try parser.list() }
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try integer()
        default: throw Malformed()
        }
    }

    /// Skips the opening bracket and reads the object or list.
    private mutating func nested(_ read: (inout JSONParser) throws(Malformed) -> Input) throws(Malformed) -> Input {
        guard depth < Self.maximumDepth else { throw Malformed() }
        depth += 1
        position += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func object() throws(Malformed) -> Input {
        var members: [Input.Member] = []
        var isSorted = true
        if skip(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipWhiteSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw Malformed() }
            let name = try string()
            guard skip(UInt8(ascii: ":")) else { throw Malformed() }
            if isForeign, try skipNull() { continue }
            let value = try self.value()
            if let last = members.last, isSorted { isSorted = last.name.precedesByUTF16(name) }
            members.append(Input.Member(name: name, value: value))
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw Malformed() }
        if !isSorted {
            members.sort { $0.name.precedesByUTF16($1.name) }
            // safe: index is an index of members, and not the first
            for index in members.indices.dropFirst() where members[index].name.hasSameScalars(as: members[index - 1].name) {
                throw Malformed()
            }
        }
        return .object(members)
    }

    private mutating func list() throws(Malformed) -> Input {
        var elements: [Input] = []
        if skip(UInt8(ascii: "]")) { return .list(elements) }
        repeat {
            if isForeign, try skipNull() { continue }
            elements.append(try value())
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw Malformed() }
        return .list(elements)
    }

    private mutating func word(_ word: StaticString, _ meaning: Input) throws(Malformed) -> Input {
        for offset in 0..<word.utf8CodeUnitCount {
            // safe: offset is less than the word's count
            guard position < bytes.count, bytes[position] == word.utf8Start[offset] else { throw Malformed() }
            position += 1
        }
        return meaning
    }

    /// Skips white space, then `null` if it is next.
    private mutating func skipNull() throws(Malformed) -> Bool {
        skipWhiteSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "n") else { return false }
        _ = try word("null", .boolean(false))
        return true
    }

    private mutating func integer() throws(Malformed) -> Input {
        let start = position
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let firstDigit = position
        var magnitude: Int64 = 0
        while position < bytes.count, bytes[position].isASCIIDigit {
            if magnitude <= Self.maximumInteger { magnitude = magnitude * 10 + Int64(bytes[position] - UInt8(ascii: "0")) }
            position += 1
        }
        // safe: firstDigit is less than position
        guard position > firstDigit, position == firstDigit + 1 || bytes[firstDigit] != UInt8(ascii: "0") else { throw Malformed() }
        // If a fraction or an exponent isn't read here, the caller rejects it because it expects a comma or a bracket.
        let isInteger = isForeign ? try !skipFraction() : true
        guard magnitude > Self.maximumInteger || !isInteger else { return .integer(isNegative ? -magnitude : magnitude) }
        // safe: start is at most position, and position at most the count
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        if firstHugeInteger == nil { firstHugeInteger = digits }
        return .hugeInteger(digits)
    }

    /// Skips a fraction and an exponent.
    ///
    /// Returns whether there was either.
    private mutating func skipFraction() throws(Malformed) -> Bool {
        let start = position
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
        return position > start
    }

    private mutating func skipDigits() throws(Malformed) {
        let start = position
        while position < bytes.count, bytes[position].isASCIIDigit { position += 1 }
        guard position > start else { throw Malformed() }
    }

    // MARK: Text

    /// Reads a text from its opening to its closing quote.
    private mutating func string() throws(Malformed) -> String {
        position += 1
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                // safe: start is at most position, and position at most the count
                return try Self.text(UnsafeBufferPointer(rebasing: bytes[start..<position]))
            }
            if byte == UInt8(ascii: "\\") { return try stringWithEscapes(from: start) }
            guard byte >= 0x20 else { throw Malformed() }
            position += 1
        }
        throw Malformed()
    }

    /// Continues reading a text at its first backslash; `start` is the index after the opening quote.
    private mutating func stringWithEscapes(from start: Int) throws(Malformed) -> String {
        unescaped.removeAll(keepingCapacity: true)
        // safe: start is at most position, and position at most the count
        unescaped.append(contentsOf: bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return try unescaped.withUnsafeBufferPointer { (bytes) throws(Malformed) in try Self.text(bytes) }
            case UInt8(ascii: "\\"): try escape()
            case 0..<0x20: throw Malformed()
            default: unescaped.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func escape() throws(Malformed) {
        guard position < bytes.count else { throw Malformed() }
        let letter = bytes[position]
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(letter)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "u"): unescaped.append(contentsOf: String(try escapedScalar()).utf8)
        default: throw Malformed()
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func escapedScalar() throws(Malformed) -> Character {
        let unit = try codeUnit()
        // safe: unit has 16 bits
        var value = UInt32(unit)
        if UTF16.isLeadSurrogate(unit) {
            guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u") else {
                throw Malformed()
            }
            position += 2
            let second = try codeUnit()
            guard UTF16.isTrailSurrogate(second) else { throw Malformed() }
            value = 0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00)  // safe: a lead and a trail surrogate
        }
        guard let scalar = Unicode.Scalar(value) else { throw Malformed() }
        return Character(scalar)
    }

    private mutating func codeUnit() throws(Malformed) -> UInt16 {
        guard position + 4 <= bytes.count else { throw Malformed() }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let byte = bytes[position]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: throw Malformed()
            }
            // safe: digit has 4 bits
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(Malformed) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Malformed() }
        return text
    }

    // MARK: Between values

    private mutating func skipWhiteSpace() {
        while position < bytes.count,
            bytes[position] == 0x20 || bytes[position] == 0x0A || bytes[position] == 0x0D || bytes[position] == 0x09
        {
            position += 1
        }
    }

    /// Skips white space, then the mark if it is next.
    private mutating func skip(_ mark: UInt8) -> Bool {
        skipWhiteSpace()
        guard position < bytes.count, bytes[position] == mark else { return false }
        position += 1
        return true
    }
}
