/// When a time zone's distance from UTC changes, read from a compiled file of the IANA database (TZif, RFC 9636).
///
/// Without Foundation, so that a command doesn't load it for a file of rows.
package struct TimeZoneRules: Hashable, Sendable {
    /// The size limit of a compiled file, in bytes.
    package static let maximumSize = 1 << 20

    /// UTC.
    package static let utc = TimeZoneRules(changes: [], first: 0, rest: nil)

    /// The seconds since 1970 from which on an offset applies, in ascending order.
    private let changes: [Change]
    /// The offset before the first change, in seconds east of UTC.
    private let first: Int
    /// The rule after the last change; nil if the last offset stays.
    private let rest: PosixTimeZone?

    private struct Change: Hashable, Sendable {
        let start: Int
        let offset: Int
    }

    private init(changes: [Change], first: Int, rest: PosixTimeZone?) { (self.changes, self.first, self.rest) = (changes, first, rest) }

    /// Reads a compiled file; nil if it isn't one.
    package init?(tzif bytes: [UInt8]) {
        var reader = TZifReader(bytes)
        guard var header = reader.header() else { return nil }
        var timeSize = 4
        if header.version >= UInt8(ascii: "2") {
            // The first block, with times of 32 bits, is for older programs.
            guard reader.skip(header.size(of: 4)), let second = reader.header() else { return nil }
            (header, timeSize) = (second, 8)
        }
        var times: [Int] = []
        for _ in 0..<header.times {
            guard let time = reader.signed(timeSize), time > times.last ?? .min else { return nil }
            times.append(time)
        }
        guard let kinds = reader.bytes(header.times) else { return nil }
        var offsets: [Int] = []
        for _ in 0..<header.kinds {
            guard let offset = reader.signed(4), PosixTimeZone.offsets.contains(offset), reader.skip(2) else { return nil }
            offsets.append(offset)
        }
        var changes: [Change] = []
        for (time, kind) in zip(times, kinds) {
            guard Int(kind) < offsets.count else { return nil }
            // safe: kind is less than the count
            changes.append(Change(start: time, offset: offsets[Int(kind)]))
        }
        guard let first = offsets.first, reader.skip(header.restSize(of: timeSize)) else { return nil }
        var rest: PosixTimeZone?
        if timeSize == 8 {
            guard let footer = reader.footer() else { return nil }
            if !footer.isEmpty {
                rest = PosixTimeZone(footer)
                if rest == nil { return nil }
            }
        }
        self.init(changes: changes, first: first, rest: rest)
    }

    /// The offset at a time, both in seconds: since 1970, and east of UTC.
    package func offset(at time: Int) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            // safe: middle is at least low and less than high, which is at most the count
            if changes[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        if low == changes.count, let rest { return rest.offset(at: time) }
        // safe: low is at most the count
        return low == 0 ? first : changes[low - 1].offset
    }

    /// The UTC time of a local time, both in seconds since 1970.
    ///
    /// Of a local time that occurs twice, when clocks go back, it is the first.
    /// - Returns: nil for a local time that doesn't exist, because clocks go forward over it.
    package func time(ofLocal local: Int) -> Int? {
        // Offsets are less than a day, and change at most once in two days.
        let offsets = Set([local - 86_400, local + 86_400].map(offset(at:)))
        return offsets.map { local - $0 }.filter { $0 + offset(at: $0) == local }.min()
    }
}

/// Reads the fields of a TZif file, never beyond its end.
private struct TZifReader {
    private let data: [UInt8]
    private var position = 0

    init(_ data: [UInt8]) { self.data = data }

    /// The numbers of elements in a block.
    struct Header {
        let version: UInt8
        let utcMarks: Int
        let standardMarks: Int
        let leapSeconds: Int
        let times: Int
        let kinds: Int
        let characters: Int

        /// The size of a block in bytes.
        func size(of timeSize: Int) -> Int { times * (timeSize + 1) + kinds * 6 + restSize(of: timeSize) }

        /// The size of what follows the kinds of local time.
        func restSize(of timeSize: Int) -> Int { characters + leapSeconds * (timeSize + 4) + standardMarks + utcMarks }
    }

    mutating func header() -> Header? {
        guard bytes(4).map({ $0.elementsEqual("TZif".utf8) }) == true, let version = bytes(1)?.first, skip(15) else { return nil }
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = signed(4), (0...TimeZoneRules.maximumSize).contains(count) else { return nil }
            counts.append(count)
        }
        // safe: there are 6 counts
        return Header(
            version: version,
            utcMarks: counts[0],
            standardMarks: counts[1],
            leapSeconds: counts[2],
            times: counts[3],
            kinds: counts[4],
            characters: counts[5]
        )
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= data.count - position else { return nil }
        defer { position += count }
        // safe: the bytes are there, by the guard above
        return data[position..<position + count]
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// A big-endian number in two's complement.
    mutating func signed(_ size: Int) -> Int? {
        guard let bytes = bytes(size), let first = bytes.first else { return nil }
        return bytes.reduce(first >= 0x80 ? -1 : 0) { $0 << 8 | Int($1) }
    }

    /// The text between the two line ends after the blocks.
    mutating func footer() -> String? {
        guard bytes(1)?.first == UInt8(ascii: "\n") else { return nil }
        // safe: position never passes the count
        let rest = data[position...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}
