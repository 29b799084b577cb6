package import CargoDomain

/// Writes canonical JSON (RFC 8785) directly into bytes.
///
/// The writer knows how to spell values. The caller writes brackets, commas and sorted names, as constant bytes.
///
/// `@unchecked Sendable`: it can't be copied, so only its owner reaches its memory.
package struct JSONWriter: ~Copyable, @unchecked Sendable {
    /// The number of bytes written.
    package private(set) var count = 0

    private var capacity: Int
    private var base: UnsafeMutableRawPointer

    /// Creates an empty writer with this initial capacity in bytes.
    package init(capacity: Int = 2048) {
        self.capacity = max(capacity, 64)
        base = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { base.deallocate() }

    // MARK: What was written

    /// The bytes written so far; valid only inside the closure.
    package func withBytes<Result, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// A copy of the bytes written so far.
    package var bytes: [UInt8] { withBytes { [UInt8]($0) } }

    /// The text written so far.
    package var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    /// Discards the written bytes and keeps the capacity.
    package mutating func removeAll() { count = 0 }

    // MARK: Raw bytes

    /// Ensures capacity for `more` bytes.
    @inline(__always)
    package mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        moved.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = moved
        capacity = larger
    }

    /// Lets a closure write exactly `size` bytes.
    @inline(__always)
    package mutating func append(_ size: Int, _ write: (UnsafeMutableRawPointer) -> Void) {
        reserve(size)
        write(base + count)
        count += size
    }

    /// Writes constant JSON such as a bracket or `,"name":`.
    @inline(__always)
    package mutating func raw(_ json: StaticString) {
        let size = json.utf8CodeUnitCount
        append(size) { $0.copyMemory(from: json.utf8Start, byteCount: size) }
    }

    /// Writes bytes unchanged; they must be canonical JSON.
    package mutating func raw(_ json: UnsafeRawBufferPointer) {
        guard let start = json.baseAddress else { return }
        append(json.count) { $0.copyMemory(from: start, byteCount: json.count) }
    }

    /// Writes one byte unchanged.
    @inline(__always)
    package mutating func raw(byte: UInt8) {
        append(1) { $0.storeBytes(of: byte, as: UInt8.self) }
    }

    // MARK: Values

    /// Writes true or false.
    package mutating func boolean(_ truth: Bool) { raw(truth ? "true" : "false") }

    /// Writes an integer.
    package mutating func integer(_ number: Int64) {
        var rest = number.magnitude
        var size = number < 0 ? 2 : 1
        while rest >= 10 {
            rest /= 10
            size += 1
        }
        append(size) { start in
            var rest = number.magnitude
            var place = size - 1
            repeat {
                start.storeBytes(of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10), toByteOffset: place, as: UInt8.self)
                rest /= 10
                place -= 1
            } while rest > 0
            if number < 0 { start.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self) }
        }
    }

    /// Writes an instant as text (VAL-TIME-3).
    package mutating func instant(_ instant: Instant) {
        append(26) { start in
            start.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            instant.writeCanonical(to: start + 1)
            start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 25, as: UInt8.self)
        }
    }

    /// Writes a location code as text.
    package mutating func unLocode(_ code: UnLocode) {
        append(7) { start in
            start.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            code.writeUTF8(to: start + 1)
            start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: 6, as: UInt8.self)
        }
    }

    /// Writes text, such as an id, whose type excludes quotes, backslashes and control characters.
    package mutating func plain(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            reserve(bytes.count + 2)
            let start = base + count
            start.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
            if let source = bytes.baseAddress { (start + 1).copyMemory(from: source, byteCount: bytes.count) }
            start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: bytes.count + 1, as: UInt8.self)
            count += bytes.count + 2
        }
    }

    /// Writes any text, escaped as RFC 8785 requires.
    package mutating func text(_ text: String) {
        raw(byte: UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            reserve(bytes.count)
            for byte in bytes {
                if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { raw(byte: byte) } else { escape(byte) }
            }
        }
        raw(byte: UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case 0x08: raw("\\b")
        case 0x09: raw("\\t")
        case 0x0A: raw("\\n")
        case 0x0C: raw("\\f")
        case 0x0D: raw("\\r")
        default:
            raw("\\u00")
            raw(byte: UInt8(ascii: "0") + byte >> 4)
            let low = byte & 0x0F
            raw(byte: low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}

/// Canonical JSON (RFC 8785): one spelling for each value.
package enum CanonicalJSON {
    /// Returns the canonical spelling of a JSON text.
    /// - Throws: `json_invalid`, `integer_out_of_range`.
    package static func canonicalize(_ text: String) throws(DomainError) -> String {
        self.text(of: try JSONParser.parse(text))
    }

    /// Returns the canonical spelling of a value.
    package static func text(of value: Input) -> String {
        var writer = JSONWriter()
        writer.input(value)
        return writer.text
    }

    /// Returns the canonical spelling of a value as bytes.
    package static func bytes(of value: Input) -> [UInt8] { Array(text(of: value).utf8) }
}

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
