/// What each entry of a table needs, by the names in its newest record's header.
struct NeedFlags: Sendable {
    /// The names, each with the bit of its position.
    let names: [[UInt8]]
    /// The bits of each entry; all of them for an entry whose record is too old to tell.
    ///
    /// The column ends at the last entry that ever needed anything.
    private(set) var bits: ChunkedColumn<UInt8>

    init(_ names: [String], bits: ChunkedColumn<UInt8> = .init()) {
        self.names = names.map { Array($0.utf8) }
        self.bits = bits
    }

    /// Notes what an entry's newest record needs.
    mutating func take(_ fields: RecordFields, of kind: JournalKind, in place: Int) {
        guard !names.isEmpty else { return }
        let isTooOld = fields.needs == nil && fields.schema > 0 && fields.schema < kind.schema
        let needed = isTooOld ? UInt8.max : fields.needs.map(bits(of:)) ?? 0
        guard needed != 0 || place < bits.count else { return }
        while bits.count <= place { bits.append(0) }
        if bits[place] != needed { bits[place] = needed }
    }

    /// Returns the entries that have a need, in the order of the table, and those whose needs are unknown.
    func places(needing name: String) -> [Int] {
        guard let position = names.firstIndex(where: { $0.elementsEqual(name.utf8) }) else { return [] }
        let bit = UInt8(1) << UInt8(position)
        var found: [Int] = []
        var start = 0
        for chunk in bits.chunks {
            chunk.withElements { elements in
                for (offset, needed) in elements.enumerated() where needed & bit != 0 { found.append(start + offset) }
                start += elements.count
            }
        }
        return found
    }

    /// Returns the bits of a header's list of names.
    private func bits(of list: UnsafeRawBufferPointer) -> UInt8 {
        var bits: UInt8 = 0
        HeaderNames.forEach(in: list) { name in
            if let position = names.firstIndex(where: { $0.elementsEqual(name) }) { bits |= 1 << UInt8(position) }
        }
        return bits
    }
}

/// The names in a header's list.
enum HeaderNames {
    /// Calls the body with each name: what stands between quotes, without the commas between them.
    static func forEach(in list: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        let quotes = list.indices.filter { list[$0] == UInt8(ascii: "\"") }
        for pair in stride(from: 0, to: quotes.count - 1, by: 2) {
            body(UnsafeRawBufferPointer(rebasing: list[(quotes[pair] + 1)..<quotes[pair + 1]]))
        }
    }
}
