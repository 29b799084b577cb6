/// What a record is found by besides its id and its customer: the members of a header that list keys, and `du`.
///
/// The index finds records by them, so a header has to list everything that its document says about them.
package struct RecordKeys: Hashable, Sendable {
    /// The members as they are in a header, each with the comma before it: `,"vo":["V100","V200"],"at":["DEHAM"]`; empty without keys.
    var text = ""

    /// No keys.
    package init() {}

    init(text: String) { self.text = text }

    /// Makes the keys of a record.
    /// - Parameters:
    ///   - lists: the keys of each family, in the order of a header (`KeyFamily.members`): plain names, each once, by ASCII; `nil` leaves
    ///     the member out.
    ///   - due: 0 or more.
    package init(_ lists: [(KeyFamily, [String]?)], due: Int64?) {
        var capacity = due == nil ? 0 : 32
        for (family, keys) in lists {
            if let keys { capacity += family.start.count + keys.reduce(1) { $0 + $1.utf8.count + 3 } }
        }
        if capacity == 0 { return }
        text = String(unsafeUninitializedCapacity: capacity) { buffer in
            var count = 0
            func append(_ byte: UInt8) {
                buffer[count] = byte
                count += 1
            }
            for (family, keys) in lists {
                guard let keys else { continue }
                for byte in family.start { append(byte) }
                for (place, key) in keys.enumerated() {
                    precondition(RecordLine.isPlain(key), "a key that cannot stand in a record")
                    if place > 0 { append(UInt8(ascii: ",")) }
                    append(UInt8(ascii: "\""))
                    for byte in key.utf8 { append(byte) }
                    append(UInt8(ascii: "\""))
                }
                append(UInt8(ascii: "]"))
            }
            if let due {
                for byte in ",\"du\":".utf8 { append(byte) }
                var digits: [UInt8] = []
                RecordLine.appendDigits(of: due, to: &digits)
                for digit in digits { append(digit) }
            }
            return count
        }
    }
}

/// The keys in a header, as bytes.
struct KeyBytes {
    /// The members as they are in a header; see `RecordKeys.text`.
    var bytes = UnsafeRawBufferPointer(start: nil, count: 0)

    /// Returns the list of a member, without its brackets; `nil` if the header doesn't have the member.
    func list(of member: [UInt8]) -> UnsafeRawBufferPointer? {
        // Each member begins with `,"vo":[`, and `du` comes last.
        var start = 0
        while start + 6 < bytes.count, bytes[start + 6] == UInt8(ascii: "[") {
            let first = start + 7
            var end = first
            var isInKey = false
            while end < bytes.count, isInKey || bytes[end] != UInt8(ascii: "]") {
                if bytes[end] == UInt8(ascii: "\"") { isInKey.toggle() }
                end += 1
            }
            if bytes[start + 2] == member[0], bytes[start + 3] == member[1] { return UnsafeRawBufferPointer(rebasing: bytes[first..<end]) }
            start = end + 1
        }
        return nil
    }

    /// The time in `du`; `nil` if the header doesn't have that.
    var due: Int64? {
        var start = bytes.count
        while start > 0, bytes[start - 1] >= UInt8(ascii: "0"), bytes[start - 1] <= UInt8(ascii: "9") { start -= 1 }
        guard start < bytes.count, start >= 6, bytes[start - 6..<start].elementsEqual(",\"du\":".utf8) else { return nil }
        return Int64(String(decoding: bytes[start...], as: UTF8.self))
    }

    /// Calls the body with each key of a list: what stands between quotes, without the commas between them.
    static func forEachKey(in list: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var start: Int?
        for place in list.indices where list[place] == UInt8(ascii: "\"") {
            if let first = start {
                body(UnsafeRawBufferPointer(rebasing: list[first..<place]))
                start = nil
            } else {
                start = place + 1
            }
        }
    }
}
