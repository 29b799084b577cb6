import CargoDomain

/// Reads canonical JSON directly into values, without a tree, and gives up on anything that `JSONWriter` wouldn't have written.
///
/// This is a fast path for data that the kit wrote itself. It reports no errors: after a `Deviation`, the caller reads the same bytes with
/// `JSONParser` and `Input`, which accept other spellings and name the error. Both ways read the same value from whatever this one accepts.
struct CanonicalReader {
    /// The bytes differ from what the writer would have written, or they break a rule.
    struct Deviation: Error {}

    private var next: UnsafeRawPointer
    private let end: UnsafeRawPointer

    /// Reads a value that fills all the bytes; returns nil on a deviation.
    static func read<Value>(
        _ bytes: UnsafeRawBufferPointer,
        _ read: (inout CanonicalReader) throws(Deviation) -> Value
    ) -> Value? {
        guard let start = bytes.baseAddress else { return nil }
        var reader = CanonicalReader(next: start, end: start + bytes.count)
        do {
            let value = try read(&reader)
            return reader.next == reader.end ? value : nil
        } catch {
            return nil
        }
    }

    private init(next: UnsafeRawPointer, end: UnsafeRawPointer) {
        self.next = next
        self.end = end
    }

    private var remaining: Int { end - next }

    // MARK: Constant bytes

    /// Skips these bytes if they are next.
    @inline(__always)
    mutating func skip(_ json: StaticString) -> Bool {
        let size = json.utf8CodeUnitCount
        guard remaining >= size else { return false }
        let expected = UnsafeRawPointer(json.utf8Start)
        var offset = 0
        while offset + 8 <= size {
            guard
                next.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == expected.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
            offset += 8
        }
        while offset < size {
            guard next.load(fromByteOffset: offset, as: UInt8.self) == expected.load(fromByteOffset: offset, as: UInt8.self) else {
                return false
            }
            offset += 1
        }
        next += size
        return true
    }

    /// Skips these bytes, which must be next.
    @inline(__always)
    mutating func expect(_ json: StaticString) throws(Deviation) {
        guard skip(json) else { throw Deviation() }
    }

    // MARK: Values

    /// Reads a quoted location code.
    mutating func unLocode() throws(Deviation) -> UnLocode {
        guard remaining >= 7, isQuote(at: 0), isQuote(at: 6),
            let code = UnLocode(utf8: UnsafeRawBufferPointer(start: next + 1, count: 5))
        else { throw Deviation() }
        next += 7
        return code
    }

    /// Reads a quoted instant.
    mutating func instant() throws(Deviation) -> Instant {
        guard remaining >= 26, isQuote(at: 0), isQuote(at: 25),
            let instant = Instant(canonical: UnsafeRawBufferPointer(start: next + 1, count: 24))
        else { throw Deviation() }
        next += 26
        return instant
    }

    /// Reads a quoted voyage number.
    mutating func voyageNumber() throws(Deviation) -> VoyageNumber {
        guard let number = VoyageNumber(utf8: try plain()) else { throw Deviation() }
        return number
    }

    /// Reads a quoted tracking id.
    mutating func trackingId() throws(Deviation) -> TrackingId {
        guard let id = TrackingId(utf8: try plain()) else { throw Deviation() }
        return id
    }

    /// Reads a quoted customer id.
    mutating func customerId() throws(Deviation) -> CustomerId {
        guard let id = CustomerId(utf8: try plain()) else { throw Deviation() }
        return id
    }

    /// Reads the bytes between two quotes, at most 36.
    ///
    /// The value's type rejects escapes.
    private mutating func plain() throws(Deviation) -> UnsafeRawBufferPointer {
        guard remaining >= 2, isQuote(at: 0) else { throw Deviation() }
        let start = next + 1
        let limit = min(37, end - start)
        var size = 0
        while size < limit {
            if start.load(fromByteOffset: size, as: UInt8.self) == UInt8(ascii: "\"") {
                next = start + size + 1
                return UnsafeRawBufferPointer(start: start, count: size)
            }
            size += 1
        }
        throw Deviation()
    }

    /// Reads a quoted text without escapes.
    mutating func text() throws(Deviation) -> String {
        guard remaining >= 2, isQuote(at: 0) else { throw Deviation() }
        let start = next + 1
        var place = start
        while place < end {
            let byte = place.load(as: UInt8.self)
            if byte == UInt8(ascii: "\"") {
                let bytes = UnsafeRawBufferPointer(start: start, count: place - start)
                guard let text = String(validating: bytes, as: UTF8.self) else { throw Deviation() }
                next = place + 1
                return text
            }
            guard byte >= 0x20, byte != UInt8(ascii: "\\") else { throw Deviation() }
            place += 1
        }
        throw Deviation()
    }

    private func isQuote(at offset: Int) -> Bool { next.load(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "\"") }

    /// Reads true or false.
    mutating func boolean() throws(Deviation) -> Bool {
        if skip("true") { return true }
        try expect("false")
        return false
    }

    /// Reads an integer from 0 to 2^53−1.
    mutating func natural() throws(Deviation) -> Int64 {
        var number: Int64 = 0
        let start = next
        while next < end, next - start < 16 {
            let byte = next.load(as: UInt8.self)
            guard byte.isASCIIDigit else { break }
            number = number * 10 + Int64(byte &- 0x30)
            next += 1
        }
        guard next > start, number <= Version.maximum, next - start == 1 || start.load(as: UInt8.self) != UInt8(ascii: "0") else {
            throw Deviation()
        }
        return number
    }
}
