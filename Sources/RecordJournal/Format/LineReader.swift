#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Parses a line field by field without allocating.
///
/// Returns nil if anything is invalid.
struct LineReader {
    private let line: UnsafeRawBufferPointer
    private(set) var position: Int

    init(_ line: UnsafeRawBufferPointer, from position: Int) {
        self.line = line
        self.position = position
    }

    /// Parses the header of a whole line, newline included, whose checksum has been verified.
    static func header(of line: UnsafeRawBufferPointer) -> RecordHeader? { fields(of: line)?.header() }

    /// Parses the same fields, with texts as bytes of the line.
    static func fields(of line: UnsafeRawBufferPointer) -> RecordFields? {
        var reader = LineReader(line, from: RecordLine.prefixLength)
        return reader.fields()
    }

    /// Whether the line's fixed bytes are in place and its checksum is correct.
    static func isIntact(_ line: UnsafeRawBufferPointer) -> Bool { checksum(ofIntact: line) != nil }

    /// Returns the checksum of an intact line, or nil if the fixed bytes or the checksum are wrong.
    static func checksum(ofIntact line: UnsafeRawBufferPointer) -> UInt32? {
        guard line.count > RecordLine.prefixLength, let stored = storedChecksum(of: line) else { return nil }
        return stored == CRC32C.checksum(UnsafeRawBufferPointer(rebasing: line[RecordLine.prefixLength...])) ? stored : nil
    }

    /// Returns the checksum stored in a line, or nil if its digits or the bytes around them are wrong.
    static func storedChecksum(of line: UnsafeRawBufferPointer) -> UInt32? {
        guard line.count >= RecordLine.prefixLength, line[17] == UInt8(ascii: "\""), line[18] == UInt8(ascii: ",") else { return nil }
        guard let start = line.baseAddress, memcmp(start, RecordLine.mark, RecordLine.mark.count) == 0 else { return nil }
        var checksum: UInt32 = 0
        for byte in line[9..<17] {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            checksum = checksum << 4 | UInt32(digit)
        }
        return checksum
    }

    private mutating func fields() -> RecordFields? {
        guard skip("\"s\":"), let watermark = integer(), skip(",\"t\":\""), let kind = bytesOfText() else { return nil }
        var fields = RecordFields(line: line, watermark: Int(watermark), kind: kind)
        if fields.isMark { return skip("}\n") && position == line.count ? fields : nil }
        guard skip(",\"id\":\""), let id = bytesOfText(), skip(",\"v\":"), let version = integer(), version >= 1, skip(",\"d\":"),
            let schema = integer()
        else { return nil }
        fields.id = id
        fields.version = version
        fields.schema = Int(schema)
        if skip(",\"cu\":\"") {
            guard let customer = bytesOfText() else { return nil }
            fields.customer = customer
        }
        let keys = position
        for member in KeyFamily.members where skip(member) {
            guard skipKeys() else { return nil }
        }
        if skip(",\"du\":") {
            guard integer() != nil else { return nil }
        }
        fields.keys = KeyBytes(bytes: UnsafeRawBufferPointer(rebasing: line[keys..<position]))
        if skip(",\"tx\":[") {
            guard let index = integer(), skip(","), let count = integer(), skip("]"), index < count, count >= 2 else { return nil }
            fields.batch = RecordHeader.Batch(index: Int(index), count: Int(count))
        }
        guard skip(",\"n\":"), let length = integer() else { return nil }
        if skip(",\"e\":[") {
            guard let first = integer(), skip(","), let count = integer(), skip("]"), first >= 1, count >= 1 else { return nil }
            fields.firstSequence = first
            fields.eventCount = Int(count)
        }
        guard skip(",\"doc\":"), length >= 2, length <= line.count - position else { return nil }
        fields.document = position..<position + Int(length)
        position += Int(length)
        if fields.eventCount > 0 {
            guard skip(",\"ev\":"), line.count - 2 > position else { return nil }
            fields.events = position..<line.count - 2
            position = line.count - 2
        }
        return skip("}\n") && position == line.count ? fields : nil
    }

    /// Skips the text if it comes next.
    mutating func skip(_ expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        guard line.count - position >= count, memcmp(line.baseAddress! + position, expected.utf8Start, count) == 0 else { return false }
        position += count
        return true
    }

    /// Parses an integer from 0 to 2^53−1 without leading zeros.
    mutating func integer() -> Int64? {
        var number: Int64 = 0
        let start = position
        while position < line.count, line[position].isDigit {
            number = number * 10 + Int64(line[position] - UInt8(ascii: "0"))
            position += 1
            if number > 9_007_199_254_740_991 { return nil }
        }
        guard position > start, position == start + 1 || line[start] != UInt8(ascii: "0") else { return nil }
        return number
    }

    /// Parses the rest of a string, including its closing quote.
    mutating func text() -> String? { bytesOfText().map { String(decoding: $0, as: UTF8.self) } }

    /// Skips the rest of a list of strings, including its closing bracket.
    private mutating func skipKeys() -> Bool {
        if skip("]") { return true }
        repeat {
            guard skip("\""), bytesOfText() != nil else { return false }
        } while skip(",")
        return skip("]")
    }

    private mutating func bytesOfText() -> UnsafeRawBufferPointer? {
        let start = position
        while position < line.count, RecordLine.isPlain(line[position]) { position += 1 }
        guard position > start, position - start <= 1023, position < line.count, line[position] == UInt8(ascii: "\"") else { return nil }
        defer { position += 1 }
        return UnsafeRawBufferPointer(rebasing: line[start..<position])
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension [UInt8] {
    /// Calls the body with the array's bytes; the body throws one error type.
    package func withRawBytes<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value {
        try withUnsafeBytes { bytes in Result { () throws(Failure) in try body(bytes) } }.get()
    }
}

/// Reads the lines of a segment in order, with large reads from disk.
struct LineWindow {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor
    private var start = 0
    private var bytes: [UInt8] = []

    private static let length = 1 << 20

    init(_ fileSystem: any FileSystem, _ file: FileDescriptor) {
        self.fileSystem = fileSystem
        self.file = file
    }

    /// Returns the record at a location, or nil if its checksum is wrong.
    mutating func record(at location: RecordPosition) throws(SystemError) -> JournalRecord? {
        let end = location.offset + Int(location.length)
        if location.offset < start || end > start + bytes.count {
            start = location.offset
            bytes = try fileSystem.bytes(of: file, in: start..<start + max(Self.length, Int(location.length)))
            guard end <= start + bytes.count else { return nil }
        }
        let line = Array(bytes[location.offset - start..<end - start])
        let header = line.withUnsafeBytes { LineReader.isIntact($0) ? LineReader.header(of: $0) : nil }
        return header.map { JournalRecord(header: $0, line: line) }
    }
}
